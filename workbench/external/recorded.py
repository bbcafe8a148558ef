"""From the rows of a file to an answer key, a verdict table and scores: what the workbench counts from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.errors import Problem
from workbench.external.columns import Columns
from workbench.external.table import Table, raise_all
from workbench.external.words import SKIP, Words, read_labels, read_verdicts
from workbench.identity import digest
from workbench.judges.threshold import Threshold
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

RULE = "as labelled"
"""The rule of verdicts that were given elsewhere: what the people who labelled had in mind."""


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a file of verdicts tells.

    Attributes:
        challenges: One natural answer an item that a person labelled. Question and answer are not in the file: empty.
        specs: The judges that gave verdicts, by name.
        verdicts: One row a verdict: `item_id`, `judge_id`, `repeat` (from 0) and `verdict` (text form).
        scores: One row a score: `judge`, `item_id`, `wrong` (by the label), `source` (its group, or itself where it has
            none) and `score`, null where it is missing.
        in_use: One row a judge and item, labelled or not, with its first verdict: `judge`, `item_id`, `verdict` and
            `label` (`pass`, `fail`, or null where nobody said either).
        repeats: The most calls that one judge made about one item.
        left_out: Items that are not measured on, by reason.
        notes: What a reader must know of how the file was read.
    """

    challenges: tuple[Challenge, ...]
    specs: tuple[JudgeSpec, ...]
    verdicts: "pd.DataFrame"
    scores: "pd.DataFrame"
    in_use: "pd.DataFrame"
    repeats: int
    left_out: Mapping[str, int]
    notes: tuple[str, ...]


def read_recorded(table: Table, columns: Columns, words: Words, threshold: Threshold | None) -> Recorded:
    """Lay labels and verdicts apart, and give every call a place of its own.

    Args:
        table: The rows.
        columns: Which column is what.
        words: What words mean besides `pass`, `fail` and `error:<code>`.
        threshold: Turns scores into verdicts; then a column of verdicts is not looked at.

    Raises:
        InputError: words without a meaning, items without an id or with two labels, one repeat twice. All at once.
    """
    problems: list[Problem] = []
    items = table.texts(columns.item)
    problems += [
        Problem(where=where, expected=f'an id as "{columns.item}"', got="none")
        for where, item in zip(table.places, items, strict=True)
        if item is None
    ]
    labels = _labels(table, columns, words, problems)
    styles = table.texts(columns.style) if columns.style else [None] * len(items)
    groups = table.texts(columns.group) if columns.group else [None] * len(items)
    calls = _calls(table, columns, words, threshold, problems)
    raise_all(problems)
    key = _answer_key(items, labels, styles, groups, columns, problems)
    raise_all(problems)
    measured = key[key["label"].isin(list(Outcome))]
    every, scores = (_of_items(frame, items, measured) for frame in calls)
    told = _placed(every, by_order=not columns.repeat, problems=problems, where=str(table.path))
    raise_all(problems)
    verdicts, scores = (frame[frame["label"].notna()].reset_index(drop=True) for frame in (every, scores))
    names = sorted(verdicts["judge"].unique())
    told_of = measured[["item_id", "label", "style", "group"]]
    sources = dict(zip(measured["item_id"], measured["group"], strict=True))
    return Recorded(
        challenges=tuple(_challenge(*row) for row in told_of.itertuples(index=False)),
        specs=tuple(_spec(name) for name in names),
        verdicts=verdicts.assign(judge_id=verdicts["judge"].map({name: _spec(name).judge_id for name in names})),
        scores=scores.assign(wrong=scores["label"] == str(Outcome.FAIL), source=scores["item_id"].map(sources)),
        in_use=every.loc[every["repeat"] == 0, ["judge", "item_id", "verdict", "label"]],
        repeats=int(verdicts["repeat"].max()) + 1 if len(verdicts) else 1,
        left_out=_left_out(key, table, columns),
        notes=(*told, *_not_asked(verdicts, measured)),
    )


def _labels(table: Table, columns: Columns, words: Words, problems: list[Problem]) -> list[str | None]:
    if not columns.label:
        return [None] * len(table.places)
    return read_labels(table.texts(columns.label), words, name=columns.label, problems=problems)


def _calls(
    table: Table, columns: Columns, words: Words, threshold: Threshold | None, problems: list[Problem]
) -> "tuple[pd.DataFrame, pd.DataFrame]":
    """Return verdicts and scores, one row a cell of the file: `row`, `judge`, `repeat`, and `verdict` or `score`."""
    judges = table.texts(columns.judge) if columns.judge else [None] * len(table.places)
    given = table.texts(columns.repeat) if columns.repeat else [None] * len(table.places)
    score_parts = {name: table.numbers(name) for name in columns.score}
    if threshold is None:
        verdict_parts = {
            name: read_verdicts(table.texts(name), words, name=name, problems=problems) for name in columns.verdict
        }
    else:
        verdict_parts = {name: _by_threshold(scores, threshold) for name, scores in score_parts.items()}
    frames = (_long(verdict_parts, judges, given, "verdict"), _long(score_parts, judges, given, "score"))
    return frames[0], frames[1].astype({"score": "float64"})


def _by_threshold(scores: Sequence[float | None], threshold: Threshold) -> list[str]:
    return ["error:missing" if score is None else str(threshold.outcome(score)) for score in scores]


