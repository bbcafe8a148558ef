"""One item in the terminal: the same words as in the page, without its marks."""

from dataclasses import replace

from tests.gate.test_gate_unread import decided
from tests.report.hostile import PAYLOAD, poisoned_run
from tests.report.written_run import attempts_of
from workbench.records.decision import Decided, Decisions
from workbench.records.verdict import FAIL
from workbench.report.replies import FinalReplies
from workbench.report.show_text import show_item
from workbench.report.view import item_views
from workbench.report.visible import visible


def shown(run, place, lines=()):
    view = item_views(run.summary, run.challenges, FinalReplies.among(run.attempts))[place]
    return show_item(view, Decisions.of(lines), width=100)


def test_an_item_is_shown_with_its_change_its_verdicts_and_where_their_quotes_stand(run):
    text = shown(run, 0)
    assert "You give [-45-]{+30+} days of notice" in text
    assert ": pass pass error:timeout\n" in text
    assert '"30 days of notice" stands in the answer, in no passage' in text
    assert "perhaps" not in text


def test_a_catch_whose_reasons_never_touch_the_change_is_told_apart(run):
    lucky = attempts_of(run.challenges[0], "bbbb000011112222", (FAIL, "The style is poor."))
    kept = [one for one in run.attempts if one.judge_id != "bbbb000011112222"]
    text = shown(replace(run, attempts=(*kept, *lucky)), 0)
    assert "fail; caught for another reason, perhaps" in text


def test_hostile_text_reaches_the_terminal_without_a_control_character(run):
    for place in range(7):
        text = shown(poisoned_run(run), place)
        assert visible(text) == text


def test_what_people_decided_stands_beside_the_judge_also_where_it_was_another_version(run):
    item, judge = run.challenges[0].item.item_id, run.summary.judges[0]
    line = decided(item, Decided.JUDGE_WRONG, judge_id=judge.judge_id)
    assert 'read by mona: judge_wrong, "because"' in shown(run, 0, [line])
    older = decided(item, Decided.RUBRIC_UNCLEAR, judge_id="older")
    assert 'read before, on another version, by mona: rubric_unclear, "because"' in shown(run, 0, [older])
    assert "read before" not in shown(run, 0, [older, line])
    text = shown(run, 0, [replace(line, note=PAYLOAD, by=PAYLOAD)])
    assert visible(text) == text
