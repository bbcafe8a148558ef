"""Numbers that were registered before the first verdict, and what makes a plan void."""

from dataclasses import replace

import pytest

from tests.analysis.answer_key import spec
from tests.gate.summaries import unseen
from tests.gate.test_gate_decide import POLICY, certifiable, line
from workbench.gate.chain import Look, RegisteredPlan
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.gate.plans import plan_bars, registration
from workbench.gate.policy import CERTIFIED
from workbench.gate.reading import Reading
from workbench.records.summary import Level, Standing

FIRST, MORE, MOST, ALL = ("i1", "i2"), ("i1", "i2", "i3"), ("i1", "i2", "i3", "i4"), ("i1", "i2", "i3", "i4", "i5")


def plan(items, at="2026-11-01T00:00:00Z", **more):
    values = {"at": at, "rule": "grounded", "items": items, "plants": 1, "sources": 1, "bars": plan_bars(CERTIFIED)}
    return RegisteredPlan(**{**values, **more})


def look(run, items, judge_id="v1"):
    return Look(
        at="2026-11-02T00:00:00Z",
        judge="grounded",
        rule="grounded",
        judge_id=judge_id,
        run=run,
        set_hash="s",
        styles=(),
        cases=(),
        kind="model",
        items=items,
    )


def planned(*entries, run="r1", items=FIRST, bars=CERTIFIED, lost=""):
    return registration(
        Ledger(entries=entries, lost=lost),
        spec("grounded", judge_id="v1"),
        run=(run, "2026-11-02T00:00:00Z"),
        items=items,
        fresh=items,
        bars=bars,
    )


def test_a_plan_before_the_first_verdict_counts():
    found = planned(plan(FIRST), look("r1", FIRST))
    assert (found.holds, found.words) == (True, "registered on 2026-11-01")


def test_without_a_plan_there_is_nothing_to_say():
    assert planned(look("r1", FIRST)) == planned(plan(FIRST, rule="answers_when_it_can"), look("r1", FIRST))
    assert (planned(look("r1", FIRST)).holds, planned(look("r1", FIRST)).words) == (False, "")


@pytest.mark.parametrize(
    ("entries", "more", "says"),
    [
        ((look("r1", FIRST), plan(FIRST)), {}, "after the first verdict"),
        ((look("r0", FIRST), plan(FIRST), look("r1", FIRST)), {}, "before it was registered"),
        ((plan(MORE), look("r1", FIRST)), {}, "other cases were run than the 1 planted mistake and 1 trusted answer"),
        ((plan(FIRST), plan(MORE), look("r1", FIRST)), {}, "other cases were run"),
        ((plan(FIRST), look("r1", FIRST)), {"bars": replace(CERTIFIED, catch_floor=0.5)}, "bars have changed"),
        ((plan(FIRST), look("r1", FIRST)), {"lost": "cut"}, "lost lines"),
        ((plan(FIRST),), {}, "lost lines"),
    ],
)
def test_what_makes_a_plan_void_is_said(entries, more, says):
    found = planned(*entries, **more)
    assert not found.holds
    assert says in found.words


def test_a_plan_may_be_topped_up_twice_and_no_more():
    two = (plan(FIRST), look("r1", FIRST), plan(MORE), look("r2", MORE), plan(MOST))
    assert planned(*two, look("r3", MOST), run="r3", items=MOST).holds
    third = planned(*two, look("r3", MOST), plan(ALL), look("r4", ALL), run="r4", items=ALL)
    assert not third.holds
    assert "added, or run again, 3 times" in third.words


def test_running_the_same_plan_again_until_it_is_lucky_uses_the_top_ups_up():
    again = [look(f"r{number}", FIRST) for number in range(4)]
    assert [planned(plan(FIRST), *again, run=f"r{number}").holds for number in range(4)] == [True, True, True, False]


def test_cases_that_were_added_without_a_plan_void_the_next_one():
    found = planned(
        plan(FIRST), look("r1", FIRST), look("r2", MORE), plan(MOST), look("r3", MOST), run="r3", items=MOST
    )
    assert "before it was registered" in found.words


def test_a_plan_is_a_line_in_the_chain_of_the_looks(tmp_path):
    path = tmp_path / "ledger.jsonl"
    append_to_ledger(path, [plan(FIRST)])
    append_to_ledger(path, [look("r1", FIRST)])
    assert read_ledger(path).entries == (plan(FIRST), look("r1", FIRST))


def test_the_line_says_when_the_numbers_were_registered_or_why_the_plan_does_not_count():
    summary = certifiable(plants=(19, 19), clean=(19, 19), held=(8, 8))

    def decided(fresh):
        return decide(summary, POLICY, repeats=5, seen=unseen(summary), read=Reading(), fresh=fresh)

    good = decided(FreshEvidence(summary=summary, registered=True, terms="registered on 2026-11-01"))
    assert good.level is Level.CERTIFIED
    assert line(good, "planted", Level.CERTIFIED).asked.endswith("in numbers registered on 2026-11-01")
    why = "the plan of 2026-11-01 does not count: other cases were run"
    bad = decided(FreshEvidence(summary=summary, terms=why))
    assert bad.level is Level.PROVISIONAL
    assert line(bad, "planted", Level.CERTIFIED).asked.endswith(f"e-value of 20 ({why})")


@pytest.mark.parametrize(
    ("candidates", "plants", "registered", "met"),
    [
        # 0.85 ** n <= 0.05 from 19 cases on, and 0.05 / 3 from 26 on: ln(60) / -ln(0.85) = 25.2.
        (1, 19, True, True),
        (3, 25, True, False),
        (3, 26, True, True),
        # 1.1176 ** n >= 20 from 27 cases on, and 60 from 37 on: ln(60) / ln(1 / 3 + 2 / (3 * 0.85)) = 36.8.
        (1, 27, False, True),
        (3, 36, False, False),
        (3, 37, False, True),
    ],
)
def test_candidates_that_share_a_look_each_have_to_show_more(candidates, plants, registered, met):
    summary = certifiable(plants=(plants, plants), clean=(80, 80), held=(20, 20))
    fresh = FreshEvidence(summary=summary, registered=registered)
    seen = unseen(summary, candidates=candidates)
    decision = decide(summary, POLICY, repeats=5, seen=seen, read=Reading(), fresh=fresh)
    found = line(decision, "planted", Level.CERTIFIED)
    assert (found.standing is Standing.MET) == met
    assert ("3 candidates share the look" in found.asked) == (candidates == 3)
    # The held-out bound is shared too: 0.65 ** 9 = 0.0207 is above 0.05 / 3, and 0.65 ** 10 = 0.0135 below.
    held = certifiable(held=(9, 9), plants=(80, 80), clean=(80, 80))
    decision = decide(held, POLICY, repeats=5, seen=unseen(held, candidates=candidates), read=Reading())
    assert (line(decision, "held out", Level.CERTIFIED).standing is Standing.MET) == (candidates == 1)
