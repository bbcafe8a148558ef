"""Rows with a column each for question, passages and answer: the columns are guessed by name, and shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from workbench.cases.column_names import known_name
from workbench.cases.importers.asked import THINGS, Asked
from workbench.cases.importers.columns import BETWEEN, KNOWN, each_column, numbered_columns, spread_column
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.source import Source
from workbench.cases.importers.table_rows import TableRow, read_table
from workbench.cases.importers.texts import ANSWER, at_path, told
from workbench.errors import InputError, Problem

_NEEDED = ("question", "passages", "answer")
_OURS = frozenset(_NEEDED)
_OUR_OTHERS = ("evidence", "answerable", "rule")


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
            how = TableRow(
                chosen=chosen,
                labels=not asked.leaves_out("label"),
                ours=ours,
                extra=extra,
                separator=self.separator,
            )
            paths = [path for whole in chosen.values() for path in (whole, *each_column(whole))]
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
                    read=partial(read_table, files, how),
                )
            )
        if problems:
            raise InputError(problems)
        yield from readings

    def _columns(self, names: Sequence[str], asked: Asked, source: Source, problems: list[Problem]) -> dict[str, str]:
        chosen = {}
        for thing in THINGS:
            path = asked[thing]
            several = each_column(path) if thing == "passages" and path not in source.names else [path]
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
        return BETWEEN.join(numbered_columns(names))
    if not path and thing == "answer":
        # A whole conversation in one column, as Ragas saves one, ends with the answer.
        path = _guess("question", KNOWN["question"], names, source)
        found = [told(at_path(row.values, path), ANSWER) for row in source.head]
        return path if any(one and one.path.startswith("last message") for one in found) else ""
    return path


def _is_there(path: str, source: Source) -> bool:
    """Say whether any row has a field. All of them are read only where none of the first has it."""
    rows = chain(source.head, source.read([]))
    return path in source.names or any(at_path(row.values, path) is not None for row in rows)
