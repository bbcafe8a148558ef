"""One item in the terminal: the same words as in the page, without its marks."""

from dataclasses import replace

from tests.report.hostile import poisoned_run
from tests.report.written_run import attempts_of
from workbench.records.verdict import FAIL
from workbench.report.replies import FinalReplies
from workbench.report.show_text import show_item
from workbench.report.view import item_views
from workbench.report.visible import visible


def shown(run, place):
    return show_item(item_views(run.summary, run.challenges, FinalReplies.among(run.attempts))[place], width=100)


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
