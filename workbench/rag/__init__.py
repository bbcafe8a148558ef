"""Checks around the judges that need no model."""
