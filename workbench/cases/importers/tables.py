"""Rows with a column each for question, passages and answer: the columns are guessed by name, and shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from workbench.cases.column_names import known_name
from workbench.cases.importers.asked import THINGS, Asked
from workbench.cases.importers.columns import numbered_columns, spread_column
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.json_text import unpacked
from workbench.cases.importers.passages import NAMES, passages_of
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.source import Source
from workbench.cases.importers.texts import ANSWER, QUESTION, Sought, at_path, joined, told
from workbench.cases.rows import Row
from workbench.errors import InputError, Problem

_NEEDED = ("question", "passages", "answer")
_OURS = frozenset(_NEEDED)
_OUR_OTHERS = ("evidence", "answerable", "rule")
_MARKS = ("dropped", "truncated_at", "revision")
_BETWEEN = ", "
"""What stands between the columns that hold one passage each."""
_FLAGS = {"true": True, "false": False}
KNOWN: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "case_id", "item_id", "example_id", "sample_id", "question_id", "query_id", "qid", "row_id", "uid"),
    "question": (
        *("question", "user_input", "query", "user_query", "user_question", "user_message", "input", "prompt"),
        *("instruction", "inputs"),
    ),
    "passages": NAMES,
    "answer": (
        *("answer", "response", "actual_output", "output", "generated_answer", "model_answer", "model_output"),
        *("llm_response", "generated_text", "prediction", "completion", "reply", "result", "outputs"),
    ),
    # Neither reference answers nor scores of metrics: what a person said of this answer.
    "label": ("label", "human_label", "human_verdict", "human", "annotation", "annotator_label", "expert_label"),
    "asked_at": ("asked_at", "timestamp", "created_at"),
    "error": ("error", "error_message"),
    "confidence": ("confidence",),
    "group": ("group", "group_id", "source_id", "document_id", "doc_id"),
}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A format whose rows hold one answer each.

    Attributes:
        name: What `--format` calls it.
        title: What it is, in words.
        known_by: Says by which of its columns a file is known; empty where it is not.
        columns: Names of columns for a thing, in place of the usual ones.
        separator: What stands between passages that are in one text; empty where a text is one passage.
    """

    name: str
    title: str
    known_by: Callable[[Sequence[str]], str]
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    separator: str = ""

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of this format; empty where it is not."""
        return self.known_by(source.names)

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read: together where they have the same columns."""
        problems: list[Problem] = []
        alike: dict[tuple[str, ...], list[Source]] = {}
        for source in sources:
            alike.setdefault(source.names, []).append(source)
        readings = []
        for names, files in alike.items():
            chosen = self._columns(names, asked, files[0], problems)
            ours = set(names) >= _OURS
            extra = tuple(name for name in _OUR_OTHERS if ours and name in names)
            how = _Row(
                chosen=chosen,
                labels=not asked.leaves_out("label"),
                ours=ours,
                extra=extra,
                separator=self.separator,
            )
            paths = [path for whole in chosen.values() for path in (whole, *_each(whole))]
            used = {*(path.split(".")[0] for path in paths), *paths, *extra}
            unused = tuple(name for name in names if name not in used)
            known_by = self.known_by(names)
            readings.append(
                Reading(
                    format=self.name,
                    sources=files,
                    title=_title(files[0], self.title),
                    known_by=known_by,
                    unused=unused,
                    read=partial(_read, files, how),
                )
            )
        if problems:
            raise InputError(problems)
        yield from readings

    def _columns(self, names: Sequence[str], asked: Asked, source: Source, problems: list[Problem]) -> dict[str, str]:
        chosen = {}
        for thing in THINGS:
            path = asked[thing]
            several = _each(path) if thing == "passages" and path not in source.names else [path]
            if path and not all(_is_there(one, source) for one in several):
                got = ", ".join(names)
                problems.append(
                    Problem(where=f"--column {thing}={path}", expected=f"a column of {source.path}", got=got)
                )
            if not path and not asked.leaves_out(thing):
                path = _guess(thing, self.columns.get(thing, KNOWN[thing]), names, source)
                if not path and thing in _NEEDED:
                    expected = f"a column for {thing}: name it with --column {thing}=NAME"
                    problems.append(Problem(where=str(source.path), expected=expected, got=", ".join(names)))
            if path:
                chosen[thing] = path
        return chosen


def _title(source: Source, otherwise: str) -> str:
    return "saved answers in Markdown" if source.kind == "Markdown" else otherwise


def _guess(thing: str, known: Sequence[str], names: Sequence[str], source: Source) -> str:
    """Return the column of a thing by its name; empty where none tells it. Passages may stand in several."""
    path = known_name(known, names) or spread_column(thing, known, names)
    if not path and thing == "passages":
        return _BETWEEN.join(numbered_columns(names))
    if not path and thing == "answer":
        # A whole conversation in one column, as Ragas saves one, ends with the answer.
        path = _guess("question", KNOWN["question"], names, source)
        found = [told(at_path(row.values, path), ANSWER) for row in source.head]
        return path if any(one and one.path.startswith("last message") for one in found) else ""
    return path


def _each(path: str) -> list[str]:
    return [one.strip() for one in path.split(",")]


def _is_there(path: str, source: Source) -> bool:
    """Say whether any row has a field. All of them are read only where none of the first has it."""
    rows = chain(source.head, source.read([]))
    return path in source.names or any(at_path(row.values, path) is not None for row in rows)


@dataclass(frozen=True, kw_only=True)
class _Row:
    """How one row is read. One of our own form is taken as it stands."""

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
            value = [one for name in _each(path) if (one := at_path(row.values, name)) not in (None, "")] or None
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


def _read(sources: Sequence[Source], how: _Row, problems: list[Problem]) -> Iterator[Found]:
    for source in sources:
        names = frozenset(source.names)
        for row in source.read(problems):
            if not row.values.keys() <= names:
                how.check(row)
            try:
                yield how.found(row)
            except Unusable as reason:
                yield Found(where=row.where, refused=reason)
