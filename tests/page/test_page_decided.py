"""The page and the gate agree on what a pile of decisions comes to, though each works it out by itself."""

import json
import random

import pytest

from tests.page.waiting import go
from tests.report.packed import unpacked
from workbench.gate.unread import undecided
from workbench.records.decision import Decided, Decisions, JudgeVersion, PersonDecision

pytestmark = pytest.mark.slow


def test_the_page_leaves_to_read_what_the_gate_leaves(show, pages, made):
    index, items = unpacked((pages / "made.html").read_text(encoding="utf-8"))
    lines = pile(made, random.Random(7))
    decided = Decisions.of(lines)
    page = show("made")
    told = [written(line) for line in lines]
    page.evaluate(
        "([name, text]) => localStorage.setItem(name, text)", [f"workbench.drafts.{index['name']}", json.dumps(told)]
    )
    page.reload()
    page.get_by_test_id("drafts").wait_for()
    left = []
    for judge in made.summary.judges:
        expected = undecided(judge, decided)
        left.append(len(expected))
        go(page, f"#/read?judge={judge.name}&model={judge.model}&is=unread")
        page.get_by_test_id("count").get_by_text(f"{len(expected)} of 100 items").wait_for()
    assert 0 < sum(left) < sum(len(judge.disagreements) for judge in made.summary.judges)
    # And on single items they say the same of every judge.
    for item in items[:40:8]:
        go(page, f"#/read/{item['id']}")
        holds = [
            decided.on(item["id"], ruling["rule"], made.summary.judges[one["judge"]].judge_id)
            for ruling in item["rulings"]
            for one in ruling["opinions"]
        ]
        words = sorted(one.decision.replace("_", " ") for one in holds if one and one.decision)
        shown = page.locator(".decided:not(.before)").all_text_contents()
        assert sorted(text.partition("): ")[2].partition(",")[0] for text in shown if text.startswith("read")) == words


def pile(made, chance):
    """Decisions of any kind on any item, one after another, for one judge or several, in this version or another."""
    last, lines = {}, []
    disputed = [(judge, item) for judge in made.summary.judges for item in judge.disagreements]
    for number in range(300):
        judge, item = chance.choice(disputed[::3])
        versions = [
            JudgeVersion(rule=one.rule, judge=one.name, judge_id=one.judge_id if chance.random() < 0.8 else "older")
            for one in made.summary.judges
            if one is judge or (chance.random() < 0.3 and item in one.disagreements)
        ]
        line = PersonDecision(
            id=f"{number:04x}",
            prev=last.get(item, ""),
            at="2026-11-30T12:00:00Z",
            by="mona",
            run=made.summary.run_id,
            item=item,
            judges=tuple(versions),
            decision=chance.choice([*Decided, None]),
            note="why",
        )
        last[item] = line.id
        lines.append(line)
    return lines


def written(line):
    return {
        "id": line.id,
        "prev": line.prev,
        "at": line.at,
        "by": line.by,
        "item": line.item,
        "judges": [{"rule": one.rule, "judge": one.judge, "judge_id": one.judge_id} for one in line.judges],
        "decision": line.decision,
        "note": line.note,
        "saw_reasons": None,
    }
