"""Challenges that people or a model made, and real answers that a person labelled."""
