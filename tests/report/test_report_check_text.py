"""What a check says, and which command it recommends for which state of a bench."""

import json
from dataclasses import replace

import pytest

from workbench.records.search import SearchSummary
from workbench.records.summary import Level
from workbench.report.check_json import check_json
from workbench.report.check_text import check_text
from workbench.report.checked import Checked, CheckedCertificate, CheckedJudge, Instrument, NewestRun, Ready
from workbench.report.next_command import next_command

ABLE = CheckedJudge(name="floor", rule="grounded", model="", ready=Ready.YES, said="")
NO_KEY = CheckedJudge(name="grounded", rule="grounded", model="m", ready=Ready.MISSING, said="no API key")
REFUSED = CheckedJudge(name="mine", rule="", model="", ready=Ready.REFUSED, said="no rubric")
SEARCH = SearchSummary(
    answerable=2, found=1, ranks={"a": 1}, missed=("b",), uncited=(), unanswerable=0, answered_anyway=()
)
DONE = NewestRun(run_id="r", complete=True, current=True)
HOLDS = CheckedCertificate(judge="mine", model="m", level="PROVISIONAL", until="2027-01-01", broken="")
PLAIN = Checked(
    bench="Bench",
    settings="workbench.toml",
    answers="answers",
    cases=2,
    natural=0,
    search=SEARCH,
    unanswered=("c",),
    without_passages=1,
    sets=(),
    level=Level.PROVISIONAL,
    way="",
    instrument=Instrument(rules=("grounded",), judges=5, items=9, verdicts=90),
    judges=(ABLE, NO_KEY),
    estimate=None,
    cost_unknown="no judge can be made",
    run=None,
    burned=(),
    sealed=("outside_fact",),
    ledger_lost="",
    certificates=(),
)


@pytest.mark.parametrize(
    ("state", "command"),
    [
        ({}, "workbench run"),
        # What a model costs of which nobody knows anything is asked before it is paid.
        ({"judges": (replace(NO_KEY, ready=Ready.YES),)}, "workbench run --estimate"),
        ({"judges": (NO_KEY,), "missing": ("no judge",)}, "workbench check"),
        ({"judges": (ABLE, REFUSED)}, "workbench check"),
        ({"missing": ("grounded: 3 more",)}, "workbench plan --level provisional"),
        ({"run": replace(DONE, complete=False)}, "workbench run"),
        ({"run": replace(DONE, current=False)}, "workbench run"),
        ({"run": replace(DONE, unread=3)}, "workbench review"),
        ({"run": replace(DONE, unread=3, without=("grounded",))}, "workbench review"),
        ({"run": replace(DONE, without=("grounded",))}, "workbench run"),
        ({"run": DONE}, "workbench run --with-holdout"),
        ({"run": DONE, "sealed": ()}, "workbench gate --level provisional"),
        ({"run": replace(DONE, held_out=True)}, "workbench gate --level provisional"),
        ({"run": replace(DONE, earned=("it's",))}, "workbench gate 'it'\"'\"'s' --level provisional"),
        ({"run": DONE, "certificates": (HOLDS,)}, "workbench grade mine NEW-ANSWERS.jsonl"),
        # On several models, grade has to be told which.
        (
            {"run": DONE, "certificates": (HOLDS, replace(HOLDS, model="n", broken="old"))},
            "workbench grade mine NEW-ANSWERS.jsonl --model m",
        ),
        ({"run": DONE, "certificates": (replace(HOLDS, broken="old"),)}, "workbench run --with-holdout"),
        # A certificate of the level below is not what was asked for.
        ({"run": DONE, "certificates": (HOLDS,), "level": Level.CERTIFIED}, "workbench run --with-holdout"),
        (
            {"run": DONE, "certificates": (replace(HOLDS, level="CERTIFIED"),), "level": Level.CERTIFIED},
            "workbench grade mine NEW-ANSWERS.jsonl",
        ),
        ({"run": replace(DONE, unread=3), "certificates": (HOLDS,)}, "workbench review"),
    ],
)
def test_the_first_thing_in_the_way_comes_first(state, command):
    assert next_command(replace(PLAIN, **state))[0] == command


@pytest.mark.parametrize(
    ("state", "code", "says"),
    [
        ({}, 0, "READY"),
        ({"instrument": replace(PLAIN.instrument, differences=("it differs",))}, 1, "BROKEN"),
        ({"judges": (REFUSED,), "missing": ("no judge",)}, 2, "REFUSED"),
        ({"missing": ("grounded: 3 more plants",)}, 4, "NOT READY  grounded: 3 more plants"),
    ],
)
def test_exit_code_and_verdict_say_the_same(state, code, says):
    found = replace(PLAIN, **state)
    assert found.exit_code == code
    assert f"\n\n{says}" in check_text(found, width=100)
    assert (check_json(found)["exit_code"], check_json(found)["ready"]) == (code, code == 0)


def test_what_is_missing_is_said_in_words():
    said = " ".join(check_text(PLAIN, width=100).split())
    assert "1 of 2 questions had their passage; 1 missed: b. 1 question without a saved answer: c." in said
    assert "Without passages: 1 saved answer. No judge is asked about them." in said
    assert "judges 1 of 2 can run here and now. ✓ floor ○ grounded on m, cannot run: no API key" in said
    assert "cost Not known: no judge can be made." in said


def test_nothing_in_a_bench_can_start_a_line_or_hide_in_one():
    hostile = "a\nREADY\u202e\x1b[31m"
    found = replace(PLAIN, bench=hostile, judges=(replace(ABLE, name=hostile, said=hostile),), burned=(hostile,))
    text = check_text(found, width=10_000)
    assert sum(line.startswith("READY") for line in text.splitlines()) == 1
    json.loads(json.dumps(check_json(found), allow_nan=False))


def test_the_option_that_names_the_bench_goes_with_the_next_command():
    found = replace(PLAIN, next=("workbench run", "no judge has run yet"))
    assert "next: workbench run --bench 'my bench'\n" in check_text(found, width=20, bench=" --bench 'my bench'")
    assert check_json(found, bench=" --bench x")["next"] == {
        "command": "workbench run --bench x",
        "why": "no judge has run yet",
    }
