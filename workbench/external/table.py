"""A file of verdicts as columns: JSONL, CSV or Parquet, each row with where it stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from workbench.cases.csv_rows import csv_lines, text_lines
from workbench.cases.parquet_cells import cells_of
from workbench.cases.reading import plain_line_ends, read_text
from workbench.cases.rows import Row, described, iter_rows
from workbench.errors import InputError, Problem
from workbench.external.coded import nothing
from workbench.external.column import Column, UnreadError, shown
from workbench.external.plain_files import plain_csv, plain_jsonl

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa

_TOLD = 20
_AT_ONCE = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Table:
    """The columns of a file.

    Attributes:
        path: The file.
        places: Where each row stands, such as `file:line`, in the order of the file.
        columns: Each column by its name. Objects inside an object are laid flat: `{"scores": {"a": 1}}` is `scores.a`.
    """

    path: Path
    places: Sequence[str]
    columns: Mapping[str, Column]

    @property
    def names(self) -> tuple[str, ...]:
        """Every column, in the order in which they first come."""
        return tuple(self.columns)

    def texts(self, name: str) -> "pd.Categorical":
        """Return a column as text; null where there is nothing in it.

        Raises:
            InputError: a cell is neither text nor a number nor true or false.
        """
        return self._read(self.columns[name].texts, f'text or a number as "{name}"')

    def texts_if_any(self, name: str) -> "pd.Categorical":
        """Return a column as text, or nothing in any row where it has no name: the file does not tell it."""
        return self.texts(name) if name else nothing(len(self.places))

    def numbers(self, name: str) -> "np.ndarray[Any, Any]":
        """Return a column as finite numbers; NaN where there is nothing in it, or NaN.

        Raises:
            InputError: a cell is something else.
        """
        expected = f'a finite number as "{name}" (leave scores out with --column score=)'
        numbers: np.ndarray[Any, Any] = self._read(self.columns[name].numbers, expected)
        return numbers

    def _read(self, read: Callable[[], Any], expected: str) -> Any:  # noqa: ANN401 - what `read` returns
        try:
            return read()
        except UnreadError as error:
            raise_all(
                Problem(where=self.places[row], expected=expected, got=described(value)) for row, value in error.cells
            )


@dataclass(frozen=True)
class Numbered(Sequence[str]):
    """The places of rows that stand one after another. A file may have a million, and they are for errors only."""

    before: str
    numbers: range

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> "Numbered": ...
    def __getitem__(self, row: int | slice) -> "str | Numbered":
        """Return the place of a row."""
        if isinstance(row, slice):
            return Numbered(self.before, self.numbers[row])
        return f"{self.before}{self.numbers[row]}"


def read_table(path: Path) -> Table:
    """Read a file of verdicts by the end of its name. Every line is read or reported.

    NaN is read as nothing: it is what many libraries write for a call that failed.

    Raises:
        InputError: the file cannot be read, a line is damaged, or there is no row.
    """
    readers = {".jsonl": _jsonl, ".ndjson": _jsonl, ".csv": _csv, ".parquet": _parquet}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        got = f"a file that ends in {path.suffix or 'nothing'}"
        raise InputError(Problem(where=str(path), expected="verdicts as .jsonl, .csv or .parquet", got=got))
    table = reader(path)
    if not table.places:
        raise InputError(Problem(where=str(path), expected="at least one verdict", got="none"))
    return table


def raise_all(problems: Iterable[Problem]) -> None:
    """Raise what was found, the first of them by name.

    Raises:
        InputError: there is a problem.
    """
    found = list(problems)
    if found:
        more = len(found) - _TOLD
        raise InputError(found[:_TOLD], hint=f"and {more:,} more like these" if more > 0 else "")


def _jsonl(path: Path) -> Table:
    text = plain_line_ends(read_text(path))
    plain = plain_jsonl(text)
    if plain is not None:
        return _of_arrow(path, plain, Numbered(f"{path}:", range(1, plain.num_rows + 1)))
    problems: list[Problem] = []
    rows = iter_rows(text, str(path), problems, nan_is_null=True)
    table = _of_rows(path, rows)
    raise_all(problems)
    return table


def _csv(path: Path) -> Table:
    import pyarrow as pa

    text = read_text(path)
    plain = plain_csv(plain_line_ends(text))
    if plain is not None:
        return _of_arrow(path, plain, Numbered(f"{path}:", range(2, plain.num_rows + 2)))
    problems: list[Problem] = []
    names, lines = csv_lines(text_lines(text), str(path), problems)
    places: list[str] = []
    columns: list[list[pa.Array[Any]]] = [[] for _ in names]
    # Cells are kept as Arrow's: as objects, those of a large file would take several times its size.
    while some := list(islice(lines, _AT_ONCE)):
        places += [where for where, _ in some]
        for column, cells in zip(columns, zip(*(cells for _, cells in some), strict=True), strict=True):
            column.append(pa.array(cells, pa.string()))
    raise_all(problems)
    arrays = [pa.chunked_array(column, pa.string()) for column in columns]
    return _of_arrow(path, pa.Table.from_arrays(arrays, names=list(names)), places)


def _parquet(path: Path) -> Table:
    import pyarrow
    from pyarrow import parquet

    try:
        table = parquet.ParquetFile(path).read()
    except (OSError, pyarrow.ArrowException) as error:
        got = (getattr(error, "strerror", None) or str(error)).splitlines()[0].lower()
        raise InputError(Problem(where=str(path), expected="a Parquet file that can be read", got=got)) from error
    names = table.column_names
    if len(set(names)) < len(names):
        raise InputError(Problem(where=str(path), expected="each column named once", got=", ".join(names)))
    return _of_arrow(path, table, Numbered(f"{path}, row ", range(1, table.num_rows + 1)))


def _of_arrow(path: Path, table: "pa.Table", places: Sequence[str]) -> Table:
    import pyarrow as pa

    columns = zip(table.column_names, table.columns, strict=True)
    # Objects are laid flat below.
    return _table(path, places, {name: cells_of(one) if pa.types.is_struct(one.type) else one for name, one in columns})


def _of_rows(path: Path, rows: Iterable[Row]) -> Table:
    """Lay rows out as columns while they are read: a million of them would not fit into memory as objects."""
    columns: dict[str, list[Any]] = {}
    places: list[str] = []
    for row in rows:
        for name, value in row.values.items():
            column = columns.get(name)
            if column is None:
                column = columns[name] = [None] * len(places)
            column.append(value)
        places.append(row.where)
        if len(row.values) < len(columns):
            for column in columns.values():
                if len(column) < len(places):
                    column.append(None)
    return _table(path, places, columns)


def _table(path: Path, places: Sequence[str], columns: "Mapping[str, Sequence[Any] | pa.ChunkedArray]") -> Table:
    """Lay objects inside an object flat, one level deep."""
    flat: dict[str, Column] = {}
    for name, cells in zip(map(shown, columns), columns.values(), strict=True):
        if not isinstance(cells, list) or dict not in set(map(type, cells)):
            flat[name] = Column(cells=cells)
            continue
        objects = [value if isinstance(value, dict) else {} for value in cells]
        flat |= {
            shown(f"{name}.{key}"): Column(cells=[value.get(key) for value in objects])
            for key in dict.fromkeys(key for value in objects for key in value)
        }
    return Table(path=path, places=places, columns=flat)
