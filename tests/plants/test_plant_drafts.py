import re

import pytest
from grounds_at_hand import case, ground, plant, plants
from hypothesis import example, given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.style import Draft
from workbench.plants.verify import restored, verify
from workbench.records.challenge import Site
from workbench.text.declines import is_decline, plain_form
from workbench.text.figures import FigureKind, figures, same_quantity

NEIGHBOUR = case(
    "The pump is in the shed.",
    "The pump is kept in the shed beside the gate, on a hook. Whoever borrows the pump hangs it back after use.",
    case_id="neighbour",
    question="Where is the pump?",
)


def texts(made):
    return " ".join(passage.text for passage in made.passages)


@settings(max_examples=60, deadline=None)
@given(st.one_of(english_case(), odd_case))
@example(made=case("IS:00:10:01", "", question=""))
def test_a_draft_differs_from_its_parent_and_its_sites_lead_back(made):
    for _, draft in plants(made, NEIGHBOUR, seeds=(1,)):
        changed = [plain_form(draft.answer), [plain_form(p.text) for p in draft.passages]]
        assert changed != [plain_form(made.answer), [plain_form(p.text) for p in made.passages]]
        assert restored(draft.answer, draft.sites, "answer") == made.answer
        for passage in made.passages:
            for shown in draft.passages:
                if shown.id == passage.id:
                    assert restored(shown.text, draft.sites, f"passage:{shown.id}") == passage.text
        for site in draft.sites:
            if site.where == "answer":
                assert draft.answer[site.start : site.start + len(site.after)] == site.after


@settings(max_examples=40, deadline=None)
@given(english_case(), st.integers(0, 5))
def test_the_same_seed_gives_the_same_draft(made, seed):
    first = [(style.name, draft) for style, draft in plants(made, NEIGHBOUR, seeds=(seed,))]
    assert first == [(style.name, draft) for style, draft in plants(made, NEIGHBOUR, seeds=(seed,))]


@settings(max_examples=80, deadline=None)
@given(english_case(), st.sampled_from(("figure_changed", "figure_added")), st.integers(0, 3))
def test_a_new_figure_stands_in_no_passage_in_any_spelling_or_unit(made, style, seed):
    draft = plant(style, made, seed=seed)
    if draft is None:
        return
    (site,) = draft.sites
    end = site.start + len(site.after)
    # An added sentence cites as its neighbour does, and the number of a mark is none of its figures.
    new = [f for f in figures(draft.answer) if site.start <= f.start < end and f.kind is not FigureKind.LABEL]
    assert new
    known = [*figures(texts(made)), *figures(made.question), *figures(made.answer)]
    assert not any(same_quantity(a, b) or a.value in b.readings for a in new for b in known)


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_a_new_name_stands_in_no_passage_in_whole_or_in_part(made, seed):
    draft = plant("name_swapped", made, seed=seed)
    if draft is None:
        return
    for site in draft.sites:
        assert site.before in texts(made)
        # A bank stays a bank: of an organisation the first word tells it from others, of the rest the last one.
        telling = site.after.split()[0 if site.after.endswith("Bank") else -1]
        assert not re.search(rf"(?<!\w){re.escape(telling)}(?!\w)", texts(made))
        assert site.after not in texts(made)


