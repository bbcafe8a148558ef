"""The forms in which answers cite: brackets of several kinds, raised digits, and `passage 2` in running text.

This file finds what looks like a citation. Which passage it names, and whether it names one, `citations` says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.text.id_forms import Form, forms_of, is_of_a_form, stands_as_citation
from workbench.text.number_words import spelled_numbers
from workbench.text.units import unit_after


@dataclass(frozen=True, kw_only=True)
class Token:
    """What names one passage: its place in the answer, its words (`2`, `doc-2`), and its number where it has one."""

    start: int
    end: int
    text: str
    number: int | None = None


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """What looks like a citation.

    Attributes:
        start: Where it begins, brackets included.
        end: Where it ends.
        tokens: What names the passages, in order.
        form: Candidates of one form are written alike.
        sure: Whether its form alone makes it a citation, also of what was not shown.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]
    form: str
    sure: bool


IN_PROSE = "in prose"
LINK = "link"

_NUMBER = r"(?:0|[1-9]\d{0,2})"
# What systems call a passage between brackets.
_NOUN = (
    r"(?:passages?|sources?|documents?|docs?|references?|refs?|chunks?|excerpts?|snippets?|texts?|contexts?|results?)"
)
_BRACKETS = re.compile(
    r"\[(?P<square>[^\[\]\n]{1,120})\](?P<link>\([^()\s]{0,500}\)?)?|【(?P<wide>[^【】\n]{1,120})】"
    r"|［(?P<full>[^［］\n]{1,120})］|\((?P<round>[^()\[\]\n]{1,120})\)|<sup>(?P<tag>[^<>\n]{1,40})</sup>"
)
_LEAD = re.compile(r"\s*(?:(?:see|cf\.?|from|via|in)\s+|(?:sources?|refs?|references?):\s*)?", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+(?:and|or)\s+|\s*&\s*")
_PART = re.compile(
    rf"(?P<noun>{_NOUN}\.?[\s#:_-]{{0,3}}(?:no\.\s?)?)?[#^]?(?P<number>{_NUMBER})(?:\s?[-–]\s?(?P<last>{_NUMBER}))?",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"{_NOUN}\.?[\s:#]{{1,3}}", re.IGNORECASE)
_ID_LIKE = re.compile(r"[A-Za-z]{0,24}[-_.:#]?\d{1,6}|[A-Za-z0-9]+(?:[-_.:][A-Za-z0-9]+)+")
_YEAR = re.compile(r"(?:1\d|20|21)\d\d")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_TELLING_ID = re.compile(r"[^\s]*[\d_-][^\s]*")
# `【1†source】` names a source; `4:0†source` a message and a place in it, which nobody can look up.
_FILE = re.compile(r"†.*$")
_LONGEST_RANGE = 10


def candidates(answer: str, ids: frozenset[str]) -> list[Candidate]:
    """Return what looks like a citation of passages with these ids or of their numbers, in order, without overlaps."""
    found: list[Candidate] = []
    taken = bytearray(len(answer))
    for one in (*_bracketed(answer, ids), *_in_prose(answer), *_raised(answer)):
        if taken.find(1, one.start, one.end) < 0:
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def like(written: str, number: int) -> str:
    """Write a number as another one is written: raised where that is."""
    digits = str(number)
    return digits.translate(_LIFTED) if written[:1] in _RAISED_DIGITS else digits


def _bracketed(answer: str, ids: frozenset[str]) -> Iterator[Candidate]:
    lists_items = _LISTED.search(answer) is not None
    forms = forms_of(ids)
    for match in _BRACKETS.finditer(answer):
        kind = next(name for name in ("square", "wide", "full", "round", "tag") if match[name])
        tokens, noun = _tokens(match[kind], match.start(kind), ids, kind)
        if not tokens and kind != "round":
            tokens, noun = _like_ids(answer, match, match.start(kind), ids, forms), False
        if not tokens or _is_definition(answer, match):
            continue
        numbered = any(token.number is not None for token in tokens)
        plain = kind == "round" and not noun
        if plain and numbered and (lists_items or not _may_cite(answer, match.start(), tokens)):
            continue
        # An id in round brackets is told from a remark by a digit or a dash; what a link calls itself is no id.
        if (plain and not numbered and not all(map(_tells, tokens))) or (match["link"] and not _is_known(tokens, ids)):
            continue
        form = LINK if match["link"] else f"{kind}, with a noun" if noun else kind
        sure = not plain and match["link"] is None
        yield Candidate(start=match.start(), end=match.end(), tokens=tokens, form=form, sure=sure)


def _like_ids(
    answer: str, match: re.Match[str], start: int, ids: frozenset[str], forms: frozenset[Form]
) -> tuple[Token, ...]:
    """Ids that were not shown, of the form of those that were, where citations stand; see `id_forms`."""
    content = answer[start : match.end() - 1]
    lead = _LEAD.match(content)
    places = list(_parts(content.rstrip(), lead.end() if lead else 0))
    found = tuple(Token(start=start + first, end=start + last, text=content[first:last]) for first, last in places)
    fits = all(token.text in ids or is_of_a_form(token.text, forms) for token in found)
    cites = any(token.text in ids for token in found) or stands_as_citation(answer, match.start(), match.end())
    return found if fits and cites and not (match["link"] or match["tag"]) else ()


def _tells(token: Token) -> bool:
    return _TELLING_ID.fullmatch(token.text) is not None


def _is_known(tokens: tuple[Token, ...], ids: frozenset[str]) -> bool:
    return all(token.number is not None or token.text in ids for token in tokens)


def _is_definition(answer: str, match: re.Match[str]) -> bool:
    """`[^1]: The handbook` says what a mark stands for, and cites nothing."""
    at_line_start = not answer[answer.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
    return at_line_start and bool(match["square"]) and answer[match.end() : match.end() + 1] == ":"


def _tokens(content: str, offset: int, ids: frozenset[str], kind: str) -> tuple[tuple[Token, ...], bool]:
    """What names passages between two brackets, and whether a noun says so; nothing where something else does."""
    whole = content.strip()
    if whole in ids:
        return (_id(whole, offset + content.index(whole)),), False
    if _THOUSANDS.fullmatch(whole):
        return (), False
    lead = _LEAD.match(content)
    begin = lead.end() if lead else 0
    text = _FILE.sub("", content).rstrip()
    tokens: list[Token] = []
    noun = False
    for start, end in _parts(text, begin):
        found, has_noun = _part(text[start:end], offset + start, ids, kind)
        noun = noun or has_noun
        if not found:
            return (), False
        tokens += found
    return tuple(tokens), noun


def _parts(text: str, begin: int) -> Iterator[tuple[int, int]]:
    for match in _SEPARATOR.finditer(text, begin):
        if match.start() > begin:
            yield begin, match.start()
        begin = match.end()
    if begin < len(text):
        yield begin, len(text)


def _part(part: str, place: int, ids: frozenset[str], kind: str) -> tuple[list[Token], bool]:
    """What one part of a mark names, and whether with a noun: an id, a number, a range, or what looks like an id."""
    named = _NAMED.match(part)
    rest = named.end() if named else 0
    numbered = _PART.fullmatch(part)
    if part in ids:
        return [_id(part, place)], False
    if part[rest:] in ids:
        return [_id(part[rest:], place + rest)], True
    if numbered is not None:
        return list(_numbers(numbered, place)), numbered["noun"] is not None
    if kind in ("square", "full") and _ID_LIKE.fullmatch(part) and not _YEAR.fullmatch(part):
        return [Token(start=place, end=place + len(part), text=part)], False
    return [], False


def _id(text: str, place: int) -> Token:
    """An id of a passage shown. One that is a number is read with the care that a number needs."""
    number = int(text) if re.fullmatch(_NUMBER, text) else None
    return Token(start=place, end=place + len(text), text=text, number=number)


def _numbers(match: re.Match[str], place: int) -> Iterator[Token]:
    """The number of a part, or all numbers of a range."""
    first = int(match["number"])
    is_word = match["noun"] is not None and not match["last"] and not any(map(str.isspace, match.group()))
    last = int(match["last"]) if match["last"] else first
    start, end = match.start("number"), match.end("last") if match["last"] else match.end("number")
    if not first <= last < first + _LONGEST_RANGE:
        return
    for number in range(first, last + 1):
        yield Token(start=place + start, end=place + end, text=match.group() if is_word else str(number), number=number)


# An answer that writes `(1) first, (2) second` means an item of that list by `(2)`.
_LISTED = re.compile(r"(?:^[ \t]*|[:,;.!?]\s|\b(?:and|or)\s)\(\d{1,3}\)[ \t]+\w", re.MULTILINE)
_COUNTED = re.compile(
    r"\b(?:steps?|options?|equations?|figures?|fig\.|tables?|items?|sections?|articles?|paragraphs?|clauses?|chapters?"
    r"|parts?|rules?|levels?|phases?|types?|class|grade|versions?|numbers?|no\.|pages?|points?|groups?|stages?)\s$",
    re.IGNORECASE,
)
_REACH = 40


def _may_cite(answer: str, start: int, tokens: tuple[Token, ...]) -> bool:
    """Whether `(1)` may name a passage: it stands behind words, and says no count, step or number once more."""
    before = answer[max(0, start - _REACH) : start]
    line = before[before.rfind("\n") + 1 :]
    if not line.strip() or line[-1].isalnum() or _COUNTED.search(line):
        return False
    said = {value for _, _, value in spelled_numbers(line)}
    return not any(token.number in said for token in tokens)


# "Source" and "document" are verbs too, and many a text speaks of a document 2: in small letters, a preposition tells.
_NOT_ON = r"(?![\w%°£$€]|[.,:/-]\d)"
_PROSE = re.compile(
    rf"\b(?:[Pp]assage|(?:Source|Document|Doc\.?|Excerpt|Snippet|Chunk)"
    r"|(?:(?<=\bin )|(?<=\bfrom )|(?<=\bby )|(?<=\bper )|(?<=\bsee )|(?<=\band )|(?<=\())"
    r"(?:source|document|doc\.?|excerpt|snippet|chunk))"
    rf"\s(?:no\.\s|#)?(?P<number>{_NUMBER}){_NOT_ON}"
    rf"|\b[Pp]assages\s(?P<list>{_NUMBER}(?:,\s{_NUMBER}){{0,6}},?\s(?:and|or|&)\s{_NUMBER}){_NOT_ON}"
)
_DIGITS = re.compile(_NUMBER)


def _in_prose(answer: str) -> Iterator[Candidate]:
    for match in _PROSE.finditer(answer):
        if unit_after(answer, match.end())[0] is not None:
            continue
        tokens = tuple(
            Token(start=one.start(), end=one.end(), text=one.group(), number=int(one.group()))
            for one in _DIGITS.finditer(answer, *match.span("list" if match["list"] else "number"))
        )
        sure = match.group().lower().startswith("passage")
        yield Candidate(start=match.start(), end=match.end(), tokens=tokens, form=IN_PROSE, sure=sure)


_RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LOWERED = str.maketrans(_RAISED_DIGITS, "0123456789")
_LIFTED = str.maketrans("0123456789", _RAISED_DIGITS)
_RAISED = re.compile(rf"(?<![⁻⁺])[{_RAISED_DIGITS}]{{1,3}}(?:[,˒·⁻]?\s?[{_RAISED_DIGITS}]{{1,3}}){{0,5}}(?![⁻⁺])")
_RAISED_RUN = re.compile(rf"[{_RAISED_DIGITS}]+")
# Behind a stop or a word it cites. Behind a unit, a figure or a sign of a formula it is a power.
_MAY_BE_RAISED = re.compile(r"(?:[.,;:!?)\]\"”’]|(?<!\d )(?<![^\W_])[^\W\d_]{4,40})$")


def _raised(answer: str) -> Iterator[Candidate]:
    if answer.isascii():
        return
    for match in _RAISED.finditer(answer):
        before = answer[max(0, match.start() - _REACH) : match.start()]
        tokens = tuple(
            Token(start=run.start(), end=run.end(), text=run.group(), number=int(run.group().translate(_LOWERED)))
            for run in _RAISED_RUN.finditer(answer, *match.span())
        )
        if _MAY_BE_RAISED.search(before):
            yield Candidate(start=match.start(), end=match.end(), tokens=tokens, form="raised", sure=False)


def raised_digits(token: Token) -> tuple[Token, ...]:
    """Read each of some raised digits as a number of its own; nothing of what is not raised."""
    return tuple(
        Token(start=token.start + place, end=token.start + place + 1, text=digit, number=_RAISED_DIGITS.index(digit))
        for place, digit in enumerate(token.text)
        if digit in _RAISED_DIGITS
    )
