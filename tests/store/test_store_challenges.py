import json
from dataclasses import replace

import pytest
from attempts_at_hand import ANY_TEXT
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome
from workbench.store.challenge_lines import challenges_from_text, challenges_to_text, set_hash
from workbench.store.challenges import read_challenges, write_challenges

PASSAGES = st.lists(st.builds(Passage, id=ANY_TEXT, text=ANY_TEXT, title=ANY_TEXT), max_size=3)
ITEMS = st.builds(Item.of, question=ANY_TEXT, passages=PASSAGES, answer=ANY_TEXT)
SITES = st.builds(Site, where=ANY_TEXT, start=st.integers(0, 10**6), before=ANY_TEXT, after=ANY_TEXT)
CHALLENGES = st.builds(
    Challenge,
    item=ITEMS,
    rule=ANY_TEXT,
    set=st.sampled_from(Set),
    style=ANY_TEXT,
    parent=ANY_TEXT,
    group=ANY_TEXT,
    expected=st.sampled_from(Outcome),
    sites=st.lists(SITES, max_size=2).map(tuple),
    proof=ANY_TEXT,
)
CHALLENGE_LISTS = st.lists(CHALLENGES, max_size=5, unique_by=lambda one: (one.rule, one.item.item_id))


def challenge(question="q", **changes):
    item = Item.of(question=question, passages=[Passage(id="1", text="text")], answer="42 km")
    planted = Challenge(
        item=item,
        rule="grounded",
        set=Set.PLANTED,
        style="figure_changed",
        parent="case-1",
        group="case-1",
        expected=Outcome.FAIL,
        sites=(Site(where="answer", start=0, before="40", after="42"),),
        proof="42 stands in no passage",
    )
    return replace(planted, **changes)


@given(CHALLENGE_LISTS)
def test_challenges_are_read_back_as_they_were(challenges):
    assert list(challenges_from_text(challenges_to_text(challenges), where="f")) == challenges


def test_a_file_of_challenges_holds_any_text(tmp_path):
    challenges = (challenge("lone \ud800, line \u2028 end, \0"), challenge("日本"))
    write_challenges(tmp_path / "grounded.jsonl", challenges)
    assert read_challenges(tmp_path / "grounded.jsonl") == challenges


def test_a_byte_order_mark_and_windows_line_ends_change_nothing():
    text = challenges_to_text([challenge("a"), challenge("b")])
    assert challenges_from_text("\ufeff" + text.replace("\n", "\r\n"), where="f") == (challenge("a"), challenge("b"))


def test_an_empty_file_holds_no_challenges():
    assert challenges_from_text("", where="f") == ()


@given(CHALLENGE_LISTS, st.randoms())
def test_the_hash_of_a_set_does_not_depend_on_its_order(challenges, random):
    shuffled = list(challenges)
    random.shuffle(shuffled)
    assert set_hash(shuffled) == set_hash(challenges)


@pytest.mark.parametrize(
    "changes",
    [
        {"rule": "answers_when_it_can"},
        {"set": Set.HELD_OUT},
        {"style": "figure_added"},
        {"parent": "case-2"},
        {"group": "g"},
        {"expected": Outcome.PASS},
        {"sites": ()},
        {"proof": "p"},
        {"item": challenge("another question").item},
    ],
)
def test_the_hash_of_a_set_changes_with_every_part_of_a_challenge(changes):
    assert set_hash([challenge(**changes)]) != set_hash([challenge()])


def test_a_set_with_one_more_challenge_is_another_set():
    assert len({set_hash([]), set_hash([challenge()]), set_hash([challenge(), challenge("b")])}) == 3


def line(change):
    value = json.loads(challenges_to_text([challenge()]))
    change(value)
    return json.dumps(value)


BAD = {
    "no JSON": ("{", "one challenge as a JSON object"),
    "an empty line": ("", "one challenge as a JSON object"),
    "a list": ("[]", 'a JSON object with "v": 1'),
    "no version": (line(lambda value: value.pop("v")), 'a JSON object with "v": 1'),
    "newer": (line(lambda value: value.update(v=2)), "format 1"),
    "a field missing": (line(lambda value: value.pop("proof")), "challenge to have the fields item, rule"),
    "a field too many": (line(lambda value: value.update(label=1)), "challenge to have the fields item, rule"),
    "an unknown set": (line(lambda value: value.update(set="easy")), "set to be one of clean, near_miss, planted"),
    "an unknown verdict": (line(lambda value: value.update(expected="yes")), "expected to be one of pass, fail"),
    "a number for text": (line(lambda value: value.update(style=3)), "style to be text"),
    "sites that are no list": (line(lambda value: value.update(sites={})), "sites to be a list"),
    "a site before the start": (line(lambda value: value["sites"][0].update(start=-1)), "start to be an offset"),
    "a changed answer": (line(lambda value: value["item"].update(answer="43 km")), "item_id "),
    "a passage without text": (line(lambda value: value["item"]["passages"][0].pop("text")), "passage to have the"),
    "NaN": ('{"v": NaN}', "one challenge as a JSON object"),
}


def test_all_bad_lines_are_named_at_once():
    text = "\n".join([*(bad for bad, _ in BAD.values()), challenges_to_text([challenge()])])
    with pytest.raises(InputError) as caught:
        challenges_from_text(text, where="grounded.jsonl")
    problems = caught.value.problems
    assert [problem.where for problem in problems] == [f"grounded.jsonl:{n}" for n in range(1, len(BAD) + 1)]
    for problem, (_, expected) in zip(problems, BAD.values(), strict=True):
        assert problem.expected.startswith(expected)


def test_a_newer_line_says_that_it_is_newer():
    with pytest.raises(InputError, match="format 2, written by a newer workbench"):
        challenges_from_text(line(lambda value: value.update(v=2)), where="f")


def test_an_item_twice_under_one_rule_is_refused_and_under_two_rules_is_fine():
    other_rule = challenge(rule="answers_when_it_can")
    assert len(challenges_from_text(challenges_to_text([challenge(), other_rule]), where="f")) == 2
    with pytest.raises(InputError, match="f:2: expected each item once under a rule, got that of line 1"):
        challenges_from_text(challenges_to_text([challenge(), challenge(style="other")]), where="f")


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*No such file"):
        read_challenges(tmp_path / "missing.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b"ab\xe9")
    with pytest.raises(InputError, match="expected UTF-8, got byte 0xe9 at 2"):
        read_challenges(tmp_path / "latin.jsonl")
