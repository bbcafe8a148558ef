"""What a style may stand on: one trusted case, read once."""

import re
from bisect import bisect_right
from dataclasses import replace
from functools import cached_property

from workbench.identity import digest
from workbench.plants.library import Library, Sourced
from workbench.records.case import Case
from workbench.text.citations import Citations, citations
from workbench.text.declines import declines, hedges, is_decline
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.language import is_english
from workbench.text.names import Name, names
from workbench.text.quantities import FigureCounts, Quantities
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set, words

_QUOTED = re.compile(r"[\"“][^\"“”\n]{0,300}[\"”]")
_SPEAKER = re.compile(r"^(?:user|customer|q)\s*:\s*", re.IGNORECASE)
_MARKS = re.compile(
    r"\[[^\[\]\n]{1,120}\]|【[^【】\n]{1,120}】|<sup>[^<>\n]{1,40}</sup>|[⁰¹²³⁴-⁹]+"
    r"|\b(?:passages?|sources?|documents?|docs?\.?)\s\d{1,3}\b(?:(?:,|,?\sand|\s&)\s\d{1,3}\b(?![%.,]\d))*",
    re.IGNORECASE,
)


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
        """Figures of the answer. The numbers of its citation marks are labels."""
        marks = self.citations.marks
        return tuple(
            replace(figure, kind=FigureKind.LABEL)
            if any(mark.start <= figure.start < mark.end for mark in marks)
            else figure
            for figure in figures(self.case.answer)
        )

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


def claim_words(text: str) -> frozenset[str]:
    """The content words of a claim, without its citation marks."""
    return content_set(_MARKS.sub(" ", text))


def has_words(text: str, phrase: str) -> bool:
    """Whether a phrase stands in a text as whole words, whatever the case."""
    # Most phrases asked for stand nowhere, and a pattern made for each would cost more than all else here.
    if text.isascii() and phrase.isascii() and phrase.lower() not in text.lower():
        return False
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
