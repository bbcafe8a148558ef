"""Planting known mistakes, with proof, in copies of trusted answers."""
