"""What other commands make of a run with a judge that votes: its frames, a cascade, a threshold, a comparison."""

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import write
from workbench.analysis.threshold_choice import Costs
from workbench.errors import InputError, NotMeasured
from workbench.frames import load_run
from workbench.records.summary import Level
from workbench.report.compare_text import compare_text
from workbench.steps.bench import open_bench
from workbench.steps.cascade import cascade
from workbench.steps.compare import compare_candidates
from workbench.steps.plan import plan_run
from workbench.steps.run import run_plan
from workbench.steps.settings import read_settings
from workbench.steps.threshold import threshold_of_run

SETTINGS = """\
answers = "answers"
judges = ["voting", "single"]
[judge.voting]
rule = "grounded"
call = "scores:voting"
threshold = 0.5
votes = 5
[judge.single]
rule = "grounded"
call = "scores:single"
threshold = 0.5
"""
# Each second call of the one gives a low score, so that three of five pass; every fifth of the other does.
SCORES = """\
times = {}

def low(name, answer, each):
    times[name, answer] = times.get((name, answer), 0) + 1
    return 0.1 if times[name, answer] % each == 0 else 0.9

def voting(question, passages, answer):
    return low("voting", answer, 2)

def single(question, passages, answer):
    return low("single", answer, 5)
"""


class Quiet:
    def started(self, found, owed, estimate):
        pass

    def progressed(self, progress, spend):
        pass

    def interrupted(self):
        pass


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = small(tmp_path_factory.mktemp("votes") / "bench")
    write(folder / "workbench.toml", SETTINGS)
    write(folder / "scores.py", SCORES)
    finished = run_plan(plan_run(open_bench(folder), held_out=False), watch=Quiet())
    assert finished.summary is not None
    assert finished.summary.repeats == 5
    return folder


def test_frames_hold_the_vote_of_an_item_and_whether_its_calls_differ(bench):
    rows = load_run(bench=bench).items
    votes = rows[rows["who"] == "voting"]
    assert set(votes["passes"] + votes["fails"]) == {1}
    assert set(votes["score"]) == {0.0, 1.0}
    assert votes["flips"].all()
    assert set(votes["calls"]) <= {4, 5}
    calls = rows[rows["who"] == "single"]
    assert set(calls["passes"] + calls["fails"]) == {5}
    assert set(calls["score"]) == {0.2, 0.8}


def test_a_cascade_ends_with_a_judge_that_votes_or_takes_its_first_calls_one_by_one(bench):
    settings = read_settings(bench)
    found = cascade(settings, stages=["single:2", "voting"], run=None)
    last = found.last
    assert last.calls["voting"] > 3 * last.reached["voting"]
    with pytest.raises(InputError, match="a judge that votes as the last stage, or :3 to decide where so many"):
        cascade(settings, stages=["voting", "single"], run=None)
    first = cascade(settings, stages=["voting:3", "single"], run=None)
    assert first.whole.calls["voting"] == 3 * first.whole.reached["voting"]


def test_no_threshold_is_chosen_on_single_scores_of_a_judge_that_votes(bench):
    with pytest.raises(
        NotMeasured, match="voting goes by the majority of 5 calls, and a threshold is chosen on single"
    ):
        threshold_of_run(
            read_settings(bench),
            judge="voting",
            model=None,
            run=None,
            mistakes=None,
            wanted=Costs(miss=1.0, false_alarm=1.0, base_rate=0.1),
        )


def test_a_comparison_says_who_votes(bench):
    rules = compare_candidates(
        read_settings(bench), judges=["single", "voting"], models=[], runs=[], level=Level.PROVISIONAL
    )
    text = " ".join(compare_text(rules, margin=0.1, width=100).split())
    assert "voting (majority of 5 calls" in text
    assert "single (5 repeats" in text
