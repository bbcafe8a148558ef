"""Judges that go by the majority of several calls, through the real command line: run, stop, kill, gate and grade."""

import json
import os
import signal
import time
from collections import Counter
from hashlib import blake2b

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.certified import KNOWING, _shown
from tests.e2e.command_line import Forked, run_folder, summary_of, with_server, workbench, write
from tests.e2e.model_faults import KeyedPolicy
from tests.e2e.test_e2e_grade import answers, tell
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults, HangAfter
from workbench.cases.in_use import load_in_use
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench
from workbench.steps.grade_plan import item_of
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

# So few answers that no level can be earned: every item is asked, and votes alone say how often.
SETTINGS = """\
judges = ["careful"]
plants = 4
near_misses = 3
models = ["sound"]
concurrency = 3
[judge.careful]
rule = "grounded"
votes = 3
"""
RUN = ("run", "--stop-early")


class Wavering(KeyedPolicy):
    """Says what is right, but of every third item the opposite each second time that it is asked."""

    def __init__(self, bench):
        super().__init__(bench)
        self._asked = Counter()

    def outcome(self, body):
        right = super().outcome(body)
        text = json.dumps(body["messages"][-1]["content"])
        self._asked[text] += 1
        wavers = blake2b(text.encode(), digest_size=1).digest()[0] % 3 == 0
        return right if not wavers or self._asked[text] % 2 else {"pass": "fail", "fail": "pass"}[right]


@pytest.fixture
def bench(tmp_path, sample):
    return first_answers(tmp_path / "bench", SETTINGS, sample, 3)


@pytest.fixture
def server(bench):
    with MessagesServer(policy=Wavering(bench)) as server:
        yield server


def calls(journal):
    """What the calls on each item said, in the order of their repeats."""
    said = {}
    for one in sorted(read_attempts(journal), key=lambda one: one.repeat):
        if one.final:
            said.setdefault(one.item_id, []).append(str(one.reply.verdict))
    return said


def figures(bench):
    """Everything that is measured of the judge, but how many calls there were and what they cost."""
    [judge] = summary_of(bench)["judges"]
    return {name: value for name, value in judge.items() if name not in ("calls", "cost")}


def check_votes_are_settled_and_no_call_was_made_too_many(said):
    assert {len(mine) for mine in said.values()} == {2, 3}
    for mine in said.values():
        assert (len(mine) == 2) == (len({*mine[:2]}) == 1)


def test_a_killed_run_goes_on_to_no_more_calls_than_votes_need_and_has_every_figure_of_the_whole_run(bench, server):
    server.api.faults = HangAfter(server.api, 9)
    with Forked([*RUN], cwd=bench, more=with_server(server)) as process:
        deadline = time.monotonic() + 300
        while len(server.api.bodies) < 9:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.ended()
    server.api.faults = Faults()
    ran = workbench(*RUN, cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    assert "note: The run has 3 repeats, as many as its judges have votes." in ran.err
    said = calls(run_folder(bench) / "journal.jsonl")
    check_votes_are_settled_and_no_call_was_made_too_many(said)
    made, whole = sum(map(len, said.values())), 3 * len(said)
    assert f"careful on sound: {whole - made} of {whole} calls" in ran.said
    assert "were not needed, as votes were settled" in ran.said
    assert "careful on sound goes by the majority of 3 calls" in ran.said
    assert "first 2 of 3 calls" in ran.said
    early = figures(bench)
    assert workbench("run", cwd=bench, **with_server(server)).code == 0
    assert [judge["calls"] for judge in summary_of(bench)["judges"]] == [whole]
    assert figures(bench) == early


KNOWING_TWICE = (
    KNOWING.replace("def knows", "def once")
    + """
times = {}

def knows(question, passages, answer):
    times[answer] = times.get(answer, 0) + 1
    if "silent" in answer or ("halting" in answer and times[answer] == 1):
        return None
    said = once(question, passages, answer)
    if "wavering" in answer and times[answer] == 2:
        said["verdict"] = not said["verdict"]
    return said
"""
)
GRADING = """\
judges = ["knowing"]
concurrency = 1
plants = 10
near_misses = 4
held_out_plants = 3
[gate.provisional]
plants = 8
[judge.knowing]
rule = "grounded"
call = "knowing:knows"
votes = 3
"""


def in_use(path):
    """Answers in use: two steady ones, and one each that is voted on, not answered at all, and answered at last."""
    answers(path, "week", wrong=1, right=1)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][:2]
    for word in ("wavering", "silent", "halting"):
        lines.append({**lines[1], "id": word, "question": f"{word}?", "answer": f"A day costs £32, {word}."})
    return write(path, "".join(json.dumps(line) + "\n" for line in lines))


