"""The file of an audit: answers for a person to label, without what any judge said of them, and back with labels."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from workbench.errors import InputError, Problem
from workbench.external.coded import recoded, spelled_out
from workbench.external.column import Column
from workbench.external.columns import Columns, known_column
from workbench.external.table import Table, raise_all

_ITEM, _LABEL = "item", "label"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula, and the texts are not ours."""


def audit_rows(table: Table, columns: Columns, items: Sequence[str]) -> list[dict[str, object]]:
    """Return a row to fill in for each item: its id, an empty label, and every column that is not used otherwise.

    Args:
        table: The rows of the file of verdicts.
        columns: Which column is what. Verdicts, scores, judges and repeats are left out: a label is to be a person's.
        items: Ids of the items, in the order in which they are to be labelled.
    """
    import numpy as np

    items_of = table.texts(columns.item)
    codes, rows = np.unique(items_of.codes, return_index=True)
    first = dict(zip(items_of.categories[codes], rows.tolist(), strict=True))
    kept = [name for name in table.names if name not in columns.used and name.casefold() not in (_ITEM, _LABEL)]
    return [{_ITEM: item, _LABEL: "", **{name: table.columns[name].at(first[item]) for name in kept}} for item in items]


def audit_csv(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe before it."""
    text = io.StringIO(newline="")
    # What ends a line here is what the writer puts in quotes inside a cell, and readers end one at either.
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([_plain(name) for name in rows[0]])
    writer.writerows([_plain(value) for value in row.values()] for row in rows)
    return text.getvalue()


def audit_jsonl(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as JSONL."""
    return "".join(_json({name: _as_json(value) for name, value in row.items()}) + "\n" for row in rows)


def with_labels(table: Table, columns: Columns, labels: Sequence[Table]) -> tuple[Table, Columns]:
    """Put the labels of other files beside the verdicts, by item.

    Args:
        table: The rows of the file of verdicts.
        columns: Which column is what.
        labels: Of each file, rows with an item and a label, found by name. One whose label is empty says nothing.

    Raises:
        InputError: one has no such columns, an item that has no verdict, or one whose label the file of verdicts, or
            another line, tells differently. All at once.
    """
    import numpy as np
    from pandas.api.types import union_categoricals

    items = table.texts(columns.item)
    told = _told_by_all(labels, known=frozenset(items.categories))
    name = columns.label or f"{_LABEL} in {' and '.join(file.path.name for file in labels)}"
    before = table.texts_if_any(columns.label)
    nothing = (None, None)
    both = union_categoricals([before, recoded(items, [told.get(item, nothing)[0] for item in items.categories])])
    had, new = np.split(both.codes, 2)
    raise_all(
        Problem(
            where=f"item {items[row]}",
            expected="one label",
            got=f"{before[row]} in {table.path}, {' in '.join(map(str, told[items[row]]))}",
        )
        for row in np.flatnonzero((had >= 0) & (new >= 0) & (had != new)).tolist()
    )
    merged = both.from_codes(np.where(had >= 0, had, new), dtype=both.dtype)
    columns_of = {**table.columns, name: Column(cells=spelled_out(merged))}
    return replace(table, columns=columns_of), replace(columns, label=name)


def _told_by_all(labels: Sequence[Table], *, known: frozenset[str]) -> dict[str, tuple[str, Path]]:
    """Each item's label, and the first file that tells it."""
    problems: list[Problem] = []
    told: dict[str, tuple[str, Path]] = {}
    for file in labels:
        for item, label in _told(file, known=known).items():
            before, path = told.setdefault(item, (label, file.path))
            if before != label:
                got = f"{before} in {path}, {label} in {file.path}"
                problems.append(Problem(where=f"item {item}", expected="one label", got=got))
    raise_all(problems)
    return told


def _told(labels: Table, *, known: frozenset[str]) -> dict[str, str]:
    item_column, label_column = (known_column(role, labels.names) for role in (_ITEM, _LABEL))
    if not item_column or not label_column:
        expected = "columns for item and label, called so"
        raise InputError(Problem(where=str(labels.path), expected=expected, got=", ".join(labels.names)))
    problems: list[Problem] = []
    told: dict[str, str] = {}
    items, said = (spelled_out(labels.texts(name)) for name in (item_column, label_column))
    for where, item, label in zip(labels.places, items, said, strict=True):
        if label is None:
            continue
        if item is not None and item not in known:
            item = item.removeprefix("'")
        if item is None or item not in known:
            problems.append(Problem(where=where, expected="an item of the file of verdicts", got=item or "none"))
        elif told.setdefault(item, label) != label:
            problems.append(Problem(where=where, expected=f"one label of item {item}", got=f"{told[item]} and {label}"))
    raise_all(problems)
    return told


def _plain(value: object) -> object:
    value = _as_json(value)
    if value is None:
        return ""
    text = value if isinstance(value, str) else _json(value)
    return f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text


def _as_json(value: object) -> object:
    """The value, or as text what JSON has no form for, such as a date of a Parquet file; NaN is nothing."""
    if value != value:
        return None
    try:
        _json(value)
    except (TypeError, ValueError):
        return str(value)
    return value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
