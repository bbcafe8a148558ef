"""Citations moved and unknown: when they are planted, when not, and that the proof holds under a second reading."""

import re

import pytest
from grounds_at_hand import case, plant
from hypothesis import given, settings
from prose import english_case, odd_case

from workbench.plants.catalogue import STYLES
from workbench.text.citations import citations
from workbench.text.tokens import content_set

PRICE = "The day price of a Heron is £32, lights and lock included."
HELMET = "Riders under 18 need a helmet at every stand."
CITED = "The day price of a Heron, with lights and a lock, is £32 [p1]."
STYLES_HERE = ("citation_moved", "citation_unknown")


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ("The day price of a Heron is £32.", (PRICE, HELMET)),  # no citation
        (CITED, (PRICE,)),  # no other passage
        (CITED, (PRICE, "A Heron costs £32 too, said the clerk of the lake.")),  # the figure stands there
        (CITED, (PRICE, "Day price lists name the Heron with its lights and lock.")),  # the words do
        ("The day price of a Heron, with lights and a lock, is £32 [p1] [p2].", (PRICE, HELMET)),  # two support it
        ("The day price of a Heron, with lights and a lock, is £32 [p1, p2].", (PRICE, HELMET)),
        ('The list says "the day price of a Heron with lights is £32 [p1]".', (PRICE, HELMET)),  # somebody's words
        ("The day price of a Heron with lights is not stated in the sources [p1].", (PRICE, HELMET)),  # no claim
        ("Both give the day price of a Heron with lights and lock [p1].", (PRICE, HELMET)),  # about the passages
        ("Der Tagespreis eines Herons mit Licht und Schloss beträgt £32 [p1].", (PRICE, HELMET)),
    ],
)
def test_a_citation_is_moved_only_to_where_it_is_clearly_wrong(answer, texts):
    assert all(plant("citation_moved", case(answer, *texts), seed=seed) is None for seed in range(5))


@pytest.mark.parametrize("style", STYLES_HERE)
def test_only_the_mark_changes(style):
    draft = plant(style, case(CITED, PRICE, HELMET))
    assert re.sub(r"\[\w+\]", "[]", draft.answer) == re.sub(r"\[\w+\]", "[]", CITED)
    assert draft.passages == case(CITED, PRICE, HELMET).passages


def test_an_unknown_id_is_one_of_the_library_of_the_same_form():
    made = case(CITED, PRICE, HELMET)
    other = case("Other.", "A lamp.", "A bell.", "A pump.", "A rack.", case_id="other")
    odd = case("Odd.", "A boat.", case_id="odd", prefix="annual-report-")
    drafts = {plant("citation_unknown", made, other, odd, seed=seed).answer[-5:-1] for seed in range(20)}
    assert drafts == {"[p3]", "[p4]"}


def test_an_id_in_words_without_a_like_in_the_library_is_left_alone():
    made = case("The day price of a Heron, with lights and a lock, is £32 [fees].", PRICE)
    shown = made.passages[0]
    made = case(made.answer, PRICE)
    assert shown.id == "p1"
    assert plant("citation_unknown", made) is None


FORMS = ("[{}]", "({})", "【{}】", "[^{}]", "[Source {}]", "(Passage {})")


@pytest.mark.parametrize("form", FORMS)
def test_numbers_are_moved_and_sent_astray_in_every_form(form):
    answer = f"The day price of a Heron, with lights and a lock, is £32 {{}}. Riders under 18 need a helmet {form}."
    answer = answer.replace("{}", form, 1).format(1, 2)
    made = case(answer, PRICE, HELMET, prefix="a-page-on-")
    moved = {plant("citation_moved", made, seed=seed).answer for seed in range(8)}
    assert moved == {answer.replace(form.format(1), form.format(2)), answer.replace(form.format(2), form.format(1))}
    astray = {plant("citation_unknown", made, seed=seed).answer for seed in range(20)}
    assert astray == {answer.replace(form.format(n), form.format(new)) for n in (1, 2) for new in (3, 4)}


def test_marks_glued_to_the_full_stop_cite_for_the_sentence_before_them():
    answer = "The day price of a Heron, with lights and a lock, is £32.{} Riders under 18 need a helmet.{}"
    for one, two in (("[1]", "[2]"), ("¹", "²"), (" [p1]", " [p2]")):
        made = case(answer.format(one, two), PRICE, HELMET)
        moved = {plant("citation_moved", made, seed=seed).answer for seed in range(8)}
        assert moved == {answer.format(two, two), answer.format(one, one)}


def test_a_passage_is_moved_in_running_text():
    answer = "According to passage 1, the day price of a Heron with lights and lock is £32."
    draft = plant("citation_moved", case(answer, PRICE, HELMET))
    assert draft.answer == answer.replace("passage 1", "passage 2")
    heads = "Passage 1: The day price of a Heron with lights and lock is £32."
    assert plant("citation_moved", case(heads, PRICE, HELMET)) is None


@pytest.mark.parametrize(
    "answer",
    [
        "(1) The day price of a Heron, with lights and lock, is £32. (2) Riders under 18 need a helmet.",
        "The day price of a Heron, with lights and lock, is £32 since [2024].",
        # A link says by its address what it names.
        "The day price of a Heron, with lights and lock, is £32 [1](https://a.example/price).",
        # Nothing would tell that (3) cites.
        "The day price of a Heron, with lights and lock, is £32 in all two (2) stands.",
    ],
)
def test_what_is_no_citation_or_a_link_is_left_alone(answer):
    assert all(plant(name, case(answer, PRICE, HELMET)) is None for name in STYLES_HERE)


@settings(max_examples=60, deadline=None)
@given(english_case())
def test_an_unknown_citation_names_no_shown_passage_and_a_moved_one_does(made):
    shown = [passage.id for passage in made.passages]
    before = citations(made.answer, shown)
    for style in STYLES_HERE:
        draft = plant(style, made)
        if draft is None:
            continue
        after = citations(draft.answer, shown)
        assert len(after.marks) == len(before.marks)
        assert bool(after.unknown) is (style == "citation_unknown")


@settings(max_examples=40, deadline=None)
@given(odd_case)
def test_odd_text_is_cited_right_or_left_alone(made):
    for style in STYLES_HERE:
        plant(style, made)


def test_no_sentence_of_the_passage_that_is_cited_now_holds_a_quarter_of_the_words(sample):
    moved = [(one, plant("citation_moved", one, *sample)) for one in sample]
    moved = [(one, draft) for one, draft in moved if draft is not None]
    # Every cited answer of the sample rests on one passage for some sentence, and was shown others.
    assert len(moved) >= 20
    for one, draft in moved:
        (site,) = draft.sites
        claim = re.split(r"(?<=[.\]])\s|\n", draft.answer[: site.start - 1])[-1]
        words = content_set(re.sub(r"\[[^\]]*\]", " ", claim))
        cited = next(passage.text for passage in one.passages if passage.id == site.after)
        for line in re.split(r"(?<=[.!?])\s|\n", cited):
            assert len(words & content_set(line)) <= 0.25 * len(words) + 1


def test_both_say_that_the_claim_stays_true():
    assert all("the claim itself stays true" in STYLES[name].covers for name in STYLES_HERE)
