"""Why a model stopped: only a regular end can hold a verdict (Messages API, version 2026-10-21)."""

from workbench.judges.reply.reader import Reading
from workbench.records.verdict import ErrorCode, Verdict

_REGULAR = frozenset({"end_turn", "stop_sequence"})


def read_stop(stop_reason: str, *, max_tokens: int, category: str = "") -> Reading | None:
    """Return the error that a stop reason stands for, or None where the text may be read.

    Args:
        stop_reason: As the API said it.
        max_tokens: The limit that the request set, for the message.
        category: The category of a refusal, where one came.
    """
    if stop_reason in _REGULAR:
        return None
    if stop_reason == "max_tokens":
        reason = f"the reply was cut at max_tokens = {max_tokens}, thinking included; raise it or lower the effort"
        return _error(ErrorCode.TRUNCATED, reason)
    if stop_reason == "model_context_window_exceeded":
        reason = "question, passages and answer fill the context window of the model; take a model with a larger one"
        return _error(ErrorCode.CONTEXT_TOO_LONG, reason)
    if stop_reason == "refusal":
        named = f" (category {category})" if category else ""
        return _error(ErrorCode.REFUSED, f"the model refused to judge this item{named}; asking again is no help")
    return _error(ErrorCode.UNPARSED, f"the model stopped for {stop_reason or 'no reason given'}, not at a regular end")


def _error(code: ErrorCode, reason: str) -> Reading:
    return Reading(verdict=Verdict(error=code), reason=reason)
