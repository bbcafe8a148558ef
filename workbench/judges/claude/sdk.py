"""Loading the SDK, which takes about a second of its own: worth doing while something else is waited for."""

import gc
import sys


def load() -> None:
    """Import the SDK. All that it makes stays, so the garbage collector looks through none of it, then or later."""
    gc.disable()
    try:
        import anthropic  # noqa: F401 - whoever needs it finds it loaded
    finally:
        gc.freeze()
        gc.enable()


def loaded() -> bool:
    """Say whether there is nothing to load any more."""
    return "anthropic" in sys.modules
