"""Asking judges in message batches, so that no call is sent twice and none is lost."""
