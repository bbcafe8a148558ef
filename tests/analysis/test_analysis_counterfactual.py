"""Pass rates of a counterfactual check: the unit is the question."""

import pytest

from workbench.analysis.counterfactual_rates import change_rates, question_rate
from workbench.records.counterfactual import Change, Result, Tried


def tried(case, change, result):
    return Tried(case=case, change=change, result=result, why="", differs=False)


ALL = [
    # One finding fails a question, whatever else it passed.
    tried("a", Change.REMOVED, Result.DECLINED),
    tried("a", Change.EDITED, Result.MEMORY),
    tried("b", Change.REMOVED, Result.DECLINED),
    tried("b", Change.EDITED, Result.FOLLOWS),
    tried("c", Change.REMOVED, Result.UNCLEAR),
    tried("c", Change.EDITED, Result.ERROR),
    tried("d", Change.REMOVED, Result.ERROR),
    tried("d", Change.EDITED, Result.FOLLOWS),
    tried("e", Change.REMOVED, Result.NOT_TESTED),
    # What could not be tried takes nothing away.
    tried("f", Change.REMOVED, Result.DECLINED),
    tried("f", Change.EDITED, Result.NOT_TESTED),
]


def counts(rate):
    return rate.passed, rate.failed, rate.unclear, rate.errors, rate.not_tested


def test_a_question_passes_where_every_change_that_could_be_tried_was_passed():
    rate = question_rate(ALL)
    # b and f pass, a fails, c is unclear: 2 of 4. d had a failed call, e could not be tried.
    assert (counts(rate), rate.items, rate.share) == ((2, 1, 1, 1, 1), 4, 0.5)
    # Wilson at 2 of 4: (0.5 + z²/8 -+ z sqrt(0.25/4 + z²/64)) / (1 + z²/4), z = 1.96.
    assert (rate.low, rate.high) == (pytest.approx(0.150, abs=0.001), pytest.approx(0.850, abs=0.001))


def test_each_change_has_a_rate_of_its_own_in_a_fixed_order():
    rates = change_rates([*reversed(ALL), tried("a", Change.IDENTITY, Result.LEAKED)])
    assert list(rates) == ["evidence_removed", "fact_changed", "other_identity"]
    assert counts(rates["evidence_removed"]) == (3, 0, 1, 1, 1)
    assert counts(rates["fact_changed"]) == (2, 1, 0, 1, 1)
    # Two identities on one question are one question.
    both = [tried("a", Change.IDENTITY, Result.LEAKED), tried("a", Change.IDENTITY, Result.KEPT_BACK)]
    assert counts(change_rates(both)["other_identity"]) == (0, 1, 0, 0, 0)


def test_nothing_tried_is_not_measured():
    rate = question_rate([])
    assert (rate.items, rate.share, rate.low, rate.high) == (0, None, None, None)
