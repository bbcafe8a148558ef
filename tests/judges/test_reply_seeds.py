"""Two checks that were published with a bug in how they read a reply: reproduced here, and not made again."""

import re

import pytest

from tests.support.model_judge import ask
from tests.support.server_faults import Faults
from tests.support.server_verdicts import Saying
from workbench.errors import InputError
from workbench.judges.rubric import read_rubric, shipped_rubric


def rubric(passing, failing):
    text = shipped_rubric("grounded").text
    return read_rubric(text.replace("pass: pass", f"pass: {passing}").replace("fail: fail", f"fail: {failing}"))


def verdicts(item, words, times):
    """Ask a judge with these verdict words over the real SDK."""
    return [str(reply.verdict) for reply in ask(item, times=times, rubric=rubric(*words))]


def equal_but_for_case(reply):
    """The check of seeds/faithfulness-check.txt: `yes` in any case is grounded, all else is not."""
    return reply.casefold() == "yes"


def test_a_yes_with_a_full_stop_is_a_yes(serve, item):
    replies = ["yes", "YES", "Yes.", '"Yes"', "**yes**", "No.", "yes, but", "Yes. No."]
    assert [equal_but_for_case(reply) for reply in replies] == [True, True, *[False] * 6]
    serve(policy=Saying(*replies))
    assert verdicts(item, ("yes", "no"), len(replies)) == [*["pass"] * 5, "fail", "error:unparsed", "error:unparsed"]


def test_a_judge_that_fails_to_answer_has_not_said_no(serve, item):
    # There, a rate limit or a timeout made the answer "ungrounded", as a verdict would have.
    faults = ["rate_limit", "drop", "no_text"]
    assert not any(map(equal_but_for_case, ("", "429", "timeout")))
    serve(faults=Faults(next_up=faults))
    assert verdicts(item, ("yes", "no"), 3) == ["error:rate_limited", "error:connection", "error:no_text"]


def holds_the_word(reply):
    """The check of seeds/did-it-read-the-document.txt: `supported` anywhere in the reply."""
    return re.search("supported", reply, re.IGNORECASE) is not None


def test_unsupported_is_not_supported(serve, item):
    replies = ["unsupported", "Unsupported.", "not supported", "It is supported? No.", "supported"]
    assert all(map(holds_the_word, replies))
    serve(policy=Saying(*replies))
    assert verdicts(item, ("supported", "invented"), 5) == [*["error:unparsed"] * 4, "pass"]


def test_words_that_hold_one_another_are_no_verdict_words():
    with pytest.raises(InputError, match="neither contains the other"):
        rubric("supported", "unsupported")


def test_a_reply_that_was_cut_off_is_no_verdict_though_its_beginning_is_a_word(serve, item):
    # There, 200 tokens had to do for the reply: "supported" cut off is still a match.
    serve(faults=Faults(next_up=["truncation"]), policy=Saying("supported"))
    assert verdicts(item, ("supported", "invented"), 1) == ["error:truncated"]
