"""The verdict table as whole numbers, checked row by row.

A cell is one item, judged by one judge version, in one repeat. Text is read once; everything after counts numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError
from workbench.records.verdict import ErrorCode, Outcome

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

PASS_CODE = 0
FAIL_CODE = 1
FORMS = (str(Outcome.PASS), str(Outcome.FAIL), *(f"error:{code}" for code in ErrorCode))
"""The text forms of a verdict; a cell holds the place of its own in this list."""

_SHOWN = 5


@dataclass(frozen=True, kw_only=True)
class Cells:
    """Verdicts as numbers, one entry a cell, in the order of the table.

    Attributes:
        judge: Place of the cell's judge in the list of judges.
        item: Place of its item in the list of items.
        repeat: Its repeat, from 0.
        form: Place of its verdict in `FORMS`.
    """

    judge: "np.ndarray[Any, Any]"
    item: "np.ndarray[Any, Any]"
    repeat: "np.ndarray[Any, Any]"
    form: "np.ndarray[Any, Any]"

    def only(self, some: "np.ndarray[Any, Any]") -> "Cells":
        """Return the cells that an array of true and false names."""
        return Cells(judge=self.judge[some], item=self.item[some], repeat=self.repeat[some], form=self.form[some])


def read_cells(verdicts: "pd.DataFrame", *, judges: Sequence[str], items: Sequence[str], repeats: int) -> Cells:
    """Read a table with the columns `judge_id`, `item_id`, `repeat` and `verdict`.

    Args:
        verdicts: One row a cell, in any order.
        judges: Ids of the judge versions of the run.
        items: Ids of the items of the answer key.
        repeats: How many repeats were asked for.

    Raises:
        StoreError: a judge or item that the run does not know, a verdict that is none of the three forms, a repeat
            that was not asked for, or a cell with two verdicts. Everything is named at once.
    """
    import numpy as np
    import pandas as pd

    problems: list[str] = []
    judge = _places(verdicts["judge_id"], judges, "judge", problems)
    item = _places(verdicts["item_id"], items, "item", problems)
    form = _places(verdicts["verdict"], FORMS, "verdict", problems)
    repeat = _repeats(verdicts["repeat"], repeats, problems)
    if not problems:
        cell = (judge * len(items) + item) * repeats + repeat
        twice = verdicts.loc[pd.Series(cell, index=verdicts.index).duplicated(), "item_id"]
        if len(twice):
            problems.append(f"two verdicts for one item, judge and repeat: {_listed(twice)}")
    if problems:
        raise StoreError("the verdict table does not fit the run\n  " + "\n  ".join(problems))
    return Cells(judge=judge, item=item, repeat=repeat, form=form.astype(np.int64))


def error_counts(verdicts: "pd.DataFrame") -> dict[str, dict[str, int]]:
    """How many calls of each judge gave no verdict, by judge id and error code?

    Args:
        verdicts: A table that `read_cells` accepts. Judges without an error are left out.
    """
    failed = verdicts[~verdicts["verdict"].isin(FORMS[: FAIL_CODE + 1])]
    counts: dict[str, dict[str, int]] = {}
    for (judge_id, form), count in failed.groupby(["judge_id", "verdict"], sort=True, observed=True).size().items():
        counts.setdefault(judge_id, {})[form.removeprefix("error:")] = int(count)
    return counts


def _places(column: "pd.Series[Any]", known: Sequence[str], what: str, problems: list[str]) -> "np.ndarray[Any, Any]":
    import numpy as np
    import pandas as pd

    index = pd.Index(known, dtype=object)
    places: np.ndarray[Any, Any]
    if isinstance(column.dtype, pd.CategoricalDtype):
        # Each text is looked up once. The last place is for rows without one.
        places = np.append(index.get_indexer(column.cat.categories.astype(object)), -1)[column.cat.codes]
    else:
        places = index.get_indexer(pd.Index(column, dtype=object))
    unknown = column[places < 0]
    if len(unknown):
        problems.append(f"unknown {what}: {_listed(unknown)}")
    return places


def _repeats(column: "pd.Series[Any]", repeats: int, problems: list[str]) -> "np.ndarray[Any, Any]":
    import numpy as np

    if not np.issubdtype(column.dtype, np.integer):
        problems.append(f"repeats are not whole numbers, the column holds {column.dtype}")
        return np.zeros(len(column), dtype=np.int64)
    values: np.ndarray[Any, Any] = column.to_numpy(dtype=np.int64)
    outside = column[(values < 0) | (values >= repeats)]
    if len(outside):
        problems.append(f"repeat outside 0 to {repeats - 1}, {repeats} were asked for: {_listed(outside)}")
    return values


def _listed(values: "pd.Series[Any]") -> str:
    found = sorted({repr(value) if not isinstance(value, str) else value for value in values})
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more
