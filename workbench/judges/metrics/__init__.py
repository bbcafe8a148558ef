"""Metrics of other libraries as judges, so that people can calibrate the one that they use already."""
