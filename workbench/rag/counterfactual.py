"""A question whose answer is known, with one thing changed: what would show that the system read, and what not?

What the evidence alone tells are the values (figures, moments, names) of its phrase that the trusted answer takes over
and that, after the change, no passage tells any more; where there are none, the telling words of the phrase. An answer
that still has them was not read from the passages. Where nobody gave a phrase, all values of the trusted answer count.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from workbench.rag.phrases import holds, phrase_form
from workbench.rag.told import Told
from workbench.rag.values import Known, Value, known_by, listed, names_of, placed, shown, values_of
from workbench.records.counterfactual import Change
from workbench.records.passage import Passage
from workbench.text.declines import is_decline
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# The share of the telling words of the evidence with which an answer says what it says, and how many at least.
_SAYS, _LEAST_WORDS = 0.5, 2

# Names beside what such a question asks for are not what it asks for.
_ASKS_FOR_FIGURE = re.compile(
    r"\b(?:when|how (?:many|much|long|often|far|old|late|early|soon|big|high|fast)"
    r"|what (?:time|date|day|year|price|percentage|share)|(?:what|how much) do(?:es)? .*\bcost)\b",
    re.IGNORECASE,
)

NOT_KNOWN = "with nothing changed the system does not give the known fact"


@dataclass(frozen=True, kw_only=True)
class Counterfactual:
    """A question whose answer is known, before and after one change.

    Attributes:
        change: What is changed. For another identity see `rag/leaks.py`.
        question: What is asked, both times.
        before: The passages unchanged.
        after: The passages changed.
        trusted: The answer that is right before the change.
        evidence: A short phrase of the passage that answers; empty where nobody gave one.
        default: The common answer to such a question, elsewhere; empty where nobody gave one.
        not_found: The exact words with which the system declines; empty where it has none.
    """

    change: Change
    question: str
    before: tuple[Passage, ...]
    after: tuple[Passage, ...]
    trusted: str
    evidence: str = ""
    default: str = ""
    not_found: str = ""

    def reproduces(self, answer: str) -> str:
        """Say why an answer before the change is not the known one; empty where it is.

        Of a system that does not give the known fact in the first place, no change can show where it has it from.
        """
        if is_decline(answer, self.not_found):
            return "the system declines with nothing changed"
        told = Told(answer, self.before)
        if any(told.tells(value) for value in self.fact) or (not self.fact and self.says_evidence(told)):
            return ""
        if self.unreadable:
            return self.unreadable
        wanted = listed(self.fact) if self.fact else f'"{self.evidence}"'
        return f"{NOT_KNOWN}: {wanted}"

    def gives_default(self, answer: str) -> str:
        """Say how an answer before the change gives the common answer, not that of the documents; empty where not."""
        told = Told(answer, self.before)
        if any(told.tells(value) for value in self.fact) or not self.gives_common(told, self.before):
            return ""
        return f'with nothing changed it gives the common answer, "{self.default}", though the documents say otherwise'

    @cached_property
    def unreadable(self) -> str:
        """Why no answer could be read, whatever it said; empty where one can be."""
        if self.change in (Change.EDITED, Change.CONFLICT):
            told = self.fact and self.new
            return "" if told else "no figure or name of the answer has another one beside it or in its place"
        if self.fact or len(self._words) >= _LEAST_WORDS:
            return ""
        return "neither figures nor names nor words of the evidence would show where an answer comes from"

    @cached_property
    def fact(self) -> tuple[Value, ...]:
        """The values of the trusted answer that show where it comes from.

        Where the evidence is gone or changed, those that no passage tells any more; where another edition is added,
        those that it gives another value for; where the evidence is only lengthened, all of them.
        """
        taken = self._taken
        if self.change is Change.CONFLICT:
            added, home = known_by(*shown(self._added)), known_by(*shown(self._home))
            rivals = tuple(v for v in taken if not added.tells(v) and any(v.is_like(new) for new in self.new))
            return tuple(v for v in rivals if home.tells(v)) or rivals
        if self.change is Change.LONGER:
            return taken
        after = known_by(*shown(self.after))
        return tuple(v for v in taken if not after.tells(v))

    @cached_property
    def gone(self) -> tuple[Value, ...]:
        """All values of the trusted answer that no passage tells any more, those beside the evidence phrase too."""
        after = known_by(*shown(self.after))
        return tuple(dict.fromkeys((*self.fact, *(v for v in self._values_known if not after.tells(v)))))

    @cached_property
    def new(self) -> tuple[Value, ...]:
        """The values that passages tell only after the change."""
        before, asked = known_by(*shown(self.before)), known_by(self.question)
        reads = (values_of, names_of) if any(v.is_name for v in self._taken) else (values_of,)
        found = {value.text: value for text in shown(self._added) for read in reads for value in read(text)}
        new = [v for v in found.values() if not before.tells(v) and not asked.tells(v)]
        said = {v.text: frozenset[str]().union(*(old.said for old in self._taken if old.is_like(v))) for v in new}
        return _longest(replace(v, said=v.said | said[v.text]) for v in new)

    @cached_property
    def _taken(self) -> tuple[Value, ...]:
        """The values that the trusted answer takes from the evidence; from any passage where nobody gave a phrase."""
        values, names = self._values_known, self._names_known
        if not self.evidence:
            return values or names
        phrase, asked = known_by(self.evidence), known_by(self.question)
        within = tuple(v for v in (*values, *names) if phrase.tells(v))
        figures = tuple(v for v in within if not v.is_name)
        if figures and _ASKS_FOR_FIGURE.search(self.question):
            return figures
        if within:
            return within
        by_value = any(not asked.tells(v) for v in values_of(self.evidence))
        by_words = self.change in (Change.REMOVED, Change.LONGER) and self.says_evidence(self._told)
        if by_value or by_words:
            return ()
        line = known_by(*evidence_lines(self.before, self.evidence))
        return tuple(v for v in values if line.tells(v)) or tuple(v for v in names if line.tells(v)) or values

    @cached_property
    def _told(self) -> Told:
        return Told(self.trusted, self.before)

    @cached_property
    def _values_known(self) -> tuple[Value, ...]:
        """The values of the trusted answer that passages tell and the question does not."""
        before, asked = known_by(*shown(self.before)), known_by(self.question)
        known = (v for v in values_of(self._told.text) if before.tells(v) and not asked.tells(v))
        lines = evidence_lines(self.before, self.evidence) if self.evidence else shown(self.before)
        return tuple(self._asked_for(placed(v, lines)) for v in known)

    def _asked_for(self, value: Value) -> Value:
        """A bare figure may stand in words of the question, as answers repeat them; a common one says too little."""
        return value if value.common else replace(value, said=value.said | content_set(self.question))

    @cached_property
    def _names_known(self) -> tuple[Value, ...]:
        """The names of no list that passages have, the trusted answer too, and the question not."""
        told, asked = Known(self._told.text), known_by(self.question)
        found = {name.text: name for text in shown(self.before) for name in names_of(text)}
        return _longest(v for v in found.values() if told.tells(v) and not asked.tells(v))

    @cached_property
    def _added(self) -> tuple[Passage, ...]:
        """Passages that are new or another text than before."""
        texts = {passage.text for passage in self.before}
        return tuple(passage for passage in self.after if passage.text not in texts)

    @property
    def _home(self) -> tuple[Passage, ...]:
        """Of the passages before, the one that says most of what was added."""
        added = content_set(" ".join(shown(self._added)))
        nearest = sorted(self.before, key=lambda passage: len(added & content_set(passage.text)), reverse=True)
        return tuple(nearest[:1])

    @cached_property
    def _words(self) -> frozenset[str]:
        """Words of the evidence phrase that show where an answer comes from."""
        elsewhere = self.question + " " + " ".join(shown(self.after) if self.change is Change.REMOVED else ())
        return content_set(self.evidence) - content_set(elsewhere)

    def says_evidence(self, told: Told) -> bool:
        """Say whether an answer has most of the words by which the evidence phrase can be told."""
        return len(self._words & told.words) >= max(_SAYS * len(self._words), _LEAST_WORDS)

    def gives_common(self, told: Told, passages: Sequence[Passage]) -> bool:
        """Say whether an answer gives the common answer, which neither the question nor these passages tell."""
        if not self.default:
            return False
        known = known_by(self.question, *shown(passages))
        values = [self._asked_for(value) for value in values_of(self.default) if not known.tells(value)]
        if values_of(self.default):
            return any(told.tells(value) for value in values)
        told_by = (phrase_form(text) for text in (self.question, *shown(passages)))
        phrase = phrase_form(self.default)
        return holds(phrase_form(told.text), phrase) and not any(holds(text, phrase) for text in told_by)


def _longest(values: Iterable[Value]) -> tuple[Value, ...]:
    """Leave out names that are part of another one: "Keller" beside "Martina Keller"."""
    found = tuple(values)
    return tuple(v for v in found if not v.proper or not any(v.text != o.text and v.text in o.text for o in found))


def evidence_lines(passages: Sequence[Passage], evidence: str) -> tuple[str, ...]:
    """Return the sentences and table rows that hold the evidence phrase."""
    phrase = phrase_form(evidence)
    lines = [line for passage in passages for line in passage.text.split("\n")]
    return tuple(span.text for line in lines for span in sentences(line) if holds(phrase_form(span.text), phrase))


def differs(evidence: Sequence[str], default: str) -> bool:
    """Say whether the documents differ from the common answer: what they say to the question does not hold it."""
    if not default.strip():
        return False
    known, values = known_by(*evidence), values_of(default)
    if values:
        return not any(known.tells(value) for value in values)
    return not any(holds(phrase_form(text), phrase_form(default)) for text in evidence)