def _long(
    parts: "Mapping[str, Sequence[str | float | None]]",
    judges: Sequence[str | None],
    given: Sequence[str | None],
    what: str,
) -> "pd.DataFrame":
    import pandas as pd

    frames = [
        pd.DataFrame(
            {
                "row": range(len(judges)),
                "judge": pd.Series(_names(column, judges, several=len(parts) > 1), dtype=object),
                "given": pd.Series(given, dtype=object),
                what: pd.Series(values, dtype=object),
            }
        )
        for column, values in parts.items()
    ]
    empty = pd.DataFrame(columns=["row", "judge", "given", what]).astype({"row": "int64"})
    return pd.concat(frames, ignore_index=True) if frames else empty


def _names(column: str, judges: Sequence[str | None], *, several: bool) -> list[str]:
    """Name the judge of each row: by the judge column, and by the column of its verdicts where there are several."""
    own = column.rpartition(".")[2]
    if several or "." in column:
        return [own if judge is None else f"{judge}, {own}" for judge in judges]
    return ["judge" if judge is None else judge for judge in judges]


def _answer_key(
    items: Sequence[str | None],
    labels: Sequence[str | None],
    styles: Sequence[str | None],
    groups: Sequence[str | None],
    columns: Columns,
    problems: list[Problem],
) -> "pd.DataFrame":
    """Return one row an item, by id: `item_id`, `label` (pass, fail, skip or null), `style`, `group`."""
    import pandas as pd

    frame = pd.DataFrame({"item_id": items, "label": labels, "style": styles, "group": groups}, dtype=object)
    for name, column in (("label", columns.label), ("style", columns.style), ("group", columns.group)):
        pairs = frame[["item_id", name]].dropna().drop_duplicates()
        twice = sorted(pairs.loc[pairs["item_id"].duplicated(), "item_id"].unique())
        problems += [
            Problem(where=f"item {item}", expected=f'one {name} in "{column}"', got="different ones") for item in twice
        ]
    key = frame.groupby("item_id", sort=True).first().reset_index().fillna({"style": ""})
    return key.assign(group=key["group"].fillna(key["item_id"]))


def _of_items(calls: "pd.DataFrame", items: Sequence[str | None], measured: "pd.DataFrame") -> "pd.DataFrame":
    """Give each call its item and label, null where the item has none that says pass or fail."""
    import numpy as np

    label_of = dict(zip(measured["item_id"], measured["label"], strict=True))
    rows = calls["row"].to_numpy()
    item_ids = np.array(items, dtype=object)[rows]
    labels = np.array([label_of.get(item) for item in items], dtype=object)[rows]
    return calls.assign(item_id=item_ids, label=labels)


def _placed(verdicts: "pd.DataFrame", *, by_order: bool, problems: list[Problem], where: str) -> tuple[str, ...]:
    """Number the calls of one judge about one item from 0, in a column `repeat`, and say how."""
    import pandas as pd

    if by_order:
        verdicts["repeat"] = verdicts.groupby(["judge", "item_id"]).cumcount().astype("int64")
        several = verdicts.loc[verdicts["repeat"] > 0, "item_id"].nunique()
        if not several:
            return ()
        said = "No column says which repeat a row is: rows of one judge about one item are read as its repeats"
        return (f"{said} (on {several:,} of the items).",)
    cells = verdicts[["judge", "item_id", "given"]]
    problems += [
        Problem(where=where, expected="each repeat of an item once", got=f"item {item}, judge {judge}, repeat {given}")
        for judge, item, given in cells[cells.duplicated()].drop_duplicates().itertuples(index=False)
    ]
    order = verdicts.assign(given=pd.Categorical(verdicts["given"])).sort_values("given", na_position="first")
    verdicts["repeat"] = order.groupby(["judge", "item_id"]).cumcount().reindex(verdicts.index).astype("int64")
    return ()


def _challenge(item_id: str, label: str, style: str, group: str) -> Challenge:
    item = Item(item_id=item_id, question="", passages=(), answer="")
    return Challenge(
        item=item,
        rule=RULE,
        set=Set.NATURAL,
        style=style,
        parent=item_id,
        group=group,
        expected=Outcome(label),
    )


def _spec(name: str) -> JudgeSpec:
    kind = JudgeKind.RECORDED
    return JudgeSpec(name=name, rule=RULE, model=str(kind), kind=kind, judge_id=digest([str(kind), name]))


def _left_out(key: "pd.DataFrame", table: Table, columns: Columns) -> dict[str, int]:
    """Count the items that are not measured on, by the label that they have."""
    found = {"no label": int(key["label"].isna().sum())}
    skipped = set(key.loc[key["label"] == SKIP, "item_id"])
    if skipped:
        pairs = zip(table.texts(columns.item), table.texts(columns.label), strict=True)
        said = {item: text for item, text in pairs if text is not None}
        found |= {
            f'label "{word}"': count for word, count in sorted(Counter(str(said[item]) for item in skipped).items())
        }
    return {reason: count for reason, count in found.items() if count}


def _not_asked(verdicts: "pd.DataFrame", measured: "pd.DataFrame") -> tuple[str, ...]:
    """Say where a judge has no row about an item: it counts as unresolved, since a lost call is no right answer."""
    asked = verdicts.groupby("judge", sort=True)["item_id"].nunique()
    return tuple(
        f"{judge}: no row about {len(measured) - count:,} of {len(measured):,} items; they count as unresolved."
        for judge, count in asked.items()
        if count < len(measured)
    )
