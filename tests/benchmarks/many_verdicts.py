"""A verdict table of any size and its answer key, made at once: verdicts from a seed, texts of the usual length."""

import numpy as np
import pandas as pd

from tests.analysis import answer_key
from workbench.identity import digest
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome
from workbench.store.verdicts import USAGE, VERDICT_COLUMNS

_FORMS = np.array(["pass", "fail", "error:timeout"], dtype=object)
_OF_FIVE = (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.PLANTED, Set.HELD_OUT)


def judges_of(count):
    return [answer_key.spec(f"judge-{place}", judge_id=f"judge-{place}") for place in range(count)]


def key_of(items):
    """Five items of each case: one untouched, a near miss, two planted mistakes and one held out."""
    passages = tuple(Passage(id=f"p{place}", title="", text="Words of a passage.") for place in range(12))
    return [_challenge(number, passages) for number in range(items)]


def _challenge(number, passages):
    of, case = _OF_FIVE[number % 5], number // 5
    item = Item(item_id=digest([number]), question="", passages=passages, answer="word " * (case % 90 + number % 5))
    return Challenge(
        item=item,
        rule=answer_key.RULE,
        set=of,
        style="" if of is Set.CLEAN else f"{of}-{case % 20}",
        parent=f"case-{case}",
        group=f"case-{case}",
        expected=Outcome.FAIL if of in (Set.PLANTED, Set.HELD_OUT) else Outcome.PASS,
    )


def verdict_rows(items, *, judges, repeats, seed=7):
    """One row a verdict, in the columns of `verdicts.parquet`: nine items of ten right, one call of 100 lost."""
    chance = np.random.default_rng(seed)
    key = key_of(items)
    shape = (judges, items, repeats)
    wanted = np.array([one.expected is Outcome.FAIL for one in key])[None, :, None]
    right = (chance.random((judges, items, 1)) < 0.9) ^ (chance.random(shape) < 0.02)
    form = np.where(chance.random(shape) < 0.01, 2, (right == wanted).astype(int)).ravel()
    judge, item, repeat = (axis.ravel() for axis in np.indices(shape))
    rows = len(form)
    made = {
        "item_id": np.array([one.item.item_id for one in key], dtype=object)[item],
        "judge_id": np.array([spec.judge_id for spec in judges_of(judges)], dtype=object)[judge],
        "repeat": repeat,
        "verdict": _FORMS[form],
        "reason": np.array([f"Passage p{place} says so. " * 4 for place in range(100)], dtype=object)[item % 100],
        "answered_by": "claude-haiku-5-5",
        "latency_s": chance.random(rows),
        **dict.fromkeys(USAGE, 500),
    }
    blank = {"text": "", "count": 0, "seconds": 0.0, "score": None}
    types = {"text": str, "count": "int64", "seconds": "float64", "score": "Float64"}
    return pd.DataFrame(
        {
            name: pd.Series(made.get(name, blank[kind]), index=range(rows), dtype=types[kind])
            for name, kind in VERDICT_COLUMNS.items()
        }
    )


def run_tables(items, verdicts, *, judges, repeats):
    return answer_key.run_tables(
        judges_of(judges),
        key_of(items),
        verdicts,
        repeats=repeats,
        ranks={f"case-{case}": case % 12 + 1 for case in range(items)},
    )
