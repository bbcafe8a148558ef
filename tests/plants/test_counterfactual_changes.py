"""One thing changed in what a system is shown: the question stays, and so does all else."""

import re
from dataclasses import replace

import pytest

from workbench.plants.counterfactuals import changed_passages
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.rag.counterfactual import Counterfactual
from workbench.rag.reading import read_answer
from workbench.records.case import Case
from workbench.records.counterfactual import Change, Result
from workbench.records.passage import Passage

PRICES = Passage(
    id="prices",
    title="Price list 2026",
    text="A day of hire costs £32 for every bike. The shop is closed on public holidays of any kind.",
)
HOURS = Passage(id="hours", title="Hours", text="The stand in the valley opens at seven and closes at nine.")
CASE = Case(
    case_id="day",
    question="What does a day cost?",
    passages=(PRICES, HOURS),
    answer="A day of hire costs £32 [prices].",
    answerable=True,
    evidence="A day of hire costs £32",
)
CLUB = Passage(
    id="club",
    title="Book club",
    text="Minutes are read aloud at each meeting, corrected, and signed by chair and clerk. Members vote by raising "
    "hands and guests listen quietly from chairs along both walls.",
)
OTHER = Case(case_id="club", question="Who signs?", passages=(CLUB,), answer="Chair and clerk [club].")


def changed(change, case=CASE, *others, seed=7):
    ground = Ground(case, Library((case, OTHER, *others)), not_found="Not in the sources.")
    return changed_passages(ground, change, seed=seed)


def test_the_supporting_sentence_goes_and_nothing_comes_in_its_place():
    prices, hours = changed(Change.REMOVED)
    assert prices.text == "The shop is closed on public holidays of any kind."
    assert hours == HOURS


def test_where_it_was_all_that_was_shown_nothing_is_shown():
    alone = replace(CASE, passages=(replace(PRICES, text="A day of hire costs £32 for every bike."),))
    assert changed(Change.REMOVED, alone) == ()


def test_one_value_of_the_evidence_becomes_another():
    prices, hours = changed(Change.EDITED)
    assert "£32" not in prices.text
    # All but the figure stays.
    before, after = PRICES.text.split("£32")
    assert prices.text.startswith(f"{before}£")
    assert prices.text.endswith(after)
    assert hours == HOURS


def test_a_passage_of_another_topic_comes_first_and_is_as_long_as_all_others():
    long, *rest = changed(Change.LONGER)
    assert tuple(rest) == CASE.passages
    assert long.text == CLUB.text
    assert len(long.text) >= sum(len(passage.text) for passage in CASE.passages)


def test_where_the_bench_has_no_other_topic_a_passage_is_at_hand():
    ground = Ground(CASE, Library((CASE,)), not_found="Not in the sources.")
    long, *rest = changed_passages(ground, Change.LONGER, seed=7)
    assert tuple(rest) == CASE.passages
    assert long.title == "Keeping bees through spring"
    bees = replace(CASE, question="When does a colony of bees raise a queen?", answer="When willow and ivy bloom.")
    asked = Ground(replace(bees, evidence="A day of hire"), Library((bees,)), not_found="Not in the sources.")
    assert changed_passages(asked, Change.LONGER, seed=7)[0].title == "Ropework aboard small boats"


def test_another_edition_that_disagrees_stands_behind_the_first():
    prices, rival, hours = changed(Change.CONFLICT)
    assert (prices, hours) == (PRICES, HOURS)
    assert (rival.title, rival.id != PRICES.id) == (PRICES.title, True)
    assert "£32" not in rival.text
    assert "A day of hire costs £" in rival.text


@pytest.mark.parametrize("change", [change for change in Change if change is not Change.IDENTITY])
def test_the_same_seed_and_case_give_the_same_change_whatever_stands_beside(change):
    more = replace(OTHER, case_id="more", answer="The clerk [club].")
    assert changed(change) == changed(change, CASE, more)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"answer": "Not in the sources."}, "the answer declines"),
        ({"evidence": None}, "no evidence phrase"),
        ({"evidence": "A week costs"}, "stands in no passage"),
    ],
)
def test_a_case_without_known_evidence_declines_with_its_reason(fields, reason):
    for change in (Change.REMOVED, Change.EDITED, Change.LONGER, Change.CONFLICT):
        with pytest.raises(Declined, match=reason):
            changed(change, replace(CASE, **fields))


def dated(text, answer, question="When does registration close?", evidence="closes"):
    rules = Passage(id="rules", title="Rules", text=f"{text} Bring a pen and the form that was signed by both parents.")
    return Case(case_id="r", question=question, passages=(rules,), answer=answer, answerable=True, evidence=evidence)


