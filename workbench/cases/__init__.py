"""Files to cases, and the only door to the holdout."""
