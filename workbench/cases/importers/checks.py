"""From what was found to cases that the bench reads, or the reason why not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.cases.check import missing_sources, problems_of
from workbench.cases.ids import id_key
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.moments import moment
from workbench.cases.jsonl import case_of_row
from workbench.cases.rows import Row, described
from workbench.errors import Problem
from workbench.identity import digest
from workbench.records.case import Case

_SKIP = "skip"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An answer that the bench reads.

    Attributes:
        case: Question, passages, answer and what is told of them.
        labelled: Whether a person labelled it.
        asked_at: When it was asked, as a date or a time in ISO form; empty where that is not told.
    """

    case: Case
    labelled: bool
    asked_at: str = ""


class Checks:
    """Holds answers to what the bench asks of saved ones, all of an import together: no two have one id."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Remember what words of labels mean.

        Args:
            words: Word, in lower case, to `pass`, `fail` or `skip`; `pass` and `fail` mean themselves.
        """
        self._words = {"pass": "pass", "fail": "fail", **words}
        self._seen: set[str] = set()

    def answer(self, found: Found) -> Answer:
        """Return the answer, held to all that is asked.

        Raises:
            Unusable: it is none, or cannot be told from one before.
        """
        if found.refused is not None:
            raise found.refused
        values = {**found.values, "id": _id(found.values)}
        labelled = "label" in values
        if labelled:
            values["label"] = self._label(values["label"])
        problems: list[Problem] = []
        case = case_of_row(Row(where=found.where, values=values), problems)
        problems = problems or [*problems_of([case]), *missing_sources([case])]
        if problems:
            first = problems[0]
            place = first.where.removeprefix(found.where).lstrip(", ")
            raise Unusable(first.expected, f"{place}: {first.got}" if place else first.got)
        key = id_key(case.case_id)
        if key in self._seen:
            raise Unusable("an id of its own", f"{described(case.case_id)} a second time")
        self._seen.add(key)
        return Answer(case=case, labelled=labelled, asked_at=moment(values.get("asked_at")))

    def _label(self, said: object) -> str:
        """Return what a label means. Nobody's silence is taken for a pass."""
        word = _word(said)
        if not word:
            raise Unusable("a label, as other rows have (leave labels out with --column label=)", "none")
        meaning = self._words.get(word.casefold())
        if meaning is None:
            raise Unusable("a label that means something: --label WORD=pass, fail or skip", described(word))
        if meaning == _SKIP:
            raise Unusable("a label that is not to be skipped", described(word))
        return meaning


def _id(values: Mapping[str, Any]) -> str:
    """Return the id that is told, or one made of the content: neither a place nor a file name tells answers apart."""
    told = _word(values.get("id"))
    if told:
        return told
    content = [values.get(name) for name in ("question", "passages", "answer")]
    return f"answer-{digest(content, length=12)}"


def _word(value: object) -> str:
    """Return a text, a number or a truth value as text; empty where there is none."""
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.strip() if isinstance(value, str) else str(value)
