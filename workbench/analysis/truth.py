"""The only place where expectations meet verdicts.

Judges answer items without knowing what is expected; the answer key knows nothing of judges. Here the two are laid
side by side, once, and every figure of the workbench is counted from the table that comes out.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.analysis.cells import FAIL_CODE, PASS_CODE, Cells, read_cells
from workbench.analysis.votes import counted_cells
from workbench.errors import InputError, Problem, StoreError
from workbench.records.challenge import Challenge
from workbench.records.reply import IN_CODE, JudgeSpec
from workbench.records.verdict import Outcome
from workbench.records.vote import first_calls

if TYPE_CHECKING:
    import pandas as pd

KEY_COLUMNS = ("item_id", "rule", "set", "style", "parent", "group", "expected")
COLUMNS = (
    *("judge_id", *KEY_COLUMNS, "asked", "calls", "errors", "passes", "fails"),
    *("valid", "right", "score", "against", "resolved", "flips"),
)


def needed_answers(spec: JudgeSpec, repeats: int) -> int:
    """How many valid repeats does an item need before it counts?

    Half of the repeats asked for, and at least two. One is enough where only one was asked for, and for a judge that
    cannot change its mind: a script, or one whose details say `deterministic`. A judge that votes needs the same, and
    one side that has more of them.
    """
    if spec.votes:
        return first_calls(spec.votes)
    if repeats == 1 or spec.kind in IN_CODE or spec.details.get("deterministic") is True:
        return 1
    return max(2, (repeats + 1) // 2)


def item_table(
    challenges: Sequence[Challenge],
    verdicts: "pd.DataFrame",
    specs: Sequence[JudgeSpec],
    *,
    repeats: int,
    stopped_early: bool = False,
) -> "pd.DataFrame":
    """What did every judge say of every item of its rule, and was it right?

    An item may stand under two rules with two expectations: each judge is measured by its own rule. A cell that is
    missing from the verdicts is a missing answer, so the item is there with fewer calls, or none. Only where the run
    was to stop early, an item without any call was not asked.

    A judge that votes has one verdict on an item, the majority of its calls up to the one that settled it
    (`counted_cells`). So an item that is resolved has one valid verdict, and a score of 0 or 1, and every figure that
    is counted from this table is one of its votes.

    Args:
        challenges: The answer key; one line an item and rule.
        verdicts: One row a final attempt: `item_id`, `judge_id`, `repeat`, `verdict` (text form).
        specs: The judges of the run.
        repeats: How many repeats were asked for.
        stopped_early: Whether the run was to ask no more than its decisions need.

    Returns:
        One row a judge version and item, ordered by judge (as in `specs`), set, style, parent and item, with the
        columns `COLUMNS`. `right` counts the valid repeats that gave the expected verdict. `score` is right / valid,
        and null where the item is not `resolved`, that is where too few repeats are valid to count, or a vote is tied.
        `against` is the share of calls that were right, every error counted as wrong, and 0 where the item is not
        resolved; of a vote 1 where more than half of all its calls were right, else 0. `flips` says whether valid
        calls disagree.

    Raises:
        InputError: the answer key holds an item twice under one rule.
        StoreError: a verdict of an unknown judge, of an item that its judge was not asked about, or in no known form.
    """
    import pandas as pd

    key = _answer_key(challenges)
    items = sorted(set(key["item_id"]))
    cells = read_cells(verdicts, judges=_judge_ids(specs), items=items, repeats=repeats)
    counted = counted_cells(cells, specs, items=len(items), repeats=repeats)
    counts = _counts(cells.only(counted), judges=len(specs), items=len(items))
    place = {item: index for index, item in enumerate(items)}
    parts = [_judged(key, spec, counts[index], place, repeats) for index, spec in enumerate(specs)]
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    table["asked"] = (table["calls"] > 0) | (not stopped_early)
    asked = int(table["calls"].sum()) + int((~counted).sum())
    if asked != len(verdicts):
        raise StoreError(
            f"{len(verdicts) - asked} verdicts are about items that stand under another rule than their judge's"
        )
    return table


def _answer_key(challenges: Sequence[Challenge]) -> "pd.DataFrame":
    import pandas as pd

    rows = sorted((c.rule, str(c.set), c.style, c.parent, c.item.item_id, c.group, str(c.expected)) for c in challenges)
    times = Counter((rule, item) for rule, _, _, _, item, _, _ in rows)
    problems = [
        Problem(where=f"item {item}, rule {rule}", expected="one line in the answer key", got=f"{count} lines")
        for (rule, item), count in sorted(times.items())
        if count > 1
    ]
    if problems:
        raise InputError(problems)
    columns = ["rule", "set", "style", "parent", "item_id", "group", "expected"]
    return pd.DataFrame(rows, columns=columns, dtype=object)[list(KEY_COLUMNS)]


def _judge_ids(specs: Sequence[JudgeSpec]) -> list[str]:
    ids = [spec.judge_id for spec in specs]
    twice = sorted(judge_id for judge_id, count in Counter(ids).items() if count > 1)
    if twice:
        raise InputError(f"two judges of one version cannot be told apart: {', '.join(twice)}")
    return ids


def _counts(cells: Cells, *, judges: int, items: int) -> "list[pd.DataFrame]":
    """Count calls, passes and fails of every judge and item; one frame a judge, one row an item."""
    import numpy as np
    import pandas as pd

    size = judges * items
    pair = cells.judge * items + cells.item
    calls = np.bincount(pair, minlength=size).reshape(judges, items)
    passes = np.bincount(pair[cells.form == PASS_CODE], minlength=size).reshape(judges, items)
    fails = np.bincount(pair[cells.form == FAIL_CODE], minlength=size).reshape(judges, items)
    return [
        pd.DataFrame({"calls": calls[judge], "passes": passes[judge], "fails": fails[judge]}) for judge in range(judges)
    ]


def _judged(
    key: "pd.DataFrame", spec: JudgeSpec, counts: "pd.DataFrame", place: dict[str, int], repeats: int
) -> "pd.DataFrame":
    """Lay the answer key of the judge's rule beside what it said."""
    rows = key[key["rule"] == spec.rule].reset_index(drop=True)
    found = counts.iloc[[place[item] for item in rows["item_id"]]].reset_index(drop=True)
    rows["judge_id"] = spec.judge_id
    rows[["calls", "passes", "fails"]] = found[["calls", "passes", "fails"]]
    rows["asked"] = True
    rows["valid"] = rows["passes"] + rows["fails"]
    rows["errors"] = rows["calls"] - rows["valid"]
    rows["right"] = rows["fails"].where(rows["expected"] == str(Outcome.FAIL), rows["passes"])
    rows["resolved"] = rows["valid"] >= needed_answers(spec, repeats)
    rows["flips"] = (rows["passes"] > 0) & (rows["fails"] > 0)
    rows["against"] = (rows["right"] / rows["calls"].where(rows["resolved"])).astype("float64").fillna(0.0)
    if spec.votes:
        _vote(rows, spec)
    rows["score"] = (rows["right"] / rows["valid"].where(rows["resolved"])).astype("float64")
    return rows[list(COLUMNS)]


def _vote(rows: "pd.DataFrame", spec: JudgeSpec) -> None:
    """Turn the calls of a judge that votes into one verdict an item. Where it is not resolved they stay calls."""
    rows["against"] = (rows["right"] >= first_calls(spec.votes)).astype("float64")
    rows["resolved"] &= rows["passes"] != rows["fails"]
    for name in ("passes", "fails", "right", "valid"):
        won = 2 * rows[name] > rows["valid"]
        rows[name] = won.astype("int64").where(rows["resolved"], rows[name])
