"""The status of a new answer: a judge that fails is no judge that passes, and nothing shown is nothing to judge by."""

import pytest

from workbench.records.passage import Passage
from workbench.records.reply import Reply
from workbench.records.status import Status, checked, needs_judge
from workbench.records.verdict import FAIL, PASS, ErrorCode, Verdict

SHOWN = (Passage(id="p1", text="A day costs £32."),)


def test_only_an_answer_that_the_judge_passed_is_answered():
    assert checked(SHOWN, Reply(verdict=PASS, reason="the price is there")).status is Status.ANSWERED
    failed = checked(SHOWN, Reply(verdict=FAIL, reason="£30 is nowhere"))
    assert (failed.status, failed.reason, failed.judge_failed) == (Status.UNGROUNDED, "£30 is nowhere", False)


@pytest.mark.parametrize("code", ErrorCode)
def test_a_judge_that_failed_leaves_the_answer_ungrounded_and_is_counted_apart(code):
    found = checked(SHOWN, Reply(verdict=Verdict(error=code), reason="no reply came"))
    assert (found.status, found.judge_failed) == (Status.UNGROUNDED, True)
    assert found.reason == f"error:{code}: no reply came"


def test_without_passages_no_judge_is_asked():
    assert needs_judge(SHOWN)
    assert not needs_judge(())
    assert checked((), None).status is Status.NO_CONTEXT


def test_no_status_is_made_up():
    with pytest.raises(ValueError, match="expected a reply"):
        checked(SHOWN, None)
    with pytest.raises(ValueError, match="expected a reply"):
        checked((), Reply(verdict=PASS))
