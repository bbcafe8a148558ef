"""Test the model that judges your document assistant before it may gate anything."""

__version__ = "0.1.0"
