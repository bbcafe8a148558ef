"""What Claude models take, and where they end, as of 2026-11-30. Where the server says otherwise, it is believed.

Sources: the model ids and the dates of retirement of anthropic 2.14.0 (`types/model.py`, `_data/deprecated_models.py`);
the platform pages on structured outputs, effort, prompt caching and the models overview (September to November 2026).
No price is in this file.
"""

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from workbench.errors import InputError, unknown_name

AS_OF = "2026-11-30"
EFFORTS = ("low", "medium", "high", "xhigh", "max")

_UP_TO_HIGH = EFFORTS[:3]
_UP_TO_MAX_WITHOUT_XHIGH = ("low", "medium", "high", "max")
_MILLION = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ModelFacts:
    """What a model takes. None where nobody has said it.

    Attributes:
        efforts: The effort levels that it accepts; empty where `output_config.effort` is refused.
        structured_outputs: Whether a reply can be held to a JSON schema, without which no judge can be asked.
        window: Tokens of prompt and reply together.
        most_output: The most tokens of a reply, thinking included.
        cache_from: The shortest prompt prefix in tokens that the prompt cache keeps.
        lifecycle: `active`, `deprecated` or `retired`.
        retires: The day on which it retires or retired, ISO 8601; empty where none is set. It is only known together
            with the lifecycle.
    """

    efforts: tuple[str, ...] | None = None
    structured_outputs: bool | None = None
    window: int | None = None
    most_output: int | None = None
    cache_from: int | None = None
    lifecycle: str | None = None
    retires: str = ""

    def room(self, max_tokens: int) -> int | None:
        """Return how many tokens a prompt may have beside a reply of `max_tokens`; None where nobody knows."""
        return None if self.window is None else self.window - max_tokens


def _newest(cache_from: int = 512) -> ModelFacts:
    return ModelFacts(
        efforts=EFFORTS,
        structured_outputs=True,
        window=_MILLION,
        most_output=128_000,
        cache_from=cache_from,
        lifecycle="active",
    )


# Sources name no window for Sonnet 4.6, Sonnet 4.5 and Opus 4.5; the server says it, or refuses what is too long.
MODELS: dict[str, ModelFacts] = {
    "claude-fable-5-2": _newest(),
    "claude-mythos-5-2": _newest(),
    "claude-haiku-5-5": _newest(),
    "claude-sonnet-5-5": _newest(),
    "claude-opus-5-5": _newest(),
    "claude-fable-5-1": _newest(),
    "claude-mythos-5-1": _newest(),
    "claude-sonnet-5": _newest(1024),
    "claude-fable-5": _newest(),
    "claude-mythos-5": _newest(),
    "claude-opus-5": _newest(),
    "claude-opus-4-8": _newest(1024),
    "claude-opus-4-7": _newest(2048),
    "claude-opus-4-6": ModelFacts(
        efforts=_UP_TO_MAX_WITHOUT_XHIGH,
        structured_outputs=True,
        window=_MILLION,
        most_output=128_000,
        cache_from=4096,
        lifecycle="active",
    ),
    "claude-sonnet-4-6": ModelFacts(
        efforts=_UP_TO_MAX_WITHOUT_XHIGH, structured_outputs=True, cache_from=1024, lifecycle="active"
    ),
    "claude-opus-4-5": ModelFacts(
        efforts=_UP_TO_HIGH, structured_outputs=True, cache_from=4096, lifecycle="deprecated", retires="2027-01-22"
    ),
    "claude-haiku-4-5": ModelFacts(
        efforts=(),
        structured_outputs=True,
        window=200_000,
        most_output=64_000,
        cache_from=4096,
        lifecycle="active",
    ),
    "claude-sonnet-4-5": ModelFacts(
        efforts=(), structured_outputs=True, cache_from=1024, lifecycle="deprecated", retires="2026-11-30"
    ),
}
_DATED = re.compile(r"-20\d{6}$")


def table_facts(model: str) -> ModelFacts | None:
    """Return what the table says of a model, dated ids included; None where it does not know it."""
    return MODELS.get(_DATED.sub("", model))


def accepted_efforts(model: str) -> tuple[str, ...]:
    """Return the effort levels that a model takes; empty where it takes none, or is none of Anthropic's.

    A Claude model that is newer than the table is taken to accept every level, as all of its forerunners do. A run
    asks the server before it relies on that.
    """
    known = table_facts(model)
    if known is None:
        return EFFORTS if is_claude(model) else ()
    return known.efforts or ()


def is_claude(model: str) -> bool:
    """Say whether a name claims to be a Claude model."""
    return model.startswith("claude-")


def server_host(url: str = "") -> str:
    """Return the host of a server; without its URL, the one of ANTHROPIC_BASE_URL or else Anthropic's own."""
    return urlsplit(url or os.environ.get("ANTHROPIC_BASE_URL", "")).hostname or "api.anthropic.com"


def check_model(model: str, *, url: str = "", ask_server: bool = False) -> None:
    """Refuse a model name that is not known, before anything is sent.

    Another server may have models of its own; there only names that claim to be a Claude model are checked.

    Args:
        model: The model id.
        url: The base URL of the server; empty for ANTHROPIC_BASE_URL or Anthropic's own.
        ask_server: Let a Claude model through that is newer than the table, because the server is asked next.

    Raises:
        InputError: the name is unknown; the message names the nearest one that is known.
    """
    if table_facts(model) is not None or (ask_server and is_claude(model)):
        return
    if is_claude(model) or server_host(url) == "api.anthropic.com":
        raise unknown_model(model)


def unknown_model(model: str, *, why: str = "") -> InputError:
    """An error for a model that neither the table nor the server knows."""
    asked = f", and the server did not say what it takes: {why}" if why else ""
    return unknown_name("judge model", model, tuple(MODELS), where=f"the table of {AS_OF}{asked}")
