import re
from random import Random

import pytest
from grounds_at_hand import case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.wording.decline_words import decline_in_other_words
from workbench.text.citations import citations
from workbench.text.declines import declines, is_decline
from workbench.text.figures import figures, same_quantity
from workbench.text.sentences import sentences
from workbench.text.tokens import words

SEEDS = range(12)


def answers(style, made, *others):
    """All that a style makes of a case, over some seeds."""
    drafts = [plant(style, made, *others, seed=seed) for seed in SEEDS]
    return {draft.answer for draft in drafts if draft is not None}


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Half the riders pay, and 50 percent of the members do not.", "half of the members"),
        ("Each of the chargers draws 5 A in the workshop.", "5 amps"),
        ("The check of the bike takes 1.5 hours on a good day.", "one and a half hours"),
        ("The meeting of the board is on 5 March 2024.", "March 5, 2024"),
        ("The meeting of the board is on 5 March 2024.", "2024-03-05"),
        ("The meeting of the board is on March 5, 2024.", "5 March 2024"),
        ("The stand in the valley opens at 7:30 am.", "07:30"),
        ("The stand in the valley closes at 17:00.", "5 pm"),
        ("The stand opens at 7 p.m. in the valley.", "at 19:00 in the valley"),
        ("The stand opens at 7 p.m. A bell rings then.", "at 19:00. A bell"),
        ("A full charge of the pack lasts for 48 hours.", "for two days"),
    ],
)
def test_a_quantity_is_written_another_way(answer, wanted):
    assert any(wanted in made for made in answers("figure_respelled", case(answer, answer)))


@pytest.mark.parametrize(
    ("answer", "unwanted"),
    [
        # A deadline of 48 hours is no deadline of two days.
        ("You have to report the theft within 48 hours.", "two days"),
        # Noon and midnight are mistaken for each other, and a score is no time.
        ("The stand in the valley closes at 12:00.", "pm"),
        ("The match in the valley ended 17:14 for the guests.", "pm"),
        ("It is a 5 km walk to the stand.", "kilometres walk"),
        ('The sign at the stand says "closed on 5 March 2024" to all.', "March 5"),
    ],
)
def test_a_quantity_that_would_change_or_read_oddly_is_left_alone(answer, unwanted):
    assert not any(unwanted in made for made in answers("figure_respelled", case(answer, answer)))


def test_times_are_written_another_way_all_or_none():
    made = answers("figure_respelled", case("It is open from 9 am to 5 pm in the summer.", "9 am to 5 pm"))
    assert made == {"It is open from 09:00 to 17:00 in the summer."}
    assert not answers("figure_respelled", case("It is open from 9 am to 17:00 in the summer.", "9 am to 5 pm"))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 28),
    st.sampled_from(("January", "May", "September")),
    st.integers(1900, 2100),
    st.sampled_from(("{d} {m} {y}", "{m} {d}, {y}", "{d}th of {m} {y}")),
)
def test_a_respelled_date_is_the_same_day(day, month, year, form):
    number = {"January": 1, "May": 5, "September": 9}[month]
    told = f"The board of the club met on {form.format(d=day, m=month, y=year)}."
    for made in answers("figure_respelled", case(told, told)):
        assert str(year) in made
        assert month in made or f"{year}-{number:02}-{day:02}" in made
        assert re.search(rf"(?<!\d)0?{day}(?!\d)", made)


