"""A file of verdicts as rows: JSONL, CSV or Parquet, each with where it stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.cases.csv_rows import iter_csv_rows
from workbench.cases.rows import Row, described, iter_rows
from workbench.errors import InputError, Problem

_TOLD = 20


@dataclass(frozen=True, kw_only=True)
class Table:
    """The columns of a file.

    Attributes:
        path: The file.
        places: Where each row stands, such as `file:line`, in the order of the file.
        columns: The values of each column by its name, one a row, None where a row has none. Objects inside an object
            are laid flat: `{"scores": {"a": 1}}` is `scores.a`.
    """

    path: Path
    places: Sequence[str]
    columns: Mapping[str, Sequence[Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """Every column, in the order in which they first come."""
        return tuple(self.columns)

    def texts(self, name: str) -> list[str | None]:
        """Return a column as text; None where there is nothing in it.

        Raises:
            InputError: a cell is neither text nor a number nor true or false.
        """
        return self._read(name, _as_text, f'text or a number as "{name}"')

    def numbers(self, name: str) -> list[float | None]:
        """Return a column as finite numbers; None where there is nothing in it, or NaN.

        Raises:
            InputError: a cell is something else.
        """
        return self._read(name, _as_number, f'a finite number as "{name}" (leave scores out with --column score=)')

    def _read(self, name: str, read: Callable[[Any], Any], expected: str) -> list[Any]:
        values = self.columns[name]
        kinds = set(map(type, values)) - {type(None)}
        if len(kinds) <= 1 and kinds <= {str, int, float}:
            # Most cells say the same as another one. Of mixed kinds 1 and True would be one value.
            known = {value: read(value) for value in set(values)}
            found, all_read = list(map(known.__getitem__, values)), _UNREAD not in known.values()
        else:
            found = [read(value) for value in values]
            all_read = _UNREAD not in found
        if not all_read:
            raise_all(
                Problem(where=self.places[place], expected=expected, got=described(values[place]))
                for place, value in enumerate(found)
                if value is _UNREAD
            )
        return found


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
    problems: list[Problem] = []
    return _of_rows(path, iter_rows(path, problems, nan_is_null=True), problems)


def _csv(path: Path) -> Table:
    problems: list[Problem] = []
    return _of_rows(path, iter_csv_rows(path, problems), problems)


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
    places = [f"{path}, row {place}" for place in range(1, table.num_rows + 1)]
    return _table(path, places, {name: table.column(name).to_pylist() for name in names})


def _of_rows(path: Path, rows: Iterable[Row], problems: Sequence[Problem]) -> Table:
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
    raise_all(problems)
    return _table(path, places, columns)


def _table(path: Path, places: Sequence[str], columns: Mapping[str, Sequence[Any]]) -> Table:
    """Lay objects inside an object flat, one level deep."""
    flat: dict[str, Sequence[Any]] = {}
    for name, values in zip(map(_shown, columns), columns.values(), strict=True):
        if dict not in set(map(type, values)):
            flat[name] = values
            continue
        objects = [value if isinstance(value, dict) else {} for value in values]
        flat |= {
            _shown(f"{name}.{key}"): [value.get(key) for value in objects]
            for key in dict.fromkeys(key for value in objects for key in value)
        }
    return Table(path=path, places=places, columns=flat)


_UNREAD = object()


def _as_text(value: object) -> object:
    if isinstance(value, str):
        return _shown(value.strip()) or None
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, int | float) else _UNREAD


def _shown(text: str) -> str:
    """Return the text as tables can hold it: a lone surrogate as its escape."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _as_number(value: object) -> object:
    if value is None or value != value:
        return None
    if isinstance(value, str):
        value = value.strip()
        if value.lower() in ("", "nan"):
            return None
    elif isinstance(value, bool) or not isinstance(value, int | float):
        return _UNREAD
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return _UNREAD
    return number if abs(number) < float("inf") else _UNREAD
