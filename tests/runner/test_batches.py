"""Judges asked in message batches, over the real SDK against the local server."""

import asyncio
import os
import re
import signal
import threading
from collections import Counter
from dataclasses import replace

import pytest
from batch_driver import QUICK, items, run_batches

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY
from workbench.errors import StoreError
from workbench.records.item import Item
from workbench.runner.batches.packs import BatchSize
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.store.batch_file import BatchFile
from workbench.store.journal_reader import read_attempts

ONCE = Limits(max_attempts=1, first_wait_s=0.01)


@pytest.fixture
def batches(monkeypatch):
    with MessagesServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        yield server.api.batches


def attempts(folder):
    return list(read_attempts(folder / "journal.jsonl"))


def verdicts(folder):
    """The verdict of every call by its custom id, as the file of batches maps them."""
    calls = {
        (call.key, call.attempt): batch.custom_id(call)
        for batch in BatchFile(folder / "batches.jsonl").batches
        for call in batch.calls
    }
    return {
        calls[(one.item_id, one.judge_id, one.repeat), one.attempt]: str(one.reply.verdict) for one in attempts(folder)
    }


def test_every_repeat_of_every_item_is_a_request_of_its_own_with_an_id_that_tells_nothing(tmp_path, batches):
    outcome, _ = run_batches(tmp_path, 4, repeats=3)
    assert (outcome.ending, outcome.progress.done, outcome.still_open) == (Ending.COMPLETE, 12, ())
    ((requests),) = batches.made.values()
    assert len({request["custom_id"] for request in requests}) == len(requests) == 12
    assert all(re.fullmatch("[0-9a-f]{40}", request["custom_id"]) for request in requests)
    assert sorted(Counter(str(request["params"]) for request in requests).values()) == [3, 3, 3, 3]
    # Items 0 and 3 are wrong. The results came in another order than the requests.
    assert Counter(verdicts(tmp_path).values()) == {"fail": 6, "pass": 6}
    assert all(one.reply.batch == "msgbatch_0001" for one in attempts(tmp_path))


def test_each_way_to_end_without_a_message_has_a_code_of_its_own(tmp_path, batches):
    ways = {
        "expired": "error:expired",
        "missing": "error:missing",
        "overloaded": "error:overloaded",
        "server_error": "error:api_5xx",
        "rate_limit": "error:rate_limited",
        "too_long": "error:context_too_long",
        "too_large": "error:context_too_long",
    }
    batches.fates = list(ways)
    outcome, heard = run_batches(tmp_path, 4, limits=ONCE)
    sent = [request["custom_id"] for request in batches.made["msgbatch_0001"]]
    came = verdicts(tmp_path)
    assert [came[custom_id] for custom_id in sent[: len(ways)]] == list(ways.values())
    assert came[sent[-1]] in ("pass", "fail")
    assert (outcome.ending, outcome.progress.errors, len(batches.made)) == (Ending.COMPLETE, len(ways), 1)
    assert "batch msgbatch_0001 has no result for 1 of its calls" in heard.notes
    # A result is looked for several times before it counts as missing.
    assert batches.calls.count("GET /v1/messages/batches/msgbatch_0001/results") == QUICK.downloads


def test_errors_that_may_pass_are_asked_again_in_a_further_batch_up_to_the_limit_and_no_others(tmp_path, batches):
    batches.fates = ["overloaded", "expired", "missing", "too_long", None, None, "overloaded", "overloaded", None]
    outcome, _ = run_batches(tmp_path, 3, limits=Limits(max_attempts=2))
    assert [len(requests) for requests in batches.made.values()] == [6, 3]
    assert outcome.progress.done == 6
    made = Counter((one.item_id, one.repeat) for one in attempts(tmp_path))
    assert sorted(made.values()) == [1, 1, 1, 2, 2, 2]
    finals = Counter(str(one.reply.verdict) for one in attempts(tmp_path) if one.final)
    assert finals["error:overloaded"] == 2
    assert finals["error:context_too_long"] == 1
    assert finals["pass"] + finals["fail"] == 3


def test_second_results_strangers_and_broken_lines_never_become_a_verdict_and_are_said(tmp_path, batches):
    batches.fates = ["double", "stranger", "unreadable", "double"]
    _, heard = run_batches(tmp_path, 3)
    assert len(attempts(tmp_path)) == 6
    (note,) = [note for note in heard.notes if "does not count" in note]
    assert (
        "second results of its calls: 2, results of calls that are not in it: 1, lines that cannot be read: 1" in note
    )


def test_a_download_that_breaks_off_is_made_again_and_what_it_brought_is_recorded_once(tmp_path, batches):
    batches.cuts = [4, 0, 2]
    outcome, _ = run_batches(tmp_path, 3)
    assert outcome.progress.done == len(attempts(tmp_path)) == 6


