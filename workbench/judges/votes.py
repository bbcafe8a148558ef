"""How many calls a verdict takes: a judge may go by the majority of several. Part of its version."""

from typing import Any


def votes_details(votes: int) -> dict[str, Any]:
    """Return what of a vote is part of a judge's version: nothing where each call is a verdict, as `votes` 0 says."""
    return {"votes": votes} if votes else {}
