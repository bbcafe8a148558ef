"""What a style may stand on: one trusted case, read once, and the library that its neighbours make."""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from workbench.identity import digest
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.text.citations import Citations, citations
from workbench.text.declines import declines, hedges, is_decline, plain_form
from workbench.text.figures import Figure, figures
from workbench.text.language import is_english
from workbench.text.names import Name, names
from workbench.text.quantities import FigureCounts, Quantities
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set, content_words, words

# The first two content words of a sentence stand within so many characters.
_OPENING = 80
_QUOTED = re.compile(r"[\"“][^\"“”\n]{0,300}[\"”]")
_SPEAKER = re.compile(r"^(?:user|customer|q)\s*:\s*", re.IGNORECASE)
_MARKS = re.compile(r"\[[^\[\]\n]{1,120}\]")


@dataclass(frozen=True)
class Sourced:
    """A sentence of some passage, with its content words, worked out once for the whole library.

    `around` holds the telling words of the passage that it stands in, of the first one in order of content.
    """

    text: str
    content: frozenset[str]
    in_list: bool = False
    around: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Shelved:
    """A passage of the library, with the groups whose cases were shown it and its content words.

    `place` is where a hash of its content puts it on a ring from 0 to 1.
    """

    passage: Passage
    groups: frozenset[str]
    content: frozenset[str]
    place: float


