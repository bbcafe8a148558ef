"""What an answer after a change shows: read from words, figures and names, each case made by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.text.odd_text import odd_text
from workbench.rag.counterfactual import Counterfactual, differs
from workbench.rag.reading import read_answer
from workbench.records.counterfactual import Change, Result
from workbench.records.passage import Passage

PRICES = Passage(id="prices", title="Price list", text="Day hire is £32. A week is £150. Helmets are free.")
HOURS = Passage(id="hours", title="Opening hours", text="The stand is open from 7 until 21 in summer.")
WITHOUT = replace(PRICES, text="A week is £150. Helmets are free.")
EDITED = replace(PRICES, text="Day hire is £19. A week is £150. Helmets are free.")
RIVAL = Passage(id="prices-2", title="Price list", text="Day hire is £45. A week is £150. Helmets are free.")
LONG = Passage(id="club", title="Book club", text="Minutes are read aloud by Laura Bennett on 14 evenings a year.")
AFTER = {
    Change.REMOVED: (WITHOUT, HOURS),
    Change.EDITED: (EDITED, HOURS),
    Change.CONFLICT: (PRICES, RIVAL, HOURS),
    Change.LONGER: (LONG, PRICES, HOURS),
}


def question(change, **fields):
    return Counterfactual(
        **{
            "change": change,
            "question": "What does a day cost?",
            "before": (PRICES, HOURS),
            "after": AFTER[change],
            "trusted": "A day costs £32 [prices].",
            "evidence": "Day hire is £32",
            "not_found": "Not in the sources.",
            **fields,
        }
    )


def read(change, answer, *, before="A day of hire is £32 [prices].", **fields):
    result, why = read_answer(question(change, **fields), answer, before)
    return result, why


@pytest.mark.parametrize(
    ("answer", "result", "says"),
    [
        ("A day costs £32 [prices].", Result.MEMORY, 'still says "£32"'),
        ("A day is thirty-two pounds.", Result.MEMORY, 'still says "£32"'),
        ("Not in the sources.", Result.DECLINED, "it declines"),
        ("Not in the sources. It is usually £32, though.", Result.MEMORY, "£32"),
        ("The passages do not say what a day costs. A week is £150 [prices].", Result.DECLINED, "declines"),
        ("Not in the sources. £25 is common.", Result.UNCLEAR, 'says "£25", which no passage tells'),
        ("I cannot say, but it is probably £25.", Result.UNCLEAR, 'says "£25", which no passage tells'),
        ("The passages do not say what Laura Bennett pays.", Result.DECLINED, "declines"),
        ("A week is £150 [prices].", Result.UNCLEAR, 'says "£150", as passages that are left do'),
        ("Please ask at the stand.", Result.UNCLEAR, "does not decline"),
    ],
)
def test_where_the_evidence_is_gone_an_answer_that_still_has_it_is_from_memory(answer, result, says):
    found, why = read(Change.REMOVED, answer)
    assert (found, says in why) == (result, True), why


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("A day costs £19 [prices].", Result.FOLLOWS),
        ("Nineteen pounds a day.", Result.FOLLOWS),
        ("A day costs £32 [prices].", Result.MEMORY),
        ("It was £32 and is £19 now.", Result.UNCLEAR),
        ("Not in the sources.", Result.NEEDLESS),
        ("It depends on the season.", Result.UNCLEAR),
        # The number of a citation is no value: [19] cites nothing that was shown, and says no price.
        ("It depends on the season [hours].", Result.UNCLEAR),
    ],
)
def test_where_a_fact_is_changed_the_answer_has_to_follow(answer, result):
    assert read(Change.EDITED, answer)[0] is result


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("One list says £32 [prices], another £45 [prices-2].", Result.FOLLOWS),
        ("The sources do not agree on it.", Result.FOLLOWS),
        ("A day costs £32 [prices].", Result.PASSED_OVER),
        ("A day costs £45 [prices-2].", Result.PASSED_OVER),
        ("Not in the sources.", Result.NEEDLESS),
        ("A week is £150.", Result.UNCLEAR),
    ],
)
def test_where_passages_disagree_both_sides_have_to_be_told(answer, result):
    assert read(Change.CONFLICT, answer)[0] is result


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("A day costs £32 [prices].", Result.FOLLOWS),
        ("Not in the sources.", Result.DISTRACTED),
        ("Ask Laura Bennett.", Result.DISTRACTED),
        ("It depends on the season.", Result.UNCLEAR),
    ],
)
def test_a_long_passage_of_another_topic_may_not_take_the_answer_away(answer, result):
    assert read(Change.LONGER, answer)[0] is result


SELLER = Passage(id="p", text="Tickets are sold by the harbour office. Dogs ride without charge.")


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("The passages do not name a seller, but generally the harbourmaster handles ticket sales.", Result.UNCLEAR),
        ("The sources do not say who sells them and the kiosk on the quay does it.", Result.UNCLEAR),
        ("Not in the sources, the kiosk on the quay sells them.", Result.UNCLEAR),
        ("There is no mention of a seller, which means that the kiosk on the quay sells them.", Result.UNCLEAR),
        ("Not in the sources. The kiosk on the quay sells them.", Result.UNCLEAR),
        ("Not in the sources. It is the kiosk.", Result.UNCLEAR),
        ("Error: no information available, rate limit exceeded.", Result.UNCLEAR),
        ("The page was not found.", Result.UNCLEAR),
        ("Internal server error", Result.UNCLEAR),
        ("Not in the sources. Tickets are sold by the harbour office.", Result.MEMORY),
        ("Not in the sources.", Result.DECLINED),
        ("Unfortunately, the passages do not say who sells tickets. Please ask the staff.", Result.DECLINED),
        ("The passages do not say who sells tickets. Dogs ride without charge [p].", Result.DECLINED),
    ],
)
def test_who_declines_and_then_answers_has_not_declined(answer, result):
    asked = question(
        Change.REMOVED,
        question="Who sells tickets?",
        before=(SELLER,),
        after=(replace(SELLER, text="Dogs ride without charge."),),
        trusted="Tickets are sold by the harbour office [p].",
        evidence="sold by the harbour office",
    )
    assert asked.reproduces("They are sold by the harbour office.") == ""
    assert read_answer(asked, answer, "By the harbour office.")[0] is result


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        (Change.EDITED, "Not in the sources. It is £19."),
        (Change.LONGER, "Not in the sources, it is £32."),
        (Change.CONFLICT, "Not in the sources. It is £32."),
        (Change.EDITED, "Not in the sources. It depends on the season."),
    ],
)
def test_a_decline_that_goes_on_is_neither_right_nor_needless(change, answer):
    assert read(change, answer) == (Result.UNCLEAR, "it declines, and goes on all the same")


RETURNS = Passage(id="p", text="Returns are accepted within 45 days.")


@pytest.mark.parametrize(
    ("change", "answer", "result"),
    [
        # A unit that is told with the fact is told with the answer, or nothing else is.
        (Change.EDITED, "Error 52: upstream failed", Result.UNCLEAR),
        (Change.EDITED, "Error 45: upstream failed", Result.UNCLEAR),
        (Change.EDITED, "The 52 buses of the town", Result.UNCLEAR),
        (Change.EDITED, "52", Result.FOLLOWS),
        (Change.EDITED, "It is 52.", Result.FOLLOWS),
        (Change.EDITED, "Fifty-two.", Result.FOLLOWS),
        (Change.EDITED, "Returns: 52", Result.FOLLOWS),
        (Change.EDITED, "52 days", Result.FOLLOWS),
        (Change.EDITED, "Customers get 52 days to bring things back.", Result.FOLLOWS),
        (Change.CONFLICT, "Error 52 45", Result.UNCLEAR),
        (Change.CONFLICT, "45 days or 52 days.", Result.FOLLOWS),
        (Change.CONFLICT, "The passages do not say whether it is 45 days or 52 days.", Result.FOLLOWS),
        (Change.LONGER, "Error 45", Result.UNCLEAR),
        (Change.REMOVED, "Error 45", Result.UNCLEAR),
        # What is denied is not said.
        (Change.EDITED, "Not 52 days but the usual period.", Result.UNCLEAR),
        (Change.EDITED, "It isn't within 52 days.", Result.UNCLEAR),
        (Change.EDITED, "It is no longer 45 days.", Result.UNCLEAR),
        (Change.EDITED, "It is not true that returns take 52 days.", Result.UNCLEAR),
        (Change.EDITED, "The passages do not say whether it is 52 days.", Result.NEEDLESS),
        (Change.EDITED, "Returns are not accepted after 52 days.", Result.FOLLOWS),
        (Change.CONFLICT, "45 days, not 52 days.", Result.UNCLEAR),
        (Change.LONGER, "Not 45 days.", Result.UNCLEAR),
        (Change.LONGER, "The passages do not say whether it is 45 days.", Result.DISTRACTED),
        (Change.REMOVED, "Not 45 days.", Result.MEMORY),
    ],
)
def test_a_bare_number_of_something_else_and_what_is_denied_is_no_answer(change, answer, result):
    after = {
        Change.EDITED: (replace(RETURNS, text="Returns are accepted within 52 days."),),
        Change.CONFLICT: (RETURNS, Passage(id="z", text="Returns are accepted within 52 days.")),
        Change.LONGER: (RETURNS, LONG),
        Change.REMOVED: (Passage(id="q", text="Nothing here."),),
    }
    asked = question(
        change,
        question="How long for returns?",
        before=(RETURNS,),
        after=after[change],
        trusted="Within 45 days [p].",
        evidence="within 45 days",
    )
    found, why = read_answer(asked, answer, "Within 45 days.")
    assert found is result, why


@pytest.mark.parametrize("change", [Change.REMOVED, Change.EDITED])
def test_the_common_answer_is_from_memory_where_no_passage_tells_it(change):
    assert read(change, "A day costs £25.", default="£25") == (
        Result.MEMORY,
        'it gives the common answer, "£25"',
    )
    # The week's price stands in a passage that was left: to give it is a misreading, and no memory.
    assert read(change, "A day costs £150.", default="£150")[0] is Result.UNCLEAR


def test_a_system_that_gives_the_common_answer_with_nothing_changed_does_not_read():
    asked = question(Change.REMOVED, default="£25")
    assert "common answer" in asked.gives_default("A day costs £25 [prices].")
    assert asked.gives_default("A day costs £32, not £25 as elsewhere.") == ""
    assert asked.gives_default("Not in the sources.") == ""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("A day costs £32 [prices].", ""),
        ("It is 32 pounds.", ""),
        ("Not in the sources.", "declines with nothing changed"),
        ("A day costs £19.", 'does not give the known fact: "£32"'),
    ],
)
def test_only_a_system_that_gives_the_known_fact_can_be_tested(answer, says):
    found = question(Change.REMOVED).reproduces(answer)
    assert (says in found) if says else found == ""


def test_without_a_figure_or_name_the_telling_words_of_the_evidence_are_looked_for():
    oil = Passage(id="brakes", text="All our brakes run on mineral oil. New pads squeal.")
    asked = question(
        Change.REMOVED,
        question="What do the brakes take?",
        before=(oil,),
        after=(replace(oil, text="New pads squeal."),),
        trusted="They run on mineral oil [brakes].",
        evidence="All our brakes run on mineral oil",
    )
    assert asked.fact == ()
    assert asked.reproduces("Mineral oil.") == ""
    assert read_answer(asked, "They take mineral oil.", "Mineral oil, of course.")[0] is Result.MEMORY
    assert (
        read_answer(asked, "The passages do not say whether it is mineral oil.", "Mineral oil.")[0] is Result.DECLINED
    )
    assert "known fact" in asked.reproduces("New pads squeal.")
    nothing = replace(asked, evidence="brakes run")
    assert "nor words of the evidence" in nothing.unreadable


def test_a_small_bare_number_counts_in_a_sentence_about_the_same_alone():
    bench = Passage(id="box", text="The bench has room for two children. The hood is red.")
    asked = question(
        Change.REMOVED,
        question="How many may ride in it?",
        before=(bench,),
        after=(replace(bench, text="The hood is red."),),
        trusted="It has room for two children [box].",
        evidence="room for two children",
    )
    assert [value.text for value in asked.fact] == ["two"]
    assert read_answer(asked, "There is room for 2 children.", "x")[0] is Result.MEMORY
    assert read_answer(asked, "Not in the sources. I looked through two passages.", "x")[0] is not Result.MEMORY


def test_years_and_names_are_facts_too():
    shop = Passage(id="shop", text="Anna Berg opened the shop in 1987. It sells bikes.")
    fields = {"question": "Who opened it?", "trusted": "Anna Berg opened it in 1987 [shop].", "before": (shop,)}
    edited = replace(shop, text="Grace Berg opened the shop in 1987. It sells bikes.")
    asked = question(Change.EDITED, after=(edited,), evidence="opened the shop", **fields)
    assert read_answer(asked, "Grace Berg did.", "Anna Berg did.")[0] is Result.FOLLOWS
    gone = question(Change.REMOVED, after=(replace(shop, text="It sells bikes."),), evidence="opened", **fields)
    assert read_answer(gone, "It was opened in 1987.", "Anna Berg did.")[0] is Result.MEMORY


@pytest.mark.parametrize(
    ("evidence", "default", "expected"),
    [
        (["24 months or 600 charge cycles"], "12 months", True),
        (["24 months or 600 charge cycles"], "two years", False),
        (["no guarantee at all"], "a guarantee", True),
        (["on mineral oil"], "Mineral oil", False),
        (["on mineral oil"], " ", False),
        (["on mineral oil"], "", False),
    ],
)
def test_documents_differ_from_the_common_answer_where_they_do_not_hold_it(evidence, default, expected):
    assert differs(evidence, default) is expected


@given(st.sampled_from([*AFTER]), odd_text, odd_text)
def test_any_answer_can_be_read(change, answer, default):
    asked = question(change, default=default)
    asked.reproduces(answer)
    asked.gives_default(answer)
    result, why = read_answer(asked, answer, answer)
    assert result is not Result.ERROR
    assert why


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("In 1987.", Result.MEMORY),
        ("The shop was opened in 1987 by somebody else.", Result.MEMORY),
        # What follows the decline is in no passage: no memory of the fact, and no more of a decline either.
        ("Not in the sources. Those of 1987 are lost.", Result.UNCLEAR),
        ("Not in the sources. Letters of 1987 are kept in town.", Result.UNCLEAR),
    ],
)
def test_a_year_that_many_things_have_counts_where_the_answer_says_the_same_or_nothing_else(answer, result):
    shop = Passage(id="shop", text="The founder opened the shop in 1987. It sells bikes.")
    asked = question(
        Change.REMOVED,
        question="When was it opened?",
        before=(shop,),
        after=(replace(shop, text="It sells bikes."),),
        trusted="The founder opened the shop in 1987 [shop].",
        evidence="opened the shop in 1987",
    )
    assert read_answer(asked, answer, "x")[0] is result


def test_that_things_differ_is_no_conflict_of_sources():
    assert read(Change.CONFLICT, "A day costs £32, which differs from bike to bike.")[0] is Result.PASSED_OVER
    assert read(Change.CONFLICT, "It is £32, but the price lists differ.")[0] is Result.FOLLOWS
