"""`workbench counterfactual` through the real command line: three kinds of systems, resuming, saved pairs."""

import json
import os
import shutil
import signal
import sys
import time

import pytest

from tests.e2e.command_line import Forked, refused, tree, workbench, write
from tests.support.canned_server import CannedServer, http

ANSWERS = [
    {
        "id": "day",
        "question": "What does a day cost?",
        "passages": [
            {
                "id": "prices",
                "title": "Price list",
                "text": "A day of hire costs £32 for every bike. The shop is closed on public holidays of any kind.",
            }
        ],
        "answer": "A day of hire costs £32 [prices].",
    },
    {
        "id": "opening",
        "question": "When does the stand open?",
        "passages": [{"id": "hours", "title": "Hours", "text": "The stand opens at 07:30 in summer. It has a tap."}],
        "answer": "The stand opens at 07:30 in summer [hours].",
    },
]
QUESTIONS = [
    {"id": "day", "question": "What does a day cost?", "evidence": "A day of hire costs £32", "default": "£25"},
    {"id": "opening", "question": "When does the stand open?", "evidence": "opens at 07:30"},
]
READER = """
import json, sys

def answer(question, passages, identity=""):
    CALLS
    wanted = "day of hire" if "day" in question else "stand opens"
    told = [f"{line}. [{p['id']}]" for p in passages or [] for line in p["text"].split(". ") if wanted in line]
    return {"answer": " ".join(told) or "Not in the sources."}
"""
LOOP = """
for line in sys.stdin:
    told = json.loads(line)
    print(json.dumps({"id": told["id"], **answer(told["question"], told["passages"])}), flush=True)
"""
# Writes down each call, and hangs in the fourth where a variable says so.
COUNTS = """
    import os, threading
    from pathlib import Path
    made = Path("calls.txt")
    before = made.read_text(encoding="utf-8") if made.exists() else ""
    made.write_text(before + json.dumps([question, passages]) + chr(10), encoding="utf-8")
    if "HANG" in os.environ and before.count(chr(10)) == 3:
        threading.Event().wait()
"""


def bench(folder, system, *, calls="pass", more=""):
    write(folder / "answers.jsonl", "".join(json.dumps(one) + "\n" for one in ANSWERS))
    write(folder / "questions.jsonl", "".join(json.dumps(one) + "\n" for one in QUESTIONS))
    write(folder / "assistant.py", READER.replace("CALLS", calls))
    write(folder / "program.py", READER.replace("CALLS", "pass") + LOOP)
    settings = 'answers = "answers.jsonl"\nquestions = "questions.jsonl"\n'
    write(folder / "workbench.toml", f"{settings}{more}[system]\n{system}\n")
    return folder


def folders(folder):
    return sorted((folder / "runs" / "counterfactual").iterdir())


