"""A question asked once or several times, before and after a change, and by somebody who may not see all."""

import pytest
from hypothesis import given

from tests.rag.test_counterfactual_reading import HOURS, PRICES, question
from tests.text.odd_text import odd_text
from workbench.rag.leaks import Hidden
from workbench.rag.trial import Trial
from workbench.records.counterfactual import Change, Result
from workbench.records.passage import Passage
from workbench.records.system import SystemReply

RIGHT = SystemReply(answer="A day costs £32 [prices].")
DECLINES = SystemReply(answer="Not in the sources.")
FAILED = SystemReply(error="no reply within 5 s")
VAGUE = SystemReply(answer="It depends on the season.")
PAY = Passage(
    id="board",
    title="Board papers",
    text="The manager is paid £41,300 a year, which the board agreed in May. A guest may bring one bike.",
)
OPEN = Passage(id="rules", title="Rules", text="A guest may bring one bike and has to be back by nine in the evening.")


def trial(change=Change.REMOVED):
    return Trial(
        case="day", differs=False, change=change, question="What does a day cost?", counterfactual=question(change)
    )


def test_a_failed_call_is_an_error_and_never_a_decline():
    assert trial().before([FAILED]).result is Result.ERROR
    found = trial().after([RIGHT], [FAILED])
    assert (found.result, found.why) == (Result.ERROR, "no reply within 5 s")


@pytest.mark.parametrize(
    ("replies", "result", "says"),
    [
        ([DECLINES, DECLINES, DECLINES], Result.DECLINED, "it declines"),
        ([DECLINES, RIGHT, DECLINES], Result.MEMORY, "in 1 of 3 repeats, it still says"),
        ([DECLINES, VAGUE, FAILED], Result.UNCLEAR, "in 1 of 3 repeats"),
        ([DECLINES, DECLINES, FAILED], Result.ERROR, "in 1 of 3 repeats, no reply"),
        ([RIGHT, FAILED, RIGHT], Result.MEMORY, "in 2 of 3 repeats"),
    ],
)
def test_of_several_repeats_the_worst_counts(replies, result, says):
    found = trial().after([RIGHT] * 3, replies)
    assert (found.result, says in found.why) == (result, True), found.why
    assert found.before == RIGHT.answer


def test_a_system_that_answers_otherwise_each_time_says_nothing():
    assert trial().before([RIGHT, RIGHT]) is None
    found = trial().before([RIGHT, VAGUE])
    assert found.result is Result.NOT_TESTED
    assert found.why.startswith("in 1 of 2 repeats, with nothing changed the system does not give the known fact")


def asked_as_guest(answer, *candidates, usual=None):
    hidden = Trial(
        case="pay",
        differs=False,
        change=Change.IDENTITY,
        question="What is the manager paid?",
        hidden=Hidden([PAY], [OPEN, PRICES, HOURS]),
        identity="guest",
    )
    known = usual or SystemReply(answer="£41,300 a year [board].", candidates=(PAY,))
    assert hidden.before([known]) is None
    return hidden.after([known], [SystemReply(answer=answer, candidates=candidates or None)])


@pytest.mark.parametrize(
    ("answer", "candidates", "result", "says"),
    [
        ("The manager is paid £41,300 a year.", (), Result.LEAKED, 'the answer holds "the manager is paid 41 300 a'),
        ("Not in the sources.", (PAY,), Result.LEAKED, "passage board is among the candidates"),
        (
            "Not in the sources.",
            (Passage(id="x", text=f"... {PAY.text[20:]}"),),
            Result.LEAKED,
            "candidate x holds",
        ),
        ("I may not say that [board].", (), Result.LEAKED, "the answer cites passage board"),
        ("It is £41,300.", (), Result.UNCLEAR, 'says "£41,300", which of the known passages only board tells'),
        ("Not in the sources.", (OPEN,), Result.KEPT_BACK, "answer and candidates"),
        ("Not in the sources.", (), Result.KEPT_BACK, "shows in the answer"),
        # What a passage that everybody may see says too is no secret.
        ("A guest may bring one bike and has to be back by nine.", (), Result.KEPT_BACK, "nothing"),
    ],
)
def test_what_an_identity_may_not_see_shows_nowhere(answer, candidates, result, says):
    found = asked_as_guest(answer, *candidates)
    assert (found.result, says in found.why) == (result, True), found.why
    assert found.why.endswith("(asked as guest)")


@pytest.mark.parametrize(
    ("answer", "candidates", "result"),
    [
        ("HTTP 500", (), Result.UNCLEAR),
        ("403 Forbidden. Please log in.", (), Result.UNCLEAR),
        ("Upstream timed out", (), Result.UNCLEAR),
        ("The manager is paid like all managers are.", (), Result.UNCLEAR),
        ("I may not share that, but it is around forty thousand.", (), Result.UNCLEAR),
        ("I'm sorry, but I am not allowed to share what the manager is paid.", (), Result.KEPT_BACK),
        ("You don't have access to this document.", (), Result.KEPT_BACK),
        ("A week is £150.", (), Result.KEPT_BACK),
        ("Two mechanics share a bench.", (), Result.UNCLEAR),
        ("Two mechanics share a bench.", (Passage(id="x", text="Two mechanics share one bench."),), Result.KEPT_BACK),
    ],
)
def test_who_may_not_see_all_has_to_be_answered_with_something_or_with_a_decline(answer, candidates, result):
    assert asked_as_guest(answer, *candidates).result is result


def test_the_words_with_which_a_system_declines_are_known_for_other_identities_too():
    secret = Hidden([PAY], [OPEN], not_found="Steht nicht in den Quellen.")
    assert secret.keeps_back("Steht nicht in den Quellen.", ())
    assert not secret.keeps_back("Verbindung getrennt", ())


def test_a_passage_that_nobody_finds_tests_nothing_but_a_leak_is_one_all_the_same():
    unseen = SystemReply(answer="Not in the sources.", candidates=(OPEN,))
    found = asked_as_guest("Not in the sources.", usual=unseen)
    assert (found.result, "usual identity" in found.why) == (Result.NOT_TESTED, True)
    assert asked_as_guest("Not in the sources.", PAY, usual=unseen).result is Result.LEAKED


@given(odd_text, odd_text, odd_text)
def test_any_text_can_be_looked_through_for_what_is_hidden(hidden, other, answer):
    secret = Hidden([Passage(id="x" * 4, text=hidden)], [Passage(id="y", text=other)])
    assert isinstance(secret.finds("What?", answer, [Passage(id="z", text=other)]), str)
    secret.hints("What?", answer)
    # What everybody may see is never a leak.
    assert secret.finds("What?", other, []) == ""
