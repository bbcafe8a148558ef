"""Verdicts of judges that were run elsewhere, from a file of whatever form to answer key and verdict table."""
