"""What a reader finds harmless, garbled or plain at a glance is declined, and its sound neighbour is not."""

import re
from random import Random

import pytest
from grounds_at_hand import case, ground, plant

from workbench.plants.style import Declined
from workbench.plants.wording.beside import beside_excerpt, joined

SEEDS = range(6)


def made(style, answer, *passages, question="What does the page say?"):
    """All answers that a style makes of a case with some seeds."""
    told = case(answer, *passages, question=question)
    assert ground(told).english, "styles decline whatever is not English, so that the test would show nothing"
    drafts = [plant(style, told, seed=seed) for seed in SEEDS]
    return {draft.answer for draft in drafts if draft is not None}


@pytest.mark.parametrize("told", ["especially if", "particularly when", "even if", "notably if"])
def test_a_condition_that_only_stresses_one_case_is_not_dropped(told):
    answer = "The county stopped all trade with the port if it serves the mine."
    passage = f"The county stopped all trade with the port, {told} it serves the mine."
    assert made("dropped_condition", answer, passage) == set()
    held = "The county stopped all trade with the port if it serves the mine."
    assert made("dropped_condition", answer, held) == {"The county stopped all trade with the port."}


def test_the_article_before_a_turned_word_fits_it():
    passage = "Riders with a light bike have an easier time on the pass."
    assert made("comparison_turned", "Riders with a light bike have an easier time on the pass.", passage) == set()
    plain = "The way over the pass is easier with a light bike."
    assert made("comparison_turned", plain, plain) == {"The way over the pass is harder with a light bike."}


def test_what_passages_say_of_the_normal_case_does_not_make_always_wrong():
    answer = "The leaf of a healthy tree is typically dark green in the spring."
    assert made("strength_raised", answer, "The normal colour of the leaf of a healthy tree is dark green.") == set()
    assert made("strength_raised", answer, answer) == {"The leaf of a healthy tree is always dark green in the spring."}


def test_what_would_happen_by_the_passages_does_not_make_will_wrong():
    answer = "Closing the old stand can lower the number of docks."
    assert made("strength_raised", answer, "Closing the old stand would lower the number of docks.") == set()
    assert made("strength_raised", answer, answer) == {"Closing the old stand will lower the number of docks."}


@pytest.mark.parametrize(
    "answer",
    [
        "The riders were given a choice at the gate of the stand.",  # not given a choice: pay or leave
        "The Wren is a bike of the county for short rides.",  # nobody tells what a thing is not
        "Members are urged to lock the bike at the stand.",
        "The cooperative is suing the maker of the bike lock.",
        "The battery lid should fall off the frame after the bolt.",
        "The box can hold 80 kg of goods on the bench.",
        "The claim must arrive within 14 days of the hire.",
        "The pads of the brake are due after the winter.",
    ],
)
def test_a_negation_that_nobody_would_write_is_not_planted(answer):
    assert made("negation_turned", answer, answer) == set()


def test_a_clause_that_a_but_weighs_against_another_is_not_negated():
    answer = "The rider was able to lift the bike, but the rider was tired at the pass."
    assert made("negation_turned", answer, answer) == set()
    assert made("negation_turned", "The rider was tired at the pass.", "The rider was tired at the pass.") == {
        "The rider was not tired at the pass."
    }


@pytest.mark.parametrize(
    "answer",
    [
        "The rule led to increased use of the old stand.",
        "The air ensures a higher flow through the old stand.",
        "The longest bridge in the country is the one at Saltby Mill.",
        "This is one of the most common faults of the old stand.",
    ],
)
def test_a_comparison_that_its_own_sentence_explains_is_not_turned(answer):
    assert made("comparison_turned", answer, answer) == set()


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("The county called for a 24-hour truce at the stand.", "What did it call for?"),
        ("Wait until the soil of the bed reaches 60°F before planting.", "When do I plant?"),
        ("The office of Governor Hale paid a fee of $295,000 to the club.", "What did the office pay?"),
        ("The permit takes 30 days on average at the office.", "How long does it take?"),
    ],
)
def test_a_unit_that_common_sense_rules_out_is_not_put_in(answer, question):
    found = made("unit_changed", answer, answer, question=question)
    assert not [text for text in found if re.search(r"-minute|°C|£|€|hours", text)]


def test_two_values_that_an_only_sets_against_each_other_stay():
    answer = "Pilots need 1,500 hours of flight, and the mate had only 600 hours of training."
    passages = ("Pilots need 1,500 hours of flight.", "The mate had 600 hours of training.")
    assert made("values_exchanged", answer, *passages) == set()


def test_a_sum_in_a_supposed_case_is_not_changed():
    answer = "It would be legal to ask the bank for a loan of £1200."
    assert made("figure_changed", answer, "It would be legal to ask the bank for a loan of £1200.") == set()
    plain = "The bank gave the club a loan of £1200."
    assert made("figure_changed", plain, plain)


