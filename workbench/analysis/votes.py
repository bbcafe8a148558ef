"""Judges that go by the majority of several calls: which calls count, and what each call says by itself.

A call that came after a vote was settled counts nowhere, whether it was made or not. So a run that asks no more than
its votes need gives every verdict and every rate that the whole run gives. Only calls, errors by code and costs are
those of the calls that were made.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.analysis.cells import FAIL_CODE, PASS_CODE, Cells
from workbench.records.challenge import Set
from workbench.records.reply import JudgeSpec
from workbench.records.verdict import Outcome
from workbench.records.vote import first_calls
from workbench.records.voting import Voting

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_MADE = (str(Set.PLANTED), str(Set.HELD_OUT), str(Set.CLEAN), str(Set.NEAR_MISS))
_ERROR = 2
"""Any error, among the codes of pass and fail."""


def counted_cells(cells: Cells, specs: Sequence[JudgeSpec], *, items: int, repeats: int) -> "np.ndarray[Any, Any]":
    """Which calls count? Of a judge that votes, on each item those up to the one that settled it; of others all.

    Args:
        cells: The verdicts.
        specs: The judges, in the order of `cells.judge`.
        items: The number of items.
        repeats: How many repeats were asked for.

    Returns:
        True or false for each cell, in their order.
    """
    import numpy as np

    counted = np.ones(len(cells.judge), dtype=bool)
    for place, spec in enumerate(specs):
        if spec.votes:
            mine = np.flatnonzero(cells.judge == place)
            at = cells.item[mine], cells.repeat[mine]
            said = np.full((items, repeats), -1)
            said[at] = np.minimum(cells.form[mine], _ERROR)
            counted[mine] = ~_settled_before(said, first_calls(spec.votes))[at]
    return counted


def single_calls(verdicts: "pd.DataFrame", spec: JudgeSpec) -> "pd.DataFrame":
    """Return the verdicts of a judge on which each call is looked at by itself: all, and of one that votes the first.

    The first calls are made whatever they say, so nothing that is counted of them depends on when a vote was settled.
    """
    mine = verdicts[verdicts["judge_id"] == spec.judge_id]
    return mine[mine["repeat"] < first_calls(spec.votes)] if spec.votes else mine


def without_votes(spec: JudgeSpec) -> JudgeSpec:
    """Return the judge as one whose every call is a verdict."""
    return replace(spec, details={name: value for name, value in spec.details.items() if name != "votes"})


def voting(spec: JudgeSpec, single: "pd.DataFrame") -> Voting:
    """How did the calls of a judge that votes do, each by itself?

    Args:
        spec: The judge.
        single: Rows of `item_table` of its first calls alone.
    """
    made = single[single["set"].isin(_MADE) & (single["valid"] > 0)]
    shares = made["right"] / made["valid"]
    wrong = made["expected"] == str(Outcome.FAIL)
    return Voting(
        votes=spec.votes,
        first=first_calls(spec.votes),
        calls=int(single["calls"].sum()),
        errors=int(single["errors"].sum()),
        caught=_mean(shares[wrong]),
        passed=_mean(shares[~wrong]),
    )


def _settled_before(said: "np.ndarray[Any, Any]", enough: int) -> "np.ndarray[Any, Any]":
    """Say of each call, a row an item, whether those before it settled the vote: so many of one kind. -1 is no call."""
    import numpy as np

    settled = np.zeros(said.shape, dtype=bool)
    for kind in (PASS_CODE, FAIL_CODE, _ERROR):
        so_far = np.cumsum(said == kind, axis=1)
        settled[:, 1:] |= so_far[:, :-1] >= enough
    return settled


def _mean(shares: "pd.Series[float]") -> float | None:
    return math.fsum(shares) / len(shares) if len(shares) else None
