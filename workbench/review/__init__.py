"""The local server of `workbench review`: who may ask it, what it answers, and how it runs."""
