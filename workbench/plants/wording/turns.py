"""Words of a supported sentence turned into others that the passages speak against: found, checked, proven."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from workbench.plants.ground import Ground
from workbench.plants.library import Sourced
from workbench.plants.wording.at_odds import bound_at_odds, word_at_odds
from workbench.text.articles import fits_article
from workbench.text.sentences import Span
from workbench.text.tokens import content_set

# Characters on both sides of a word in which what it is said of stands.
_ASIDE = 60
_LEAST_SHARED = 2
# The words right beside a word, so many of them at least, and the share that tells the same.
_BESIDE = 32
_LEAST_BESIDE = 3
_TOLD_BARE = 0.75
# A sentence that holds one word more often is a list or noise.
_MOST_MATCHES = 5
_CUT = re.compile(r"[;:]\s|,\s+(?:and|but|so|while|whereas|which|although|though)\s")


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One way to turn a word.

    Attributes:
        pattern: The word in the answer, with all that must stand around it.
        new: What is put in its place: a template for `Match.expand`, or a function that may decline with None.
        held: The word and what means the same, as a passage may have it.
        against: What would support the new word, as a passage may have it.
        barred: With this in the sentence of the answer, the new word would garble it.
        key: Letters that every match holds, in small letters; to look for them first is a tenth of the work.
    """

    pattern: re.Pattern[str]
    new: str | Callable[[re.Match[str]], str | None]
    held: re.Pattern[str]
    against: re.Pattern[str]
    barred: re.Pattern[str] | None = None
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", literal_of(self.pattern.pattern))


def literal_of(pattern: str) -> str:
    """Return the longest run of small letters and blanks that every match of a pattern holds; empty where it has none.

    Groups are left out, whatever they hold, and so is a letter that may be missing.
    """
    left, depth = [], 0
    for char in re.sub(r"\\.|\[[^\]]*\]", "\n", pattern):
        depth += (char == "(") - (char == ")")
        left.append(char if depth == 0 and char != ")" else "\n")
    plain = "".join(left)
    if "|" in plain:
        return ""
    return max(re.findall(r"[a-z ]+", re.sub(r".[?*{]", "\n", plain)), key=len, default="")


@dataclass(frozen=True, kw_only=True)
class Turned:
    """A turn that may be made: the stretch of the answer, its new text, and the passage sentence against it."""

    start: int
    end: int
    new: str
    passage: str


@dataclass(frozen=True, kw_only=True)
class Support:
    """How near the passages must be, as shares of the content words of the sentence of the answer.

    Attributes:
        least: From this share on, a passage sentence that holds the word supports it.
        contests: From this share on, a passage sentence that holds the opposite contests it.
        silent: From this share on, a passage sentence without the word contests it too; above 1 for never.
        echoed: Whether a word beside it that means the same speaks against the turn.
    """

    least: float
    contests: float
    silent: float
    echoed: bool = False


def turned(ground: Ground, turns: Iterable[Turn], support: Support) -> Iterator[Turned]:
    """Yield every turn of the answer that its passages speak against."""
    turns = tuple(turns)
    for span in ground.claims:
        read: dict[str, _Near] = {}
        lower = span.text.lower()
        for turn in (turn for turn in turns if turn.key in lower):
            for match in islice(turn.pattern.finditer(span.text), _MOST_MATCHES):
                made = _checked(ground, span, turn, match)
                if made is None or _speaks_against(ground, span, turn, match, made, support):
                    continue
                clause = _clause(span.text, match)
                near = read.setdefault(clause, _Near.of(ground, clause, support))
                said = (
                    None
                    if near.contests(turn) or _is_told_bare(ground, turn, span, match)
                    else near.saying(turn, span, match)
                )
                if said is not None:
                    yield Turned(start=span.start + match.start(), end=span.start + match.end(), new=made, passage=said)


def _speaks_against(ground: Ground, span: Span, turn: Turn, match: re.Match[str], new: str, support: Support) -> bool:
    """Whether the answer itself or the question speaks against the new word."""
    text = span.text[: match.start()] + new + span.text[match.end() :]
    held = turn.held if support.echoed else None
    return bound_at_odds(ground, text) or word_at_odds(ground, span, match.start(), match.end(), held)


@dataclass(frozen=True)
class _Near:
    """The passage sentences near a clause: all of them, those that support it, and those that must not be silent."""

    all: tuple[Sourced, ...]
    firm: tuple[Sourced, ...]
    silent: tuple[Sourced, ...]

    @classmethod
    def of(cls, ground: Ground, clause: str, support: Support) -> "_Near":
        near = ground.near(clause, support.contests)
        return cls(
            all=tuple(s for _, s in near),
            firm=tuple(s for share, s in near if share >= support.least),
            silent=tuple(s for share, s in near if share >= support.silent),
        )

    def contests(self, turn: Turn) -> bool:
        return any(turn.against.search(s.text) for s in self.all) or any(
            not turn.held.search(s.text) for s in self.silent
        )

    def saying(self, turn: Turn, span: Span, match: re.Match[str]) -> str | None:
        return next((s.text for s in self.firm if _says(s, turn, span, match)), None)


def _clause(text: str, match: re.Match[str]) -> str:
    """The main clause of a sentence that holds a word."""
    start, end = 0, len(text)
    for cut in _CUT.finditer(text):
        if cut.end() <= match.start():
            start = cut.end()
        elif cut.start() >= match.end():
            end = cut.start()
            break
    return text[start:end]


def _checked(ground: Ground, span: Span, turn: Turn, match: re.Match[str]) -> str | None:
    """The new text, or None where the place or the sentence does not allow it."""
    place = span.start + match.start()
    if ground.is_quoted(place) or any(mark.start <= place < mark.end for mark in ground.citations.marks):
        return None
    if match.group()[0].isupper() and match.start() > 1:
        return None  # part of a name
    if turn.barred is not None and turn.barred.search(span.text):
        return None
    new = match.expand(turn.new) if isinstance(turn.new, str) else turn.new(match)
    if not new or new.lower() == match.group().lower() or not fits_article(span.text[: match.start()], new):
        return None
    return new[0].upper() + new[1:] if match.group()[0].isupper() else new


def _is_told_bare(ground: Ground, turn: Turn, span: Span, match: re.Match[str]) -> bool:
    """Whether a passage sentence says nearly all that stands beside the word without it: "Wren packs take 36 V".

    A long clause that lists more of the like shares too few of its words with such a sentence to show it.
    """
    beside = content_set(span.text[max(0, match.start() - _BESIDE) : match.end() + _BESIDE]) - content_set(
        match.group()
    )
    return len(beside) >= _LEAST_BESIDE and any(
        len(beside & s.content) >= _TOLD_BARE * len(beside) and not turn.held.search(s.text)
        for s in ground.shown_sentences
    )


def _says(sentence: Sourced, turn: Turn, span: Span, match: re.Match[str]) -> bool:
    """Whether a passage sentence says the word of the same things: two words beside it stand beside its own too."""
    asked = content_set(span.text[max(0, match.start() - _ASIDE) : match.end() + _ASIDE])
    asked -= content_set(match.group())
    return any(
        len(asked & content_set(sentence.text[max(0, held.start() - _ASIDE) : held.end() + _ASIDE])) >= _LEAST_SHARED
        for held in turn.held.finditer(sentence.text)
    )