def test_a_place_beside_another_one_is_not_swapped():
    passage = "The stand was moved from Leeds to Sheffield in spring."
    assert made("name_swapped", "The stand was moved from Leeds to Sheffield in spring.", passage) == set()
    assert made("name_swapped", "The stand was moved to Leeds in spring.", passage)


def test_no_city_is_swapped_where_the_question_names_its_country():
    answer, question = "Look for people of Paris in the white pages.", "How do I find somebody in France?"
    assert made("name_swapped", answer, answer, question=question) == set()


def test_a_role_gets_the_year_since_when_somebody_has_held_it():
    answer = "Claims go to Laura Bennett, the office manager, who decides on them."
    found = made("figure_added", answer, "Laura Bennett is the office manager in 2026 and decides on claims.")
    assert found
    for text in found:
        year = re.fullmatch(
            r"Claims go to Laura Bennett, the office manager since (\d{4}), who decides on them\.", text
        )
        assert year is not None
        assert 2014 <= int(year.group(1)) <= 2023  # 3 to 12 years before 2026


def test_no_charge_and_no_date_of_a_rule_is_added_in_a_set_sentence():
    answer = "Members must book a bike by phone. The fee for a booking is £5."
    assert made("figure_added", answer, answer) == set()


@pytest.mark.parametrize("shown", ["The club gained 400,000 new riders.", "The club has 3 million riders."])
def test_no_small_count_is_guessed_of_what_the_passages_count_by_the_thousand(shown):
    told = case("Not in the sources.", shown, question="How many riders did the club have in spring?")
    assert plant("confident_answer", told) is None


def test_a_guessed_count_is_more_than_what_the_passages_counted_at_one_place():
    told = case(
        "Not in the sources.", "There were 74 members present.", question="How many members does the club have?"
    )
    for seed in SEEDS:
        draft = plant("confident_answer", told, seed=seed)
        assert int(draft.answer.split()[0]) >= 79


def test_nothing_that_a_thing_is_and_no_advice_is_said_to_follow():
    one = "The lake opens to bathers and boats in spring."
    for two in (
        "The lake is the largest water of the valley with boats.",
        "The lake should be watched by bathers with boats at all times.",
    ):
        assert made("conclusion_joined", f"{one} {two}", one, two) == set()


def test_an_outside_fact_is_on_what_was_asked():
    shown = (
        "Day hire of the Heron costs £32. Its box and battery are checked after each hire of the Heron by the steward."
    )
    told = case(shown, shown, question="What does the Heron cost?")
    aside = "A battery can be kept in the box of any steward, or at home on a shelf with the charger."
    asked = "The deposit for the Heron is £80, which the steward keeps until the bike is back."
    others = [case("No.", f"{text} The Heron box, battery, hire, steward and day are as checked.", case_id=text[:5])
              for text in (aside, asked)]  # fmt: skip
    draft = plant("outside_fact", told, *others)
    assert draft is not None
    assert draft.answer.endswith(asked)


def test_the_article_before_a_swapped_name_fits_it():
    answer = "The club was joined by a Texas rider in the spring."
    found = made("name_swapped", answer, answer)
    assert found
    assert not [text for text in found if re.search(r"\ba [AIO]", text)]


def test_what_a_passage_says_of_one_thing_of_a_list_does_not_make_always_wrong():
    answer = (
        "Wren packs typically take 36 V from the bench, while the Heron packs and the trailer packs take 48 V and 12 V."
    )
    plain = "Wren packs, for example, take 36 V from the bench."
    listed = "The Heron packs and the trailer packs typically take 48 V and 12 V, and Wren packs typically take 36 V."
    assert made("strength_raised", answer, plain, listed) == set()
    assert made("strength_raised", answer, listed) == {answer.replace("typically", "always")}


def test_places_are_not_taken_for_what_somebody_states():
    places = "Some of the firms will pull out of states that pass the law on bikes."
    assert made("reworded", places, places) == set()
    said = "The report states that riders must hold a pass."
    assert made("reworded", said, said) == {"The report says that riders must hold a pass."}


def test_a_passage_is_not_cut_where_the_rest_would_speak_of_others():
    lost = "Some of the crew joined the western fleet. Later, many served under the queen of the island."
    kept = "Some of the crew joined the western fleet. The pump of the stand in Ellerford was painted green."
    told = "The pump of the stand in Ellerford was painted green."
    assert not [draft for seed in SEEDS if (draft := plant("passages_trimmed", case(told, lost, told), seed=seed))]
    assert plant("passages_trimmed", case(told, f"{kept} {told} It has two handles and a hose of rubber."))


def test_what_a_demand_says_until_then_is_not_dropped():
    asked = "The letter states that the frames should not be sold until both owners of the firm agree in writing."
    assert made("dropped_condition", asked, asked) == set()
    ruled = "The frames must not be sold until both owners of the firm agree in writing."
    assert made("dropped_condition", ruled, ruled) == {"The frames must not be sold."}


