"""Who decides: the name that decisions are signed with."""

import getpass


def person() -> str:
    """Return the name of the user of this machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