@settings(max_examples=80, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_a_respelled_figure_is_the_same_quantity_and_another_text(made, seed):
    draft = plant("figure_respelled", made, seed=seed)
    if draft is None:
        return
    # A date in digits is read as other figures than one with the month in words; test_plant_near_misses has those.
    if any("March" in site.before for site in draft.sites):
        return
    old, new = figures(made.answer), figures(draft.answer)
    assert len(old) == len(new)
    assert all(same_quantity(a, b) for a, b in zip(old, new, strict=True))


@settings(max_examples=40, deadline=None)
@given(english_case())
def test_passages_of_a_near_miss_are_whole(made):
    for style, draft in plants(made, NEIGHBOUR, seeds=(0,)):
        if style.name == "passages_reordered":
            assert sorted(draft.passages, key=str) == sorted(made.passages, key=str)
        if style.name == "unrelated_passage":
            assert [p for p in draft.passages if p in made.passages] == list(made.passages)
            assert len(draft.passages) == len(made.passages) + 1
            assert len({p.id for p in draft.passages}) == len(draft.passages)


@settings(max_examples=40, deadline=None)
@given(english_case())
def test_a_wrong_decline_is_planted_on_answers_and_a_guess_on_declines_only(made):
    for style, draft in plants(made, seeds=(0,)):
        if style.name == "wrong_decline":
            assert not is_decline(made.answer, "Not in the sources.")
            assert draft.answer == "Not in the sources."
        if style.name in ("confident_answer", "hedged_guess"):
            assert is_decline(made.answer, "Not in the sources.")
            assert not is_decline(draft.answer, "Not in the sources.")


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        ("The battery lasts two years or 36 months of light use.", "The battery lasts 24 months."),
        ("One in two bikes is out; 50 % is the most ever seen, fifty percent.", "The share out is half."),
        ("It holds one thousand litres, sometimes 1 500 or 1,400.", "It holds 1,000 litres."),
    ],
)
def test_a_figure_never_becomes_another_spelling_of_a_figure_of_the_passages(passage, answer):
    for seed in range(40):
        draft = plant("figure_changed", case(answer, passage), seed=seed)
        if draft is not None:
            new = [figure for figure in figures(draft.answer) if figure.kind is FigureKind.PLAIN]
            assert not any(same_quantity(a, b) for a in new for b in figures(passage))


def test_a_year_written_with_an_article_is_a_figure_of_the_passages():
    made = case("The guarantee lasts 18 months.", "The guarantee lasts 18 months; for a used bike it lasts a year.")
    drafts = {plant("figure_changed", made, seed=seed).answer for seed in range(40)}
    assert "The guarantee lasts 12 months." not in drafts


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("You may bring 5 or more bags.", "You may bring 5 or more bags."),
        ("Pay £32 (about 35 euros).", "Pay £32 (about 35 euros)."),
        ("It opens between 5 and 9 hours later.", "It opens between 5 and 9 hours later."),
        ("See section 43(6) of the act.", "See section 43(6) of the act."),
        ("It was built in 1987.", "It was built in 1987."),
        ("Call 020 7946 0018 first.", "Call 020 7946 0018 first."),
        ("Two riders, Laura Bennett and Peter Lowe, won.", "Two riders, Laura Bennett and Peter Lowe, won."),
        ('The sign says "take 5 steps" to you.', "The sign says to take 5 steps."),
        ("Two out of 3 bikes are out.", "2 out of 3 bikes are out."),
        ("It was £499, decreased to £424.", "It was £499, decreased to £424."),
        ("She is 6'11'' tall.", "She is 6'11'' tall."),
        ("Choose between these two ways.", "Choose between these two ways."),
        ("Women between the ages of 30 and 40.", "Women between the ages of 30 and 40."),
        ("In the 1940s and 50s it rose.", "In the 1940s and 50s it rose."),
    ],
)
def test_figures_that_hang_on_something_else_are_left_alone(answer, passage):
    assert all(plant("figure_changed", case(answer, passage), seed=seed) is None for seed in range(10))


@pytest.mark.parametrize(
    ("answer", "low", "high"),
    [
        ("It can hold 40 bikes in the shed.", 41, 68),  # it can hold 30 as well
        ("It holds up to 40 bikes in the shed.", 20, 39),  # "up to 50" would still be true of some
    ],
)
def test_a_bound_moves_the_way_that_makes_it_wrong(answer, low, high):
    for seed in range(20):
        draft = plant("figure_changed", case(answer, answer), seed=seed)
        value = next(int(figure.value) for figure in figures(draft.answer))
        assert low <= value <= high


def test_a_swapped_person_keeps_the_sex_that_pronouns_give_away_and_is_swapped_everywhere():
    made = case(
        "Laura Bennett signs it. She keeps a copy, and Bennett sends it on.",
        "Laura Bennett signs the form. Bennett sends it on.",
        question="Who signs?",
    )
    draft = plant("name_swapped", made)
    assert "Bennett" not in draft.answer
    assert draft.answer.startswith("Laura ")
    assert len(draft.sites) == 2


def test_a_place_with_a_word_made_of_it_or_a_name_with_its_letters_is_left_alone():
    assert plant("name_swapped", case("Kenya sent Kenyan riders.", "Kenya sent riders.")) is None
    made = case("Ask the Federal Trade Commission (FTC) first.", "The Federal Trade Commission (FTC) answers.")
    assert plant("name_swapped", made) is None