@settings(max_examples=80, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_rewording_touches_no_figure_name_negation_or_condition(made, seed):
    draft = plant("reworded", made, seed=seed)
    if draft is None:
        return
    kept = re.compile(r"\d[\d.,]*|\b(?:not?|never|unless|if|only|until|as long as)\b|[A-Z][a-z]+ [A-Z][a-z]+")
    assert kept.findall(made.answer) == kept.findall(draft.answer)


@pytest.mark.parametrize(
    ("answer", "becomes"),
    [
        ("Grace noted that the brakes are good.", "Grace said that the brakes are good."),
        ("The pump is located in the shed by the gate.", "The pump is situated in the shed by the gate."),
        ("It was closed because of the snow on the road.", "It was closed due to the snow on the road."),
    ],
)
def test_a_wording_becomes_one_that_means_the_same(answer, becomes):
    assert answers("reworded", case(answer, answer)) == {becomes}


@pytest.mark.parametrize(
    "answer",
    [
        "The rent is due to the owner on the first of the month.",
        "There is information about 5 bikes on the board of the stand.",
        'The sign on the gate says "because of the snow" in red.',
        "It costs £32 per hour at all of the stands.",
        "The price of the bike was an approximately 30 percent rise.",
    ],
)
def test_a_wording_is_left_alone_where_the_other_would_not_mean_the_same_or_read_badly(answer):
    assert not answers("reworded", case(answer, answer))


@pytest.mark.parametrize(
    "answer",
    [
        "Grace Okafor runs the office. She answers within ten days.",
        "The stand opens at 7. The stand closes later in the summer.",
        "First, take the key out of the box. Then unlock the frame of the bike.",
        "The World Health Organization (WHO) was founded in Geneva. WHO helps all of the clubs.",
        "1. Move the bike off the road.\n2. Switch the motor off.",
    ],
)
def test_sentences_that_lean_on_each_other_keep_their_order(answer):
    assert not answers("sentences_reordered", case(answer, answer))


def test_bullets_that_stand_by_themselves_may_change_places():
    answer = "You get these with the bike:\n\n- a helmet in your size\n- a lock for the frame\n- lights"
    made = answers("sentences_reordered", case(answer, answer))
    assert "You get these with the bike:\n\n- a lock for the frame\n- a helmet in your size\n- lights" in made


@settings(max_examples=80, deadline=None)
@given(st.one_of(english_case(), odd_case), st.integers(0, 3))
def test_every_word_is_kept_where_only_the_form_changes(made, seed):
    for style in ("sentence_to_list", "marked_up", "sentences_reordered"):
        draft = plant(style, made, seed=seed)
        if draft is None:
            continue
        old, new = words(made.answer), words(draft.answer)
        if style == "marked_up":
            assert new[-len(old) :] == old  # a heading may have come before
        elif style == "sentence_to_list":
            assert new == old
        else:
            assert sorted(new) == sorted(old)


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_a_citation_in_another_form_cites_the_same_passages(made, seed):
    draft = plant("citation_style", made, seed=seed)
    if draft is None:
        return
    ids = [passage.id for passage in made.passages]
    assert citations(draft.answer, ids).shown == citations(made.answer, ids).shown
    assert not citations(draft.answer, ids).unknown


def test_every_mark_moves_to_the_same_side_of_its_full_stop():
    made = case("A day costs £32 [p1]. A week costs £150 [p1] [p2].", "Day £32.", "Week £150.")
    assert "A day costs £32. [p1] A week costs £150. [p1] [p2]" in answers("citation_style", made)
    assert "A day costs £32 [p1]. A week costs £150 [p1, p2]." in answers("citation_style", made)


@pytest.mark.parametrize(
    ("said", "also"),
    [
        ("A day costs £32 (passage 1).", "A day costs £32 [passage 1]."),
        ("A day costs £32 [1, 2].", "A day costs £32 [1] [2]."),
        ("A day costs £32 (1, 2).", "A day costs £32 (1) (2)."),
        ("A day costs £32 【1】【2】.", "A day costs £32. 【1】【2】"),
        ("A day costs £32. [^1]", "A day costs £32 [^1]."),
    ],
)
def test_numbers_are_cited_in_another_form(said, also):
    assert also in answers("citation_style", case(said, "Day £32.", "Day £32, week £150."))


def test_a_bare_number_in_round_brackets_keeps_its_place_and_a_word_of_the_sentence_too():
    # "£32. (1) A week" would begin a list, and "Passage 1" is the subject.
    assert not answers("citation_style", case("A day costs £32 (1). A week costs £150 (2).", "Day £32.", "Week £150."))
    assert not answers("citation_style", case("Passage 1 says that a day costs £32.", "Day £32.", "Week £150."))


def test_passages_keep_their_order_where_the_answer_counts_them():
    for mark in ("【1】", "(2)", "[^1]", "(Doc 2)"):
        made = case(f"A day costs £32 {mark}.", "Day £32.", "Day £32, week £150.")
        assert not plant("passages_reordered", made)
    assert plant("passages_reordered", case("A day costs £32 [p1].", "Day £32.", "Week £150."))


def test_a_citation_of_a_passage_never_shown_is_left_alone():
    assert not answers("citation_style", case("A day costs £32 [p9].", "Day £32."))


def test_a_list_of_phrases_becomes_one_sentence_and_a_name_keeps_its_capital():
    answer = "The stands of the club are:\n- Ellerford by the mill\n- Birkmoor by the ford"
    shown = "Ride to Ellerford or, if you like, Birkmoor."
    assert answers("list_to_sentence", case(answer, shown)) == {
        "The stands of the club are: Ellerford by the mill and Birkmoor by the ford."
    }


@pytest.mark.parametrize(
    "answer",
    [
        "These are the stands:\n- Ellerford: The one by the mill.\n- Birkmoor: The one by the ford.",
        "Do all of these:\n1. Ring the office.\n- Wait for us.",
        "Start with step 2 below if you can.\n1. Ring the office.\n2. Wait for us.",
        "The stands of the club are:\n- Xyzzy by the mill\n- Birkmoor by the ford",
    ],
)
def test_a_list_that_would_read_badly_as_prose_stays_a_list(answer):
    assert not answers("list_to_sentence", case(answer, "Ride to the mill by the ford, to Birkmoor."))


KESTREL = case(
    "With a full battery the Kestrel goes about 95 km on flat roads [p1].",
    "A full battery takes the Kestrel about 95 km on flat roads.",
    "The Kestrel weighs 23 kg with its battery and lights. See the check for more.",
    question="How far does the Kestrel go?",
)


def test_extra_context_is_word_for_word_from_a_passage_that_the_answer_does_not_cite():
    assert answers("extra_context", KESTREL) == {
        KESTREL.answer + " The Kestrel weighs 23 kg with its battery and lights [p2]."
    }


def test_where_there_is_no_other_passage_extra_context_comes_from_the_one_that_the_answer_is_made_of():
    more = "The Kestrel weighs 23 kg with its battery and lights."
    for question in (KESTREL.question, "Summarize the following document."):
        alone = case(KESTREL.answer, f"{KESTREL.passages[0].text} {more}", question=question)
        assert answers("extra_context", alone) == {f"{KESTREL.answer} {more[:-1]} [p1]."}


@pytest.mark.parametrize(
    ("opening", "added"),
    [
        ("A common sign of mail fraud", True),
        ("A common warning sign", False),  # of what, only its page says
        ("The other way", False),
    ],
)
def test_extra_context_says_of_what_it_speaks(opening, added):
    told = "Scammers send emails asking you to send money to them"
    more = f"{opening} is a letter asking you to send money to claim a prize."
    asked = case(f"{told} [p1].", f"{told}.", more, question="What do scammers ask you to send?")
    assert bool(answers("extra_context", asked)) is added


def test_what_two_verbs_share_is_not_reworded_for_one_of_them():
    assert answers("reworded", case("A rider is able to stop.", "A rider is able to stop.")) == {"A rider can stop."}
    assert answers("reworded", case(two := "A rider is able to stop and to turn.", two)) == set()


@pytest.mark.parametrize(("said", "added"), [("with its battery", True), ("with with its battery", False)])
def test_what_was_written_down_as_it_was_spoken_is_no_extra_context(said, added):
    more = f"The Kestrel weighs 23 kg {said} and lights."
    asked = case(KESTREL.answer, KESTREL.passages[0].text, more, question=KESTREL.question)
    assert bool(answers("extra_context", asked)) is added


def test_a_decline_may_report_what_the_passages_do_say():
    silent = case(
        "Not in the sources.", "The Kestrel weighs 23 kg with its battery.", question="How far goes the Kestrel?"
    )
    made = answers("extra_context", silent)
    assert made
    assert all(one.startswith("Not in the sources. ") and "The Kestrel weighs 23 kg" in one for one in made)


def test_a_conflict_is_noted_with_both_values_and_both_passages():
    shown = ("The deposit for the Heron bike is £120.", "For the Heron bike, the deposit is £80.")
    (made,) = answers("conflict_noted", case("The deposit for the Heron bike is £80 [p2].", *shown))
    assert '"The deposit for the Heron bike is £120" [p1]' in made
    assert '"For the Heron bike, the deposit is £80" [p2]' in made


@pytest.mark.parametrize(
    "shown",
    [
        ("The deposit for the Heron bike is £120.", "The deposit for the Heron bike is £120.00."),
        ("The deposit for the Heron bike is £120.", "The deposit for the Heron bike is up to £80."),
        ("The deposit for the Heron bike is £120.", "The deposit for the Kestrel and the Wren bike is £80."),
        ("The deposit for the Heron bike is £120.", "The deposit for the Heron bike is held for 80 days."),
    ],
)
def test_passages_that_do_not_disagree_are_not_said_to(shown):
    made = answers("conflict_noted", case("The deposit for the Heron bike is £120 [p1].", *shown))
    # Another edition of one may be shown, and then that one is quoted beside it.
    assert not any("[p1], another" in answer and "[p2]." in answer for answer in made)


@settings(max_examples=40, deadline=None)
@given(english_case())
def test_a_decline_in_other_words_is_still_read_as_a_decline(made):
    for seed in SEEDS:
        draft = plant("decline_reworded", made, seed=seed)
        if draft is not None:
            assert is_decline(made.answer, "Not in the sources.")
            told = [span.text for span in sentences(draft.answer)]
            assert any(map(declines, told)) or "answer this" in draft.answer or "do not tell" in draft.answer


def test_no_wording_of_a_decline_gives_an_answer_away():
    stand = ground(case("Not in the sources.", "A day is £32.", question="Is it free?"))
    made = {decline_in_other_words(stand, "Not in the sources.", Random(seed)) for seed in range(200)}
    assert len(made) >= 8
    assert not any(figures(wording) for wording in made)


def test_a_courtesy_is_added_once_and_never_to_a_courteous_answer():
    plain = case("A day of hire costs you £32.", "Day hire is £32.")
    assert all("A day of hire costs you £32." in made for made in answers("polite_frame", plain))
    courteous = case("A day of hire costs you £32. Let me know if you need more.", "Day hire is £32.")
    assert not answers("polite_frame", courteous)


def test_a_passage_is_left_out_only_where_the_answer_does_not_draw_on_it():
    shown = ("Day hire is £32.", "The stand closes at 21:00.")
    for seed in SEEDS:
        draft = plant("passage_left_out", case("A day costs £32 [p1].", *shown), seed=seed)
        assert [passage.id for passage in draft.passages] == ["p1"]
    assert plant("passage_left_out", case("A day costs £32.", *shown)) is None
    assert plant("passage_left_out", case("A day costs £32 [p1]. It closes at 21:00 [p2].", *shown)) is None
    assert plant("passage_left_out", case("Not in the sources.", *shown)) is not None


def test_a_respelled_share_is_the_same_quantity():
    made = case("50 percent of the members vote.", "Half of the members vote.")
    for answer in answers("figure_respelled", made):
        assert same_quantity(figures(answer)[0], figures(made.answer)[0])