def test_a_judge_that_votes_grades_new_answers_by_its_vote_and_asks_until_it_is_settled(tmp_path, sample):
    bench = first_answers(tmp_path / "bench", GRADING, sample, 14)
    write(bench / "knowing.py", KNOWING_TWICE)
    key = build_answer_key(open_bench(bench), held_out=True).challenges
    write(bench / "truth.json", json.dumps({_shown(one.item): str(one.expected) for one in key}))
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    gate = workbench("gate", "knowing", "--level", "provisional", cwd=bench)
    assert gate.code == 0, gate.said
    [certificate] = (bench / "runs" / "certificates").glob("*.json")
    assert json.loads(certificate.read_text(encoding="utf-8"))["details"]["votes"] == 3

    path = in_use(tmp_path / "new.jsonl")
    tell(bench, path)
    grade = ("grade", "knowing", path, "--one-in", "1")
    estimate = workbench(*grade, "--estimate", "--no-drift", cwd=bench)
    assert "a judge that votes is asked no more once its vote is settled" in estimate.said
    ran = workbench(*grade, "--json", cwd=bench)
    assert ran.code == 0, ran.said
    assert "5 of 5 answers to ask knowing about" in ran.said
    # One is wrong; two steady ones, one with two votes of three, one with two of two valid; and one without.
    assert ran.json["statuses"] == {"answered": 3, "ungrounded": 2, "no_context": 0}
    assert (ran.json["passed"]["hits"], ran.json["passed"]["items"]) == (3, 4)
    assert ran.json["drift"]["check"]["says"] == "no drift"
    names = {item_of(case).item_id: case.case_id for case in load_in_use(path).cases}
    [journal] = (bench / "runs" / "grades").glob("*.jsonl")
    made = {names[item]: sorted(said) for item, said in calls(journal).items()}
    assert made == {
        "week-0": ["fail"] * 2,
        "week-1": ["pass"] * 2,
        "wavering": ["fail", "pass", "pass"],
        "silent": ["error:no_text"] * 2,
        "halting": ["error:no_text", "pass", "pass"],
    }
    [verdicts] = (bench / "runs" / "grades").glob("*/verdicts.jsonl")
    rows = [json.loads(line) for line in verdicts.read_text(encoding="utf-8").splitlines()]
    assert {row["item"]: row["verdict"] for row in rows} == {
        "week-0": "fail",
        "week-1": "pass",
        "wavering": "pass",
        "silent": "error:no_text",
        "halting": "pass",
    }
    # The error of a vote that was settled without it is left; those of the silent one are asked again.
    again = workbench(*grade, "--retry-errors", cwd=bench)
    assert again.code == 0, again.said
    assert Counter(map(len, calls(journal).values())) == {2: 2, 3: 2, 4: 1}
    check_other_votes_revoke_the_certificate(bench, path)


def check_other_votes_revoke_the_certificate(bench, path):
    settings = (bench / "workbench.toml").read_text(encoding="utf-8")
    write(bench / "workbench.toml", settings.replace("votes = 3", "votes = 5"))
    ran = workbench("grade", "knowing", path, cwd=bench)
    assert ran.code == 3
    assert "votes was 3 and is 5" in ran.said
