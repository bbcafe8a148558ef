"""The decision whether a judge may be used, with its reasons."""
