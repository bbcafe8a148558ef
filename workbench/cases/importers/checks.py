"""From what was found to cases that the bench reads, or the reason why not."""

import math
from collections.abc import Mapping
from typing import Any

from workbench.cases.check import problems_of
from workbench.cases.ids import id_key
from workbench.cases.importers.brought import Answer, Failure
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.moments import moment
from workbench.cases.jsonl import case_of_row
from workbench.cases.rows import Row, described
from workbench.errors import Problem
from workbench.identity import digest

_SKIP = "skip"
_ERROR = 500
"""Characters of what went wrong that are kept."""


class UnknownWord(Unusable):
    """A label whose meaning nobody has told yet."""

    def __init__(self, word: str) -> None:
        super().__init__("a label that means something: --label WORD=pass, fail or skip", described(word))
        self.word = word


class Checks:
    """Holds answers to what the bench asks of saved ones, all of an import together: no two have one id."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Remember what words of labels mean.

        Args:
            words: Word, in lower case, to `pass`, `fail` or `skip`; `pass` and `fail` mean themselves.
        """
        self._words = {"pass": "pass", "fail": "fail", **words}
        self._seen: set[str] = set()

    def take(self, found: Found) -> Answer | Failure:
        """Return the answer, held to all that is asked, or the question without one.

        Raises:
            Unusable: it is neither, or cannot be told from one before.
        """
        if found.refused is not None:
            raise found.refused
        values = {**found.values, "id": _id(found.values)}
        # A row without a label, among others that have one, is an answer that nobody labelled.
        word = _word(values.pop("label", None))
        failed = _word(values.pop("error", None))
        if failed and values.get("answer") is None:
            return self._failure(found, values, failed)
        if word:
            values["label"] = self._label(word)
        problems: list[Problem] = []
        case = case_of_row(Row(where=found.where, values=values), problems)
        _refuse(problems or problems_of([case]), found.where)
        self._own(case.case_id)
        return Answer(
            case=case,
            labelled=bool(word),
            asked_at=moment(values.get("asked_at")),
            confidence=number(values.get("confidence")),
        )

    def _failure(self, found: Found, values: Mapping[str, Any], error: str) -> Failure:
        """Return a question that brought no answer, read as a line of our own is: the same characters are refused."""
        problems: list[Problem] = []
        line = {"id": values["id"], "question": values.get("question"), "passages": [], "answer": "none"}
        case = case_of_row(Row(where=found.where, values=line), problems)
        _refuse(problems or problems_of([case]), found.where)
        told = bool(_word(found.values.get("id")))
        if told:
            self._own(case.case_id)
        return Failure(
            id=case.case_id if told else "",
            where=found.where,
            question=case.question,
            error=error[:_ERROR].encode("utf-8", "backslashreplace").decode("utf-8"),
            asked_at=moment(values.get("asked_at")),
        )

    def _own(self, id_: str) -> None:
        key = id_key(id_)
        if key in self._seen:
            raise Unusable("an id of its own", f"{described(id_)} a second time")
        self._seen.add(key)

    def _label(self, word: str) -> str:
        meaning = self._words.get(word.casefold())
        if meaning is None:
            raise UnknownWord(word)
        if meaning == _SKIP:
            raise Unusable("a label that is not to be skipped", described(word))
        return meaning


def number(value: object) -> float | None:
    """Return a finite number, or that of its text; None where the value is none."""
    try:
        found = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _refuse(problems: list[Problem], where: str) -> None:
    if problems:
        first = problems[0]
        place = first.where.removeprefix(where).lstrip(", ")
        raise Unusable(first.expected, f"{place}: {first.got}" if place else first.got)


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
