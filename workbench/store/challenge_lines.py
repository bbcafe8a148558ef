"""Challenges as lines of JSON, and back, strictly; and the hash of a set of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from workbench.errors import InputError, Problem
from workbench.identity import canonical_json, digest
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome

VERSION = 1

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)


def set_hash(challenges: Iterable[Challenge]) -> str:
    """Return the version of a set: a hash of all that its challenges hold, in whatever order they come."""
    return digest(sorted(digest(_fields(challenge), length=64) for challenge in challenges))


# Made once: `json.dumps` would make one a challenge.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def challenge_lines(challenges: Iterable[Challenge]) -> Iterator[str]:
    """Yield one line a challenge, with its line end, in the order given."""
    return (f"{_encode({'v': VERSION, **_fields(challenge)})}\n" for challenge in challenges)


def challenges_to_text(challenges: Iterable[Challenge]) -> str:
    """Write one line a challenge, in the order given."""
    return "".join(challenge_lines(challenges))


def challenges_from_text(text: str, *, where: str) -> tuple[Challenge, ...]:
    """Read challenges back. Every item must still have the id that its content gives it.

    Args:
        text: Lines that end with a newline character; no other character ends a line.
        where: The file's name, for errors.

    Raises:
        InputError: lines that are no challenges, of a newer format or there twice; all of them at once.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    read: list[Challenge] = []
    problems: list[Problem] = []
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, start=1):
        place = f"{where}:{number}"
        try:
            challenge = _challenge(line)
        except _Unfit as error:
            problems.append(Problem(where=place, expected=error.expected, got=error.got))
            continue
        first = seen.setdefault((challenge.rule, challenge.item.item_id), number)
        if first != number:
            problems.append(Problem(where=place, expected="each item once under a rule", got=f"that of line {first}"))
        read.append(challenge)
    if problems:
        raise InputError(problems)
    return tuple(read)


def _fields(challenge: Challenge) -> dict[str, Any]:
    """Return the fields as JSON has them. `dataclasses.asdict` gives the same, but copies every part."""
    item = challenge.item
    shown = {
        "item_id": item.item_id,
        "question": item.question,
        "passages": [vars(passage) for passage in item.passages],
        "answer": item.answer,
    }
    return {**vars(challenge), "item": shown, "sites": [vars(site) for site in challenge.sites]}


class _Unfit(Exception):
    """A line that is no challenge."""

    def __init__(self, expected: str, got: str = "") -> None:
        super().__init__(expected)
        self.expected = expected
        self.got = got


def _challenge(line: str) -> Challenge:
    try:
        value = _decode(line)
    except (ValueError, RecursionError) as error:
        raise _Unfit("one challenge as a JSON object", str(error)) from error
    version = value.pop("v", None) if isinstance(value, dict) else None
    if type(version) is int and version > VERSION:
        raise _Unfit(f"format {VERSION}", f"format {version}, written by a newer workbench; update to read it")
    if version != VERSION:
        raise _Unfit(f'a JSON object with "v": {VERSION}', "none" if version is None else canonical_json(version))
    fields = _object(value, "challenge", _CHALLENGE)
    return Challenge(
        item=_item(fields["item"]),
        rule=_text(fields, "rule"),
        set=_word(fields, "set", Set),
        style=_text(fields, "style"),
        parent=_text(fields, "parent"),
        group=_text(fields, "group"),
        expected=_word(fields, "expected", Outcome),
        sites=tuple(_each(fields, "sites", _site)),
        proof=_text(fields, "proof"),
    )


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


def _item(value: object) -> Item:
    fields = _object(value, "item", ("item_id", "question", "passages", "answer"))
    item = Item.of(
        question=_text(fields, "question"),
        passages=_each(fields, "passages", _passage),
        answer=_text(fields, "answer"),
    )
    if item.item_id != _text(fields, "item_id"):
        raise _Unfit(f"item_id {item.item_id}, the hash of its content", f"{fields['item_id']}; the item was changed")
    return item


def _passage(value: object) -> Passage:
    fields = _object(value, "passage", ("id", "text", "title"))
    return Passage(id=_text(fields, "id"), text=_text(fields, "text"), title=_text(fields, "title"))


def _site(value: object) -> Site:
    fields = _object(value, "site", ("where", "start", "before", "after"))
    start = fields["start"]
    if type(start) is not int or start < 0:
        raise _Unfit("start to be an offset, 0 or more", canonical_json(start))
    return Site(where=_text(fields, "where"), start=start, before=_text(fields, "before"), after=_text(fields, "after"))


_CHALLENGE = ("item", "rule", "set", "style", "parent", "group", "expected", "sites", "proof")


def _object(value: object, what: str, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Unfit(f"{what} to be a JSON object", canonical_json(value)[:60])
    if value.keys() != set(names):
        raise _Unfit(f"{what} to have the fields {', '.join(names)}", ", ".join(sorted(value)))
    return value


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields[name]
    if not isinstance(value, str):
        raise _Unfit(f"{name} to be text", canonical_json(value)[:60])
    return value


def _word(fields: dict[str, Any], name: str, words: type[W]) -> W:
    try:
        return words(_text(fields, name))
    except ValueError as error:
        known = ", ".join(words)
        raise _Unfit(f"{name} to be one of {known}", fields[name]) from error


def _each(fields: dict[str, Any], name: str, read: Callable[[object], T]) -> list[T]:
    values = fields[name]
    if not isinstance(values, list):
        raise _Unfit(f"{name} to be a list", canonical_json(values)[:60])
    return [read(value) for value in values]
