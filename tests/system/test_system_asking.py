"""Asking a system many questions: on the disk first, nothing twice, and no further than there is reason to."""

import asyncio

import pytest

from workbench.errors import StoreError
from workbench.records.system import Ask, SystemReply
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

    def interrupted(self): ...


def ask(folder, system, *, repeats=1, asks=ASKS, concurrency=2, max_calls=None):
    path = folder / "answers.jsonl"
    with open_journal(path, lock=folder / ".lock", read_state=answers_state) as journal:
        known = list(read_answers(path))
        asking = Asking(system, journal, known, concurrency=concurrency, max_calls=max_calls, watch=Quiet())
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
