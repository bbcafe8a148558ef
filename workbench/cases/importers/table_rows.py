"""One row of a table: the values of its columns as an answer, and from where each of them comes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.cases.column_names import known_name
from workbench.cases.importers.columns import KNOWN, each_column
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.json_text import unpacked
from workbench.cases.importers.passages import passages_of
from workbench.cases.importers.source import Source
from workbench.cases.importers.texts import ANSWER, QUESTION, Sought, at_path, joined, told
from workbench.cases.rows import Row
from workbench.errors import InputError, Problem

_MARKS = ("dropped", "truncated_at", "revision")
_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """How one row is read. One of our own form is taken as it stands.

    Attributes:
        chosen: The column of each thing; passages may stand in several.
        labels: Whether labels are read.
        ours: Whether the columns are those of our own JSONL.
        extra: Other columns of our own that are read.
        separator: What stands between passages that are in one text; empty where a text is one passage.
    """

    chosen: Mapping[str, str]
    labels: bool
    ours: bool
    extra: tuple[str, ...]
    separator: str

    def check(self, row: Row) -> None:
        """Refuse a file whose first rows have no label and a later one has: without it, that row would be trusted."""
        name = known_name(KNOWN["label"], list(row.values)) if self.labels and "label" not in self.chosen else ""
        if name:
            expected = f"--column label={name}, or --column label= to leave labels out"
            raise InputError(Problem(where=row.where, expected=expected, got="a label that the first rows do not have"))

    def found(self, row: Row) -> Found:
        """Return the answer of a row, or what went wrong in its place.

        Raises:
            Unusable: there is neither.
        """
        values: dict[str, Any] = {name: row.values.get(name) for name in self.extra}
        taken = {**self.chosen, **{name: name for name in self.extra}}
        if isinstance(values.get("answerable"), str):
            values["answerable"] = _FLAGS.get(values["answerable"].strip().lower(), values["answerable"])
        for thing in ("id", "label", "group", "asked_at", "confidence"):
            if thing in self.chosen:
                values[thing] = at_path(row.values, self.chosen[thing])
        taken = {thing: path for thing, path in taken.items() if thing == "label" or values.get(thing) is not None}
        values["question"], taken["question"] = self._text(row, "question", QUESTION)
        if failed := self._failed(row):
            return Found(
                where=row.where, values={**values, "error": failed}, taken={**taken, "error": self.chosen["error"]}
            )
        values["answer"], taken["answer"] = self._text(row, "answer", ANSWER)
        values["passages"], taken["passages"] = self._passages(row), self._shown_path(row)
        return Found(where=row.where, values=values, taken=taken)

    def _failed(self, row: Row) -> Any:  # noqa: ANN401 - whatever was recorded
        """Return what went wrong where there is no answer; None where there is one."""
        answer = at_path(row.values, self.chosen.get("answer", ""))
        path = self.chosen.get("error", "")
        failed = at_path(row.values, path) if path and answer in (None, "") else None
        return failed or None

    def _text(self, row: Row, thing: str, sought: Sought) -> tuple[str, str]:
        path = self.chosen.get(thing, "")
        value = at_path(row.values, path) if path else None
        if self.ours and isinstance(value, str):
            return value, path
        found = told(value, sought)
        if found is None:
            raise Unusable(
                f"a{'n' * (thing == 'answer')} {thing}", "nothing" if value is None else "no text that is one"
            )
        return found.text, joined(path, found.path)

    def _passages(self, row: Row) -> list[Any]:
        path = self.chosen.get("passages", "")
        if not path:
            return []
        value = at_path(row.values, path)
        if value is None:
            value = [one for name in each_column(path) if (one := at_path(row.values, name)) not in (None, "")] or None
        if value is None:
            raise Unusable("the passages that were shown", "none")
        if self.ours and _are_ours(inner := unpacked(value)):
            return list(inner)
        if self._is_split(value):
            value = value.split(self.separator)
        return passages_of(value)

    def _is_split(self, value: Any) -> bool:  # noqa: ANN401 - any JSON value
        return bool(self.separator) and isinstance(value, str) and not value.lstrip().startswith("[")

    def _shown_path(self, row: Row) -> str:
        """Say where the passages are from, and what was read of them that a person may not expect."""
        path = self.chosen.get("passages", "")
        value = at_path(row.values, path) if path else None
        if self._is_split(value) and self.separator in str(value):
            return f"{path}, split at each {self.separator}"
        inner = unpacked(value)
        said = [
            name
            for name in _MARKS
            if isinstance(inner, list) and any(name in one for one in inner if isinstance(one, Mapping))
        ]
        return f"{path}, with {' and '.join(said)}" if said and self.ours else path


def _are_ours(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(value, list) and all(
        isinstance(one, str) or (isinstance(one, Mapping) and isinstance(one.get("text"), str)) for one in value
    )


def read_table(sources: Sequence[Source], how: TableRow, problems: list[Problem]) -> Iterator[Found]:
    """Read the rows of files with the same columns, each or the reason why there is no answer."""
    for source in sources:
        names = frozenset(source.names)
        for row in source.read(problems):
            if not row.values.keys() <= names:
                how.check(row)
            try:
                yield how.found(row)
            except Unusable as reason:
                yield Found(where=row.where, refused=reason)
