"""The choice of a threshold in words: every figure beside what it can prove, whatever the width and the names."""

import json

import pytest

from tests.report.hostile import PAYLOAD
from workbench.analysis.scored_cases import ScoredCases
from workbench.analysis.threshold_choice import Cap, Costs, choose_threshold
from workbench.report.columns import display_width
from workbench.report.threshold_json import threshold_json
from workbench.report.threshold_text import threshold_text
from workbench.report.tuned import Tuned
from workbench.report.visible import visible

USUAL = Costs(miss=10, false_alarm=1, base_rate=0.05)
# Mistakes 0.00 to 0.57, right answers 0.40 to 0.97.
WRONG, RIGHT = [i * 0.03 for i in range(20)], [0.4 + i * 0.03 for i in range(20)]


def tuned(wanted=USUAL, wrong=WRONG, right=RIGHT, *, now=0.75, name="", repeated=1):
    cases = ScoredCases(
        scores=(*wrong, *right),
        wrong=(True,) * len(wrong) + (False,) * len(right),
        sources=tuple(f"s{place // repeated}" for place in range(len(wrong) + len(right))),
        high_is_good=True,
        unscored_wrong=1,
        unscored_right=0,
        varying=0,
    )
    return Tuned(
        judge=f"floor{name}",
        place=f"run r1{name}",
        mistakes="planted mistakes",
        choice=choose_threshold(cases, wanted, now=now),
        settings=(f"[judge.floor{name}]", "threshold = 0.4"),
        next_steps=(f"Run it again{name}.",),
        notes=(f"12 held-out mistakes are left alone{name}.",),
    )


def said(found, width=100):
    return " ".join(threshold_text(found, width=width).split())


def test_each_threshold_stands_beside_its_alarms_its_misses_and_their_cost():
    text = threshold_text(tuned(), width=100)
    # 14 mistakes lie below 0.4: 6 of 20 are missed, and 100 x 10 x 0.05 x 0.3 is 15.
    assert "0.395        0 of 20, at most 14%    6 of 20, at most 51%    15.0         < chosen" in text
    # 12 right answers lie below 0.75: no mistake is missed, and 100 x 0.95 x 12 / 20 is 57.
    assert "0.75         12 of 20, at most 79%   0 of 20, at most 14%    57.0         < as it was run" in text
    assert "none failed  0 of 20, at most 14%    20 of 20, at most 100%  50.0" in text
    assert "all failed   20 of 20, at most 100%  0 of 20, at most 14%    95.0" in text


def test_it_says_what_is_optimism_what_was_left_out_and_what_to_write():
    found = tuned(repeated=2)
    text = said(found)
    own, others = found.choice.check.own.youden, found.choice.check.others.youden
    assert f"{own:.3f} on its own cases, {others:.3f} on others. So {own - others:.3f} of it is optimism." in text
    for words in (
        "20 planted mistakes and 20 right answers from 20 sources",
        "! Left out of every figure here, without a score: 1 mistake.",
        "! 12 held-out mistakes are left alone.",
        "Each answer counts as one, repeats of it averaged; bounds and intervals take the answers of a source for one.",
        "No calibration error: below 200 cases it is mostly noise, and there are 40.",
        "THE THRESHOLD IS 0.395, in settings: [judge.floor] threshold = 0.4 Run it again.",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (
            tuned(Cap(share=0.05)),
            "To keep false alarms under 5 % takes right answers from 59 sources; there are 20: 39",
        ),
        (tuned(Cap(share=0.15), [0.5 + i / 99 for i in range(20)]), "Nothing shows that the score tells mistakes"),
        # A right answer has the worst score of all, or a mistake the best.
        (
            tuned(Costs(miss=1, false_alarm=1, base_rate=0.001), right=[*RIGHT[1:], -1]),
            "it is cheapest to have every answer passed",
        ),
        (
            tuned(Costs(miss=10, false_alarm=1, base_rate=0.99), [*WRONG[1:], 2]),
            "it is cheapest to have every answer failed",
        ),
        (tuned(wrong=RIGHT, right=WRONG), "The score points the other way: mistakes look better than right answers."),
    ],
)
def test_where_no_threshold_is_worth_it_none_is_written(found, says):
    text = said(found)
    assert says in text
    assert "NO THRESHOLD" in text
    assert "THE THRESHOLD IS" not in text
    assert "< chosen" not in text


def test_a_cap_that_holds_is_said_with_its_confidence():
    text = said(tuned(Cap(share=0.15)))
    assert "With 95 % confidence it fails at most 15 % of right answers." in text
    assert "cost of 100" not in text


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_it_fits_every_page_and_nothing_in_it_steers_a_terminal(width):
    text = threshold_text(tuned(name=PAYLOAD), width=width)
    assert visible(text) == text
    assert text.count("\x1b") == 0
    plain = threshold_text(tuned(), width=width)
    assert max(map(display_width, plain.splitlines())) <= width
    for words in ("none failed", "as it was run", "6 of 20", "15.0"):
        assert words in plain


@pytest.mark.parametrize("wanted", [USUAL, Cap(share=0.15), Cap(share=0.05)])
def test_json_holds_the_same_figures_and_no_infinity(wanted):
    found = tuned(wanted, name=PAYLOAD)
    told = json.loads(json.dumps(threshold_json(found), allow_nan=False))
    assert len(told["thresholds"]) == len(found.choice.points)
    assert (told["chosen"] is None) == (found.choice.chosen is None)
    assert told["as_it_was_run"] == {"threshold": 0.75, "caught": 20, "alarmed": 12}
