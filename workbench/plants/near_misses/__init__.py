"""Near misses, one family a file: each is provably right, or declines."""
