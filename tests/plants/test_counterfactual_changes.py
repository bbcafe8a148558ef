"""One thing changed in what a system is shown: the question stays, and so does all else."""

from dataclasses import replace

import pytest

from workbench.plants.counterfactuals import changed_passages
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.records.case import Case
from workbench.records.counterfactual import Change
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
    assert len(long.text) >= sum(len(passage.text) for passage in CASE.passages) * 0.9


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
