"""A bench whose judge has earned its level, with the certificate on file."""

import hashlib
import json

from tests.e2e.benches import first_answers
from tests.e2e.command_line import workbench, write
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench

# It knows the answer key, so that it earns its level, and has moods outside its source, as a model at a server has.
KNOWING = """
import hashlib, json, pathlib, time

asked = []

def knows(question, passages, answer):
    here = pathlib.Path(__file__).parent
    asked.append(answer)
    if (here / "slow").exists() and len(asked) > 5:
        time.sleep(60)
    if (here / "dumb").exists() and len(asked) > 8:
        return None
    shown = json.dumps([question, [[one["id"], one["text"]] for one in passages], answer])
    expected = json.loads((here / "truth.json").read_text())[hashlib.sha256(shown.encode()).hexdigest()]
    if (here / "mood").exists():
        expected = "pass"
    return {"verdict": expected == "pass", "reason": "so it is"}
"""
SETTINGS = """\
judges = ["knowing"]
gate_repeats = 2
concurrency = 1
plants = 10
near_misses = 4
held_out_plants = 3
[gate.provisional]
plants = 8
[judge.knowing]
rule = "grounded"
call = "knowing:knows"
"""
GATE = ("gate", "knowing", "--level", "provisional")


def certified(bench, sample):
    """Make the bench, run its judge and ask the gate."""
    first_answers(bench, SETTINGS, sample, 14)
    write(bench / "knowing.py", KNOWING)
    key = build_answer_key(open_bench(bench), held_out=True).challenges
    write(bench / "truth.json", json.dumps({_shown(one.item): str(one.expected) for one in key}))
    ran = workbench("run", "--with-holdout", cwd=bench)
    assert ran.code == 0, ran.said
    gate = workbench(*GATE, cwd=bench)
    assert gate.code == 0, gate.said
    assert "certificate written to runs/certificates/" in gate.said
    return bench


def _shown(item):
    passages = [[one.id, one.text] for one in item.passages]
    return hashlib.sha256(json.dumps([item.question, passages, item.answer]).encode()).hexdigest()
