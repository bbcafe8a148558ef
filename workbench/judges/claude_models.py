"""Which Claude models can judge, and which of them take an effort setting. As of 2026-11-30.

Sources: the model ids of anthropic 2.14.0 (`types/model.py`), and the platform pages on structured outputs and effort
(October and November 2026). Every model here takes structured outputs. No price is in this file.
"""

import os
import re
from urllib.parse import urlsplit

from workbench.errors import unknown_name

EFFORTS = ("low", "medium", "high", "xhigh", "max")

_UP_TO_HIGH = EFFORTS[:3]
_UP_TO_MAX_WITHOUT_XHIGH = ("low", "medium", "high", "max")

# The levels that a model accepts; empty where `output_config.effort` is refused.
ACCEPTED_EFFORTS: dict[str, tuple[str, ...]] = {
    "claude-fable-5-2": EFFORTS,
    "claude-mythos-5-2": EFFORTS,
    "claude-haiku-5-5": EFFORTS,
    "claude-sonnet-5-5": EFFORTS,
    "claude-opus-5-5": EFFORTS,
    "claude-fable-5-1": EFFORTS,
    "claude-mythos-5-1": EFFORTS,
    "claude-sonnet-5": EFFORTS,
    "claude-fable-5": EFFORTS,
    "claude-mythos-5": EFFORTS,
    "claude-opus-5": EFFORTS,
    "claude-opus-4-8": EFFORTS,
    "claude-opus-4-7": EFFORTS,
    "claude-opus-4-6": _UP_TO_MAX_WITHOUT_XHIGH,
    "claude-sonnet-4-6": _UP_TO_MAX_WITHOUT_XHIGH,
    "claude-opus-4-5": _UP_TO_HIGH,
    "claude-haiku-4-5": (),
    "claude-sonnet-4-5": (),
}
_DATED = re.compile(r"-20\d{6}$")


def accepted_efforts(model: str) -> tuple[str, ...]:
    """Return the effort levels that a model takes; empty where it takes none, or is none of Anthropic's."""
    return ACCEPTED_EFFORTS.get(_DATED.sub("", model), ())


def server_host(url: str = "") -> str:
    """Return the host of a server; without its URL, the one of ANTHROPIC_BASE_URL or else Anthropic's own."""
    return urlsplit(url or os.environ.get("ANTHROPIC_BASE_URL", "")).hostname or "api.anthropic.com"


def check_model(model: str, *, url: str = "") -> None:
    """Refuse a model name that is not known, before anything is sent.

    Another server may have models of its own; there only names that claim to be a Claude model are checked.

    Args:
        model: The model id.
        url: The base URL of the server; empty for ANTHROPIC_BASE_URL or Anthropic's own.

    Raises:
        InputError: the name is unknown; the message names the nearest one that is known.
    """
    elsewhere = server_host(url) != "api.anthropic.com" and not model.startswith("claude-")
    if not elsewhere and _DATED.sub("", model) not in ACCEPTED_EFFORTS:
        raise unknown_name("judge model", model, tuple(ACCEPTED_EFFORTS))