@pytest.mark.parametrize(
    "answer",
    [
        "It was discovered that the lock is broken.",
        "The plan is designed to help new members.",
        "The river is popular, offering good fishing.",
        "He was unable to ride the bike and was brought home.",
        "This is the reason for the delay.",
        "The lamp will light and stay on.",
        "At least five bikes were stolen and ten damaged.",
        "The lock is used for the frame. Instead, the chain is loose.",
    ],
)
def test_a_negation_that_would_read_oddly_is_left_alone(answer):
    assert plant("negation_turned", case(answer, answer)) is None


def test_a_condition_that_takes_nothing_away_is_not_dropped():
    possible = "We may lock the account if the rider breaks a rule."
    assert plant("dropped_condition", case(possible, possible)) is None
    provided = "The find has provided a unique glimpse of the war."
    assert plant("dropped_condition", case(provided, provided)) is None


def test_evidence_leaves_with_its_sentence_and_headings_stay():
    made = case(
        "A day costs £32.",
        "## Prices\n\n| Bike | Day |\n| --- | --- |\n| Heron | £32 |\n| Wren | £18 |\n\nReturn all bikes by 21:00.",
        question="What does a day cost?",
        evidence="Heron | £32",
    )
    draft = plant("evidence_removed", made)
    assert "£32" not in draft.passages[0].text
    assert draft.passages[0].text.startswith("## Prices\n\n| Bike | Day |\n| --- | --- |\n| Wren | £18 |")


def test_a_plant_that_says_the_same_is_refused():
    made = case("It costs £32.", "It costs £32.")
    same = Draft(answer="it  costs £32", passages=made.passages, sites=(), proof="")
    with pytest.raises(Exception, match="would not show"):
        verify(ground(made), same)


@pytest.mark.parametrize(
    "sites",
    [
        (),
        (Site(where="answer", start=9, before="£33", after="£40"),),
        (Site(where="answer", start=8, before="£32", after="£40"),),
    ],
)
def test_a_site_that_does_not_lead_back_is_a_bug(sites):
    made = case("It costs £32.", "It costs £32.")
    with pytest.raises(ValueError, match="do not lead back"):
        verify(ground(made), Draft(answer="It costs £40.", passages=made.passages, sites=sites, proof=""))


def test_a_passage_that_changed_without_a_site_is_a_bug():
    made = case("It costs £32.", "It costs £32.", "It is red.")
    with pytest.raises(ValueError, match="do not lead back"):
        verify(ground(made), Draft(answer=made.answer, passages=made.passages[:1], sites=(), proof=""))


def test_a_vague_number_before_a_list_is_left_alone_since_the_list_can_be_counted():
    listed = "It won several awards. Some of them are:\n- the cup\n- the bowl"
    assert plant("figure_added", case(listed, listed)) is None


def test_nothing_is_added_after_a_farewell():
    told = "Members must sign in. I hope this helps!"
    assert plant("figure_added", case(told, told)) is None


def drafts(style, made):
    """What one style makes of a case with some seeds."""
    return [draft for seed in range(5) if (draft := plant(style, made, seed=seed)) is not None]


@pytest.mark.parametrize(
    "sentence",
    [
        "Refunds above £100 need the signature of the office manager.",
        "Repairs that cost more than £250 are approved by the board.",
        "Children under 14 pay no fee on weekdays.",
        "Trips of less than 30 minutes cost nothing at all.",
        "Parcels heavier than 20 kg are not carried by the courier.",
        "Members of at least 5 years may vote in the hall.",
        "If 3 bikes are hired together, the van delivers them.",
        "Refunds are made provided that two people of the office are present.",
    ],
)
def test_a_figure_that_triggers_a_rule_is_left_alone_since_the_rule_may_follow_all_the_same(sentence):
    assert drafts("figure_changed", case(sentence, sentence)) == []


def test_who_may_go_up_to_a_figure_may_stay_below_it_so_it_only_grows():
    sentence = "The board may set fines of up to £500 for misuse."
    changed = [figures(draft.answer)[0].value for draft in drafts("figure_changed", case(sentence, sentence))]
    assert changed
    assert all(value > 500 for value in changed)


def test_a_code_is_no_quantity():
    sentence = "Beyond the limit the reply is a 429 that says how long to wait."
    assert drafts("figure_changed", case(sentence, sentence)) == []


def test_two_words_in_common_are_no_support_for_a_turned_sentence():
    assert drafts("negation_turned", case("One should lock the bike.", "Many users have one bike.")) == []
