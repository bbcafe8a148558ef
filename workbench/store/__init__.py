"""A run on disk: journal, verdict table, manifest."""
