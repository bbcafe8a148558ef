"""`workbench grade` with a judge that is asked claim by claim: one call a claim, none twice, and the share supported.

To certify such a judge takes hundreds of calls, so that it is certified is made up here; how it grades is not.
"""

import json
from types import SimpleNamespace

import pytest

from tests.e2e.command_line import with_server, write
from tests.e2e.test_e2e_grade import certificate
from tests.support.messages_server import MessagesServer
from workbench.analysis.in_use import KnownRates
from workbench.cli.grade_line import GradeLine
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome
from workbench.report.grade_text import grade_text
from workbench.runner.budget import Bounds
from workbench.steps.candidates import specs_of
from workbench.steps.grade import Way, ask_judge, estimate_grade
from workbench.steps.grade_plan import plan_grade
from workbench.steps.grade_result import grade_result
from workbench.steps.known_judge import KnownJudge
from workbench.steps.named_judges import all_candidates
from workbench.steps.settings import read_settings

JUDGE = """\
judges = ["claims"]
concurrency = 1
[judge.claims]
rule = "grounded"
by = "claim"
"""
PASSAGES = [{"id": "list", "text": "A day of hire costs £32, and a week £150. Helmets are lent free of charge."}]
# One claim in three and one in two is in no passage; a decline claims nothing.
ANSWERS = (
    "A day costs £32 [list]. A week costs £150 [list]. A month costs £400 [list].",
    "Helmets are lent free of charge [list]. A boat costs £9 [list].",
    "A day costs £32 [list].",
    "Not in the sources.",
)
CLEAN = Challenge(
    item=Item.of(question="Q?", passages=(Passage(id="p", text="It is so."),), answer="It is so [p]."),
    rule="grounded",
    set=Set.CLEAN,
    style="",
    parent="p",
    group="p",
    expected=Outcome.PASS,
)


@pytest.fixture
def plan(tmp_path, monkeypatch):
    write(tmp_path / "workbench.toml", JUDGE)
    rows = [
        {"id": f"a{place}", "question": "What does it cost?", "passages": PASSAGES, "answer": answer}
        for place, answer in enumerate(ANSWERS)
    ]
    file = write(tmp_path / "new.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    with MessagesServer() as server:
        for name, value in with_server(server).items():
            monkeypatch.setenv(name, value)
        settings = read_settings(tmp_path)
        [spec] = specs_of(all_candidates(settings, names=["claims"], models=None, plans={}), settings)
        known = KnownJudge(
            name="claims", rates=KnownRates(caught=9, mistakes=10, passed=9, right=10), told="It was never measured."
        )
        usable = SimpleNamespace(
            certificate=certificate(spec, "2026-11-01"), spec=spec, challenges=(CLEAN,), known=known
        )
        monkeypatch.setattr("workbench.steps.grade_plan.usable_judge", lambda *_, **__: usable)
        plan = plan_grade(settings, file, judge="claims", model=None, level=None, one_in=1, day=None)
        yield plan, server.api


def graded(plan, **way):
    asked = ask_judge(plan, Way(drift=False, **way), GradeLine())
    return asked, grade_result(plan, asked.found, asked.drift)


def test_each_claim_of_new_answers_is_asked_about_once_and_the_share_supported_is_told(plan):
    plan, api = plan
    # 3 + 2 + 1 claims, and none of the decline.
    assert estimate_grade(plan, Way(drift=False)).calls == 6
    stopped = ask_judge(plan, Way(drift=False, bounds=Bounds(calls=2)), GradeLine())
    assert (stopped.outcome.progress.complete, len(api.bodies)) == (False, 2)
    _, found = graded(plan)
    assert len(api.bodies) == 6
    assert found.view.grading.claims == (4, 6)
    # Two answers are supported throughout, as is one that claims nothing.
    assert sorted(found.verdicts.values()) == ["fail", "fail", "pass", "pass"]
    assert "of their claims 4 of 6 are supported" in " ".join(grade_text(found.view, width=100).split())
    assert json.loads(found.found.summary.read_text(encoding="utf-8"))["claims"] == {"supported": 4, "claims": 6}
    again, _ = graded(plan)
    assert (again.outcome, len(api.bodies)) == (None, 6)
