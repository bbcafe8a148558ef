"""The system under test: a Python function, a command or a server, asked as it is used."""