def test_a_download_that_breaks_off_after_its_last_result_has_brought_all(tmp_path, batches):
    batches.cuts = [6]
    outcome, _ = run_batches(tmp_path, 3)
    assert (outcome.progress.done, outcome.still_open) == (6, ())
    assert [call for call in batches.calls if call.endswith("/results")] == [
        "GET /v1/messages/batches/msgbatch_0001/results"
    ]


def test_more_calls_than_a_batch_may_hold_go_into_several(tmp_path, batches):
    batches.limits = (5, 10**6)
    run_batches(tmp_path, 4, repeats=3, size=BatchSize(requests=5))
    assert [len(requests) for requests in batches.made.values()] == [5, 5, 2]
    assert len(batches.custom_ids()) == len(set(batches.custom_ids())) == len(attempts(tmp_path)) == 12


def test_calls_too_large_for_one_batch_go_into_several_and_one_that_fits_in_none_is_an_error(tmp_path, batches):
    size = 20_000
    batches.limits = (100_000, size)
    large = replace(items(1)[0], question="word " * size)
    given = [*items(4), Item.of(question=large.question, passages=large.passages, answer=large.answer)]
    run_batches(tmp_path, 0, given=given, repeats=2, size=BatchSize(bytes=size))
    assert len(batches.made) > 1
    assert len(batches.custom_ids()) == 8
    assert Counter(str(one.reply.verdict) for one in attempts(tmp_path))["error:context_too_long"] == 2


def test_an_item_that_no_request_can_carry_does_not_keep_the_others_from_being_sent(tmp_path, batches):
    odd = Item.of(question="What is \ud800?", passages=items(1)[0].passages, answer="It is 4 metres long.")
    run_batches(tmp_path, 0, given=[*items(2), odd], repeats=1)
    assert Counter(str(one.reply.verdict) for one in attempts(tmp_path)) == {
        "pass": 1,
        "fail": 1,
        "error:judge_crashed": 1,
    }


@pytest.mark.parametrize("answer", ["unanswered", "odd"])
def test_a_sending_without_an_answer_is_looked_for_and_never_repeated_where_it_was_made(tmp_path, batches, answer):
    batches.sendings = [answer]
    _, heard = run_batches(tmp_path, 3)
    assert len(batches.made) == 1
    assert any("found batch msgbatch_0001, whose sending got no answer" in note for note in heard.notes)


def test_a_sending_that_never_arrived_is_repeated(tmp_path, batches):
    batches.sendings = ["lost", "server_error", "overloaded"]
    outcome, heard = run_batches(tmp_path, 3)
    assert (outcome.progress.done, len(batches.made)) == (6, 1)
    assert batches.calls.count("POST /v1/messages/batches") == 4
    assert sum("no batch came of the sending" in note for note in heard.notes) == 3


def test_of_batches_that_others_made_meanwhile_none_is_taken_for_ours(tmp_path, batches):
    def others(count):
        return [
            {"custom_id": f"theirs-{n}", "params": batches.made["msgbatch_0001"][0]["params"]} for n in range(count)
        ]

    def busy():
        batches.meanwhile = lambda: None
        batches.make(others(6))
        batches.make(others(2))

    batches.sendings, batches.meanwhile, batches.polls = ["unanswered"], busy, 2
    _, heard = run_batches(tmp_path, 3)
    assert [one.batch_id for one in BatchFile(tmp_path / "batches.jsonl").batches] == ["msgbatch_0001"]
    assert batches.calls.count("POST /v1/messages/batches") == 1
    # While one of the same size is at work, nothing is decided, and that is said.
    assert any("may be the batch whose sending got no answer" in waiting.trouble for waiting in heard.waits)


def test_a_sending_that_is_refused_stops_the_run_and_is_made_anew_by_the_next_session(tmp_path, batches):
    batches.sendings = ["no_credit"]
    outcome, _ = run_batches(tmp_path, 2)
    assert (outcome.ending, outcome.progress.done, outcome.still_open) == (Ending.STOPPED, 0, ())
    assert outcome.reason.startswith("error:spend_limit: the API answered 402")
    assert run_batches(tmp_path, 2)[0].progress.done == 4
    assert len(batches.made) == 1


def test_a_sending_that_is_put_off_is_made_again(tmp_path, batches):
    batches.sendings = ["rate_limit", "rate_limit"]
    assert run_batches(tmp_path, 2)[0].progress.done == 4
    assert len(batches.made) == 1


def test_calls_of_a_cancelled_batch_stay_owed_and_are_sent_by_the_next_session_only(tmp_path, batches):
    batches.fates = ["canceled", "canceled"]
    outcome, _ = run_batches(tmp_path, 2)
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, "2 calls were cancelled with their batch")
    assert [str(one.reply.verdict) for one in attempts(tmp_path)].count("error:cancelled") == 2
    outcome, _ = run_batches(tmp_path, 2)
    assert (outcome.progress.planned, outcome.progress.done) == (2, 2)
    assert [len(requests) for requests in batches.made.values()] == [4, 2]


