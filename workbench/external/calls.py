"""Every verdict and every score of a file, one row a call, each with a place of its own."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from workbench.errors import Problem
from workbench.external.coded import coded, nothing, recoded
from workbench.external.columns import Columns
from workbench.external.table import Table
from workbench.external.words import Words, read_verdicts
from workbench.judges.threshold import Threshold

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def read_calls(
    table: Table, columns: Columns, words: Words, threshold: Threshold | None, problems: list[Problem]
) -> "tuple[pd.DataFrame, pd.DataFrame]":
    """Return verdicts and scores, one row a cell of the file: `row`, `judge`, `given`, and `verdict` or `score`.

    `row` is the row of the file and `given` what it says of the repeat. Words without a meaning are added to
    `problems`.
    """
    judges = table.texts_if_any(columns.judge)
    given = table.texts_if_any(columns.repeat)
    scores = {name: table.numbers(name) for name in columns.score}
    if threshold is None:
        verdicts = {
            name: read_verdicts(table.texts(name), words, name=name, problems=problems) for name in columns.verdict
        }
    else:
        verdicts = {name: _by_threshold(found, threshold) for name, found in scores.items()}
    return _long(verdicts, judges, given, "verdict"), _long(scores, judges, given, "score")


def number_repeats(verdicts: "pd.DataFrame", *, by_order: bool, problems: list[Problem], where: str) -> tuple[str, ...]:
    """Number the calls of one judge about one item from 0, in a column `repeat`, and say how."""
    if by_order:
        verdicts["repeat"] = _places_within(verdicts)
        several = verdicts.loc[verdicts["repeat"] > 0, "item_id"].nunique()
        if not several:
            return ()
        said = "No column says which repeat a row is: rows of one judge about one item are read as its repeats"
        return (f"{said} (on {several:,} of the items).",)
    cells = verdicts[["judge", "item_id", "given"]]
    twice = cells[cells.duplicated()].drop_duplicates().astype(object)
    problems += [
        Problem(where=where, expected="each repeat of an item once", got=f"item {item}, judge {judge}, repeat {given}")
        for judge, item, given in twice.where(twice.notna(), None).itertuples(index=False)
    ]
    verdicts["repeat"] = _places_within(cells.sort_values("given", na_position="first", kind="stable"))
    return ()


def _places_within(calls: "pd.DataFrame") -> "pd.Series[Any]":
    """Count the calls of each judge about each item from 0, in the order of the rows."""
    return calls.groupby(["judge", "item_id"], observed=True, sort=False).cumcount().astype("int64")


def _by_threshold(scores: "np.ndarray[Any, Any]", threshold: Threshold) -> "pd.Categorical":
    import numpy as np

    known, places = np.unique(scores, return_inverse=True)
    return coded(places, ["error:missing" if np.isnan(one) else str(threshold.outcome(one)) for one in known.tolist()])


def _long(
    parts: "Mapping[str, pd.Categorical | np.ndarray[Any, Any]]",
    judges: "pd.Categorical",
    given: "pd.Categorical",
    what: str,
) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    names = [_names(column, judges, several=len(parts) > 1) for column in parts]
    values: Any = list(parts.values())
    return pd.DataFrame(
        {
            "row": np.tile(np.arange(len(judges)), len(parts)),
            "judge": _joined(names),
            "given": _joined([given] * len(parts)),
            what: _joined(values) if what == "verdict" else np.concatenate([*values, np.empty(0)]),
        }
    )


def _names(column: str, judges: "pd.Categorical", *, several: bool) -> "pd.Categorical":
    """Name the judge of each row: by the judge column, and by the column of its verdicts where there are several."""
    own = column.rpartition(".")[2]
    if several or "." in column:
        return recoded(judges, [f"{judge}, {own}" for judge in judges.categories], missing=own)
    return recoded(judges, list(judges.categories), missing="judge")


def _joined(parts: "Iterable[pd.Categorical]") -> "pd.Categorical":
    from pandas.api.types import union_categoricals

    return union_categoricals([nothing(0), *parts], sort_categories=True)
