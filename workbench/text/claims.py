"""The claims of an answer: what it says piece by piece, each with the passages that it cites, to be checked alone.

A claim is a sentence, an item of a list, a row of a table or a block of code. Items are read below the line that opens
their list, rows below the head of their table, so that each can be read alone.

What is not surely empty is a claim: a sentence is left out only where all its words belong to a closed form of manners,
to a heading that names no more than a kind of text, or to a decline that says nothing else and cites nothing. Headings
of other words and questions are claims, for both can tell something. Only an answer that does nothing but decline has
no claim: where no piece of another one is left, the whole of it is one.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.text.answer_pieces import Piece, PieceKind, pieces
from workbench.text.citations import Mark, citations
from workbench.text.figures import FigureKind, figures
from workbench.text.manners import is_manners
from workbench.text.plain_declines import is_hint, is_plain_decline, only_declines

# The raised number at the beginning of a footnote is no word.
_WORD = re.compile(r"[^\W_⁰¹²³⁴-⁹]")
_STOPS = (".", "!", "?", "。", "！", "？", "؟", "।")
_COLONS = (":", "：")
_QUESTION = re.compile(r"[?？؟][\"'”’»)\]*_]*$")
# Headings that only say what kind of thing stands below.
_TITLE = re.compile(
    r"(?:(?:short|brief|final|full|the|an?|key|main|further|additional|other|more|relevant|important|quick)\s+)?"
    r"(?:answers?|summary|overview|introduction|background|conclusions?|details?|information|notes?|explanations?"
    r"|sources?|references?|citations?|evidence|context|steps|hours|opening\s+(?:hours|times)|prices|costs|points|examples"
    r"|limitations|caveats|questions?|results?|findings|analysis|reasoning|tl;?dr)",
    re.IGNORECASE,
)
_LISTS_SOURCES = re.compile(r"(?:sources?|references?|citations?)\s*:?", re.IGNORECASE)
_SAY_SOMETHING = (FigureKind.PLAIN, FigureKind.RANGE, FigureKind.DATE, FigureKind.TIME)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of an answer.

    Attributes:
        start: Where it begins in the answer.
        end: Where it ends there.
        text: What it says, to be read alone: what it stands below, then itself, without the marks that cite.
        cited: Ids of the passages shown that it cites, each once; where it cites none itself, those of what it stands
            below, or of the line that closes its list, its table or the answer with nothing but citations.
        unknown: Ids that it cites and that were not shown.
        is_statement: Whether it is put as a statement, for which an answer has to cite. Headings, questions
            and an answer of which nothing is left are not; what they tell has to be true all the same.
    """

    start: int
    end: int
    text: str
    cited: tuple[str, ...]
    unknown: tuple[str, ...]
    is_statement: bool = True

    @property
    def cites(self) -> bool:
        """Whether it cites anything, shown or not."""
        return bool(self.cited or self.unknown)


def claims(answer: str, shown_ids: Iterable[str], *, not_found: str = "") -> tuple[Claim, ...]:
    """Return the claims of an answer in order.

    Args:
        answer: The whole answer.
        shown_ids: Ids of the passages that were shown, in order.
        not_found: The exact words that the system uses to decline; empty where it has none.
    """
    shown = tuple(shown_ids)
    reading = _Reading(answer, citations(answer, shown).marks, not_found)
    known = frozenset(shown)
    found = []
    pieces_of_it = reading.claims()
    for piece, above in pieces_of_it or reading.whole():
        cited = (*map(reading.ids_of, (piece, *reversed(above))), reading.closing_ids(piece))
        ids = next((dict.fromkeys(own) for own in cited if own), {})
        found.append(
            Claim(
                start=piece.start,
                end=piece.end,
                text="\n".join(reading.told(one) for one in (*above, *_head_of(piece), piece)),
                cited=tuple(name for name in ids if name in known),
                unknown=tuple(name for name in ids if name not in known),
                is_statement=bool(pieces_of_it) and reading.states(piece),
            )
        )
    return tuple(found)


def _head_of(piece: Piece) -> tuple[Piece, ...]:
    return () if piece.head is None else (piece.head,)


