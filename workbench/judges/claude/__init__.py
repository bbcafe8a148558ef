"""The one door to the SDK: asking models on the Messages API."""
