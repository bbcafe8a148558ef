"""Things that tests drive the workbench against."""
