"""Loading the SDK, which takes about a second of its own: worth doing while something else is waited for."""

import sys


def load() -> None:
    """Import the SDK."""
    import anthropic  # noqa: F401 - whoever needs it finds it loaded


def loaded() -> bool:
    """Say whether there is nothing to load any more."""
    return "anthropic" in sys.modules
