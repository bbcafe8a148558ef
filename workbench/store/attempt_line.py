"""One attempt as one line of JSON, and back, exactly.

A lone surrogate, which a model's reply can hold, is legal in a Python string but not in UTF-8; it is written in the
three bytes that UTF-8 would give it, so that what is read is what was written.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from workbench.records.reply import Attempt, Reply
from workbench.records.verdict import ErrorCode, Outcome, Verdict

VERSION = 5
"""Format 1 had no scores, formats 1 and 2 no batches; up to format 3 no line was linked to the one before it; up to
format 4 every call was about a whole item."""

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class NewerFormat(ValueError):
    """A line written by a newer version of the workbench."""


CellKey = tuple[str, str, int]
"""Item id, judge id, repeat."""


class CellAttempt(NamedTuple):
    """An attempt without its reply.

    Attributes:
        key: The cell.
        attempt: Number of the attempt, from 1.
        final: Whether the reply is the cell's verdict.
        error: Whether the reply is an error.
        part: The part of the item that was asked about; empty where that was the item.
    """

    key: CellKey
    attempt: int
    final: bool
    error: bool
    part: str


def to_line(attempt: Attempt) -> bytes:
    """Write an attempt as one line, with its newline. JSON escapes newlines, so there is no other in it.

    Raises:
        ValueError: a number that JSON has no word for (NaN, Infinity).
    """
    reply = attempt.reply
    value = {
        "v": VERSION,
        "item_id": attempt.item_id,
        "judge_id": attempt.judge_id,
        "repeat": attempt.repeat,
        "attempt": attempt.attempt,
        "final": attempt.final,
        "at": attempt.at,
        "part": attempt.part,
        "reply": {
            "verdict": str(reply.verdict),
            "reason": reply.reason,
            "evidence": reply.evidence,
            "score": reply.score,
            "raw": reply.raw,
            "stop_reason": reply.stop_reason,
            "answered_by": reply.answered_by,
            "request_id": reply.request_id,
            "batch": reply.batch,
            "usage": dict(reply.usage),
            "latency_s": reply.latency_s,
            "retryable": reply.retryable,
            "retry_after_s": reply.retry_after_s,
            "stops_run": reply.stops_run,
        },
    }
    return (_encode(value) + "\n").encode("utf-8", "surrogatepass")


def from_line(line: bytes) -> Attempt:
    """Read a line back.

    Raises:
        NewerFormat: it was written by a newer version.
        ValueError: it is not an attempt; says what is wrong with it.
    """
    value = _checked(line)
    reply = value["reply"]
    reply["verdict"] = _VERDICTS[reply["verdict"]]
    value["reply"] = Reply(**reply)
    # Both come in a great many lines; a journal in memory should hold each once.
    value["item_id"], value["judge_id"] = sys.intern(value["item_id"]), sys.intern(value["judge_id"])
    return Attempt(**value)


def cell_from_line(line: bytes) -> CellAttempt:
    """Read only which cell a line is about, in half the time. The line is checked as strictly.

    Raises:
        NewerFormat: it was written by a newer version.
        ValueError: it is not an attempt; says what is wrong with it.
    """
    value = _checked(line)
    return CellAttempt(
        key=(value["item_id"], value["judge_id"], value["repeat"]),
        attempt=value["attempt"],
        final=value["final"],
        error=value["reply"]["verdict"].startswith("error:"),
        part=value.get("part", ""),
    )


def _checked(line: bytes) -> dict[str, Any]:
    """Return the line's fields, each of which is there and has the right kind of value."""
    try:
        value = _decode(line.decode("utf-8", "surrogatepass"))
    except RecursionError as error:
        raise ValueError("JSON nested too deep") from error
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    version = value.pop("v", None)
    if type(version) is int and version > VERSION:
        raise NewerFormat(f"format {version}, this version reads up to {VERSION}")
    if type(version) is not int or version < 1:
        raise ValueError(f"no format version, expected v={VERSION}")
    _check(value, _ATTEMPT if version >= _WITH_PARTS else _ATTEMPT_1)
    if value.get("part") and value["final"]:
        raise ValueError("a part of an item with a final verdict")
    if value["repeat"] < 0 or value["attempt"] < 1:
        raise ValueError("repeat counts from 0 and attempt from 1")
    reply = value["reply"]
    _check(reply, _REPLY_BEFORE.get(version, _REPLY))
    if reply["verdict"] not in _VERDICTS:
        raise ValueError(f"verdict {reply['verdict']!r} is none of pass, fail, error:<code>")
    if not {int}.issuperset(map(type, reply["usage"].values())):
        raise ValueError("usage has a count that is no whole number")
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


# Made once: a journal may have a million lines, and `json.loads` would make one a line.
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


def _check(value: dict[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> None:
    """Refuse a JSON object that has other fields than these, or a field of another kind."""
    if value.keys() != kinds.keys():
        odd = sorted(value.keys() ^ kinds.keys())
        raise ValueError(f"fields missing or unknown: {', '.join(odd)}")
    # Lines by the hundred thousand have a handful of shapes: one that was right once is right again.
    shape = (id(kinds), *map(type, map(value.__getitem__, kinds)))
    if shape in _RIGHT:
        return
    for name, allowed in kinds.items():
        # Not isinstance: to Python, true is a whole number.
        if type(value[name]) not in allowed:
            raise ValueError(f"{name} has a value of the wrong kind: {type(value[name]).__name__}")
    _RIGHT.add(shape)


# Types of the fields in the order of their table, which is a constant below.
_RIGHT: set[tuple[Any, ...]] = set()

_TEXT = (str,)
_COUNT = (int,)
_FLAG = (bool,)
_OBJECT = (dict,)
_SECONDS = (float, int)
_NUMBER = (float, int)
_NONE = (type(None),)

_ATTEMPT_1: Mapping[str, tuple[type, ...]] = {
    "item_id": _TEXT,
    "judge_id": _TEXT,
    "repeat": _COUNT,
    "attempt": _COUNT,
    "final": _FLAG,
    "at": _TEXT,
    "reply": _OBJECT,
}
_WITH_PARTS = 5
_ATTEMPT: Mapping[str, tuple[type, ...]] = {**_ATTEMPT_1, "part": _TEXT}
_REPLY_1: Mapping[str, tuple[type, ...]] = {
    "verdict": _TEXT,
    "reason": _TEXT,
    "evidence": _TEXT,
    "raw": _TEXT,
    "stop_reason": _TEXT,
    "answered_by": _TEXT,
    "request_id": _TEXT,
    "usage": _OBJECT,
    "latency_s": _SECONDS,
    "retryable": _FLAG,
    "retry_after_s": (*_SECONDS, *_NONE),
    "stops_run": _FLAG,
}
_REPLY_2: Mapping[str, tuple[type, ...]] = {**_REPLY_1, "score": (*_NUMBER, *_NONE)}
_REPLY: Mapping[str, tuple[type, ...]] = {**_REPLY_2, "batch": _TEXT}
_REPLY_BEFORE = {1: _REPLY_1, 2: _REPLY_2}
_VERDICTS: Mapping[str, Verdict] = {
    str(verdict): verdict
    for verdict in (
        *(Verdict(outcome=outcome) for outcome in Outcome),
        *(Verdict(error=code) for code in ErrorCode),
    )
}
