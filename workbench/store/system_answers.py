"""The answers of a system under test, one line a call, as they came in."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.identity import canonical_json
from workbench.records.passage import Passage
from workbench.records.system import Answered, SystemReply
from workbench.store.attempt_line import NewerFormat
from workbench.store.journal_reader import JournalState, read_lines

VERSION = 1
_FIELDS = {"key": str, "repeat": int, "at": str, "answer": str, "error": str}
_ROW = [str, str, str]


def answer_line(answered: Answered) -> bytes:
    """Write a call as one line, with its newline."""
    reply = answered.reply
    candidates = None
    if reply.candidates is not None:
        candidates = [[passage.id, passage.title, passage.text] for passage in reply.candidates]
    value = {
        "v": VERSION,
        "key": answered.key,
        "repeat": answered.repeat,
        "at": answered.at,
        "answer": reply.answer,
        "candidates": candidates,
        "error": reply.error,
    }
    return (canonical_json(value) + "\n").encode("utf-8", "surrogatepass")


def read_answers(path: Path) -> Iterator[Answered]:
    """Read the calls one by one. A torn last line is left out.

    Raises:
        StoreError: the file is missing, damaged or of a newer format.
    """
    for answered, _, _ in read_lines(path, _read):
        yield answered


def answers_state(path: Path) -> JournalState:
    """Check the whole file, and say where it ends.

    Raises:
        StoreError: as for `read_answers`.
    """
    state = JournalState()
    for number, (_, end, link) in enumerate(read_lines(path, _read), start=1):
        state = JournalState(lines=number, size=end, link=link)
    return state


def _read(line: bytes) -> Answered:
    value = json.loads(line.decode("utf-8", "surrogatepass"))
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    version = value.pop("v", None)
    if type(version) is int and version > VERSION:
        raise NewerFormat(f"format {version}, this version reads up to {VERSION}")
    candidates = value.pop("candidates", None)
    if version != VERSION or {name: type(part) for name, part in value.items()} != _FIELDS:
        raise ValueError("fields missing, unknown or of the wrong kind")
    reply = SystemReply(answer=value["answer"], candidates=_candidates(candidates), error=value["error"])
    return Answered(key=value["key"], repeat=value["repeat"], at=value["at"], reply=reply)


def _candidates(value: Any) -> tuple[Passage, ...] | None:  # noqa: ANN401 - any JSON value
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(row, list) and list(map(type, row)) == _ROW for row in value):
        raise ValueError("candidates are lists of id, title and text")
    return tuple(Passage(id=row[0], title=row[1], text=row[2]) for row in value)
