"""The verdict table as `verdicts.parquet`, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError
from workbench.store.verdicts import VERDICT_COLUMNS
from workbench.store.whole_file import replacing

if TYPE_CHECKING:
    import pandas as pd

VERSION = 4
"""Format 1 had no scores, formats 1 and 2 no batches, formats 1 to 3 no replaced errors."""
_KEY = b"workbench.verdicts"


def write_verdicts(path: Path, table: "pd.DataFrame") -> None:
    """Write a verdict table, whole or not at all. Equal tables give equal bytes.

    Raises:
        StoreError: the folder is missing or cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    data = pa.Table.from_pandas(table, schema=_schema(), preserve_index=False)
    # Opened here: given a path, pyarrow wants one in UTF-8, which the locale may not allow.
    with replacing(path) as draft, draft.open("wb") as file:
        pq.write_table(data, file, compression="zstd")


def read_verdicts(path: Path) -> "pd.DataFrame":
    """Read a verdict table back.

    Raises:
        StoreError: it is missing, damaged, of a newer format or no verdict table.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            data = pq.read_table(file)
    except (OSError, pa.ArrowInvalid) as error:
        raise StoreError(f"cannot read the verdicts {path}: {error}") from error
    found = (data.schema.metadata or {}).get(_KEY, b"").decode("ascii", "replace")
    if found.isdecimal() and int(found) > VERSION:
        raise StoreError(f"{path}: format {found} was written by a newer workbench; update to read it")
    if found != str(VERSION) or data.schema.names != list(VERDICT_COLUMNS):
        raise StoreError(f"{path}: expected a verdict table of format {VERSION}; `workbench report` makes it again")
    table = data.replace_schema_metadata(None).to_pandas()
    return table.astype({name: "Float64" for name, kind in VERDICT_COLUMNS.items() if kind == "score"})


def _schema() -> Any:  # noqa: ANN401 - pyarrow has no types
    import pyarrow as pa

    types = {"text": pa.string(), "count": pa.int64(), "seconds": pa.float64(), "score": pa.float64()}
    return pa.schema([(name, types[kind]) for name, kind in VERDICT_COLUMNS.items()], metadata={_KEY: str(VERSION)})
