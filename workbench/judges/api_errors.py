"""What a failed call to the Messages API means for the run: its code, whether to ask again, whether to stop.

Statuses, error types and codes as of anthropic 2.14.0 and API version 2026-10-21. This file knows no SDK: it reads
plain facts, so that other clients of the same API can use it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from workbench.records.verdict import ErrorCode


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """An HTTP answer other than success.

    Attributes:
        status: HTTP status, 400 and above.
        kind: `error.type` of the body, such as `rate_limit_error`.
        code: `error.details.error_code` of the body, where there is one.
        message: `error.message` of the body, or what came instead.
    """

    status: int
    kind: str = ""
    code: str = ""
    message: str = ""


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What to do about a failed call."""

    code: ErrorCode
    retryable: bool = False
    stops_run: bool = False


_TRANSIENT = Meaning(code=ErrorCode.API_5XX, retryable=True)
_STOP = Meaning(code=ErrorCode.API_4XX, stops_run=True)
_SPENT = Meaning(code=ErrorCode.SPEND_LIMIT, stops_run=True)
_TOO_LONG = Meaning(code=ErrorCode.CONTEXT_TOO_LONG)
_THIS_ITEM = Meaning(code=ErrorCode.API_4XX)

_BY_STATUS = {
    401: _STOP,
    402: _SPENT,
    403: _STOP,
    404: _STOP,
    408: Meaning(code=ErrorCode.TIMEOUT, retryable=True),
    409: Meaning(code=ErrorCode.API_4XX, retryable=True),
    413: _TOO_LONG,
    429: Meaning(code=ErrorCode.RATE_LIMITED, retryable=True),
    529: Meaning(code=ErrorCode.OVERLOADED, retryable=True),
}
_STATUS_BY_KIND = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 408,
    "overloaded_error": 529,
}
# The last one is OpenAI's, whose servers say it with a 429.
_SPEND_CODE = re.compile(r"spend_limit_reached|billing|insufficient_quota")
# These come as a plain 400 without a code of their own; there is nothing but the words to tell them by.
_SPEND_WORDS = re.compile(r"specified API usage limits|credit balance is too low", re.IGNORECASE)
_LENGTH_WORDS = re.compile(
    r"prompt is too long|exceeds? (?:the )?(?:context|maximum context)|context (?:limit|window|length|size)"
    r"|too many (?:input )?tokens",
    re.IGNORECASE,
)
_CONTENT_WORDS = re.compile(r"\bmessages\.\d|content filter", re.IGNORECASE)


def meaning(refusal: Refusal) -> Meaning:
    """Return what an HTTP error means.

    A 400 stops the run unless it is about this one item: all requests of a run have one shape, so a shape that the
    API refuses once, it refuses every time.
    """
    if _SPEND_CODE.search(refusal.code) or (refusal.status == 400 and _SPEND_WORDS.search(refusal.message)):
        return _SPENT
    if refusal.kind == "overloaded_error":
        return _BY_STATUS[529]
    known = _BY_STATUS.get(refusal.status)
    if known is not None:
        return known
    if refusal.status >= 500:
        return _TRANSIENT
    if _LENGTH_WORDS.search(refusal.message):
        return _TOO_LONG
    return _THIS_ITEM if _CONTENT_WORDS.search(refusal.message) else _STOP


def redirected(status: int, headers: Mapping[str, str]) -> str:
    """Say where an answer sends the caller instead; empty where it is no redirect. No client of ours goes there."""
    if not 300 <= status < 400:
        return ""
    to = headers.get("location", "") or "nowhere"
    return f"it redirects to {to}, and nothing was sent there; where that is the right server, name it in settings"


def status_of(kind: str) -> int:
    """Return the HTTP status that goes with an error type, for errors that come without one.

    A type that is not known counts as the server's own fault (500), which may pass.
    """
    return _STATUS_BY_KIND.get(kind, 500)


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return how many seconds the API asked to wait; None where it did not say, or nothing that can be read.

    Args:
        headers: Response headers; `retry-after-ms` goes before `retry-after`, which holds seconds or a date.
        now: The present, for a date; the clock where left out.
    """
    ms, after = headers.get("retry-after-ms", ""), headers.get("retry-after", "").strip()
    seconds = _number(ms, 0.001)
    if seconds is None:
        seconds = _number(after, 1.0)
    if seconds is None and after:
        try:
            at = parsedate_to_datetime(after)
        except ValueError:
            return None
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        seconds = (at - (now or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if seconds is not None else None


def _number(text: str, unit: float) -> float | None:
    return float(text) * unit if re.fullmatch(r"\s*\d{1,9}(?:\.\d{1,9})?\s*", text) else None
