"""The test of the instrument: silent where all is well, and not where a piece of the pipeline is broken."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.gate import decide as deciding
from workbench.judges.simulated import SimulatedJudge
from workbench.records.challenge import Set
from workbench.records.summary import Level
from workbench.records.verdict import Outcome
from workbench.steps import counting, instrument, looks, measure
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench
from workbench.steps.settings import Settings

ROOT = Path(__file__).parents[2]
PLAIN = Settings(root=ROOT, name="")


@pytest.fixture(scope="module")
def key():
    """The answer key of the sample's first rule, without held-out mistakes."""
    return [one for one in build_answer_key(open_bench(ROOT), held_out=False).challenges if one.rule == "grounded"]


@pytest.fixture
def few(monkeypatch):
    """As few items as a judge without a mistake can be let through on."""
    monkeypatch.setattr(instrument, "LEAST", 9)


def differences(key, settings=PLAIN):
    return "\n".join(instrument.test_instrument(settings, key).differences)


def test_every_known_figure_comes_out_and_nothing_is_left_in_the_folder(key, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = instrument.test_instrument(PLAIN, key)
    # Twelve items of each of three sets and two to hold out, seen by five judges, twice each.
    assert (found.rules, found.judges, found.items, found.verdicts) == (("grounded",), 5, 42, 420)
    assert (found.differences, found.too_small) == ((), ())
    assert list(tmp_path.iterdir()) == []


def test_of_a_bench_in_which_nothing_is_planted_nothing_is_said(key):
    found = instrument.test_instrument(PLAIN, [one for one in key if one.set is Set.CLEAN])
    assert (found.rules, found.verdicts, found.differences) == ((), 0, ())


@given(st.data())
@settings(max_examples=4)
def test_no_set_however_small_makes_a_whole_instrument_seem_broken(key, data):
    some = data.draw(st.lists(st.sampled_from(key), min_size=1, max_size=12, unique_by=lambda one: one.item.item_id))
    assert differences(some) == ""


def test_the_bars_of_settings_are_those_that_are_tested(key, few):
    # 200 plants are asked for, and no bench has them here: not even a perfect judge gets through.
    bars = replace(PLAIN.policy.provisional, plants=200)
    found = instrument.test_instrument(replace(PLAIN, policy=replace(PLAIN.policy, provisional=bars)), key)
    assert (found.too_small, found.differences) == (("grounded",), ())


@pytest.mark.parametrize(("asked", "made"), [(1, 2), (3, 3), (1_000_000, 5)])
def test_no_number_of_repeats_that_the_bars_ask_for_makes_a_whole_instrument_seem_broken_or_slow(key, few, asked, made):
    bars = replace(PLAIN.policy.provisional, repeats=asked)
    found = instrument.test_instrument(replace(PLAIN, policy=replace(PLAIN.policy, provisional=bars)), key)
    assert (found.too_small, found.differences) == ((), ())
    assert found.verdicts == found.judges * found.items * made


def test_a_gate_that_lets_everything_through_is_noticed(key, few, monkeypatch):
    def lenient(*given_, **more):
        decision = deciding.decide(*given_, **more)
        return replace(decision, level=Level.CERTIFIED)

    monkeypatch.setattr(counting, "decide", lenient)
    told = differences(key)
    for name in ("always_pass", "always_fail", "random", "blind"):
        assert f"{name}" in told
    assert "the gate says CERTIFIED, and had to refuse it" in told
    assert "perfect" not in told


def test_a_gate_that_lets_nothing_through_is_noticed(key, few, monkeypatch):
    def strict(*given_, **more):
        return replace(deciding.decide(*given_, **more), level=Level.PLUMBING_ONLY)

    monkeypatch.setattr(counting, "decide", strict)
    assert differences(key) == "perfect (grounded): the gate says PLUMBING ONLY of a judge without a mistake"


def test_a_rate_that_counts_any_catch_for_a_catch_is_noticed(key, few, monkeypatch):
    from workbench.analysis import rates, set_rates

    monkeypatch.setattr(set_rates, "catch_rate", rates.alarm_rate)
    # Only a judge whose repeats differ tells the two apart.
    assert "random (grounded): planted caught: " in differences(key)


def test_a_bound_at_another_level_is_noticed(key, few, monkeypatch):
    from workbench.analysis import intervals, rates

    monkeypatch.setattr(rates, "lower_bound", lambda score, items: intervals.lower_bound(score, items, alpha=0.1))
    assert "perfect (grounded): bound of what is caught" in differences(key)


def test_a_verdict_that_is_lost_on_its_way_is_noticed(key, few, monkeypatch):
    whole = measure.both_tables

    def without_the_last(*given_, **more):
        verdicts, spend = whole(*given_, **more)
        return verdicts.iloc[:-1], spend

    monkeypatch.setattr(measure, "both_tables", without_the_last)
    assert "the pipeline stopped: run" in differences(key)


def test_a_verdict_that_turns_on_its_way_is_noticed(key, few, monkeypatch):
    whole = measure.both_tables

    def with_one_turned(*given_, **more):
        verdicts, spend = whole(*given_, **more)
        place = verdicts.index[verdicts["judge"] == "always_pass"][0]
        verdicts.loc[place, "verdict"] = "fail"
        return verdicts, spend

    monkeypatch.setattr(measure, "both_tables", with_one_turned)
    told = differences(key)
    assert "always_pass (grounded): items with one verdict: 35 of 36, known to be 36 of 36" in told


def test_an_answer_key_that_is_read_wrong_is_noticed(key, few, monkeypatch):
    from workbench.analysis import summarise

    whole = summarise.item_table

    def turned(*given_, **more):
        rows = whole(*given_, **more)
        return rows.assign(set=rows["set"].replace({"near_miss": "clean"}))

    monkeypatch.setattr(summarise, "item_table", turned)
    assert "near misses alarmed: 0 of 0, known to be" in differences(key)


def test_a_judge_that_does_not_do_what_it_is_known_for_is_noticed(key, few, monkeypatch):
    monkeypatch.setattr(SimulatedJudge, "_outcome", lambda self, item_id, repeat: Outcome.PASS)
    told = differences(key)
    assert "always_fail (grounded): planted caught: 0 of" in told
    assert "random (grounded): a coin said fail in 0 of 72 calls" in told


def test_looks_that_are_not_written_down_are_noticed(key, few, monkeypatch):
    monkeypatch.setattr(looks.LookWriter, "before", lambda self, attempt: None)
    assert "perfect (grounded): the gate says PLUMBING ONLY of a judge without a mistake" in differences(key)


def test_a_run_that_was_interrupted_is_no_difference(key, few, monkeypatch):
    monkeypatch.setattr(instrument, "run_plan", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        differences(key)


def _interrupted(plan, **more):
    from types import SimpleNamespace

    outcome = SimpleNamespace(ending=instrument.Ending.INTERRUPTED)
    return SimpleNamespace(outcome=outcome, summary=None)
