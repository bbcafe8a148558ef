"""Facts from outside: taken out of a passage that is then shown without them, and each in one copy only."""

import pytest
from grounds_at_hand import NONE_HELD_OUT, built, case, plant
from hypothesis import given, settings
from prose import english_case, odd_case

from workbench.text.tokens import content_set

QUESTION = "How far does the Kestrel go?"
RANGE = "A full battery takes the Kestrel about 95 km on flat roads."
WEIGHT = "The Kestrel battery weighs 3 kg and slides out to the left."
REST = "Riders of the valley keep their helmets on, and charge each battery in a dry room at night."
ANSWER = "The Kestrel goes about 95 km on flat roads with a full battery."


def kestrel(*texts, answer=ANSWER, **fields):
    return case(answer, *texts, question=QUESTION, **fields)


def test_a_fact_is_added_to_the_answer_and_gone_from_its_passage():
    draft = plant("outside_fact", kestrel(f"{RANGE} {WEIGHT} {REST}"))
    assert draft.answer == f"{ANSWER} {WEIGHT}"
    assert draft.passages[0].text == f"{RANGE} {REST}"
    assert "is no longer in [p1]" in draft.proof


@pytest.mark.parametrize(
    "texts",
    [
        (
            f"{RANGE} {WEIGHT} {REST}",
            "Out of the left side slides the battery of the Kestrel, and weighs 3 kg.",
        ),  # told elsewhere
        (f"{RANGE} {WEIGHT} It is light. {REST}",),  # what follows would lean on nothing
        (f"{RANGE} {WEIGHT} The battery is light. {REST}",),  # so would this
        (f"{RANGE} {WEIGHT.replace('3 kg', '3 kg today')} {REST}",),  # the answer has no such day
        (f"{RANGE} {WEIGHT.replace('The', 'LoadingThe', 1)} {REST}",),  # torn from its page
        (f"{RANGE} It weighs 3 kg and slides out to the left. {REST}",),  # "it" would be anything
        (f"{RANGE} The saddle weighs 2 kg and is made of leather. {REST}",),  # nobody asked about it
        (f"{RANGE} {REST}",),  # the evidence itself stays
        (f"{RANGE} {WEIGHT}",),  # hardly anything would be left
    ],
)
def test_nothing_is_taken_out_that_is_told_elsewhere_or_missed(texts):
    assert plant("outside_fact", kestrel(*texts)) is None


def test_a_date_that_can_be_counted_out_is_no_fact_that_is_missing():
    dated = "The Kestrel battery came out on 24 February 2022 in the old mill of the valley beside the lake."
    for rest, planted in ((REST, True), (f"{REST} Riders keep the anniversary of it tomorrow.", False)):
        assert (plant("outside_fact", kestrel(f"{RANGE} {dated} {rest}")) is not None) == planted


def test_a_sentence_stands_in_one_copy_only():
    answers = (ANSWER, f"On flat roads, {ANSWER[0].lower()}{ANSWER[1:]}", f"{ANSWER} That is on flat roads.")
    cases = [kestrel(f"{RANGE} {WEIGHT} {REST}", case_id=f"k{n}", answer=told) for n, told in enumerate(answers)]
    made = built(cases, styles=("outside_fact",), held_out=NONE_HELD_OUT)
    assert len([one for one in made.challenges if one.style]) == 1
    assert made.declined["outside_fact"] == {"another answer got the same sentence": 2}


def test_no_fact_of_the_sample_is_told_twice(sample):
    made = built(sample, styles=("outside_fact",), held_out=NONE_HELD_OUT)
    facts = [one.proof.split('"')[1] for one in made.challenges if one.style]
    assert len(facts) == len(set(facts)) >= 3


def test_no_fact_is_taken_out_that_the_answer_tells_in_words_of_its_own():
    passage = f"{RANGE} {WEIGHT} {REST}"
    told, other = "slides out on either side of the frame", "came with a bell on either side of the frame"
    assert plant("outside_fact", kestrel(passage, answer=f"{ANSWER} Riders say that the thing {other}.")) is not None
    assert plant("outside_fact", kestrel(passage, answer=f"{ANSWER} Riders say that the thing {told}.")) is None


@settings(max_examples=40, deadline=None)
@given(english_case())
def test_most_words_of_a_fact_are_in_no_sentence_that_is_shown(made):
    draft = plant("outside_fact", made)
    if draft is None:
        return
    fact = content_set(draft.proof.split('"')[1])
    for passage in draft.passages:
        for line in passage.text.split(". "):
            assert len(fact & content_set(line)) <= 0.6 * len(fact) + 1


@settings(max_examples=30, deadline=None)
@given(odd_case)
def test_odd_text_gives_a_fact_that_leads_back_or_none(made):
    plant("outside_fact", made)


FIRM = "The Kestrel battery slides out to the left, glows green and locks itself against clever thieves."
TOGETHER = "Its rail lets a battery slide out. Clever thieves come. Turn the key to the left, and it locks."


@pytest.mark.parametrize(
    ("fact", "beside", "taken"),
    [
        (FIRM, REST, True),
        # No one sentence tells it, and three in a row do.
        (FIRM, f"{TOGETHER} {REST}", False),
        # Which tweet?
        (FIRM.replace("battery slides", "shows the tweet, slides"), REST, False),
        # What ought to be, or what somebody felt, follows from much.
        (FIRM.replace("slides", "should slide").replace("locks", "lock"), REST, False),
        (
            "Riders of the Kestrel knew that it slides to the left, glows green and locks out clever thieves.",
            REST,
            False,
        ),
    ],
)
def test_no_fact_is_taken_out_that_few_sentences_together_tell_or_that_follows_easily(fact, beside, taken):
    drafts = [plant("outside_fact", kestrel(f"{RANGE} {beside} {fact}"), seed=seed) for seed in range(4)]
    assert any(draft and fact in draft.answer for draft in drafts) is taken
