"""Judges: an item in, a reply out, and nothing else known."""
