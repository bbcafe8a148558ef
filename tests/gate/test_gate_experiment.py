"""Judges with known faults, from verdicts to decision: each one is refused, and only the right one is not."""

import pytest

from tests.analysis.answer_key import always, answer_key, at_random, blind_to, measure, perfect, spec
from tests.gate.summaries import unseen
from workbench.gate.decide import decide, exit_code
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level, Standing

SMALL = {"clean": 8, "planted": {"number changed": 4, "unsupported number added": 4}, "held_out": {"outside fact": 4}}
LARGE = {
    "clean": 40,
    "planted": {"number changed": 22, "unsupported number added": 22},
    "held_out": {"outside fact": 4},
}
FULL = {
    "clean": 30,
    "near_miss": {"passages reordered": 20},
    "planted": {"a": 8, "b": 8, "c": 8, "d": 8},
    "held_out": {"e": 3, "f": 3, "g": 3},
}


def decided(say, key, *, repeats=5, unread=None):
    summary = measure(spec(), answer_key(**key), say, repeats=repeats)
    unread = len(summary.disagreements) if unread is None else unread
    return summary, decide(summary, Policy(), repeats=repeats, seen=unseen(summary), read=Reading(unread=unread))


@pytest.mark.parametrize("key", [SMALL, LARGE], ids=["20 cases", "88 cases"])
def test_a_judge_that_is_blind_to_one_held_out_style_is_refused_and_the_style_is_named(key):
    summary, decision = decided(blind_to("outside fact"), key, unread=0)
    assert summary.planted.hits == summary.planted.items
    assert summary.held_out.hits == 0
    assert decision.level is Level.PLUMBING_ONLY
    assert decision.reasons[0].startswith('Not caught: "outside fact" (held out), 0 of 4.')
    assert exit_code(decision, Level.PROVISIONAL) == exit_code(decision, Level.CERTIFIED) == 3


def test_the_pooled_rate_alone_would_have_passed_that_judge():
    _, decision = decided(blind_to("outside fact"), LARGE, unread=0)
    standings = {line.line: line.standing for line in decision.lines["PROVISIONAL"]}
    assert standings.pop("every style") is Standing.AGAINST
    assert standings.pop("held out") is Standing.AGAINST
    assert set(standings.values()) == {Standing.MET}


def test_a_judge_that_always_passes_is_refused():
    _, decision = decided(always("pass"), FULL)
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 3


def test_a_judge_that_always_fails_is_refused():
    summary, decision = decided(always("fail"), FULL)
    assert summary.planted.hits == summary.planted.items
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 3


def test_a_judge_that_always_errs_is_invalid_and_not_measured():
    _, decision = decided(always("error:timeout"), FULL)
    assert decision.level is Level.INVALID
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_a_judge_that_flips_at_random_is_refused():
    summary, decision = decided(at_random, FULL)
    assert summary.consistency.unanimous < summary.consistency.items
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 3


def test_a_third_of_timeouts_in_one_style_is_never_a_pass():
    def say(c, repeat):
        return "error:timeout" if c.style == "a" and repeat < 3 else str(c.expected)

    summary, decision = decided(say, FULL)
    style = next(entry.rate for entry in summary.by_style if entry.style == "a")
    assert (style.items, style.unresolved, style.errors) == (8, 8, 24)
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_only_the_perfect_judge_is_certified():
    _, decision = decided(perfect, FULL)
    assert decision.level is Level.CERTIFIED
    assert exit_code(decision, Level.CERTIFIED) == 0


def test_no_items_at_all_decide_nothing():
    _, decision = decided(perfect, {})
    assert decision.level is Level.INVALID
    assert exit_code(decision, Level.PROVISIONAL) == 4