class Library:
    """All passages of a bench: where donors for outside facts, unrelated passages and other names come from.

    Everything is in an order of content, so that file order changes nothing.
    """

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self.cases = cases

    @cached_property
    def passages(self) -> tuple[Shelved, ...]:
        """Every distinct passage."""
        found: dict[str, Passage] = {}
        groups: dict[str, set[str]] = {}
        for case in self.cases:
            for passage in case.passages:
                key = plain_form(passage.text)
                kept = found.get(key)
                if kept is None or (passage.id, passage.title) < (kept.id, kept.title):
                    found[key] = passage
                groups.setdefault(key, set()).add(case.group or case.case_id)
        return tuple(
            Shelved(passage, frozenset(groups[key]), content_set(f"{passage.title} {passage.text}"), place_of(key))
            for key, passage in sorted(found.items())
            if key
        )

    @cached_property
    def ring(self) -> tuple[Shelved, ...]:
        """Every distinct passage by its place."""
        return tuple(sorted(self.passages, key=lambda shelved: shelved.place))

    def cases_shown(self, key: str) -> tuple[Case, ...]:
        """The cases that were shown a passage, given by the plain form of its text."""
        return self._shown.get(key, ())

    @cached_property
    def _shown(self) -> dict[str, tuple[Case, ...]]:
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            for key in {plain_form(passage.text) for passage in case.passages}:
                found.setdefault(key, []).append(case)
        return {key: tuple(held) for key, held in found.items()}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every distinct id of a passage, in order."""
        return tuple(sorted({passage.id for case in self.cases for passage in case.passages}))

    @cached_property
    def rare(self) -> frozenset[str]:
        """Content words that stand in few passages: they tell what a passage is about."""
        counts = Counter(word for shelved in self.passages for word in shelved.content)
        most = max(12, len(self.passages) // 8)
        return frozenset(word for word, count in counts.items() if count <= most)

    @cached_property
    def sentences_by_opening(self) -> dict[str, tuple[Sourced, ...]]:
        """The sentences of the library by each of their first two content words: what they speak of."""
        found: dict[str, list[Sourced]] = {}
        for sentence in self.sentences:
            for word in dict.fromkeys(content_words(sentence.text[:_OPENING])[:2]):
                found.setdefault(word, []).append(sentence)
        return {word: tuple(held) for word, held in found.items()}

    @cached_property
    def sentences(self) -> tuple[Sourced, ...]:
        """Every distinct sentence of every passage."""
        in_list: dict[str, bool] = {}
        around: dict[str, frozenset[str]] = {}
        for shelved in self.passages:
            text, telling = shelved.passage.text, shelved.content & self.rare
            for span in sentences(text):
                line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
                in_list[span.text] = in_list.get(span.text, False) or bool(line and not line[0].isalnum())
                around.setdefault(span.text, telling)
        return tuple(Sourced(text, content_set(text), in_list[text], around[text]) for text in sorted(in_list))

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Every distinct name that many groups were shown: the people and places of this library, whatever the topic.

        A name that one group alone was shown belongs to its topic, and would look out of place in another.
        """
        seen: dict[str, Name] = {}
        groups: dict[str, set[str]] = {}
        for shelved in self.passages:
            for name in names(shelved.passage.text):
                seen.setdefault(name.text, name)
                groups.setdefault(name.text, set()).update(shelved.groups)
        least = max(2, len({group for shelved in self.passages for group in shelved.groups}) // 20)
        return tuple(seen[key] for key in sorted(seen) if len(groups[key]) >= least)


class Ground:
    """One trusted case as the styles see it. Everything is worked out when first asked for."""

    def __init__(self, case: Case, library: Library, *, not_found: str) -> None:
        self.case = case
        self.library = library
        self.not_found = not_found

    @cached_property
    def case_key(self) -> str:
        """The content of the case as a hash, for seeding: no file name, no position."""
        passages = [[passage.id, passage.title, passage.text] for passage in self.case.passages]
        return digest([self.case.question, passages, self.case.answer])

    @cached_property
    def likeness(self) -> str:
        """The words of the case as a hash: copies that differ in blanks, marks, case or passage ids are one case."""
        shown = sorted(words(passage.text) for passage in self.case.passages)
        return digest([words(self.case.question), shown, words(self.case.answer)])

    @cached_property
    def declined(self) -> bool:
        """Whether the trusted answer declines, so that the passages shown do not hold the answer."""
        return is_decline(self.case.answer, self.not_found)

    @cached_property
    def asks(self) -> str:
        """The question, or its last turn where it holds a conversation, without the speaker's name."""
        last = " ".join(self.case.question.strip().split("\n")[-1].split())
        return _SPEAKER.sub("", last)

    @cached_property
    def shown(self) -> str:
        """All passages with their titles, as one text."""
        return "\n\n".join(f"{passage.title}\n{passage.text}" for passage in self.case.passages)

    @cached_property
    def known(self) -> str:
        """All that a judge is shown besides the answer: question and passages."""
        return f"{self.case.question}\n\n{self.shown}"

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Sentences of the answer."""
        return sentences(self.case.answer)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Figures of the answer."""
        return figures(self.case.answer)

    @cached_property
    def shown_figures(self) -> tuple[Figure, ...]:
        """Figures of the passages."""
        return figures(self.shown)

    @cached_property
    def shown_quantities(self) -> Quantities:
        """Quantities of the passages."""
        return Quantities(self.shown)

    @cached_property
    def known_quantities(self) -> Quantities:
        """Quantities of passages, question and answer: a figure that is new stands in none of them."""
        return Quantities(self.shown, self.case.question, self.case.answer)

    @cached_property
    def asked_quantities(self) -> Quantities:
        """Quantities of the question."""
        return Quantities(self.case.question)

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Names of the answer."""
        return names(self.case.answer)

    @cached_property
    def shown_sentences(self) -> tuple[Sourced, ...]:
        """Sentences of the passages shown."""
        texts = dict.fromkeys(span.text for passage in self.case.passages for span in sentences(passage.text))
        return tuple(Sourced(text, content_set(text)) for text in texts)

    @cached_property
    def shown_content(self) -> frozenset[str]:
        """Content words of the passages."""
        return content_set(self.shown)

    @cached_property
    def citations(self) -> Citations:
        """Citation marks of the answer."""
        return citations(self.case.answer, [passage.id for passage in self.case.passages])

    @cached_property
    def english(self) -> bool:
        """Whether the answer is English prose, which most styles need."""
        return is_english(self.case.answer)

    def is_shown(self, figure: Figure) -> bool:
        """Whether a figure stands in a passage in any spelling."""
        return self.shown_quantities.holds(figure)

    @cached_property
    def figure_counts(self) -> FigureCounts:
        """How often the answer says each of its quantities."""
        return FigureCounts(self.figures)

    def sentence_at(self, place: int) -> Span | None:
        """The sentence of the answer that holds a place."""
        before = bisect_right(self.sentences, place, key=lambda span: span.start)
        span = self.sentences[before - 1] if before else None
        return span if span is not None and place < span.end else None

    @cached_property
    def claims(self) -> tuple[Span, ...]:
        """Sentences of the answer that state something of their own: no question, heading, decline or guess."""
        return tuple(
            span
            for span in self.sentences
            if not span.text.endswith((":", "?")) and not declines(span.text) and not hedges(span.text)
        )

    def is_claim(self, span: Span) -> bool:
        """Whether a sentence of the answer is one of `claims`."""
        return span in self._claims

    @cached_property
    def _claims(self) -> frozenset[Span]:
        return frozenset(self.claims)

    def near(self, text: str, least: float) -> tuple[tuple[float, Sourced], ...]:
        """Sentences of the passages that hold at least this share of the content words of a text, the nearest first."""
        asked = claim_words(text)
        if not asked:
            return ()
        found = [(len(asked & s.content) / len(asked), s) for s in self.shown_sentences]
        return tuple(sorted((pair for pair in found if pair[0] >= least), key=lambda pair: (-pair[0], pair[1].text)))

    def is_quoted(self, place: int) -> bool:
        """Whether a place of the answer stands between quotation marks: what somebody else said, word for word."""
        before = bisect_right(self._quotes, (place, 0)) - 1
        return before >= 0 and place < self._quotes[before][1]

    @cached_property
    def _quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in _QUOTED.finditer(self.case.answer)]

    def support(self, text: str) -> float:
        """The share of the content words of a text that its best passage sentence holds; 0.0 for no words."""
        asked = claim_words(text)
        return max((len(asked & s.content) / len(asked) for s in self.shown_sentences), default=0.0) if asked else 0.0


def place_of(text: str) -> float:
    """Where the hash of a text puts it on a ring from 0 to 1."""
    return int(digest(text), 16) / 16**16


def claim_words(text: str) -> frozenset[str]:
    """The content words of a claim, without its citation marks."""
    return content_set(_MARKS.sub(" ", text))


def has_words(text: str, phrase: str) -> bool:
    """Whether a phrase stands in a text as whole words, whatever the case."""
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
