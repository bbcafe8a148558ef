"""Mistakes, one family a file: each is provably wrong, or declines."""
