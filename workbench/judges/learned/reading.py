"""An item, read once for all its features."""

import re
from functools import cached_property

from workbench.judges.learned.claim_marks import ClaimMarks, claim_marks
from workbench.judges.learned.shown import Shown, shown
from workbench.records.item import Item
from workbench.text.citations import citations
from workbench.text.claims import claims
from workbench.text.dates import moments
from workbench.text.declines import declines, is_decline
from workbench.text.figures import FigureKind, figures
from workbench.text.names import names
from workbench.text.proper_names import proper_names
from workbench.text.sentences import sentences
from workbench.text.support import figures_said
from workbench.text.tokens import content_set

_HOW_MUCH = re.compile(
    r"\bhow\s+(?:much|many|long|far|often|old|big|large|heavy|high|fast|tall|wide|deep)\b|\bwhat\s+(?:\w+\s+){0,2}(?:price"
    r"|cost|number|amount|percentage|share|rate|age|size|weight|height|length|distance|temperature|fee|range|charge)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:year|date|day|time|month|century|hour)\b|\bhow\s+(?:late|early)\b", re.IGNORECASE
)
_WHO = re.compile(
    r"\bwho(?:m|se)?\b|\bwhere\b|\b(?:what|which)\s+(?:\w+\s+)?(?:person|name|city|country|state|company|place|town|team"
    r"|president|player|actor|author|king|station)\b",
    re.IGNORECASE,
)
_DATED = (FigureKind.YEAR, FigureKind.DATE, FigureKind.TIME)
_SEEN = 3
_LONGEST = 50_000
"""Of a longer answer only so many characters are read, that no answer takes minutes."""


class Reading:
    """An item with all that its features are counted from."""

    def __init__(self, item: Item, not_found: str) -> None:
        self.item = item
        self.answer = item.answer[:_LONGEST]
        self._ids = [passage.id for passage in item.passages]
        self.uncited = citations(self.answer, self._ids).uncited
        self.declined = is_decline(self.uncited, not_found)
        self._not_found = not_found

    @cached_property
    def passages(self) -> Shown:
        """The passages, indexed."""
        return shown(self.item.passages)

    @cached_property
    def claims(self) -> tuple[ClaimMarks, ...]:
        """What can be counted of each claim."""
        told = claims(self.answer, self._ids, not_found=self._not_found)
        figures_of_answer = figures_said(self.uncited)
        return tuple(claim_marks(one, self.passages, figures_of_answer) for one in told)

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The sentences of the answer."""
        return tuple(span.text for span in sentences(self.uncited))

    @cached_property
    def admits(self) -> bool:
        """Whether the answer says somewhere that the sources do not tell."""
        return self.declined or any(map(declines, self.told))

    @cached_property
    def asked(self) -> frozenset[str]:
        """The content words of the question."""
        return content_set(self.item.question)

    @cached_property
    def question_in_one(self) -> float:
        """The share of them that stands in the one sentence of the passages that holds most of them, 0 to 1."""
        near = self.passages.nearest(self.asked)
        return near[0].share if near else 0.0

    @cached_property
    def question_in_answer(self) -> float:
        """The share of them that stands in the answer, but for the sentences that decline; 1 for no words."""
        rest = "\n".join(text for text in self.told if not declines(text))
        return len(self.asked & content_set(rest)) / len(self.asked) if self.asked else 1.0

    @cached_property
    def question_behind_answer(self) -> float:
        """The largest share of them that stands where the passages hold most of a claim; 1 for no words."""
        if not self.asked:
            return 1.0
        behind = (one.near[0].place.words_around for one in self.claims if one.near)
        return max((len(self.asked & words) for words in behind), default=0) / len(self.asked)

    @cached_property
    def kind_told(self) -> float:
        """Whether what was asked for, a figure, a moment or a name, stands where the passages speak of the question.

        1 or 0; a half where the question asks for none of these.
        """
        question = self.item.question
        near = [one.place.sentence for one in self.passages.nearest(self.asked)[:_SEEN]]
        if _HOW_MUCH.search(question):
            asked = {figure.value for figure in figures(question)}
            return float(any(figure.value not in asked for text in near for figure in figures_said(text)))
        if _WHEN.search(question):
            return float(any(moments(text) or any(one.kind in _DATED for one in figures(text)) for text in near))
        if _WHO.search(question):
            found = [name for text in near for name in (*proper_names(text), *(one.text for one in names(text)))]
            return float(any(name not in question for name in found))
        return 0.5
