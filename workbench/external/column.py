"""One column of a file of verdicts, as it was read: a list of values, or an array of Arrow's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.cases.parquet_cells import cell_of, cells_of
from workbench.external.coded import coded

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa


class UnreadError(Exception):
    """Cells that are not what was asked for: `cells` holds the row and the value of each."""

    def __init__(self, cells: Sequence[tuple[int, Any]]) -> None:
        super().__init__(f"{len(cells)} cells")
        self.cells = cells


@dataclass(frozen=True, kw_only=True)
class Column:
    """The cells of a column, one a row, None where a row has none. They are looked at only when they are asked for."""

    cells: "Sequence[Any] | pa.ChunkedArray"

    def __len__(self) -> int:
        return len(self.cells)

    def at(self, row: int) -> Any:  # noqa: ANN401 - any value of a file
        """Return the value of one row."""
        value = self.cells[row]
        return value if isinstance(self.cells, Sequence) else cell_of(value)

    def texts(self) -> "pd.Categorical":
        """Read the cells as text, without the space around it; null where there is nothing.

        Raises:
            UnreadError: a cell is neither text nor a number nor true or false.
        """
        places, values = self._read(_as_text)
        return coded(places, values)

    def numbers(self) -> "np.ndarray[Any, Any]":
        """Read the cells as finite numbers; NaN where there is nothing.

        Raises:
            UnreadError: a cell is something else.
        """
        import numpy as np

        numbers = self._as_floats()
        if numbers is None or np.isinf(numbers).any():
            places, values = self._read(_as_number)
            # The last one is for rows without a place: they hold -1.
            numbers = np.array([*(np.nan if value is None else value for value in values), np.nan])[places]
        return numbers

    def _as_floats(self) -> "np.ndarray[Any, Any] | None":
        """Return the cells at once where all are floats or nothing; None where one is not."""
        import numpy as np
        import pyarrow as pa

        if isinstance(self.cells, Sequence):
            kinds = set(map(type, self.cells))
            return np.array(self.cells, dtype="float64") if kinds <= {float, type(None)} else None
        if not pa.types.is_floating(self.cells.type):
            return None
        numbers: np.ndarray[Any, Any] = self.cells.to_numpy().astype("float64")
        return numbers

    def _read(self, read: Callable[[Any], Any]) -> "tuple[np.ndarray[Any, Any], list[Any]]":
        """Read each value once. Returns the place of each row among the values, and the values."""
        import numpy as np

        places, values = self._coded()
        found = [read(value) for value in values]
        bad = [place for place, value in enumerate(found) if value is UNREAD]
        if bad:
            raise UnreadError([(int(row), values[places[row]]) for row in np.flatnonzero(np.isin(places, bad))])
        return places, found

    def _coded(self) -> "tuple[np.ndarray[Any, Any], list[Any]]":
        """Return values, and the place of each row among them, -1 where it has none."""
        import pyarrow as pa

        if isinstance(self.cells, Sequence):
            return _of_list(self.cells)
        try:
            is_coded = pa.types.is_dictionary(self.cells.type)
            one = (self.cells.unify_dictionaries() if is_coded else self.cells.dictionary_encode()).combine_chunks()
        except pa.ArrowNotImplementedError:
            return _of_list(cells_of(self.cells))
        return one.indices.cast(pa.int64()).fill_null(-1).to_numpy(), cells_of(one.dictionary)


def _of_list(cells: Sequence[Any]) -> "tuple[np.ndarray[Any, Any], list[Any]]":
    import numpy as np
    import pandas as pd

    kinds = set(map(type, cells)) - {type(None)}
    if len(kinds) > 1 or not kinds <= {str, int, float}:
        # Of mixed kinds 1 and true would be one value, and lists are none that can be looked up.
        return np.arange(len(cells)), list(cells)
    places, values = pd.factorize(np.array(cells, dtype=object))
    return places, list(values)


UNREAD = object()


def _as_text(value: object) -> object:
    if isinstance(value, str):
        return shown(value.strip()) or None
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, int | float) else UNREAD


def shown(text: str) -> str:
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
        return UNREAD
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return UNREAD
    return number if abs(number) < float("inf") else UNREAD