@pytest.mark.parametrize(
    ("text", "answer", "form"),
    [
        (
            "Registration closes on Wednesday.",
            "It closes on Wednesday [rules].",
            r"Registration closes on [A-Z]\w+day\.",
        ),
        ("Registration closes at 17:30.", "It closes at 5:30 pm [rules].", r"Registration closes at \d\d:\d0\."),
        ("Registration closes on 14 March 2026.", "It closes on March 14 [rules].", r"closes on \d+ [A-Z]\w+ 2026\."),
        ("Registration closes in October.", "It closes in October [rules].", r"Registration closes in [A-Z]\w+\."),
    ],
)
def test_a_weekday_a_time_a_date_or_a_month_becomes_another_in_the_form_of_the_passage(text, answer, form):
    case = dated(text, answer)
    (rules,) = changed(Change.EDITED, case)
    assert re.search(form, rules.text)
    assert not rules.text.startswith(text)
    asked = Counterfactual(
        change=Change.EDITED, question=case.question, before=case.passages, after=(rules,), trusted=answer
    )
    new = rules.text.split(" closes ")[1].split(".")[0]
    assert read_answer(asked, f"It closes {new}.", answer)[0] is Result.FOLLOWS
    assert read_answer(asked, answer, answer)[0] is Result.MEMORY


def test_a_weekday_beside_its_date_is_left_alone():
    case = dated("Registration closes on Wednesday, 11 March.", "It closes on Wednesday [rules].")
    with pytest.raises(Declined, match="that can be edited in every passage"):
        changed(Change.EDITED, case)


def test_a_bound_becomes_another_one_too():
    case = dated("Goods may be returned within 45 days.", "You may return it within 45 days [rules].")
    case = replace(case, question="How long is the return window?", evidence="within 45 days")
    (rules,) = changed(Change.EDITED, case)
    assert re.fullmatch(r"within \d+ days", " ".join(rules.text.split()[4:7]).rstrip("."))
    assert "45" not in rules.text
    first, rival = changed(Change.CONFLICT, case)
    assert first == case.passages[0]
    assert (rival.title, "45" in rival.text) == (first.title, False)


def test_a_figure_is_changed_wherever_it_stands_in_the_unit_that_it_has_there():
    case = dated("The pass is valid for 24 months.", "It is valid for 24 months [rules].")
    case = replace(case, question="How long is it valid?", evidence="valid for 24 months")
    other = Passage(id="other", text="A pass of two years may be renewed once at the counter of any stand.")
    prices, years = changed(Change.EDITED, replace(case, passages=(*case.passages, other)))
    months = int(re.search(r"valid for (\d+) months", prices.text).group(1))
    assert months % 12 == 0
    assert months != 24
    spelled = {1: "one", 3: "three", 4: "four", 5: "five"}
    assert f"pass of {spelled[months // 12]} years" in years.text


@pytest.mark.parametrize(
    ("text", "answer", "asked"),
    [
        ("The report is signed by Martina Keller.", "Martina Keller signs it [rules].", "Who signs the report?"),
        ("A late report needs Martina Keller, head of finance.", "Martina Keller [rules].", "What if it is late?"),
    ],
)
def test_somebody_on_no_list_becomes_somebody_else(text, answer, asked):
    case = replace(dated(text, answer), question=asked, evidence="Martina Keller")
    (rules,) = changed(Change.EDITED, case)
    assert re.search(r"Martina [A-Z]\w+", rules.text)
    assert "Keller" not in rules.text
    first, other = changed(Change.CONFLICT, case)
    assert (first.text.count("Keller"), other.text.count("Keller")) == (1, 0)


def test_a_figure_below_one_keeps_its_form():
    case = replace(
        dated("Mileage is paid at €0.38 per kilometre.", "It is €0.38 per kilometre."), evidence="€0.38 per kilometre"
    )
    (rules,) = changed(Change.EDITED, replace(case, question="What is paid for a car?"))
    assert re.match(r"Mileage is paid at €0\.\d\d per kilometre\.", rules.text)
    assert "0.38" not in rules.text


def test_the_value_that_is_changed_is_one_of_the_evidence_phrase_where_it_can_be():
    case = dated("In March a pass costs £32 and lasts 24 months.", "A pass costs £32 in March, for 24 months [rules].")
    case = replace(case, question="What does it cost?", evidence="a pass costs £32")
    for seed in range(5):
        for change in (Change.EDITED, Change.CONFLICT):
            *_, last = changed(change, case, seed=seed)
            assert "£32" not in last.text
