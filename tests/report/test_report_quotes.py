"""Quotes in a judge's reasoning, looked up; and catches whose reasons never touch the change."""

import pytest
from hypothesis import given

from tests.text.odd_text import odd_text
from workbench.report.other_reason import change_words, for_another_reason
from workbench.report.quotes import Found, Shown, quote_words
from workbench.report.segments import Mark, Segment

SHOWN = Shown(
    question="How many days of notice must I give?",
    answer="You give 30 days of notice, in writing.",
    passages=[
        ("hours", "The desk is open from 08:00 to 17:30, Monday to Friday."),
        ("notice", "Staff give 45 days of notice in writing. Nobody gives notice in the first month."),
    ],
)


@pytest.mark.parametrize(
    ("reason", "found", "passage"),
    [
        ('It says "45 days of notice".', Found.PASSAGE, "notice"),
        ("It says “Staff give 45  days of\nnotice”.", Found.PASSAGE, "notice"),
        ("It says «the desk is open» there.", Found.PASSAGE, "hours"),
        ('"Nobody gives a notice in the first month."', Found.NEARLY, "notice"),
        # A word may differ, a figure may not: that is what a judge has to see.
        ('"Staff give 46 days of notice in writing"', Found.NOWHERE, ""),
        ('The answer says "30 days of notice, in writing".', Found.ANSWER, ""),
        ('They ask "must I give" it.', Found.QUESTION, ""),
        ('It says "notice must be given by letter".', Found.NOWHERE, ""),
    ],
)
def test_a_quote_is_found_where_it_stands(reason, found, passage):
    [quote] = SHOWN.quotes(reason, "")
    assert (quote.found, quote.passage) == (found, passage)
    assert quote_words(quote) == (f"{found} [{passage}]" if passage else str(found))


def test_parts_around_an_ellipsis_are_looked_up_one_by_one():
    quotes = SHOWN.quotes('"Staff give 45 days ... in the first month"', "The desk is open […] on Sundays too")
    assert [(quote.text, quote.found) for quote in quotes] == [
        ("Staff give 45 days", Found.PASSAGE),
        ("in the first month", Found.PASSAGE),
        ("The desk is open", Found.PASSAGE),
        ("on Sundays too", Found.NOWHERE),
    ]


def test_a_single_word_in_quotation_marks_is_no_quote_and_an_equal_quote_is_said_once():
    assert SHOWN.quotes('The word "fail" and "45".', "") == ()
    assert len(SHOWN.quotes('"days of notice" and again "days of notice"', "days of notice")) == 1


@given(odd_text, odd_text)
def test_whatever_stands_in_a_passage_word_for_word_is_found_there(before, after):
    quote = "the stand is open"
    shown = Shown(question="", answer="", passages=[("p", f"{before} {quote} {after}")])
    [found] = shown.quotes(f'"{quote}"', "")
    assert found.found is Found.PASSAGE
    shown.quotes(before, after)


def changed(before, removed, planted, after):
    marks = (Mark.SAME, Mark.REMOVED, Mark.PLANTED, Mark.SAME)
    parts = zip(marks, (before, removed, planted, after), strict=True)
    return change_words([[Segment(mark=mark, text=text) for mark, text in parts if text]])


@pytest.mark.parametrize(
    ("removed", "planted", "reason", "other"),
    [
        ("45", "30", "The passage says 45, not 30.", False),
        ("45", "30", "It does not say who signs.", True),
        ("in writing", "in person", "Writing is asked for.", False),
        # Words that stayed the same tell nothing: only one of the two words "days" was changed.
        ("45 days", "45 weeks", "It speaks of 45 pages.", True),
        # A change without a word of its own is told by the words around it.
        ("", " not", "Whether notice must be given is turned round.", False),
        ("", " not", "The price is wrong.", True),
    ],
)
def test_a_catch_is_for_another_reason_where_no_reason_touches_the_change(removed, planted, reason, other):
    words = changed("Notice must be given ", removed, planted, " by staff.")
    assert for_another_reason([("fail", reason)], words) is other


def test_one_reason_that_touches_the_change_is_enough_and_no_reason_says_nothing():
    words = changed("You give ", "45", "30", " days.")
    assert not for_another_reason([("fail", "no source"), ("fail", "45 it is")], words)
    assert for_another_reason([("fail", "no source"), ("error:timeout", "30 s")], words)
    for nothing in ([], [("fail", " ")], [("error:timeout", "slow")], [("pass", "fine"), ("fail", "no source")]):
        assert not for_another_reason(nothing, words)
    assert not for_another_reason([("fail", "no source")], frozenset())
