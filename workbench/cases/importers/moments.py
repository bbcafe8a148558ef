"""When something was asked: as text, as a date of Parquet, or as a number of seconds or their parts since 1970."""

from datetime import UTC, date, datetime
from typing import Any

_A_YEAR_AHEAD = 1e11
"""Seconds since 1970 that no record has: more are thousandths, millionths or billionths of seconds."""


def moment(value: Any) -> str:  # noqa: ANN401 - any JSON value, or a date of Parquet
    """Return a date or a time in ISO form; empty where the value is none that can be read without a guess."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and not value.strip().isdecimal():
        return _of_text(value.strip())
    try:
        return _of_number(float(value))
    except (TypeError, ValueError, OverflowError, OSError):
        return ""


def _of_text(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return ""
    return text


def _of_number(seconds: float) -> str:
    if not 1e9 <= seconds < 1e20:
        return ""
    while seconds >= _A_YEAR_AHEAD:
        seconds /= 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat()
