"""Canaries asked again: what counts as a flip, what is news, and what says nothing."""

from dataclasses import replace

import pandas as pd
import pytest

from tests.gate.test_gate_certificate import SOME
from workbench.gate.canary_check import Says, check_canaries
from workbench.gate.canary_choice import canary_noise
from workbench.gate.certificate import Canary
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import Outcome, Verdict

CERTIFICATE = replace(SOME, canaries=tuple(Canary(item=f"i{n}", verdict="fail") for n in range(30)))


def attempts(*verdicts, judge_id=SOME.judge_id, final=True):
    return [
        Attempt(
            item_id=f"i{place}",
            judge_id=judge_id,
            repeat=5,
            attempt=1,
            final=final,
            at=f"2026-10-01T10:00:{place:02}.000+00:00",
            reply=Reply(verdict=Verdict.read(verdict)),
        )
        for place, verdict in enumerate(verdicts)
    ]


def check(*verdicts, noise=0.01):
    return check_canaries(attempts(*verdicts), CERTIFICATE, noise)


@pytest.mark.parametrize(
    ("verdicts", "says"),
    [
        (["fail"] * 30, Says.NO_DRIFT),
        # With noise 1 % two flips of 30 come up in 4 % of checks and three in 0.3 %.
        (["pass"] * 2 + ["fail"] * 28, Says.NO_DRIFT),
        (["pass"] * 3 + ["fail"] * 27, Says.DRIFT),
        # Of 6 two flips are news in 0.15 % of checks, and would be seen of a judge that turned on a fifth in 34 %.
        (["pass"] * 2 + ["fail"] * 4 + ["error:timeout"] * 24, Says.DRIFT),
        (["fail"] * 6 + ["error:timeout"] * 24, Says.NOT_MEASURABLE),
        (["error:timeout"] * 30, Says.NOT_MEASURABLE),
    ],
)
def test_drift_is_drift_of_few_canaries_and_none_is_none_of_enough_alone(verdicts, says):
    found = check(*verdicts)
    assert found.says is says
    assert found.asked == 30
    assert found.answered == sum(not verdict.startswith("error") for verdict in verdicts)
    assert set(found.flipped.values()) <= {"pass"}


def test_only_final_replies_of_the_judge_on_its_canaries_count():
    others = [*attempts("pass", judge_id="other"), *attempts("pass", final=False)]
    strange = [replace(one, item_id="no canary") for one in attempts("pass")]
    assert check_canaries([*others, *strange], CERTIFICATE, 0.01) is None
    # An error that was asked again is what it came to.
    again = check_canaries([*attempts("error:timeout"), *attempts("pass"), *others, *strange], CERTIFICATE, 0.01)
    assert (again.asked, again.flipped) == (1, {"i0": "pass"})


def test_a_script_has_no_noise_and_any_other_judge_that_of_its_repeats():
    items = [Item(item_id=f"i{n}", question="", passages=(), answer="") for n in range(4)]
    key = [
        Challenge(item=one, rule="grounded", set=kind, style="", parent="p", group="p", expected=Outcome.FAIL)
        for one, kind in zip(items, (Set.PLANTED, Set.PLANTED, Set.HELD_OUT, Set.PLANTED), strict=True)
    ]
    said = {"i0": ["fail"] * 5, "i1": ["fail"] * 4 + ["pass"], "i2": ["pass"] * 5, "i3": ["error:timeout"] * 5}
    rows = [
        {"item_id": item, "judge_id": "j", "repeat": repeat, "verdict": verdict}
        for item, verdicts in said.items()
        for repeat, verdict in enumerate(verdicts)
    ]
    spec = JudgeSpec(name="mine", rule="grounded", model="m", kind=JudgeKind.MODEL, judge_id="j")
    # i0 five times right; i1 wrong where its other four are right: 1 of 6. The held-out item and errors say nothing.
    assert canary_noise(key, pd.DataFrame(rows), spec) == pytest.approx(1.5 / 7)
    assert canary_noise(key, pd.DataFrame(rows), replace(spec, kind=JudgeKind.SCRIPT)) == 0
    assert canary_noise([], pd.DataFrame(rows), spec) == 1
