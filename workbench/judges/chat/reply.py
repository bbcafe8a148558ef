"""What a chat server's answer says: the same words, codes and counts as those of the Messages API."""

import re
from collections.abc import Mapping
from typing import Any

from workbench.judges.api_errors import Refusal, meaning, redirected, retry_after_s
from workbench.judges.reply.reader import Reading, read_reply
from workbench.judges.reply.stop_reasons import read_stop
from workbench.judges.usage import can_be
from workbench.judges.verdict_words import VerdictWords
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict

# The finish reasons of chat servers, as the Messages API would say them. Others are no regular end.
_STOPS = {
    "stop": "end_turn",
    "eos": "end_turn",
    "eos_token": "end_turn",
    "end_turn": "end_turn",
    "stop_sequence": "stop_sequence",
    "length": "max_tokens",
    "content_filter": "refusal",
}
# Servers that do not part thinking from the reply leave it at the beginning. What never ends is thinking all through.
_THINKING = re.compile(r"\s*<think>.*?(?:</think>\s*|\Z)", re.DOTALL)
_SHOWN = 500


def read_completion(body: object, words: VerdictWords, *, material: str, max_tokens: int) -> Reply:
    """Read the body of a success.

    Args:
        body: The JSON that came.
        words: The two words that count as a verdict.
        material: What the judge was shown; see `read_reply`.
        max_tokens: The limit that the request set, for the message.
    """
    choices = body.get("choices") if isinstance(body, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and len(choices) == 1 else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(body, Mapping) or not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        reason = f"the server said success, but sent no completion with one choice: {_short(body)}"
        return Reply(verdict=Verdict(error=ErrorCode.UNPARSED), reason=reason, raw=str(body), retryable=True)
    text = _visible(message.get("content"))
    finish = str(choice.get("finish_reason") or "")
    reading = _stopped(message, finish, max_tokens) or read_reply(text, words, material=material)
    return Reply(
        verdict=reading.verdict,
        reason=reading.reason,
        evidence=reading.evidence,
        raw=text,
        stop_reason=finish,
        answered_by=_text(body.get("model")),
        request_id=_text(body.get("id")),
        usage=chat_usage(body.get("usage")),
    )


def read_refusal(status: int, headers: Mapping[str, str], body: object) -> Reply:
    """Read an HTTP answer other than success, in whichever way the server words its errors."""
    error = _error(body)
    refusal = Refusal(
        status=status, kind=_text(error.get("type")), code=_text(error.get("code")), message=_text(error.get("message"))
    )
    message = redirected(status, headers) or refusal.message or _short(body)
    if refusal.code == "content_filter":
        reason = f"the server's filter refused this item: {message}"
        return Reply(verdict=Verdict(error=ErrorCode.REFUSED), reason=reason)
    means = meaning(refusal)
    named = " ".join(part for part in (refusal.kind, refusal.code) if part)
    return Reply(
        verdict=Verdict(error=means.code),
        reason=f"the server answered {status}{f' {named}' if named else ''}: {message}",
        request_id=headers.get("x-request-id", ""),
        retryable=means.retryable,
        retry_after_s=retry_after_s(headers) if means.retryable else None,
        stops_run=means.stops_run,
    )


def chat_usage(usage: object) -> dict[str, int]:
    """Return token counts by our names; 0 where the server left one out, {} where it sent no usable counts.

    Chat servers count what was read from a cache among the prompt, and thinking among the completion.
    """
    if not isinstance(usage, Mapping):
        return {}
    cached = _count(usage.get("prompt_tokens_details"), "cached_tokens")
    prompt = _count(usage, "prompt_tokens")
    counts = {
        "input_tokens": max(0, prompt - cached),
        "cache_read_input_tokens": cached,
        "output_tokens": _count(usage, "completion_tokens"),
        "thinking_tokens": _count(usage.get("completion_tokens_details"), "reasoning_tokens"),
    }
    return counts if can_be((prompt, *counts.values())) else {}


def _stopped(message: Mapping[str, Any], finish: str, max_tokens: int) -> Reading | None:
    refused = _text(message.get("refusal"))
    if refused:
        return Reading(verdict=Verdict(error=ErrorCode.REFUSED), reason=f"the model refused: {refused}")
    return read_stop(_STOPS.get(finish, finish), max_tokens=max_tokens)


def _visible(content: object) -> str:
    """The text of a reply: a string, or a list of parts of which the text counts. Thinking is no part of it."""
    parts = content if isinstance(content, list) else [{"text": content}]
    text = "".join(_text(part.get("text")) for part in parts if isinstance(part, Mapping))
    thinking = _THINKING.match(text)
    return text[thinking.end() :] if thinking else text


def _error(body: object) -> Mapping[str, Any]:
    """The error of a body: `{"error": {...}}`, `{"error": "..."}`, `{"detail": "..."}` or `{"message": "..."}`."""
    if not isinstance(body, Mapping):
        return {}
    error = body.get("error")
    if isinstance(error, Mapping):
        return error
    said = error or body.get("detail") or body.get("message")
    return {"message": said if isinstance(said, str) else _short(said), "type": body.get("type")} if said else {}


def _count(source: object, name: str) -> int:
    value = source.get(name) if isinstance(source, Mapping) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
