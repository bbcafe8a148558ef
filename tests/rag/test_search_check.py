"""Did the search bring the right passage?"""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.load import load_cases
from workbench.rag.phrases import holds, phrase_form
from workbench.rag.search_check import evidence_rank, search_check
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved

BENCH = Path(__file__).parents[2] / "plants"
DECLINE = "Not in the sources."


def case(case_id="a", *, texts=("Refunds take 14 days.",), answer="14 days [p1].", **fields):
    passages = tuple(Passage(id=f"p{rank}", text=text) for rank, text in enumerate(texts, start=1))
    return Case(case_id=case_id, question="Q?", passages=passages, answer=answer, **fields)


def found(passage, phrase):
    return holds(phrase_form(passage), phrase_form(phrase))


def test_an_answer_that_cites_what_another_was_sent_is_not_uncited():
    # "Hall rules" has not the form of "p1": it is an id because another answer was sent it.
    hall = replace(case("hall", answer="It is open."), passages=(Passage(id="Hall rules", text="It is open."),))
    other = case("other", answer="It takes 14 days [Hall rules].")
    assert search_check([hall, other], not_found=DECLINE).uncited == ("hall",)


@pytest.mark.parametrize(
    ("passage", "phrase"),
    [
        ("Refunds take 14\n  days.", "refunds TAKE 14 days"),
        ("Refunds take **14** `days`", "take 14 days"),
        ("set \\$80 in max_load", "set $80 in max_load"),
        ("a _very_ long day", "very long"),
        ("don\u2019t \u201cwait\u201d 9\u201317", 'don\'t "wait" 9-17'),
        ("caf\u00e9 \uff11\uff12 \ufb01les", "cafe\u0301 12 files"),
        ("5\u00a0km\u202fper day", "5 km per day"),
        ("co\u00adoperative", "cooperative"),
        ("Stra\u00dfe", "STRASSE"),
        ("退款需要三十天。", "三十天"),
        ("from 1.5 days to 5 days", "5 days"),
        ("at least 60, and 10,000", "60"),
        ("within 60.", "60"),
    ],
)
def test_a_phrase_is_found_however_it_is_typeset(passage, phrase):
    assert found(passage, phrase)


@pytest.mark.parametrize(
    ("passage", "phrase"),
    [
        ("within 15 days", "5 days"),
        ("within 1.5 days", "5 days"),
        ("costs 10,000", "costs 10"),
        ("costs 100", "costs 10"),
        ("refund within days", "refund in days"),
        ("** text **", "**"),
        ("text", ""),
    ],
)
def test_a_phrase_that_is_not_there_is_not_found(passage, phrase):
    assert not found(passage, phrase)


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_phrase_with_words_around_it_is_found_where_it_was_put(before, phrase, after):
    passage = f"{before} | {phrase} | {after}"
    form = phrase_form(phrase)
    assert holds(phrase_form(passage), form) == any(map(str.isalnum, form))


@given(st.text())
def test_the_form_of_a_phrase_has_single_spaces_and_no_marks(text):
    form = phrase_form(text)
    assert form == " ".join(form.split())
    assert not set(form) & set("*`_\\\u201c\u2019\u2013")


def test_the_rank_is_that_of_the_first_passage_with_the_phrase():
    texts = ("about shipping", "Refunds take 14 days.", "refunds take 14 days again")
    assert evidence_rank(case(texts=texts, evidence="Refunds take 14 days")) == 2
    assert evidence_rank(case(texts=texts)) is None


def test_the_right_document_with_the_wrong_passage_is_a_miss():
    told = case(texts=("Refund policy, part 1",), evidence="14 days", answerable=True)
    titled = replace(told, passages=(Passage(id="p1", title="Refund policy", text="Part 1"),))
    assert evidence_rank(told) is evidence_rank(titled) is None


def test_a_title_is_part_of_its_passage_as_the_model_is_shown_it():
    told = case(evidence="14 days", answerable=True)
    assert evidence_rank(replace(told, passages=(Passage(id="p1", title="Refunds: 14 days", text="Part 1"),))) == 1


def test_a_phrase_split_over_two_passages_is_a_miss():
    assert evidence_rank(case(texts=("Refunds take", "14 days"), evidence="take 14 days")) is None


def test_every_count_is_worked_out_by_hand():
    cases = [
        case("found", evidence="14 days", answerable=True),
        case("found-second", texts=("no", "14 days"), evidence="14 days", answerable=True),
        case("missed", texts=("no",), evidence="14 days", answerable=True, answer="14 days."),
        case("missed-declined", texts=("no",), evidence="14 days", answerable=True, answer=DECLINE),
        case("declined", answerable=False, answer=DECLINE),
        case("made-up", answerable=False, answer="It is 5 [p1]."),
        case("made-up-bare", texts=(), answerable=False, answer="It is 5."),
        case("nobody-asked", answer="Yes [p9]."),
        case("no-phrase", answerable=True),
    ]
    summary = search_check(cases, not_found=DECLINE)
    # Four have an evidence phrase: 2 found + 2 missed. Three are unanswerable, one of them declined.
    assert (summary.answerable, summary.found) == (4, 2)
    assert summary.ranks == {"found": 1, "found-second": 2}
    assert summary.missed == ("missed", "missed-declined")
    assert summary.uncited == ("missed", "made-up-bare")
    assert (summary.unanswerable, summary.answered_anyway) == (3, ("made-up", "made-up-bare"))
    assert summary.unchecked == ("nobody-asked", "no-phrase")


def test_the_exact_words_of_the_bench_decline_in_any_language():
    told = [case(answerable=False, answer="Nicht in den Quellen.")]
    assert search_check(told, not_found="Nicht in den Quellen.").answered_anyway == ()
    assert search_check(told, not_found="").answered_anyway == ("a",)


def test_a_hedged_guess_is_an_answer():
    guess = "The sources do not say exactly, but it is probably around 20 percent."
    assert search_check([case(answerable=False, answer=guess)], not_found=DECLINE).answered_anyway == ("a",)


def test_no_cases_give_zero_of_zero():
    summary = search_check([], not_found=DECLINE)
    assert (summary.answerable, summary.found, summary.unanswerable) == (0, 0, 0)


def test_the_sample_is_wholly_checked():
    cases = load_cases(BENCH / "answers", questions=BENCH / "questions.jsonl")
    summary = search_check(cases, not_found=DECLINE)
    assert summary.answerable + summary.unanswerable == len(cases)
    assert summary.found + len(summary.missed) == summary.answerable
    assert summary.unchecked == ()


def test_a_passage_that_was_retrieved_and_dropped_later_is_no_miss_of_the_search():
    first, second = case(texts=("Helmets are lent.", "Refunds take 14 days.")).passages
    trace = (Retrieved(passage=first), Retrieved(passage=second, dropped=True))
    dropped = replace(case(texts=("Helmets are lent.",), evidence="Refunds take 14 days"), trace=trace)
    assert search_check([dropped], not_found=DECLINE).ranks == {"a": 2}
    assert search_check([replace(dropped, trace=())], not_found=DECLINE).missed == ("a",)
