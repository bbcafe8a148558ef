from dataclasses import replace

import pytest

from tests.report.written_judges import rate
from workbench.records.summary import Decision, GateLine, Level, Standing, StyleRate
from workbench.report.brief import gate_brief, never_caught, short_name, style_brief
from workbench.report.scorecard import by_rule


def style(part, name, hits, items, **more):
    return StyleRate(set=part, style=name, rate=rate(hits, items, low=0.0, high=1.0, bound=0.0, **more))


def line(name, standing, figure="", missing=""):
    return GateLine(line=name, standing=standing, figure=figure, asked="", missing=missing)


def judged(run, level, *lines, styles=(), reasons=()):
    named = {Level.PROVISIONAL: "CERTIFIED"}.get(level, "PROVISIONAL")
    decision = Decision(level=level, lines={named: lines}, reasons=reasons)
    return replace(run.summary.judges[0], decision=decision, by_style=styles)


AGAINST = line("planted", Standing.AGAINST, "0 of 12 caught, at least 0%")
PLANTS = line("planted", Standing.MISSING, "6 of 12 caught", "19 more plants, all caught")
UNREAD = line("disagreements", Standing.MISSING, "9 of 9 disagreements unread", "9 to read")


def test_a_judge_is_called_by_name_model_and_that_it_is_simulated(run):
    assert [short_name(judge) for judge in run.summary.judges] == [
        "grounded on claude-haiku-4-5",
        "grounded on claude-sonnet-5-5",
        "answers_when_it_can on claude-sonnet-5-5",
        "floor",
        "perfect (simulated)",
    ]
    assert short_name(replace(run.summary.judges[4], name="simulated_blind")) == "simulated_blind"


def test_a_near_miss_and_a_style_that_nobody_judged_are_not_blind_spots(run):
    styles = (
        style("near_miss", "respelled", 0, 4),
        style("planted", "swapped", 0, 0),
        style("held_out", "outside", 0, 3),
        style("planted", "changed", 1, 3),
    )
    judge = judged(run, Level.PLUMBING_ONLY, styles=styles)
    assert [found.style for found in never_caught(judge)] == ["outside"]


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "blind to s0"),
        (3, "blind to s0, s1, s2"),
        (4, "blind to s0, s1, s2 and 1 more style"),
        (7, "blind to s0, s1, s2 and 4 more styles"),
    ],
)
def test_blind_spots_are_named_before_all_else_and_the_rest_is_counted_aloud(run, count, words):
    styles = tuple(style("planted", f"s{number}", 0, 3) for number in range(count))
    judge = judged(run, Level.PLUMBING_ONLY, AGAINST, PLANTS, UNREAD, styles=styles)
    assert gate_brief(judge) == f"{words}; missing: 19 more plants, all caught"


def test_without_a_blind_spot_the_lines_that_speak_against_the_judge_are_said(run):
    assert gate_brief(judged(run, Level.PLUMBING_ONLY, AGAINST)) == "planted, 0 of 12 caught, at least 0%"


def test_reading_is_said_where_nothing_else_is_missing(run):
    assert gate_brief(judged(run, Level.PLUMBING_ONLY, UNREAD)) == "missing: disagreements, 9 to read"


def test_a_run_that_says_nothing_gives_its_first_reason(run):
    judge = judged(run, Level.INVALID, PLANTS, reasons=("No call gave a verdict.", "second"))
    assert gate_brief(judge) == "No call gave a verdict."
    assert gate_brief(judged(run, Level.INVALID)) == "nothing can be said from this run"


def test_styles_with_one_count_are_named_together_and_errors_stand_beside_it(run):
    styles = (
        style("held_out", "outside", 0, 3),
        style("planted", "swapped", 0, 3),
        style("near_miss", "respelled", 1, 4),
        style("planted", "turned", 0, 3),
        style("planted", "added", 0, 3, errors=2),
        style("planted", "fine", 3, 3),
    )
    assert style_brief(judged(run, Level.PLUMBING_ONLY, styles=styles)) == (
        "held out caught 0 of 3: outside; caught 0 of 3: swapped, turned; alarmed 1 of 4: respelled; "
        "caught 0 of 3, 2 errors: added"
    )
    assert style_brief(judged(run, Level.PLUMBING_ONLY, styles=styles[-1:])) == ""


def test_judges_of_one_rule_follow_each_other_and_keep_their_order(run):
    assert [judge.name for judge in by_rule(run.summary.judges)] == [
        "grounded",
        "grounded",
        "floor",
        "perfect",
        "answers_when_it_can",
    ]