def wait_for_calls(folder, count):
    """Wait until the system was asked so often, and return where it wrote that down."""
    made, deadline = folder / "calls.txt", time.monotonic() + 60
    while not made.is_file() or made.read_text(encoding="utf-8").count("\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return made


def test_the_sample_is_asked_offline_and_its_reader_passes(sample, tmp_path):
    shutil.copytree(sample, tmp_path / "demo")
    ran = workbench("counterfactual", "--bench", "demo", "--at-least", "0.97", "--json", cwd=tmp_path)
    # 23 of 24 are 96 %: less than was asked for.
    assert ran.code == 3, ran.said
    assert "23 of 24 questions passed, 96%; asked for: 97%" in ran.err
    counts = ("passed", "failed", "unclear", "errors", "not_tested")
    assert [ran.json["questions"][count] for count in counts] == [23, 0, 1, 0, 0]
    assert [ran.json["differing"][count] for count in counts] == [3, 0, 0, 0, 0]
    (kept,) = folders(tmp_path / "demo")
    assert kept.name == ran.json["run_id"]
    assert {path.name for path in kept.iterdir()} - {".lock"} == {"answers.jsonl", "asks.jsonl", "summary.json"}


@pytest.mark.parametrize("kind", ["call", "command"])
def test_functions_and_commands_are_read_alike(tmp_path, kind):
    named = {"call": 'call = "assistant:answer"', "command": f'command = [{sys.executable!r}, "program.py"]'}[kind]
    ran = workbench("counterfactual", "--repeats", "2", "--json", cwd=bench(tmp_path, named))
    assert ran.code == 0, ran.said
    results = {(one["case"], one["change"]): one["result"] for one in ran.json["tried"]}
    assert results["day", "evidence_removed"] == "declined rightly"
    assert results["day", "fact_changed"] == "follows the evidence"
    assert results["day", "conflict_added"] == "follows the evidence"
    assert ran.json["tried"][0]["case"] == "day"
    assert ran.json["differing"]["passed"] == 1
    assert ran.json["repeats"] == 2
    assert ran.err.startswith("looking for what can be changed in 2 saved answers\n")


def test_a_server_is_asked_with_its_key_and_no_failed_call_is_a_decline(tmp_path):
    with CannedServer() as server:
        folder = bench(tmp_path, f'url = "{server.url}/ask"\nkey_env = "MY_KEY"')
        refused(folder, "counterfactual", says=["set MY_KEY"])
        # It says the same whatever it is asked, and the key with it.
        server.answer = http('{"answer": "A day of hire is £32, and the stand opens at 07:30. secret-77"}')
        ran = workbench("counterfactual", "--at-least", "0.5", cwd=folder, MY_KEY="secret-77")
        assert ran.code == 3, ran.said
        assert "ANSWERED FROM MEMORY" in ran.out
        server.answer = http("gone", status=404)
        failed = workbench("counterfactual", "--again", cwd=folder, MY_KEY="secret-77")
    assert failed.code == 4
    assert "not measured" in failed.out
    assert "the server answered 404: gone" in failed.said
    assert all("bearer secret-77" in head.lower() for head in server.heads)
    held = b"".join(content for content in tree(tmp_path).values() if content)
    assert b"secret-77" not in held
    assert b"[MY_KEY]" in held


def test_a_check_that_was_killed_goes_on_and_asks_nothing_twice(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"', more="concurrency = 1\n", calls=COUNTS)
    with Forked(["counterfactual"], cwd=folder, more={"HANG": "1"}) as process:
        made = wait_for_calls(folder, 4)
        os.kill(process.pid, signal.SIGKILL)
        process.ended()
    whole = workbench("counterfactual", "--json", cwd=folder)
    assert whole.code == 0, whole.said
    asked = made.read_text(encoding="utf-8").splitlines()
    # Three answers were on the disk; the fourth call was in flight and had to be made again, and nothing else was.
    assert len(asked) == whole.json["calls"] + 1
    assert asked[3] == asked[4]
    assert len({*asked}) == whole.json["calls"]
    assert len(folders(folder)) == 1
    assert workbench("counterfactual", "--json", cwd=folder).json == whole.json
    assert made.read_text(encoding="utf-8").splitlines() == asked


def test_two_interrupts_leave_a_call_that_hangs_and_what_was_answered_is_kept(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"', more="concurrency = 1\n", calls=COUNTS)
    with Forked(["counterfactual"], cwd=folder, more={"HANG": "1"}) as process:
        wait_for_calls(folder, 4)
        os.kill(process.pid, signal.SIGINT)
        process.wait_until_said("waiting for the calls in flight")
        os.kill(process.pid, signal.SIGINT)
        ended = process.ended()
    assert ended.code == 130, ended.said
    assert "go on with" in ended.err
    assert "Traceback" not in ended.err
    assert len((folders(folder)[0] / "answers.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_a_budget_stops_it_and_the_same_command_goes_on(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"')
    stopped = workbench("counterfactual", "--max-calls", "3", "--json", cwd=folder)
    assert stopped.code == 5
    assert (stopped.json["complete"], stopped.json["made"]) == (False, 3)
    assert "stopped after 3 calls" in stopped.err
    assert "--max-calls 3 is used up" in stopped.err
    assert not (folders(folder)[0] / "summary.json").exists()
    assert workbench("counterfactual", cwd=folder).code == 0


def test_a_system_that_only_fails_is_left_alone_after_ten_calls(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"', calls='raise OSError("no index")', more="concurrency = 1\n")
    ran = workbench("counterfactual", "--repeats", "9", cwd=folder)
    assert ran.code == 5
    assert "10 calls in a row failed, the last one so: the system raised OSError: no index" in ran.said


def test_another_identity_may_be_named_on_the_command_line(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"')
    searching = 'SHOWN = ANSWERS[0]["passages"]; passages = SHOWN if passages is None else passages'
    write(
        folder / "assistant.py",
        READER.replace("CALLS", f"ANSWERS = {ANSWERS!r}; {searching}"),
    )
    ran = workbench("counterfactual", "--identity", "guest", "--hidden", "prices", "--json", cwd=folder)
    assert ran.code == 0, ran.said
    (leak,) = [one for one in ran.json["tried"] if one["change"] == "other_identity"]
    assert (leak["case"], leak["result"]) == ("day", "leaked")
    assert "asked as guest" in leak["why"]
    assert any("no `candidates`" in note for note in ran.json["notes"])
    refused(folder, "counterfactual", "--identity", "g", "--hidden", "nowhere", says=["identity g", "'nowhere'"])


PAIRS = [
    {
        **ANSWERS[0],
        "default": "£25",
        "evidence": "A day of hire costs £32",
        "changed": {"kind": "evidence_removed", "passages": [], "answer": "A day costs £32."},
    },
    {
        **ANSWERS[1],
        "changed": {"kind": "fact_changed", "passages": ["The stand opens at 09:30."], "answer": "At 09:30 [p1]."},
    },
    {
        **ANSWERS[1],
        "changed": {"kind": "evidence_removed", "passages": ["It has a tap."], "error": "timeout"},
    },
]


def test_saved_pairs_give_the_same_table_without_a_system(tmp_path):
    write(tmp_path / "pairs.jsonl", "".join(json.dumps(one) + "\n" for one in PAIRS))
    before = tree(tmp_path)
    ran = workbench("counterfactual", "--pairs", "pairs.jsonl", cwd=tmp_path)
    assert ran.code == 0, ran.said
    assert "COUNTERFACTUAL CHECK, pairs.jsonl: saved pairs" in ran.out
    assert "Where the documents differ from the common answer: 0 of 1 question, 0%" in ran.out
    found = workbench("counterfactual", "--pairs", "pairs.jsonl", "--json", cwd=tmp_path).json
    assert [one["result"] for one in found["tried"]] == ["answered from memory", "follows the evidence", "error"]
    assert tree(tmp_path) == before


def test_settings_that_name_no_system_are_refused_and_nothing_is_written(tmp_path):
    refused(bench(tmp_path, ""), "counterfactual", says=["no system to ask", "[system]"])
    refused(bench(tmp_path, 'call = "assistant:nothing"'), "counterfactual", says=["a function nothing in assistant"])


def test_a_bench_without_evidence_measures_nothing_and_says_why(tmp_path):
    folder = bench(tmp_path, 'call = "assistant:answer"')
    write(folder / "workbench.toml", 'answers = "answers.jsonl"\n[system]\ncall = "assistant:answer"\n')
    refused(
        folder, "counterfactual", says=["without an evidence phrase in the questions file: 2 saved answers"], code=4
    )
    refused(folder, "counterfactual", "--at-least", "90", says=["a share from 0 to 1"])