def test_an_answer_that_stops_a_run_leaves_its_cells_owed(tmp_path, batches):
    batches.fates = ["unauthorized"]
    outcome, _ = run_batches(tmp_path, 2)
    assert outcome.reason.startswith("error:api_4xx: the API answered authentication_error in the batch")
    assert (outcome.ending, outcome.progress.done) == (Ending.STOPPED, 3)
    assert run_batches(tmp_path, 2)[0].progress.planned == 1


def test_a_batch_that_the_server_does_not_know_stops_the_run_and_says_the_way_out(tmp_path, batches):
    batches.polls = 10**6
    run_batches(tmp_path, 2, change=lambda run: setattr(run, "collect", nothing))
    batches.made.clear()
    outcome, _ = run_batches(tmp_path, 2)
    assert outcome.ending is Ending.STOPPED
    assert "workbench batches --give-up msgbatch_0001" in outcome.reason
    assert [batch.name for batch in outcome.still_open] == ["msgbatch_0001"]
    assert not batches.made


def test_a_server_that_fails_while_a_batch_is_waited_for_is_asked_again_and_that_is_said(tmp_path, batches):
    batches.polls, batches.looks = 2, ["server_error", "overloaded", "rate_limit"] * 3
    outcome, heard = run_batches(tmp_path, 2)
    assert (outcome.progress.done, batches.looks) == (4, [])
    assert sum("the API answered 529" in waiting.trouble for waiting in heard.waits) == 3
    assert len(batches.made) == 1


class AtMost:
    """A meter that lets so many calls through at once, and says no to further ones when it has seen so many in all."""

    def __init__(self, at_once, in_all):
        self.at_once, self.left, self.in_flight, self.replies = at_once, in_all, 0, []

    async def start(self, cell):
        if not self.left:
            return "that is enough"
        if self.in_flight == self.at_once:
            await asyncio.Event().wait()
        self.in_flight += 1
        self.left -= 1
        return ""

    def end(self, cell, reply):
        self.in_flight -= 1
        self.replies.append(reply)

    def give_back(self, cell):
        self.in_flight -= 1
        self.left += 1


def test_a_batch_holds_what_the_meter_lets_through_and_the_rest_waits_for_its_results(tmp_path, batches):
    meter = AtMost(at_once=4, in_all=7)
    outcome, _ = run_batches(tmp_path, 5, meter=meter)
    assert [len(requests) for requests in batches.made.values()] == [4, 3]
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, "that is enough")
    assert (len(meter.replies), meter.in_flight, len(attempts(tmp_path))) == (7, 0, 7)


def test_calls_that_were_not_sent_are_given_back_to_the_meter(tmp_path, batches):
    batches.sendings = ["no_credit"]
    meter = AtMost(at_once=10, in_all=10)
    run_batches(tmp_path, 2, meter=meter)
    assert (meter.left, meter.in_flight, meter.replies) == (10, 0, [])


def test_a_disk_that_is_full_stops_before_anything_is_sent(tmp_path, batches, monkeypatch):
    def full(path, lines, check):
        raise StoreError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr("workbench.store.batch_file.append_lines", full)
    with pytest.raises(StoreError, match="No space left"):
        run_batches(tmp_path, 2)
    assert not batches.made


async def nothing():
    pass


def test_ctrl_c_while_a_sending_waits_for_its_answer_lets_it_come_and_a_second_one_leaves_it_in_doubt(
    tmp_path, batches
):
    def press(times):
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)

    # The first lets the answer come, so that the id is known.
    batches.sendings, batches.slow_s = ["slow", "slow"], 0.3
    (tmp_path / "once").mkdir()
    batches.meanwhile = lambda: press(1)
    outcome, _ = run_batches(tmp_path / "once", 2)
    assert (outcome.ending, outcome.progress.done) == (Ending.INTERRUPTED, 0)
    assert [batch.batch_id for batch in outcome.still_open] == ["msgbatch_0001"]

    (tmp_path / "twice").mkdir()

    def press_twice():
        press(1)
        threading.Timer(0.05, press, [1]).start()

    batches.meanwhile = press_twice
    outcome, _ = run_batches(tmp_path / "twice", 2)
    assert (outcome.ending, [batch.batch_id for batch in outcome.still_open]) == (Ending.INTERRUPTED, [""])

    batches.meanwhile = lambda: None
    assert [run_batches(tmp_path / name, 2)[0].progress.done for name in ("once", "twice")] == [4, 4]
    assert len(batches.made) == 2
    assert set(batches.billed.values()) == {1}
