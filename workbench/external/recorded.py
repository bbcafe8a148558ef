"""From the rows of a file to an answer key, a verdict table and scores: what the workbench counts from."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.errors import Problem
from workbench.external.calls import number_repeats, read_calls
from workbench.external.coded import recoded
from workbench.external.columns import Columns
from workbench.external.table import Table, raise_all
from workbench.external.words import SKIP, Words, read_labels
from workbench.identity import digest
from workbench.judges.threshold import Threshold
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import numpy as np
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
        Problem(where=table.places[row], expected=f'an id as "{columns.item}"', got="none")
        for row in items.isna().nonzero()[0].tolist()
    ]
    said = table.texts_if_any(columns.label)
    labels = read_labels(said, words, name=columns.label, problems=problems)
    styles, groups = table.texts_if_any(columns.style), table.texts_if_any(columns.group)
    calls = read_calls(table, columns, words, threshold, problems)
    raise_all(problems)
    key = _answer_key(items, {"label": labels, "style": styles, "group": groups}, columns, problems)
    raise_all(problems)
    measured = key[key["label"].isin(list(Outcome))]
    every, scores = (_of_items(frame, items, measured) for frame in calls)
    told = number_repeats(every, by_order=not columns.repeat, problems=problems, where=str(table.path))
    raise_all(problems)
    verdicts, scores = (frame[frame["label"].notna()].reset_index(drop=True) for frame in (every, scores))
    specs = [_spec(name) for name in sorted(verdicts["judge"].unique())]
    told_of = measured[["item_id", "label", "style", "group"]]
    return Recorded(
        challenges=tuple(_challenge(*row) for row in told_of.itertuples(index=False)),
        specs=tuple(specs),
        verdicts=verdicts.assign(judge_id=verdicts["judge"].map({spec.name: spec.judge_id for spec in specs})),
        scores=scores.assign(
            wrong=scores["label"] == str(Outcome.FAIL),
            source=scores["item_id"].map(dict(zip(key["item_id"], key["group"], strict=True))),
        ),
        in_use=every.loc[every["repeat"] == 0, ["judge", "item_id", "verdict", "label"]],
        repeats=int(verdicts["repeat"].max()) + 1 if len(verdicts) else 1,
        left_out=_left_out(key, items, said),
        notes=(*told, *_not_asked(verdicts, measured)),
    )


def _answer_key(
    items: "pd.Categorical", told: "Mapping[str, pd.Categorical]", columns: Columns, problems: list[Problem]
) -> "pd.DataFrame":
    """Return one row an item, by id: `item_id`, `label` (pass, fail, skip or null), `style`, `group`."""
    import pandas as pd

    key = {"item_id": items.categories.to_numpy()}
    for name, texts in told.items():
        first = _of_each(items, texts)
        problems += [
            Problem(where=f"item {items.categories[item]}", expected=f'one {name} in "{column}"', got="different ones")
            for item in sorted(set(items.codes[(texts.codes >= 0) & (texts.codes != first[items.codes])].tolist()))
            for column in [getattr(columns, name)]
        ]
        key[name] = pd.Categorical.from_codes(first, dtype=texts.dtype).astype(object)
    frame = pd.DataFrame(key)
    return frame.assign(style=frame["style"].fillna(""), group=frame["group"].fillna(frame["item_id"]))


def _of_each(items: "pd.Categorical", texts: "pd.Categorical", *, last: bool = False) -> "np.ndarray[Any, Any]":
    """Return the code of the first (or last) text that each item has; -1 where it has none."""
    import numpy as np

    rows = np.flatnonzero(texts.codes >= 0)
    found = np.full(len(items.categories), -1)
    # Of several values for one place the one that is written last stays.
    rows = rows if last else rows[::-1]
    found[items.codes[rows]] = texts.codes[rows]
    return found


def _of_items(calls: "pd.DataFrame", items: "pd.Categorical", measured: "pd.DataFrame") -> "pd.DataFrame":
    """Give each call its item and label, null where the item has none that says pass or fail."""
    label_of = dict(zip(measured["item_id"], measured["label"], strict=True))
    labels = recoded(items, [label_of.get(item) for item in items.categories])
    rows = calls["row"].to_numpy()
    return calls.assign(item_id=items[rows], label=labels[rows])


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


def _left_out(key: "pd.DataFrame", items: "pd.Categorical", said: "pd.Categorical") -> dict[str, int]:
    """Count the items that are not measured on, by the label that they have."""
    found = {"no label": int(key["label"].isna().sum())}
    words = said.categories[_of_each(items, said, last=True)[key["label"] == SKIP]]
    found |= {f'label "{word}"': count for word, count in sorted(Counter(words).items())}
    return {reason: count for reason, count in found.items() if count}


def _not_asked(verdicts: "pd.DataFrame", measured: "pd.DataFrame") -> tuple[str, ...]:
    """Say where a judge has no row about an item: it counts as unresolved, since a lost call is no right answer."""
    asked = verdicts.groupby("judge", sort=True, observed=True)["item_id"].nunique()
    return tuple(
        f"{judge}: no row about {len(measured) - count:,} of {len(measured):,} items; they count as unresolved."
        for judge, count in asked.items()
        if count < len(measured)
    )
