"""The API key: whether there is one, and that it never leaves the process in a text."""

import os

KEY_NAMES = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")


_SHORTEST = 4
"""Characters of a key that is a secret. Servers of one's own are often given one such as `x`, which is any letter."""


def key_name() -> str | None:
    """Return the environment variable that holds the usual key; None where none is set."""
    return next((name for name in KEY_NAMES if os.environ.get(name)), None)


def missing_key() -> str | None:
    """Return what is missing for model judges to run, in words for the user; None where a key is set."""
    if key_name() is not None:
        return None
    return "no API key: set ANTHROPIC_API_KEY to ask model judges; script judges run without it"


def keys_at_hand(*more: str) -> tuple[tuple[str, str], ...]:
    """Return the name and value of every environment variable that holds a key.

    What is shorter than any real key is left out: taken out of a text, it would tear words apart, and hide nothing.

    Args:
        more: Variables that hold keys too; empty names are passed over.
    """
    held = ((name, os.environ.get(name, "")) for name in (*KEY_NAMES, *filter(None, more)))
    return tuple((name, value) for name, value in held if len(value) >= _SHORTEST)


def without_keys(text: str, keys: tuple[tuple[str, str], ...]) -> str:
    """Return a text with the value of every key taken out, in case that a server echoes what it was sent."""
    for name, value in keys:
        text = text.replace(value, f"[{name}]")
    return text
