from collections import Counter
from dataclasses import replace

import pytest
from grounds_at_hand import BORROWERS, HELD_OUT, NONE_HELD_OUT, NOT_FOUND, built, case
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Set
from workbench.records.rules import RULES
from workbench.records.status import NO_PASSAGES
from workbench.records.verdict import Outcome

OWN = tuple(name for name in STYLES if name not in BORROWERS)


def of_set(made, part):
    return [challenge for challenge in made.challenges if challenge.set is part]


def assert_all_counted(made, cases, styles):
    """Every case is clean or left out; every clean answer was planted or declined, for each style."""
    clean = len(of_set(made, Set.CLEAN))
    assert len(cases) == clean + sum(made.left_out.values())
    for name in styles:
        assert clean == made.planted.get(name, 0) + sum(made.declined.get(name, {}).values()), name
    assert made.planted == Counter(challenge.style for challenge in made.challenges if challenge.style)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("quota", [None, 0, 1, 10])
def test_no_case_of_the_sample_is_dropped_without_being_counted(sample, rule, quota):
    made = built(sample, rule=rule, quota=quota)
    assert_all_counted(made, sample, [name for name, style in STYLES.items() if rule in style.rules])


@settings(max_examples=30, deadline=None)
@given(st.lists(english_case(), min_size=1, max_size=5), st.sampled_from(RULES), st.sampled_from((None, 3)))
def test_every_case_is_counted_whatever_came_in(cases, rule, quota):
    cases = [replace(one, case_id=f"c{place}", group=f"c{place}") for place, one in enumerate(cases)]
    cases[0] = replace(cases[0], label="fail")
    made = built(cases, rule=rule, quota=quota)
    assert_all_counted(made, cases, [name for name, style in STYLES.items() if rule in style.rules])
    ids = [challenge.item.item_id for challenge in made.challenges]
    assert len(ids) == len(set(ids))


def test_the_order_of_files_changes_nothing(sample):
    for rule in RULES:
        assert built(sample, rule=rule, quota=8) == built(sample[::-1], rule=rule, quota=8)


def test_the_same_seed_builds_the_same_and_another_seed_another(sample):
    assert built(sample) == built(sample, anew=True)
    assert built(sample, seed=1).challenges != built(sample, seed=2).challenges


def test_one_more_case_changes_no_plant_of_the_others(sample):
    more = case("The pump costs £9 a day.", "The pump costs £9 a day.", case_id="more", question="What does it cost?")
    before = built(sample, styles=OWN).challenges
    after = built([*sample, more], styles=OWN).challenges
    assert [challenge for challenge in after if challenge.parent != "more"] == list(before)
    assert any(challenge.parent == "more" for challenge in after)


def test_a_renamed_case_keeps_its_plants(sample):
    renamed = [replace(one, case_id=f"z-{one.case_id}") for one in sample]
    first, second = built(sample), built(renamed)
    assert [c.item for c in first.challenges] == [c.item for c in second.challenges]


def test_a_quota_is_filled_evenly_over_styles_and_parents(sample):
    made = built(sample, quota=8)
    planted = Counter(challenge.style for challenge in of_set(made, Set.PLANTED))
    assert sum(planted.values()) == 8
    # Five tuned styles of this rule, eight places: each gets one or two.
    assert set(planted.values()) <= {1, 2}
    parents = Counter(challenge.parent for challenge in of_set(made, Set.PLANTED))
    # A style that few answers have a place for may take a parent that has one already, never a third time here.
    assert max(parents.values()) <= 2


def test_a_style_that_cannot_fill_its_share_is_named():
    one = case("The battery lasts 24 months.", "The battery lasts 24 months.", case_id="one")
    made = built([one], styles=("figure_changed", "name_swapped"), quota=4)
    # Two styles share four places: two each. One case holds one figure and no name.
    assert made.short == {"figure_changed": (1, 2), "name_swapped": (0, 2)}


def test_held_out_styles_are_in_no_tuned_set_and_are_built_only_when_asked_for(sample):
    made = built(sample)
    assert {c.style for c in of_set(made, Set.HELD_OUT)} == HELD_OUT
    assert not HELD_OUT & {c.style for c in of_set(made, Set.PLANTED)}
    tuned = built(sample, styles=tuple(name for name in STYLES if name not in HELD_OUT))
    assert not of_set(tuned, Set.HELD_OUT)
    assert not HELD_OUT & {*tuned.planted, *tuned.declined}
    assert all(c.style not in HELD_OUT for c in tuned.challenges)


