"""Cells of Parquet as values of Python, also those that Python has no value for, such as a date of the year 33658."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, repr=False)
class OddCell:
    """A cell without a value in Python. It is no text, no number and no date, so nothing takes it for one."""

    told: str

    def __repr__(self) -> str:
        """Say what it holds, as far as that can be said."""
        return self.told


def cells_of(column: "pa.Array[Any] | pa.ChunkedArray") -> list[Any]:
    """Return the cells of a column. One that Python cannot hold is an `OddCell`, and costs the others nothing."""
    try:
        return list(column.to_pylist())
    # An unknown time zone is a key that is not there.
    except (ArithmeticError, LookupError, ValueError):
        return [cell_of(cell) for cell in column]


def cell_of(cell: "pa.Scalar[Any]") -> Any:  # noqa: ANN401 - any value of Parquet
    """Return one cell; see `cells_of`."""
    import pyarrow as pa

    with suppress(ArithmeticError, LookupError, ValueError):
        return cell.as_py()
    if isinstance(cell, pa.StructScalar):
        return {name: cell_of(inner) for name, inner in cell.items()}
    if isinstance(cell, pa.ListScalar):
        return [cell_of(inner) for inner in cell.values]
    with suppress(pa.ArrowException, ValueError):
        return OddCell(f"{cell.type} {cell.cast(pa.string()).as_py()}")
    return OddCell(f"{cell.type} that cannot be read")
