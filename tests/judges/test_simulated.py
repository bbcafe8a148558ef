"""Simulated judges: each errs as it says, and always in the same way."""

import asyncio

import pytest

from workbench.errors import InputError
from workbench.judges.simulated import Behaviour, SimulatedJudge
from workbench.records.item import Item
from workbench.records.reply import JudgeKind
from workbench.records.verdict import Outcome

ITEMS = [Item.of(question="Q?", passages=[], answer=f"answer {n}") for n in range(400)]
STYLES = ("", "figure_changed", "outside_fact", "same_figure")
PLAN = {
    item.item_id: (Outcome.FAIL if n % 4 in (1, 2) else Outcome.PASS, STYLES[n % 4]) for n, item in enumerate(ITEMS)
}
RIGHT = [str(outcome) for outcome, _ in PLAN.values()]


def verdicts(behaviour, repeat=0):
    judge = SimulatedJudge("sim", "grounded", Behaviour.read(behaviour), PLAN)

    async def calls():
        return [str((await judge.judge(item, repeat)).verdict) for item in ITEMS]

    return asyncio.run(calls())


def test_the_perfect_judge_is_right():
    assert verdicts("perfect") == RIGHT


def test_the_constant_judges_are_constant():
    assert set(verdicts("always_pass")) == {"pass"}
    assert set(verdicts("always_fail")) == {"fail"}
    assert set(verdicts("always_error")) == {"error:unparsed"}


def test_the_random_judge_flips_a_coin_for_each_item_and_repeat():
    first, second = verdicts("random", 0), verdicts("random", 1)
    # 400 fair coins: the standard deviation is 10, so 150 to 250 is five of them either way.
    assert 150 < first.count("pass") < 250
    assert 150 < sum(one == other for one, other in zip(first, second, strict=True)) < 250
    assert first == verdicts("random", 0)


def test_the_flaky_judge_errs_at_its_share():
    wrong = sum(said != right for said, right in zip(verdicts("flaky:0.2"), RIGHT, strict=True))
    # 400 calls at 0.2: mean 80, standard deviation 8; 40 to 120 is five of them either way.
    assert 40 < wrong < 120
    assert verdicts("flaky:0") == RIGHT
    assert all(said != right for said, right in zip(verdicts("flaky:1"), RIGHT, strict=True))


def test_the_blind_judge_passes_its_style_and_is_right_on_the_rest():
    said = verdicts("blind:outside_fact")
    for verdict, right, (_, style) in zip(said, RIGHT, PLAN.values(), strict=True):
        assert verdict == ("pass" if style == "outside_fact" else right)


def test_an_item_without_a_plan_is_an_error_and_no_verdict():
    judge = SimulatedJudge("sim", "grounded", Behaviour.read("perfect"), {})
    assert str(asyncio.run(judge.judge(ITEMS[0], 0)).verdict) == "error:judge_crashed"


def test_a_simulated_judge_says_that_it_is_one():
    judge = SimulatedJudge("sim", "grounded", Behaviour.read("blind:outside_fact"), PLAN)
    assert (judge.spec.kind, judge.spec.model) == (JudgeKind.SIMULATED, "simulated")
    assert "simulated" in asyncio.run(judge.judge(ITEMS[0], 0)).reason
    other = SimulatedJudge("sim", "grounded", Behaviour.read("blind:figure_changed"), PLAN)
    assert judge.spec.judge_id != other.spec.judge_id


@pytest.mark.parametrize(
    "text", ["perfct", "", "flaky", "flaky:", "flaky:2", "flaky:nan", "blind", "blind:", "perfect:1", "random:x"]
)
def test_a_behaviour_that_cannot_be_read_is_refused(text):
    with pytest.raises(InputError):
        Behaviour.read(text)
