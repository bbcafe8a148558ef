"""Which calls votes need: the first ones, then one at a time, whatever comes first and however often it is taken up."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.votes_at_hand import WORDS, polls, until_settled
from tests.runner.judges_at_hand import RULE, items, spec
from workbench.records.reply import Reply
from workbench.records.verdict import PASS, Verdict
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.steps.ballots import Ballots
from workbench.steps.rounds import ask_in_rounds


def voting(votes):
    return replace(spec(), details={"votes": votes})


def asked(votes, calls):
    """The items, the cells of all their votes, and what each call says when it is made."""
    shown = items(len(calls))
    said = {
        (item.item_id, repeat): Verdict.read(WORDS[letter])
        for item, word in zip(shown, calls, strict=True)
        for repeat, letter in enumerate(word)
    }
    return plan_cells({RULE: shown}, [voting(votes)], repeats=votes, seed=7), said


def needed(shown, calls):
    """The calls that are made where each is made only while its vote is open."""
    return {(item.item_id, repeat) for item, word in zip(shown, calls, strict=True)
            for repeat in range(len(until_settled(word)))}  # fmt: skip


class Saying:
    """A judge whose calls say what they are told to, some after others that were begun later."""

    def __init__(self, votes, said, waits=(0,)):
        self.spec = voting(votes)
        self.calls = []
        self._said = said
        self._waits = waits

    async def judge(self, item, repeat):
        self.calls.append((item.item_id, repeat))
        for _ in range(self._waits[len(self.calls) % len(self._waits)]):
            await asyncio.sleep(0)
        return Reply(verdict=self._said[item.item_id, repeat])

    async def close(self):
        pass


def ask(cells, judge, ballots, *, most=None, concurrency=4):
    """Ask as a command does, up to so many calls."""

    async def some(now, of_all):
        return await run(now, [judge], record, limits=Limits(concurrency=concurrency), following=ballots.following)

    def record(attempt):
        if most is not None and len(judge.calls) > most:
            raise KeyboardInterrupt
        ballots.recorded(attempt)

    return asyncio.run(ask_in_rounds(cells, ballots, some))


@settings(max_examples=60)
@given(polls(least=1, most=12), st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(1, 6))
def test_the_calls_that_are_made_are_those_that_votes_need_whatever_is_answered_first(drawn, waits, concurrency):
    votes, calls = drawn
    cells, said = asked(votes, calls)
    judge, ballots = Saying(votes, said, waits), Ballots([voting(votes)])
    outcome = ask(cells, judge, ballots, concurrency=concurrency)
    assert sorted(judge.calls) == sorted(needed(items(len(calls)), calls))
    assert outcome.ending is Ending.COMPLETE
    assert outcome.progress.complete
    assert (outcome.progress.planned, outcome.progress.done) == (len(cells), len(judge.calls))
    assert outcome.progress.not_needed == len(cells) - len(judge.calls)
    assert not ballots.owed(cells)


@settings(max_examples=60)
@given(polls(least=1, most=8), st.data())
def test_whoever_takes_it_up_after_any_verdict_asks_for_the_rest_of_the_same_calls(drawn, data):
    votes, calls = drawn
    cells, said = asked(votes, calls)
    whole = sorted(needed(items(len(calls)), calls))
    # Whatever was on record when it was stopped: each vote up to some call of those that it needs.
    kept = data.draw(st.sets(st.sampled_from(whole)))
    kept = {(item, repeat) for item, repeat in kept if all((item, before) in kept for before in range(repeat))}
    judge, ballots = Saying(votes, said), Ballots([voting(votes)])
    for item, repeat in kept:
        ballots.tell((item, judge.spec.judge_id, repeat), said[item, repeat])
    outcome = ask([cell for cell in cells if (cell.item.item_id, cell.repeat) not in kept], judge, ballots)
    assert sorted([*kept, *judge.calls]) == whole
    assert outcome.progress.complete


@pytest.mark.parametrize("compared", [True, False])
def test_an_error_is_asked_again_where_it_is_needed_and_left_where_the_vote_was_settled_without(compared):
    cells, said = asked(5, ["ppepp", "epefe"])
    first, second = (item.item_id for item in items(2))
    ballots = Ballots([voting(5)], compared=compared)
    on_record = {(first, 0), (first, 1), (first, 3), *((second, place) for place in (1, 3))}
    for item, repeat in on_record:
        ballots.tell((item, "judge-1", repeat), said[item, repeat])
    # Three calls on the first item passed. Its third is one of the first three, its fifth would count nowhere.
    for_consistency = {(first, 2)} if compared else set()
    owed = {(cell.item.item_id, cell.repeat) for cell in ballots.owed(cells)}
    assert owed == {*for_consistency, (second, 0), (second, 2), (second, 4)}
    now = {(cell.item.item_id, cell.repeat) for cell in ballots.next_round(cells)}
    assert now == {*for_consistency, (second, 0), (second, 2)}


class InParts(Saying):
    """The same, asked about two parts of an item; of these a verdict is made, in the order in which they come in."""

    def __init__(self, votes, words):
        super().__init__(votes, {})
        self.made = Counter()
        self._words = words

    def parts(self, item):
        return tuple(replace(item, item_id=f"{item.item_id}-{part}") for part in "ab")

    def whole(self, item, replies):
        word = self._words[item.item_id]
        self.made[item.item_id] += 1
        return Reply(verdict=Verdict.read(WORDS[word[self.made[item.item_id] - 1]]))

    async def judge(self, item, repeat):
        self.calls.append((item.item_id, repeat))
        return Reply(verdict=PASS)


def test_a_judge_that_asks_claim_by_claim_votes_as_any_other():
    calls = ["ppp", "pff", "eef", "epp"]
    cells, _ = asked(3, calls)
    words = dict(zip((item.item_id for item in items(4)), calls, strict=True))
    judge = InParts(3, words)
    outcome = ask(cells, judge, Ballots([voting(3)]))
    assert judge.made == {item: len(until_settled(word)) for item, word in words.items()}
    assert len(judge.calls) == 2 * (2 + 3 + 2 + 3)
    assert outcome.progress.complete


def test_a_judge_that_does_not_vote_is_asked_everything_at_once():
    cells = plan_cells({RULE: items(3)}, [spec()], repeats=5, seed=7)
    ballots = Ballots([spec()])
    assert ballots.next_round(cells) == ballots.owed(cells) == cells


@pytest.mark.parametrize("stops_at", [0, 1, 3])
def test_a_call_that_a_verdict_makes_necessary_is_not_made_once_the_run_has_stopped(stops_at):
    cells, said = asked(3, ["pfp"] * 4)
    judge, ballots = Saying(3, said), Ballots([voting(3)])
    with pytest.raises(KeyboardInterrupt):
        ask(cells, judge, ballots, most=stops_at, concurrency=1)
    assert len(judge.calls) == stops_at + 1
