"""What a judge of the user's own gave back: a verdict, a score, or an error. Nothing is assumed for it.

It may be

- a verdict: `pass` or `fail` as a word (any case), or true for pass and false for fail;
- a score from 0 to 1, which becomes a verdict by the judge's threshold;
- a mapping or an object with `verdict` or `score` or both, and, if it likes, `reason`, `evidence`, `answered_by` (the
  model that it asked) and `usage` (token counts by the names of `usage.TOKENS`);
- one with `error`, which says why there is no verdict, and, if it likes, a `code` of `ErrorCode`, and `stop` where
  every further call would fail in the same way.

Other fields are not read. Scalars of numpy count as Python's. Everything else is an error, never a verdict.
"""

import math
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from numbers import Real
from typing import Any

from workbench.judges.threshold import Threshold
from workbench.judges.usage import TOKENS
from workbench.judges.verdict_words import VerdictWords
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Outcome, Verdict

FIELDS = ("verdict", "score", "reason", "evidence", "error", "code", "stop", "answered_by", "usage")
_WORDS = VerdictWords(passing="pass", failing="fail")
_EXPECTED = "expected pass or fail, true or false, a score from 0 to 1, or fields with one of them"
_SHOWN = 200

# What may pass if the judge is asked again, when it says so itself.
_PASSING = frozenset(
    {
        ErrorCode.RATE_LIMITED,
        ErrorCode.OVERLOADED,
        ErrorCode.TIMEOUT,
        ErrorCode.CONNECTION,
        ErrorCode.API_5XX,
    }
)


def read_given(value: object, threshold: Threshold | None) -> Reply:
    """Read what a judge gave back.

    Args:
        value: Any value. Reading an object of the user's runs its code, so this may raise what that raises.
        threshold: Where a score turns into the other verdict; None where no score is expected.

    Returns:
        A reply with verdict or error, reason, evidence, score, usage and the model that answered. For an error, the
        reason says what came.
    """
    value = _plain(value)
    if value is None or (isinstance(value, str) and not value.strip()):
        return no_verdict(ErrorCode.NO_TEXT, f"nothing came back; {_EXPECTED}")
    if isinstance(value, str | bool):
        return _read_fields({"verdict": value}, threshold)
    if isinstance(value, Real | Decimal):
        return _read_fields({"score": value}, threshold)
    if isinstance(value, Mapping):
        return _read_fields(value, threshold)
    fields = {name: getattr(value, name) for name in FIELDS if hasattr(value, name)}
    if not fields.keys() & {"verdict", "score", "error"}:
        return no_verdict(ErrorCode.UNPARSED, f"{_EXPECTED}; got {type(value).__name__}: {_short(value)}")
    return _read_fields(fields, threshold)


def no_verdict(code: ErrorCode, reason: str, *, retryable: bool = False) -> Reply:
    """Return a reply without a verdict."""
    return Reply(verdict=Verdict(error=code), reason=reason, retryable=retryable)


def _read_fields(fields: Mapping[str, Any], threshold: Threshold | None) -> Reply:
    if _plain(fields.get("error")) not in (None, ""):
        return _own_error(fields)
    said, score = _plain(fields.get("verdict")), _plain(fields.get("score"))
    if said is None and score is None:
        return no_verdict(ErrorCode.UNPARSED, f"{_EXPECTED}; got fields: {_short(sorted(map(str, fields)))}")
    number = None if score is None else _share(score)
    if score is not None and number is None:
        return no_verdict(ErrorCode.OFF_MENU, f"the score is {_short(score)}, expected a number from 0 to 1")
    by_score = threshold.outcome(number) if threshold is not None and number is not None else None
    if said is None and by_score is None:
        return no_verdict(ErrorCode.OFF_MENU, f"a score came, {_short(score)}, and settings name no threshold for it")
    outcome = by_score if said is None else _outcome(said)
    if outcome is None:
        return no_verdict(ErrorCode.OFF_MENU, f"the verdict is {_short(said)}, expected pass, fail, true or false")
    if by_score not in (None, outcome):
        reason = f"the verdict is {outcome}, but the score {number:g} is a {by_score}: {threshold}"
        return no_verdict(ErrorCode.CONTRADICTORY, reason)
    return Reply(
        verdict=Verdict(outcome=outcome),
        reason=_text(fields.get("reason")) or ("" if by_score is None else f"the score is {number:.2f}; {threshold}"),
        evidence=_text(fields.get("evidence")),
        score=number,
        answered_by=_text(fields.get("answered_by")),
        usage=_usage(fields.get("usage")),
    )


def _own_error(fields: Mapping[str, Any]) -> Reply:
    """The judge says itself that it has no verdict. A verdict beside that is none."""
    named = str(_plain(fields.get("code")) or "")
    code = ErrorCode(named) if named in tuple(ErrorCode) else ErrorCode.JUDGE_CRASHED
    return Reply(
        verdict=Verdict(error=code),
        reason=f"the judge says: {_text(_plain(fields['error']))}",
        answered_by=_text(fields.get("answered_by")),
        usage=_usage(fields.get("usage")),
        retryable=code in _PASSING,
        stops_run=fields.get("stop") is True,
    )


def _outcome(said: object) -> Outcome | None:
    if isinstance(said, bool):
        return Outcome.PASS if said else Outcome.FAIL
    return _WORDS.outcome(said) if isinstance(said, str) else None


def _share(score: object) -> float | None:
    """Return a number from 0 to 1; None for everything else, NaN and true among it."""
    if isinstance(score, bool) or not isinstance(score, Real | Decimal):
        return None
    number = float(score)
    return number if math.isfinite(number) and 0 <= number <= 1 else None


def _plain(value: object) -> object:
    """Return the member of an enumeration, and the scalar of numpy or torch, as the Python value that it holds."""
    if isinstance(value, Enum):
        value = value.value
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "shape", None) == () else value


def _usage(usage: object) -> dict[str, int]:
    if not isinstance(usage, Mapping):
        return {}
    counts = {name: usage.get(name) for name in TOKENS}
    return {name: count for name, count in counts.items() if type(count) is int and count >= 0}


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
