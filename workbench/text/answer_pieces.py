"""An answer cut into what may each claim something: sentences, items of lists, rows of tables, blocks of code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from workbench.text.sentences import sentences

_LINE = re.compile(r"[^\n]*(?:\n|$)")
_FENCE = re.compile(r"[ \t>]{0,8}(`{3,}|~{3,})")
_RULE_OF_TABLE = re.compile(r"[ \t>]*\|?[ \t]*:?-{1,80}:?[ \t]*(?:\|[ \t]*:?-{1,80}:?[ \t]*){0,200}\|?[ \t]*\r?\n?")
_ITEM = re.compile(r"[ \t>]*(?:[-*+•●▪◦–]|\d{1,3}[.)])\s")
_INSIDE = 2
_HEADING = re.compile(r"[ \t>]{0,8}#{1,6}\s")
_YES_OR_NO = re.compile(r"[*_]*(?:yes|no)[*_]*[.!,]?[*_]*", re.IGNORECASE)


class PieceKind(Enum):
    """What a piece is."""

    SENTENCE = auto()
    HEADING = auto()
    ITEM = auto()
    ROW = auto()
    CODE = auto()


@dataclass(frozen=True)
class Piece:
    """A stretch of an answer.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        kind: What it is. What is indented below an item of a list is one as well.
        indent: How far in its line begins, in columns.
        head: The head of its table, where it is a row below one.
    """

    start: int
    end: int
    kind: PieceKind
    indent: int = 0
    head: "Piece | None" = None


def pieces(answer: str) -> tuple[Piece, ...]:
    """Return the pieces of an answer in order. In none are white space, marks of Markdown, and heads of tables."""
    return tuple(_joined(answer, [*_cut(answer)]))


def _joined(answer: str, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Take a `Yes.` together with the sentence that follows it: alone, nobody knows what it affirms."""
    waiting: Piece | None = None
    for piece in pieces:
        if waiting is not None and piece.kind is waiting.kind and "\n" not in answer[waiting.end : piece.start]:
            piece = Piece(waiting.start, piece.end, piece.kind, piece.indent)
        elif waiting is not None:
            yield waiting
        waiting = piece if _YES_OR_NO.fullmatch(answer[piece.start : piece.end]) else None
        if waiting is None:
            yield piece
    if waiting is not None:
        yield waiting


def _cut(answer: str) -> Iterator[Piece]:
    """Cut an answer into pieces: tables and blocks of code by lines, all else into sentences."""
    lines = [match.span() for match in _LINE.finditer(answer) if match.end() > match.start()]
    begun = place = 0
    while place < len(lines):
        end = _code_end(answer, lines, place) or _table_end(answer, lines, place)
        if end is None:
            place += 1
            continue
        yield from _sentences(answer, lines[begun][0], lines[place][0])
        is_code = _FENCE.match(answer, *lines[place]) is not None
        yield from (_code if is_code else _rows)(answer, lines[place:end])
        begun = place = end
    if begun < len(lines):
        yield from _sentences(answer, lines[begun][0], len(answer))


def _code_end(answer: str, lines: Sequence[tuple[int, int]], place: int) -> int | None:
    """The line behind a block of code that begins in a line; None where none does. One that is not closed runs on."""
    opened = _FENCE.match(answer, *lines[place])
    if opened is None:
        return None
    for number in range(place + 1, len(lines)):
        mark = _FENCE.match(answer, *lines[number])
        if mark and mark.group(1).startswith(opened.group(1)) and not answer[mark.end() : lines[number][1]].strip():
            return number + 1
    return len(lines)


def _table_end(answer: str, lines: Sequence[tuple[int, int]], place: int) -> int | None:
    """The line behind a table whose head is a line; None where it is none."""
    if place + 1 >= len(lines) or "|" not in answer[slice(*lines[place])]:
        return None
    rule = answer[slice(*lines[place + 1])]
    if "|" not in rule or _RULE_OF_TABLE.fullmatch(rule) is None:
        return None
    end = place + 2
    while end < len(lines) and "|" in answer[slice(*lines[end])]:
        end += 1
    return end


def _code(answer: str, lines: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    last = len(lines) - (len(lines) > 1 and _FENCE.match(answer, *lines[-1]) is not None)
    inside = lines[1:last]
    if inside:
        yield from _trimmed(answer, inside[0][0], inside[-1][1], PieceKind.CODE)


def _rows(answer: str, lines: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    head, *_ = [*_trimmed(answer, *lines[0], PieceKind.ROW)]
    rows = [row for line in lines[2:] for row in _trimmed(answer, *line, PieceKind.ROW)]
    if not rows:
        yield head
    for row in rows:
        yield replace(row, head=head)


def _sentences(answer: str, start: int, end: int) -> Iterator[Piece]:
    before = PieceKind.SENTENCE
    for span in sentences(answer[start:end]):
        first = start + span.start
        line = answer.rfind("\n", 0, first) + 1
        item, indent = _ITEM.match(answer, line, end), _indent(answer, line, first)
        if item:
            kind = PieceKind.ITEM
        elif _HEADING.match(answer, line, end):
            kind = PieceKind.HEADING
        else:
            # What is indented below an item goes on with it.
            kind = PieceKind.ITEM if indent >= _INSIDE and before is PieceKind.ITEM else PieceKind.SENTENCE
        before = kind
        yield Piece(first, start + span.end, kind, indent)


def _indent(answer: str, line: int, end: int) -> int:
    """How far in a line begins, in columns."""
    text = answer[line:end]
    return len(text[: len(text) - len(text.lstrip(" \t>"))].expandtabs(4))


def _trimmed(answer: str, start: int, end: int, kind: PieceKind) -> Iterator[Piece]:
    text = answer[start:end]
    if text.strip():
        first = start + len(text) - len(text.lstrip())
        yield Piece(first, start + len(text.rstrip()), kind, _indent(answer, answer.rfind("\n", 0, first) + 1, first))
