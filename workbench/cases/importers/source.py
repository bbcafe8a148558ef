"""A file of another tool as rows, whatever its name says: JSONL, JSON, CSV, Parquet, an archive, our own Markdown."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from workbench.cases.csv_rows import csv_lines
from workbench.cases.importers.archive import archive_rows
from workbench.cases.importers.document import document_rows
from workbench.cases.importers.foreign_text import first_bytes, foreign_lines, not_utf8, utf8_lines
from workbench.cases.markdown import read_markdown
from workbench.cases.parquet_cells import cells_of
from workbench.cases.rows import Row, rows_of
from workbench.errors import InputError, Problem

_HEAD = 20
_BATCH = 256
_DELIMITERS = ",;\t"
_OURS = ("id", "question", "passages", "answer")


@dataclass(frozen=True, kw_only=True)
class Source:
    """A file, looked into.

    Attributes:
        path: The file.
        kind: What it is made of, in words.
        head: Its first rows, to tell of which format it is.
        names: The fields of these rows, in the order in which they first come.
        read: Reads all of it, and adds what cannot be read to a list of problems. Rows are not kept.
    """

    path: Path
    kind: str
    head: tuple[Row, ...]
    names: tuple[str, ...]
    read: Callable[[list[Problem]], Iterator[Row]]


def open_source(path: Path) -> Source:
    """Look into a file.

    Raises:
        InputError: it cannot be read, or holds no row that can.
    """
    if path.exists() and not path.is_file():
        expected = "a file on the disk, which can be read more than once"
        raise InputError(Problem(where=str(path), expected=expected, got="a pipe or a device"))
    if path.suffix.lower() == ".md":
        # One answer a file. One that cannot be read costs the others nothing.
        return Source(path=path, kind="Markdown", head=(), names=_OURS, read=partial(_markdown, path))
    kind, read = _reader(path)
    problems: list[Problem] = []
    head = tuple(islice(read(problems), _HEAD))
    if not head:
        raise InputError(
            problems or Problem(where=str(path), expected="at least one answer", got=f"{kind} without one")
        )
    names = tuple(dict.fromkeys(name for row in head for name in row.values))
    return Source(path=path, kind=kind, head=head, names=names, read=read)


def _reader(path: Path) -> tuple[str, Callable[[list[Problem]], Iterator[Row]]]:
    """Tell what a file is made of by how it begins: names lie, and many exports have no telling one."""
    start = first_bytes(path)
    if start.startswith(b"PK\x03\x04"):
        return "an archive", partial(archive_rows, path)
    if start.startswith(b"PAR1"):
        return "Parquet", partial(_parquet, path)
    first, second = (*islice((line for line in foreign_lines(path) if line.strip()), 2), "", "")[:2]
    sign = first.strip()[:1]
    if not sign:
        raise InputError(Problem(where=str(path), expected="at least one answer", got="an empty file"))
    if "\0" in first:
        raise InputError(Problem(where=str(path), expected="text, Parquet or an Inspect archive", got="other bytes"))
    ending = Path(path.name.removesuffix(".gz")).suffix.lower()
    in_lines = ending in (".jsonl", ".ndjson")
    several = sign == "{" and second != "" and _is_json(first)
    if in_lines or several:
        return "JSONL", partial(_jsonl, path)
    # One object on one line may be a whole document.
    if sign in ("[", "{") or ending == ".json":
        found: list[Problem] = []
        # A document is in memory as a whole: once, and not for each time that it is looked into.
        rows = list(document_rows(path, found))
        return "JSON", partial(_again, rows, found)
    return "CSV", partial(_csv, path, max(_DELIMITERS, key=first.count))


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _again(rows: Sequence[Row], found: Sequence[Problem], problems: list[Problem]) -> Iterator[Row]:
    problems += found
    yield from rows


def _markdown(path: Path, problems: list[Problem]) -> Iterator[Row]:
    try:
        case = read_markdown(path)
    except InputError as error:
        problems += error.problems
    else:
        passages = [asdict(passage) for passage in case.passages]
        yield Row(
            where=case.origin,
            values=dict(zip(_OURS, (case.case_id, case.question, passages, case.answer), strict=True)),
        )


def _jsonl(path: Path, problems: list[Problem]) -> Iterator[Row]:
    lines = utf8_lines(foreign_lines(path), str(path), problems.append)
    yield from rows_of(lines, str(path), problems, nan_is_null=True)


def _csv(path: Path, delimiter: str, problems: list[Problem]) -> Iterator[Row]:
    names, lines = csv_lines(foreign_lines(path, newline=""), str(path), problems, delimiter=delimiter)
    for where, cells in lines:
        bad = next(filter(None, map(not_utf8, cells)), "")
        if bad:
            problems.append(Problem(where=where, expected="UTF-8 text", got=bad))
        else:
            yield Row(where=where, values={name: cell or None for name, cell in zip(names, cells, strict=True)})


def _parquet(path: Path, problems: list[Problem]) -> Iterator[Row]:
    import pyarrow
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            _told_apart(file.schema_arrow.names, path)
            number = 0
            for batch in file.iter_batches(batch_size=_BATCH):
                names = batch.schema.names
                for cells in zip(*map(cells_of, batch.columns), strict=True):
                    number += 1
                    values = {name: _text(cell) for name, cell in zip(names, cells, strict=True)}
                    yield Row(where=f"{path}, row {number}", values=values)
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        got = (getattr(error, "strerror", None) or str(error)).splitlines()[0].lower()
        raise InputError(Problem(where=str(path), expected="a Parquet file that can be read", got=got)) from error


def _text(cell: Any) -> Any:  # noqa: ANN401 - any value of Parquet
    """Return text that was saved as bytes as text: many writers do not say which of the two it is."""
    try:
        return cell.decode("utf-8") if isinstance(cell, bytes) else cell
    except UnicodeDecodeError:
        return None


def _told_apart(names: Sequence[str], path: Path) -> None:
    if len(set(names)) < len(names):
        raise InputError(Problem(where=str(path), expected="each column named once", got=", ".join(names)))
