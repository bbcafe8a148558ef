"""Asking a system many questions: on the disk first, nothing twice, and no further than there is reason to."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from workbench.errors import StoreError
from workbench.records.system import Ask, SystemReply
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.steps.ask_system import Asking
from workbench.store.journal import open_journal
from workbench.store.system_answers import answers_state, read_answers

ASKS = [Ask(question=f"Question {number}?", passages=()) for number in range(6)]


class Scripted:
    """A connected system that gives what a test says, and counts how many calls there are at once."""

    def __init__(self, reply):
        self.reply = reply
        self.asked = []
        self.most_at_once = self.at_once = 0

    async def ask(self, ask):
        self.asked.append(ask.question)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        return self.reply(ask)


class Quiet:
    def asking(self, done, owed, failed): ...

    def waiting(self, seconds, error): ...

    def interrupted(self): ...


def ask(folder, system, *, repeats=1, asks=ASKS, concurrency=2, max_calls=None, sleep=asyncio.sleep):
    path = folder / "answers.jsonl"
    with open_journal(path, lock=folder / ".lock", read_state=answers_state) as journal:
        known = list(read_answers(path))
        asking = Asking(
            system,
            journal,
            known,
            limits=Limits(concurrency=concurrency),
            max_calls=max_calls,
            watch=Quiet(),
            clock=Clock(sleep=sleep, jitter=lambda: 0.0),
        )
        asyncio.run(asking.ask(asks, repeats))
    return asking


def right(ask):
    return SystemReply(answer=f"Answer to {ask.question}")


def test_each_repeat_of_each_question_is_asked_once_and_so_many_at_once(tmp_path):
    system = Scripted(right)
    asking = ask(tmp_path, system, repeats=2, asks=[*ASKS, ASKS[0]])
    assert asking.ending is Ending.COMPLETE
    assert sorted(system.asked) == sorted([one.question for one in ASKS] * 2)
    assert system.most_at_once == 2
    assert [reply.answer for reply in asking.replies(ASKS[3], 2)] == ["Answer to Question 3?"] * 2
    assert len(list(read_answers(tmp_path / "answers.jsonl"))) == 12


def test_failed_calls_are_made_again_by_the_next_command_and_answers_are_not(tmp_path):
    first = ask(tmp_path, Scripted(lambda one: SystemReply(error="busy") if "3" in one.question else right(one)))
    assert first.replies(ASKS[3], 1)[0].error == "busy"
    again = Scripted(right)
    second = ask(tmp_path, again)
    assert again.asked == ["Question 3?"]
    assert second.replies(ASKS[3], 1)[0].answer == "Answer to Question 3?"
    # What was answered stays as it was first, whatever the system would say now.
    third = Scripted(lambda one: SystemReply(answer="another"))
    assert ask(tmp_path, third).replies(ASKS[0], 1)[0].answer == "Answer to Question 0?"
    assert third.asked == []


def test_the_budget_is_for_this_command_and_what_is_left_can_be_asked_later(tmp_path):
    asking = ask(tmp_path, Scripted(right), max_calls=4)
    assert (asking.ending, asking.made) == (Ending.STOPPED, 4)
    assert ask(tmp_path, Scripted(right), max_calls=4).ending is Ending.COMPLETE


@pytest.mark.parametrize(
    ("reply", "asked", "says"),
    [
        (SystemReply(error="bad key", stops=True), 1, "every further call would fail: bad key"),
        (SystemReply(error="no index"), 10, "10 calls in a row failed, the last one so: no index"),
    ],
)
def test_a_system_that_cannot_answer_is_left_alone(tmp_path, reply, asked, says):
    system = Scripted(lambda one: reply)
    asking = ask(tmp_path, system, repeats=5, concurrency=1)
    assert (asking.ending, asking.reason, len(system.asked)) == (Ending.STOPPED, says, asked)


BUSY = SystemReply(error="the server answered 503: busy", retryable=True)


def failing(times, reply):
    """A system that fails so many times at each question, then answers."""
    made = Counter()

    def answer(ask):
        made[ask.question] += 1
        return reply if made[ask.question] <= times else right(ask)

    return Scripted(answer)


def waits():
    """How long was waited, and a sleep that only writes that down."""
    waited = []

    async def sleep(seconds):
        waited.append(seconds)

    return waited, sleep


def test_what_may_pass_is_asked_again_by_the_rules_of_judges_and_every_attempt_is_kept(tmp_path):
    waited, sleep = waits()
    asking = ask(tmp_path, failing(2, BUSY), asks=ASKS[:2], sleep=sleep)
    assert (asking.ending, asking.made) == (Ending.COMPLETE, 6)
    assert asking.replies(ASKS[0], 1) == [right(ASKS[0])]
    # One second, then two, of which half is kept where chance gives 0.
    assert sorted(waited) == [0.5, 0.5, 1.0, 1.0]
    kept = list(read_answers(tmp_path / "answers.jsonl"))
    assert [bool(one.reply.error) for one in kept].count(True) == 4


def test_a_server_that_names_a_time_is_left_alone_for_so_long(tmp_path):
    waited, sleep = waits()
    ask(tmp_path, failing(1, replace(BUSY, retry_after_s=7.0)), asks=ASKS[:1], sleep=sleep)
    assert waited == [7.0]


def test_a_server_that_stays_busy_is_asked_six_times_and_the_error_stands(tmp_path):
    system = failing(99, BUSY)
    asking = ask(tmp_path, system, asks=ASKS[:1], sleep=waits()[1])
    assert (len(system.asked), asking.ending) == (6, Ending.COMPLETE)
    assert asking.replies(ASKS[0], 1)[0].error == BUSY.error


def test_another_attempt_is_a_call_of_the_budget_and_other_failures_are_not_asked_again(tmp_path):
    asking = ask(tmp_path, failing(9, BUSY), asks=ASKS[:1], max_calls=3, sleep=waits()[1])
    assert (asking.made, asking.reason) == (3, "--max-calls 3 is used up")
    once = failing(9, SystemReply(error="the server answered 404"))
    ask(tmp_path, once, asks=ASKS[1:2], sleep=waits()[1])
    assert len(once.asked) == 1


def test_a_stop_ends_a_wait_at_once(tmp_path):
    """Another question's answer stops the asking while the first one waits for as long as a server asked."""
    bad = SystemReply(error="bad key", stops=True)
    system = Scripted(lambda one: BUSY if one is ASKS[0] else bad)

    async def for_ever(seconds):
        await asyncio.Event().wait()

    asking = ask(tmp_path, system, asks=ASKS[:2], sleep=for_ever)
    assert asking.reason == "every further call would fail: bad key"


def test_a_disk_that_is_full_stops_it_before_another_call_is_made(tmp_path, monkeypatch):
    system = Scripted(right)

    def full(journal, line):
        raise StoreError("no room")

    monkeypatch.setattr("workbench.store.journal.Journal.append_line", full)
    with pytest.raises(StoreError, match="no room"):
        ask(tmp_path, system, concurrency=1)
    assert len(system.asked) == 1


def test_two_commands_do_not_ask_for_one_check_at_once(tmp_path):
    with open_journal(tmp_path / "answers.jsonl", lock=tmp_path / ".lock", read_state=answers_state):
        with pytest.raises(StoreError, match="another run is at work"):
            ask(tmp_path, Scripted(right))
