"""Judges of the user's own: a Python function, or a command that is kept running."""