def test_a_style_that_is_not_held_out_is_planted(sample):
    made = built(sample, styles=("outside_fact",), held_out=NONE_HELD_OUT)
    assert not of_set(made, Set.HELD_OUT)
    assert of_set(made, Set.PLANTED)


def test_two_cases_with_one_content_are_one_challenge():
    one = case("The battery lasts 24 months.", "The battery lasts 24 months.", case_id="one")
    twin = replace(one, case_id="twin", group="twin")
    made = built([one, twin])
    assert len(of_set(made, Set.CLEAN)) == 1
    assert made.left_out == {"the same question, passages and answer as another case, word for word": 1}


def test_a_plant_that_is_another_cases_clean_answer_is_left_out():
    shown = "Day hire is £32 for every bike."
    told = case("A day costs £32.", shown, case_id="told", question="What does a day cost?")
    declined = replace(told, case_id="declined", answer="Not in the sources.", group="declined")
    made = built([told, declined], rule="answers_when_it_can", styles=("wrong_decline",))
    assert of_set(made, Set.PLANTED) == []
    assert made.declined["wrong_decline"]["the same item as another challenge"] == 1
    assert_all_counted(made, [told, declined], ["wrong_decline"])


def test_untrusted_cases_and_cases_of_another_rule_are_counted_by_reason():
    good = case("It costs £32.", "It costs £32.", case_id="good")
    cases = [
        good,
        replace(good, case_id="bad", label="fail", question="a"),
        replace(good, case_id="other", rules=("answers_when_it_can",), question="b"),
        replace(good, case_id="silent", answer="Not in the sources.", question="c"),
    ]
    assert built(cases).left_out == {
        "labelled fail, so not trusted": 1,
        "trusted under another rule": 1,
        "a decline claims nothing that could be grounded": 1,
    }
    silent = built(cases, rule="answers_when_it_can")
    assert sorted(c.parent for c in of_set(silent, Set.CLEAN)) == ["good", "other", "silent"]


def test_what_is_expected_follows_from_the_set(sample):
    for rule in RULES:
        for challenge in built(sample, rule=rule).challenges:
            right = challenge.set in (Set.CLEAN, Set.NEAR_MISS)
            assert challenge.expected is (Outcome.PASS if right else Outcome.FAIL)
            assert challenge.proof
            assert challenge.rule == rule
            assert bool(challenge.sites) is (challenge.set is not Set.CLEAN)


def test_ids_of_clean_and_planted_items_have_one_form(sample):
    assert {len(c.item.item_id) for c in built(sample).challenges} == {16}


def test_no_cases_build_nothing():
    made = built([])
    assert (made.challenges, dict(made.planted), dict(made.left_out)) == ((), {}, {})


@pytest.mark.parametrize("copy", ["blank", "mark", "capitals", "passage id"])
def test_near_copies_of_a_case_are_one_case_so_that_they_cannot_inflate_the_count(copy):
    question, passage = "What does a day cost?", "Day hire is £32 for every bike."
    made = [case("A day costs £32.", passage, case_id="first", question=question)]
    second = {"case_id": "second", "question": question}
    if copy == "blank":
        second["question"] = "What does a  day cost? "
    elif copy == "mark":
        second["question"] = "What does a day cost??"
    elif copy == "capitals":
        passage = passage.upper()
    elif copy == "passage id":
        second["prefix"] = "q"
    made.append(case("A day costs £32.", passage, **second))
    result = built(made)
    assert [c.parent for c in result.challenges if c.set is Set.CLEAN] == ["first"]
    assert sum(result.left_out.values()) == 1


def test_another_figure_makes_another_case():
    passage = "Day hire is £32 for every bike, or £3.2 an hour."
    made = [
        case("A day costs £32.", passage, case_id="first", question="What does it cost?"),
        case("It is £3.2 an hour.", passage, case_id="second", question="What does it cost?"),
    ]
    assert len([c for c in built(made).challenges if c.set is Set.CLEAN]) == 2


@pytest.mark.parametrize("rule", RULES)
def test_no_judge_is_asked_about_an_answer_without_passages(rule):
    shown = case("A day costs £32.", "Day hire is £32. A week is £150.", case_id="shown")
    bare = [case(NOT_FOUND, case_id="decline", answerable=False), case("It costs £9.", case_id="answer")]
    made = built([shown, *bare], rule=rule)
    assert made.left_out == {NO_PASSAGES: 2}
    assert {one.parent for one in made.challenges} == {"shown"}
    assert all(one.item.passages for one in made.challenges)
