"""Passages said to agree on what one of them says alone."""

import pytest
from grounds_at_hand import case, plant

WEIGHT = "The Kestrel battery weighs 3 kg and slides out to the left."
HELMETS = "Riders under 18 need a helmet at every stand of the valley."
HOURS = "In summer the stands are open from seven in the morning."
ANSWER = "The Kestrel battery weighs 3 kg, and it slides out to the left."


def made_of(answer, *texts):
    return {
        draft.answer for seed in range(16) if (draft := plant("conclusion_joined", case(answer, *texts), seed=seed))
    }


def test_the_answer_says_that_passages_agree_in_words_that_fit_their_number():
    two, three = made_of(ANSWER, WEIGHT, HELMETS), made_of(ANSWER, WEIGHT, HELMETS, HOURS)
    assert len(two) >= 5
    assert all(answer.startswith((f"{ANSWER} ", f"{ANSWER[:-1]}, ")) for answer in two | three)
    assert not any("three" in answer or "texts say the same" in answer for answer in two)
    assert not any("both" in answer.lower() for answer in three)


def test_it_calls_them_what_the_answer_calls_them():
    answers = made_of(f"Here is what the sources tell. {ANSWER}", WEIGHT, HELMETS)
    assert answers
    assert all("source" in answer.removeprefix("Here is what the sources tell.") for answer in answers)


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        (ANSWER, (WEIGHT,)),  # one passage agrees with itself
        (ANSWER, (WEIGHT, "To the left slides the battery out, and it weighs 3 kg.")),  # the other says so too
        (ANSWER, (WEIGHT, HELMETS, "A battery of 3 kg is light.")),  # one of them holds the figure
        (f"{ANSWER[:-1]}, says the second passage.", (WEIGHT, HELMETS)),
        (f"Parts:\n\n- {ANSWER}", (WEIGHT, HELMETS)),  # an item of a list
        (ANSWER.replace("battery weighs", "battery of these bikes weighs"), (WEIGHT, HELMETS)),  # which ones?
        (f"{ANSWER} This helps riders in winter.", (WEIGHT, HELMETS)),  # what follows goes on about it
    ],
)
def test_no_agreement_is_claimed_where_there_may_be_one(answer, texts):
    assert not made_of(answer, *texts)
