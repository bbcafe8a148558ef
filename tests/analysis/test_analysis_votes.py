"""A judge that goes by the majority of several calls: its vote counts, and a settled vote needs no more calls."""

from dataclasses import replace
from itertools import product
from math import prod

import pandas as pd
import pytest
from hypothesis import given, settings

from tests.analysis.answer_key import RULE, summaries
from tests.analysis.votes_at_hand import key_of, polls, said, until_settled, voter
from tests.gate.summaries import unseen
from workbench.analysis.truth import item_table
from workbench.gate.decide import decide
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.verdict import Outcome
from workbench.records.vote import Poll, counted_calls, first_calls

LETTERS = {"p": Outcome.PASS, "f": Outcome.FAIL, "e": None}


def row(calls, place=2):
    """The row of one item: a planted one, or a clean one where its place is 0."""
    judge = voter(len(calls))
    key = key_of(place + 1)[place:]
    found = item_table(key, said([*[""] * place, calls], judge), [judge], repeats=len(calls))
    return found.iloc[0]


@pytest.mark.parametrize(
    ("calls", "score"),
    [
        ("fff", 1), ("fpf", 1), ("pfp", 0), ("ffe", 1),
        ("fffpp", 1), ("ppfff", 1), ("pppff", 0),
        ("fefep", 1),  # Three votes, two to one.
        ("eefff", 1),
    ],
)  # fmt: skip
def test_an_item_scores_what_most_of_its_calls_say_and_nothing_in_between(calls, score):
    found = row(calls)
    assert (found["score"], found["resolved"], found["valid"], found["right"]) == (score, True, 1, score)


@pytest.mark.parametrize("calls", ["eep", "pfe", "ppffe", "ppeee", "eeeff"])
def test_a_tie_and_too_few_votes_give_no_verdict_and_count_against_the_judge(calls):
    found = row(calls)
    assert not found["resolved"]
    assert pd.isna(found["score"])
    assert found["against"] == 0


@pytest.mark.parametrize(
    ("calls", "against"),
    # With every error a vote for the wrong side: 2 of 3; 3 of 5; 2 to 3; 3 to 2; 1 to 2.
    [("ffe", 1), ("fffee", 1), ("fefep", 0), ("eefff", 1), ("fep", 0)],
)
def test_read_against_the_judge_every_error_is_a_vote_for_the_wrong_side(calls, against):
    assert row(calls)["against"] == against


def test_calls_after_a_settled_vote_count_nowhere():
    found = row("fffpe")
    assert (found["calls"], found["errors"], found["flips"]) == (3, 0, False)
    assert row("ffpfe")["calls"] == 4
    assert row("ffpfe")["flips"]


# An example measures a judge twice, and a list of items holds many polls.
@settings(max_examples=12)
@given(polls(least=8, most=40))
def test_no_figure_and_no_line_of_the_gate_depends_on_whether_calls_end_with_the_vote(drawn):
    votes, calls = drawn
    judge, key = voter(votes), key_of(len(calls))
    tables = [said(calls, judge), said([*map(until_settled, calls)], judge)]
    rows = [item_table(key, verdicts, [judge], repeats=votes) for verdicts in tables]
    pd.testing.assert_frame_equal(*rows)
    found = [summaries([judge], key, verdicts, repeats=votes)[0] for verdicts in tables]
    # How many calls there were, and what they cost, is all that differs.
    whole, early = (replace(one, calls=0, errors={}, cost=found[0].cost) for one in found)
    assert whole == early
    decisions = [decide(one, Policy(), repeats=votes, seen=unseen(one), read=Reading()) for one in found]
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("votes", [3, 5])
def test_of_all_ways_in_which_calls_can_come_out_the_table_counts_each_as_it_is_counted_by_hand(votes):
    calls = ["".join(letters) for letters in product("pfe", repeat=votes)]
    judge = voter(votes)
    found = item_table(key_of(len(calls)), said(calls, judge), [judge], repeats=votes).set_index("item_id")
    for place, word in enumerate(calls):
        outcomes = [LETTERS[letter] for letter in word]
        mine, vote = found.loc[f"i{place}"], Poll.of(votes, outcomes).verdict
        assert mine["calls"] == counted_calls(votes, outcomes) == len(until_settled(word))
        assert mine["resolved"] == (vote is not None)
        assert Poll.of(votes, outcomes[: mine["calls"]]).verdict is vote
        if vote is not None:
            assert mine["score"] == (str(vote) == mine["expected"])


@pytest.mark.parametrize(("share", "calls"), [(1.0, 3.0), (0.95, 3.16), (0.5, 4.13)])
def test_a_vote_of_five_takes_as_many_calls_as_was_worked_out(share, calls):
    # Each of the 32 ways in which five calls can come out, with its chance; as of independent calls.
    ways = product([Outcome.PASS, Outcome.FAIL], repeat=5)
    chances = ((prod(share if one is Outcome.PASS else 1 - share for one in way), way) for way in ways)
    assert sum(chance * counted_calls(5, way) for chance, way in chances) == pytest.approx(calls, abs=0.005)


def test_consistency_is_that_of_the_first_calls_with_their_number():
    judge = voter(5)
    # The first three agree, on two of four items; on the last an error leaves two that agree.
    calls = ["fffpp", "fpfff", "ppppp", "ppeff"]
    [found] = summaries([judge], key_of(4), said(calls, judge), repeats=5)
    assert (found.consistency.repeats, found.consistency.unanimous, found.consistency.items) == (3, 3, 4)
    assert found.consistency.flipped == ("i1",)
    # Its later calls differ from the first, and they were needed: a person reads it.
    assert "i3" in found.disagreements


def test_single_calls_stand_beside_the_vote_that_they_make():
    judge = voter(3)
    # Two mistakes of which single calls caught 2 of 2 and 1 of 2 (the first two of three), and clean answers passed.
    calls = ["ppp", "ppp", "fff", "fpf"]
    [found] = summaries([judge], key_of(4), said(calls, judge), repeats=3)
    assert found.voting is not None
    assert (found.voting.caught, found.voting.passed) == (0.75, 1.0)
    assert (found.voting.votes, found.voting.first, found.voting.calls, found.voting.errors) == (3, 2, 8, 0)
    assert (found.planted.hits, found.held_out.hits) == (1, 1)
    assert found.calls == 12


def test_the_price_of_a_verdict_is_that_of_all_its_calls():
    judge = voter(3)
    verdicts = said(["ppp", "ppp"], judge).assign(input_tokens=1_000_000)
    [found] = summaries([judge], key_of(2), verdicts, repeats=3)
    assert found.cost.dollars is not None
    assert found.cost.per_thousand == pytest.approx(found.cost.dollars / 2 * 1000)


def test_beside_a_judge_that_votes_another_is_counted_by_its_calls():
    plain, judge = voter(0, "plain"), voter(3, "voting")
    calls = ["ppf", "ppf", "ffp", "ffp"]
    verdicts = pd.concat([said(calls, plain), said(calls, judge)], ignore_index=True)
    found = summaries([plain, judge], key_of(4), verdicts, repeats=3)
    assert [one.planted.score for one in found] == [pytest.approx(2 / 3), 1.0]
    assert [one.voting is None for one in found] == [True, False]
    assert found[0] == summaries([plain], key_of(4), said(calls, plain), repeats=3)[0]


def test_so_many_calls_settle_a_vote():
    assert [first_calls(votes) for votes in (3, 5, 7, 9)] == [2, 3, 4, 5]
    assert RULE == voter(3).rule