TOWN = "The town of Ellerford bought forty bikes from a firm in the north of the county"


def test_a_few_words_are_joined_to_no_sentence_and_what_turns_once_does_not_turn_twice():
    stand = ground(case("Not in the sources.", f"{TOWN}. In the town they like bikes.", question="When was it built?"))
    few = {joined(stand, "In 1986.", f"{TOWN}.", Random(seed)) for seed in range(20)}
    assert all(re.fullmatch(rf"In 1986\. [A-Z][a-z ]+ that the {TOWN[4:]}\.", told) for told in few)
    turned = "I could not find this, though it was probably around 1986."
    for seed in range(20):
        told = joined(stand, turned, f"{TOWN}.", Random(seed))
        assert told.startswith(f"{turned} ")
        assert told.endswith(f" {TOWN}.")
    # What does not follow from an answer is said to be told besides.
    whole = {joined(stand, "It was Ruth Marlow.", f"{TOWN}.", Random(seed)) for seed in range(20)}
    assert all(re.fullmatch(rf"It was Ruth Marlow, and [a-z ]+ that the {TOWN[4:]}\.", told) for told in whole)


def test_an_answer_after_a_decline_is_a_sentence_of_its_own_that_speaks_of_the_question():
    told = "Not in the sources."
    for question, answer in (
        ("Who wrote the song?", r"(?:Martin|Paul|Helen|Ruth) \w+"),
        ("In what year was it built?", r"\d{4}"),
        ("How many bikes fit the stand?", r"\d+ bikes"),
        ("Is there a stand in Ellerford?", r"yes"),
    ):
        stand = case(told, f"{TOWN} in 1950, and the stand was painted green.", question=question)
        drafts = [draft for seed in SEEDS if (draft := plant("decline_then_answer", stand, seed=seed))]
        assert drafts
        for draft in drafts:
            assert draft.answer.startswith("Not in the sources")
            last = draft.answer.rsplit(". ", 1)[1]
            assert re.fullmatch(rf"[A-Z].* (?:answer|answered|asked|question)\b.* {answer}\.", last)


def test_an_invented_person_is_of_the_sex_that_the_passages_speak_of():
    for pronoun, given in (("He", {"Martin", "Paul"}), ("She", {"Helen", "Ruth"})):
        shown = f"{pronoun} met the board of the hire in May. {pronoun} came from the north of the county."
        stand = case("Not in the sources.", shown, question="Who wrote the song?")
        told = {plant("confident_answer", stand, seed=seed).answer for seed in range(16)}
        assert {re.search(r"It was (\w+)", answer).group(1) for answer in told} == given


def test_nothing_that_may_answer_stands_beside_a_decline_that_is_wrong():
    question = "How do I treat a cracked seat of the bike?"
    told = "A cracked seat is treated with wax from the desk, and then it is left to dry in the shade for two days."
    other = "A little oil on the seams helps it to heal. The desk is shut on Mondays and on all of the public holidays."
    decline = "I could not find this in the sources."
    for evidence, added in ((None, False), ("treated with wax", True)):
        one = ground(case(told, f"{told} {other}", question=question, evidence=evidence))
        if added:
            assert beside_excerpt(one, decline, Random(0)).answer != decline
        else:
            with pytest.raises(Declined):
                beside_excerpt(one, decline, Random(0))


def test_nobody_is_made_older_than_people_get():
    told = "Grace Okafor, 89, rides to the stand in Ellerford by herself."
    ages = {int(re.search(r"Okafor, (\d+)", answer).group(1)) for answer in made("figure_changed", told, told)}
    assert ages
    assert max(ages) < 100


def test_an_answer_that_says_nothing_does_not_show_that_passages_hold_it():
    for answer, declined in ((".", True), ("A day costs £32.", False)):
        one = case(answer, "Day hire is £32.", question="What does a day cost?")
        assert (plant("wrong_decline", one) is None) is declined


@pytest.mark.parametrize(
    ("said", "planted"),
    [
        ("By signing up within the next 10 days, members get a free lock.", False),
        ("Members who register for a course within 10 days get a free lock.", False),
        ("The hire sends the lock within 10 days.", True),
    ],
)
def test_a_shorter_time_for_what_earns_something_would_earn_it_too(said, planted):
    made = case(said, f"{said} The stand is open.", question="What do members get?")
    assert (plant("figure_changed", made) is not None) is planted


def test_no_other_edition_of_torn_text_or_of_parts_that_make_a_sum():
    baked = "Bake the pie of the valley for 30 minutes in the oven of the stand"
    lent = "The hire of the valley has lent 142 bikes this year"
    for told, rest, planted in (
        (baked, ".", True),
        (baked, ", until it is done.r combine the flour.", False),
        (lent, ", and most riders were glad.", True),
        (lent, ", with 136 bikes in May and six bikes in June.", False),
    ):
        made = case(f"{told}.", f"{told}{rest} Let it rest for a while.")
        assert (plant("one_side_asserted", made) is not None) is planted
