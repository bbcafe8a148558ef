"""Which passages an answer cites: by their ids, by the number in their ids, or by their place among those shown.

`[id]`, `[id, id]`, `[1]`, `[1][2]`, `[1-3]`, `(1)`, `(id)`, `【1】`, `[^1]`, raised digits, `[Source 3]`, `(Doc 2)`,
`passage 2`. A year in brackets, the number of a list item, a count said twice ("five (5)") and a power cite nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.text.citation_forms import IN_PROSE, LINK, Candidate, Token, candidates, like, raised_digits

_NUMBERED_ID = re.compile(r"(?P<stem>.*?)(?P<number>\d{1,3})", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Reference:
    """One passage that a mark names: the place of what names it, without brackets, and the id of the passage.

    Where no passage shown is meant, `id` is what is written there.
    """

    start: int
    end: int
    id: str


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One citation mark: its place in the answer, brackets included, and what it names.

    Attributes:
        references: What it names, in order. Those of a range stand in one place.
        form: Marks of one form are written alike.
        apart: Whether it stands beside its sentence; `passage 2` in running text is a part of it.
        fixed: Whether something beside the number says what it names, as the address of a link does.
    """

    start: int
    end: int
    references: tuple[Reference, ...]
    form: str
    apart: bool
    fixed: bool

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that it names, in order."""
        return tuple(reference.id for reference in self.references)


@dataclass(frozen=True, kw_only=True)
class Citations:
    """The citation marks of an answer.

    Attributes:
        answer: The answer.
        marks: Every mark that cites, in order.
        shown: Ids cited that were shown, each once.
        unknown: Ids cited that were not shown, each once.
        numbers: The number by which each passage shown can be cited here.
    """

    answer: str
    marks: tuple[Mark, ...]
    shown: tuple[str, ...]
    unknown: tuple[str, ...]
    numbers: Mapping[str, int]

    @property
    def by_number(self) -> bool:
        """Whether a mark names a passage otherwise than by its id, so that another order may mean another passage."""
        return any(not self.is_by_id(reference) for mark in self.marks for reference in mark.references)

    @property
    def uncited(self) -> str:
        """The answer with its marks taken out."""
        kept: list[str] = []
        place = 0
        for mark in self.marks:
            kept.append(self.answer[place : mark.start])
            place = mark.end
        return "".join((*kept, self.answer[place:]))

    def is_by_id(self, reference: Reference) -> bool:
        """Whether what is written is the id itself."""
        return self.answer[reference.start : reference.end] == reference.id

    def token(self, mark: Mark, passage_id: str) -> str | None:
        """What a mark of one reference would hold in its place to name another passage shown.

        None where that cannot be done: the mark names several, or is tied to what it names.
        """
        first, *more = mark.references
        if more or mark.fixed:
            return None
        if self.is_by_id(first):
            return passage_id
        number = self.numbers.get(passage_id)
        return None if number is None else like(self.answer[first.start : first.end], number)

    def naming(self, mark: Mark, passage_id: str) -> str | None:
        """Write a mark that stands beside its sentence as it would name another passage shown, or None; see `token`."""
        token, first = self.token(mark, passage_id), mark.references[0]
        if token is None or not mark.apart:
            return None
        return self.answer[mark.start : first.start] + token + self.answer[first.end : mark.end]


def citations(answer: str, shown_ids: Iterable[str]) -> Citations:
    """Read the citation marks of an answer.

    Args:
        answer: The whole answer.
        shown_ids: Ids of the passages that were shown, in order. A mark in square brackets is a citation when each of
            its parts is such an id, a number, or has the form of an id (letters and digits with a dash or a number);
            `[sic]` and `[he]` are not. A number names the passage with that number at the end of its id, where all ids
            are alike but for it, or else the passage in that place. A number in round brackets or raised is a citation
            only where it names a passage that was shown, or where another mark of its form does.
    """
    shown = tuple(shown_ids)
    known = frozenset(shown)
    found = candidates(answer, known)
    numbered = _numbered(shown, {token.number for one in found for token in one.tokens if token.number is not None})
    read = [(one, _references(one, known, numbered)) for one in found]
    trusted = {one.form for one, references in read if all(reference.id in known for reference in references)}
    marks = tuple(
        Mark(
            start=one.start,
            end=one.end,
            references=references,
            form=one.form,
            apart=one.form != IN_PROSE,
            fixed=one.form == LINK,
        )
        for one, references in read
        if (one.sure or one.form in trusted) and not _is_index(references, known)
    )
    cited = dict.fromkeys(part for mark in marks for part in mark.ids)
    return Citations(
        answer=answer,
        marks=marks,
        shown=tuple(part for part in cited if part in known),
        unknown=tuple(part for part in cited if part not in known),
        numbers={passage_id: number for number, passage_id in numbered.items()},
    )


def _numbered(shown: Sequence[str], said: set[int]) -> dict[int, str]:
    """The passage that each number names, given the numbers that an answer cites.

    The number at the end of the ids (`p1`, `p2`), where they are alike but for it; else the place among the passages,
    from 0 where 0 is cited beside others. Where the numbers cited are those of places and not of ids, places are meant.
    """
    by_place = dict(enumerate(shown, start=0 if 0 in said and len(said) > 1 else 1))
    ends = [_NUMBERED_ID.fullmatch(passage_id) for passage_id in shown]
    by_end = {int(end["number"]): passage_id for end, passage_id in zip(ends, shown, strict=True) if end is not None}
    alike = len(by_end) == len(shown) and len({end["stem"] for end in ends if end is not None}) == 1
    return by_end if alike and (said <= by_end.keys() or not said <= by_place.keys()) else by_place


def _is_index(references: Sequence[Reference], known: frozenset[str]) -> bool:
    """`Set [Score] to [0]`: no passage has the number, and none is counted from it."""
    return "0" not in known and [reference.id for reference in references] == ["0"]


def _references(one: Candidate, known: frozenset[str], numbered: Mapping[int, str]) -> tuple[Reference, ...]:
    return tuple(
        Reference(start=token.start, end=token.end, id=_named(token, known, numbered))
        for whole in one.tokens
        for token in _read_apart(whole, numbered)
    )


def _read_apart(token: Token, numbered: Mapping[int, str]) -> tuple[Token, ...]:
    """Raised digits are one number where a passage has it, or else one each where passages have those."""
    apart = raised_digits(token)
    is_apart = apart and token.number not in numbered and all(one.number in numbered for one in apart)
    return apart if is_apart else (token,)


def _named(token: Token, known: frozenset[str], numbered: Mapping[int, str]) -> str:
    if token.text in known or token.number is None:
        return token.text
    return numbered.get(token.number, token.text if token.text[0].isalpha() else str(token.number))
