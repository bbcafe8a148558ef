"""Token counts of a reply, flat, as whole numbers."""

from collections.abc import Iterable

from workbench.judges.request import CacheTime

_MOST = 10**12

TOKENS = (
    "input_tokens",
    "cache_creation_5m",
    "cache_creation_1h",
    "cache_read_input_tokens",
    "output_tokens",
    "thinking_tokens",
)


def flat_usage(usage: object, cache_time: CacheTime = CacheTime.FIVE_MINUTES) -> dict[str, int]:
    """Return the token counts of a reply by name; 0 where the server left one out, {} where it sent no usable counts.

    The three kinds of input do not overlap: `input_tokens` is what was neither written to nor read from the prompt
    cache. `thinking_tokens` is a part of `output_tokens`.

    Args:
        usage: As the server sent it.
        cache_time: What the request asked for: servers that do not split the writes by lifetime wrote them for that.
    """
    if usage is None:
        return {}
    written = getattr(usage, "cache_creation", None)
    one_hour = _count(written, "ephemeral_1h_input_tokens")
    five_minutes = _count(written, "ephemeral_5m_input_tokens")
    if written is None:
        unsplit = _count(usage, "cache_creation_input_tokens")
        one_hour, five_minutes = (unsplit, 0) if cache_time is CacheTime.ONE_HOUR else (0, unsplit)
    counts = {
        "input_tokens": _count(usage, "input_tokens"),
        "cache_creation_5m": five_minutes,
        "cache_creation_1h": one_hour,
        "cache_read_input_tokens": _count(usage, "cache_read_input_tokens"),
        "output_tokens": _count(usage, "output_tokens"),
        "thinking_tokens": _count(getattr(usage, "output_tokens_details", None), "thinking_tokens"),
    }
    return counts if can_be(counts.values()) else {}


def can_be(counts: Iterable[int]) -> bool:
    """Say whether a reply can have these token counts. Of a bill with one impossible count, nothing is known."""
    return all(0 <= count <= _MOST for count in counts)


def _count(source: object, name: str) -> int:
    value = getattr(source, name, None)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
