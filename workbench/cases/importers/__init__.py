"""Answers as other tools save them, read as rows of our own JSONL: one file a format."""
