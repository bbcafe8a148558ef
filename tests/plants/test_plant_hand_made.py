"""Plants made by hand: exact sites, checked against their parent, all problems at once."""

from dataclasses import replace

import pytest
from grounds_at_hand import NOT_FOUND, case
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.hand_made import HandMade
from workbench.plants.catalogue import STYLES
from workbench.plants.given.hand_made import Workshop, hand_made_challenges
from workbench.plants.given.word_diff import word_sites
from workbench.plants.verify import restored
from workbench.records.challenge import Set, Site
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome

PARENT = case("A day costs £32, a week £150 [p1].\n", "Day hire is £32.", "A week is £150.", case_id="day")


def shop(*, sealed=False, tuned=(), held_out=("outside_fact",), parent=PARENT):
    return Workshop(
        cases={"day": parent},
        styles=STYLES,
        tuned=frozenset(tuned),
        held_out=frozenset(held_out),
        sealed=sealed,
    )


def copy(told=None, **changed):
    text = {"answer": PARENT.answer.strip(), **changed}
    head = {"parent": "day", "style": "by_hand"} | (told or {})
    return HandMade(told=head, case=replace(PARENT, case_id="one", **text), origin="plants/one.md")


def made(one, **where):
    return hand_made_challenges([one], shop(**where), not_found=NOT_FOUND)


def problem(one, **where):
    challenges, problems = made(one, **where)
    assert challenges == []
    return "\n".join(map(str, problems))


def test_a_changed_answer_is_a_plant_with_its_site():
    (challenge,), problems = made(copy({"proof": "p1 says £32"}, answer="A day costs £31, a week £150 [p1]."))
    assert problems == []
    assert (challenge.set, challenge.expected, challenge.rule) == (Set.PLANTED, Outcome.FAIL, "grounded")
    assert (challenge.style, challenge.parent, challenge.proof) == ("by_hand", "day", "p1 says £32")
    assert [site for site in challenge.sites if "£" not in site.before][:1] == [
        Site(where="answer", start=13, before="32", after="31")
    ]
    assert restored(challenge.item.answer, challenge.sites, "answer") == PARENT.answer


def test_what_was_not_touched_is_the_parents_to_the_character():
    passages = (replace(PARENT.passages[0], text="Day hire is £30."), PARENT.passages[1])
    (challenge,), _ = made(copy(passages=passages))
    assert challenge.item.answer == PARENT.answer
    assert challenge.sites == (Site(where="passage:p1", start=13, before="32", after="30"),)


def test_passages_may_be_taken_out_moved_and_added():
    extra = Passage(id="p9", text="The club meets on Mondays.")
    (challenge,), _ = made(copy({"set": "near_miss"}, passages=(*PARENT.passages[::-1], extra)))
    assert (challenge.set, challenge.expected) == (Set.NEAR_MISS, Outcome.PASS)
    assert challenge.sites == (Site(where="passages", start=0, before="p1 p2", after="p2 p1 p9"),)


def test_a_plant_of_two_rules_is_a_challenge_of_each():
    challenges, _ = made(copy({"rule": "grounded, answers_when_it_can"}, answer="Not in the sources."))
    assert [one.rule for one in challenges] == ["grounded", "answers_when_it_can"]


def test_a_plant_of_the_held_out_folder_is_held_out():
    (challenge,), _ = made(copy(answer="A day costs £31."), sealed=True)
    assert (challenge.set, challenge.expected) == (Set.HELD_OUT, Outcome.FAIL)


@pytest.mark.parametrize(
    ("told", "changed", "where", "said"),
    [
        ({"parent": "dag"}, {}, {}, "the id of a saved answer, got dag; the nearest is day"),
        ({}, {}, {}, "a copy that differs from day, got the same text"),
        ({}, {"question": "Who?"}, {}, "the question of day, word for word, got Who?"),
        ({}, {"answer": " "}, {}, "expected an answer, got nothing"),
        ({"style": "By hand"}, {"answer": "x"}, {}, "a style of small letters, digits and _"),
        ({"rule": "tone"}, {"answer": "x"}, {}, "rule: grounded, answers_when_it_can, got tone"),
        ({"set": "clean"}, {"answer": "x"}, {}, "set: planted or near_miss, or no such line, got clean"),
        ({"set": "near_miss"}, {"answer": "x"}, {"sealed": True}, "set: held_out, or no such line, got near_miss"),
        ({"style": "outside_fact"}, {"answer": "x"}, {}, "a style that is not held out; move the file to holdout/"),
        ({"style": "figure_changed"}, {"answer": "x"}, {"sealed": True}, "a style that nothing is planted in"),
        ({}, {"answer": "x"}, {"sealed": True, "tuned": ("by_hand",)}, "a style that nothing is planted in"),
        (
            {"style": "passages_reordered"},
            {"answer": "x"},
            {},
            "a name of its own, got passages_reordered, a near_miss",
        ),
        (
            {},
            {"answer": "x"},
            {"parent": replace(PARENT, label="fail")},
            "day to be a trusted answer, got labelled fail",
        ),
        (
            {"rule": "answers_when_it_can"},
            {"answer": "x"},
            {"parent": replace(PARENT, rules=("grounded",))},
            "not trusted under answers_when_it_can",
        ),
        ({}, {"passages": (PARENT.passages[0],) * 2}, {}, "passages with text and an id of their own"),
        ({}, {"passages": (replace(PARENT.passages[0], title="New"),)}, {}, "the title of [p1] as in day, got New"),
    ],
)
def test_what_is_wrong_is_said(told, changed, where, said):
    assert said in problem(copy(told, **changed), **where)


def test_all_that_is_wrong_with_all_files_is_told_at_once():
    both = [copy({"style": "No", "rule": "tone"}, question="Who?"), copy({"parent": "gone"})]
    challenges, problems = hand_made_challenges(both, shop(), not_found=NOT_FOUND)
    assert challenges == []
    assert len(problems) == 4


def test_changes_with_only_white_space_between_them_are_one():
    assert word_sites("within ten days of it", "within two weeks of it", "answer") == (
        Site(where="answer", start=7, before="ten days", after="two weeks"),
    )


words = st.text(st.sampled_from("ab £1.\n\u00e9\u2028\x00"), max_size=60)


@given(words, words)
def test_sites_lead_back_to_the_first_text(before, after):
    sites = word_sites(before, after, "answer")
    assert restored(after, sites, "answer") == before
    assert bool(sites) is (before != after)
    assert all(after[site.start : site.start + len(site.after)] == site.after for site in sites)


def test_a_copy_without_passages_leaves_nothing_to_judge_by():
    assert "expected a passage to judge by, got none" in problem(copy(passages=()))