class _Reading:
    """One answer, cut into pieces, with the marks that belong to each."""

    def __init__(self, answer: str, marks: Sequence[Mark], not_found: str) -> None:
        self._answer = answer
        self._marks = marks
        self._pieces = pieces(answer)
        self._starts = [mark.start for mark in marks]
        self._ids = self._homes()
        self._closing = self._closed()
        told = (figure.start for figure in figures(answer) if figure.kind in _SAY_SOMETHING)
        self._figures = [place for place in told if not self._is_marked(place)]
        phrase = re.escape(not_found.strip().rstrip(".!"))
        self.only_declines = only_declines(answer, not_found)
        self._declined = [match.span() for match in re.finditer(phrase, answer, re.IGNORECASE)] if phrase else []

    def ids_of(self, piece: Piece) -> tuple[str, ...]:
        """The ids that a piece cites."""
        return self._ids.get(piece, ())

    def closing_ids(self, piece: Piece) -> tuple[str, ...]:
        """The ids of the line that closes the block of a piece, or the answer, with nothing but citations."""
        return self._closing.get(piece, ())

    def told(self, piece: Piece) -> str:
        """What a piece says, without the marks that stand beside it."""
        kept, place = [], piece.start
        inside = slice(bisect_left(self._starts, piece.start), bisect_left(self._starts, piece.end))
        for mark in self._marks[inside]:
            if mark.apart and mark.end <= piece.end:
                kept.append(self._answer[place : mark.start].rstrip(" \t\u00a0"))
                place = mark.end
        return "".join((*kept, self._answer[place : piece.end])).strip()

    def claims(self) -> list[tuple[Piece, tuple[Piece, ...]]]:
        """The pieces that claim something, each with the lines that it is read below."""
        found: list[tuple[Piece, tuple[Piece, ...]]] = []
        openings: list[Piece] = []
        for piece, after in zip(self._pieces, [*self._pieces[1:], None], strict=False):
            inside = piece.kind in (PieceKind.ITEM, PieceKind.ROW, PieceKind.CODE)
            openings = [
                one for one in openings if inside and (one.kind is not PieceKind.ITEM or one.indent < piece.indent)
            ]
            above = tuple(openings)
            if opens := after is not None and self._opens(piece, after):
                openings.append(piece)
            if self._claims(piece) and not (opens and self._is_only_opening(piece)):
                found.append((piece, above))
        read = {one for piece, above in found for one in (piece, *above, *_head_of(piece))}
        lost = [(one, ()) for one in self._unread(read) if self._claims(one)]
        return sorted((*found, *lost), key=lambda pair: pair[0].start)

    def whole(self) -> list[tuple[Piece, tuple[Piece, ...]]]:
        """An answer of which no piece claims anything, as one; nothing where it only declines."""
        if self.only_declines:
            return []
        piece = Piece(0, len(self._answer), PieceKind.SENTENCE)
        self._ids[piece] = tuple(name for mark in self._marks for name in mark.ids)
        return [(piece, ())]

    def states(self, piece: Piece) -> bool:
        """Whether a piece is put as a statement."""
        if piece.kind is PieceKind.CODE or self._says_figure(piece):
            return True
        return not (piece.kind is PieceKind.HEADING or _QUESTION.search(self.told(piece)))

    def _unread(self, read: set[Piece]) -> list[Piece]:
        """The lines that open a list, and the heads of tables, below which nothing is claimed."""
        opening = [one for one, after in zip(self._pieces, self._pieces[1:], strict=False) if self._opens(one, after)]
        heads = {piece.head for piece in self._pieces if piece.head is not None}
        return [one for one in (*opening, *heads) if one not in read]

    def _opens(self, piece: Piece, after: Piece) -> bool:
        """Whether what comes next is to be read below a piece."""
        if piece.kind is PieceKind.ITEM and after.kind is PieceKind.ITEM:
            return after.indent > piece.indent
        below = piece.kind in (PieceKind.SENTENCE, PieceKind.ITEM) and after.kind in (
            PieceKind.ITEM,
            PieceKind.ROW,
            PieceKind.CODE,
        )
        return below and self._told_bare(piece).endswith(_COLONS)

    def _is_only_opening(self, piece: Piece) -> bool:
        bare = self._told_bare(piece)
        title = not (bare.endswith(_STOPS) or self._says_figure(piece) or self.ids_of(piece))
        return title or bare.endswith(_COLONS)

    def _told_bare(self, piece: Piece) -> str:
        return self.told(piece).rstrip("*_ ")

    def _claims(self, piece: Piece) -> bool:
        text = self.told(piece)
        if not _WORD.search(text) or self._only_declines(piece, text):
            return False
        if piece.kind is PieceKind.CODE or self._says_figure(piece):
            return True
        title = _TITLE.fullmatch(text.strip(" *_.:"))
        return not (title or is_manners(text) or (self.only_declines and is_hint(text)))

    def _only_declines(self, piece: Piece, text: str) -> bool:
        for start, end in self._declined:
            outside = (
                self._answer[piece.start : max(start, piece.start)] + self._answer[min(end, piece.end) : piece.end]
            )
            if start < piece.end and piece.start < end and not _WORD.search(outside):
                return True
        # What cites a passage says something of it.
        return is_plain_decline(text) and not self.ids_of(piece)

    def _says_figure(self, piece: Piece) -> bool:
        return bisect_left(self._figures, piece.start) < bisect_left(self._figures, piece.end)

    def _is_marked(self, place: int) -> bool:
        before = bisect_right(self._starts, place) - 1
        return before >= 0 and self._marks[before].apart and place < self._marks[before].end

    def _homes(self) -> dict[Piece, tuple[str, ...]]:
        """The ids that each piece cites: by the marks inside it, and by those that stand behind its full stop."""
        heads = {piece.head for piece in self._pieces if piece.head is not None}
        every = sorted((*self._pieces, *heads), key=lambda piece: piece.start)
        ids: dict[Piece, list[str]] = {piece: [] for piece in every}
        ends = [*(piece.start for piece in every[1:]), len(self._answer)]
        for place, (piece, end) in enumerate(zip(every, ends, strict=False)):
            marks = self._marks[bisect_left(self._starts, piece.start) : bisect_left(self._starts, end)]
            leading = self._leading(piece, marks) if place else 0
            for mark in marks[:leading]:
                ids[every[place - 1]].extend(mark.ids)
            for mark in marks[leading:]:
                ids[piece].extend(mark.ids)
        return {piece: tuple(names) for piece, names in ids.items()}

    def _closed(self) -> dict[Piece, tuple[str, ...]]:
        """`[1]` below a list or a table is said of all of it, and `Sources: [1]` at the end of the whole answer."""
        closed: dict[Piece, tuple[str, ...]] = {}
        for place, piece in enumerate(self._pieces):
            label = _LISTS_SOURCES.fullmatch(self.told(piece).strip(" *_.!:"))
            if place == 0 or not (label or not _WORD.search(self.told(piece))):
                continue
            inside = slice(bisect_left(self._starts, piece.start), bisect_left(self._starts, piece.end))
            names = tuple(name for mark in self._marks[inside] for name in mark.ids)
            first = 0 if label and place == len(self._pieces) - 1 else self._block_start(place)
            closed |= {one: names for one in self._pieces[first:place] if names}
        return closed

    def _block_start(self, place: int) -> int:
        """Where the list or table begins that ends before a piece; the place itself where none does."""
        kind = self._pieces[place - 1].kind
        first = place
        while first and kind in (PieceKind.ITEM, PieceKind.ROW) and self._pieces[first - 1].kind is kind:
            first -= 1
        return first

    def _leading(self, piece: Piece, marks: Sequence[Mark]) -> int:
        """How many marks at the beginning of a piece cite for the piece before: `It costs £32. [1] The other ...`."""
        count, place = 0, piece.start
        for mark in marks:
            if not mark.apart or _WORD.search(self._answer, place, mark.start):
                break
            count, place = count + 1, mark.end
        if not count or not _WORD.search(self._answer, place, piece.end):
            return count
        line = self._answer.rfind("\n", 0, piece.start) + 1
        if self._starts[bisect_left(self._starts, line)] == line:
            return 0  # marks come first in this line: `[1] says ... [2] says ...`
        return count if self._answer[line : piece.start].rstrip().endswith(_STOPS) else 0
