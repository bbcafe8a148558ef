"""Rates by the length of the answer and by the rank of the evidence."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.answer_key import challenge, perfect, says, spec, summaries
from workbench.analysis.slices import slicings
from workbench.records.challenge import Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.summary import SliceKind
from workbench.records.verdict import Outcome

FIVE = tuple(Passage(id=name, title="", text=f"Passage {name}.") for name in "abcde")


def long(item_id, of, characters, *, parent="", passages=FIVE, sites=(), expected=None):
    """A challenge whose answer has so many characters."""
    made = challenge(item_id, of, parent=parent, style="" if of is Set.CLEAN else "s", expected=expected)
    item = Item(item_id=item_id, question="How long?", passages=passages, answer="x" * characters)
    return replace(made, item=item, sites=sites)


def sliced(key, say, ranks=None, *, by=SliceKind.LENGTH, repeats=1):
    judge = spec()
    verdicts = says(judge, key, say, repeats=repeats)
    [found] = summaries([judge], key, verdicts, repeats=repeats, ranks=ranks)
    return {(one.name, one.set, one.expected): one.rate for one in found.slices if one.by is by}


SIX = [long(f"c{size}", Set.CLEAN, size) for size in (10, 20, 30, 40, 50, 60)]


def test_lengths_are_told_apart_by_thirds_of_the_own_answers_and_a_copy_stands_where_its_own_length_is():
    key = [
        *SIX,
        long("p1", Set.PLANTED, 20, parent="case-c60"),
        long("p2", Set.PLANTED, 21),
        long("p3", Set.PLANTED, 500),
    ]
    [found] = slicings(key, {})
    assert [(part.name, part.least, part.most) for part in found.parts] == [
        ("short", 0, 20),
        ("middle", 21, 40),
        ("long", 41, None),
    ]
    # A judge that passes all that is long misses the one long mistake and no other.
    rates = sliced(key, lambda c, _: "pass" if len(c.item.answer) > 40 else str(c.expected))
    caught = {name: (rate.hits, rate.items) for (name, of, _), rate in rates.items() if of == "planted"}
    assert caught == {"short": (1, 1), "middle": (1, 1), "long": (0, 1)}
    assert {name: rate.items for (name, of, _), rate in rates.items() if of == "clean"} == dict.fromkeys(caught, 2)


@pytest.mark.parametrize("sizes", [(10, 20), (10, 10, 10, 10), ()])
def test_answers_that_are_few_or_of_one_length_have_no_thirds(sizes):
    assert slicings([long(f"c{place}", Set.CLEAN, size) for place, size in enumerate(sizes)], {}) == ()


def test_evidence_is_followed_to_where_it_stands_among_the_passages_shown():
    turned = tuple(reversed(FIVE))
    key = [
        long("as-saved", Set.CLEAN, 10, parent="case"),
        long("turned", Set.NEAR_MISS, 10, parent="case", passages=turned),
        long(
            "in-answer", Set.PLANTED, 10, parent="case", sites=(Site(where="answer", start=0, before="y", after="x"),)
        ),
        # What was planted in a passage is judged by that passage; what was trimmed off another one is not.
        long("in-e", Set.HELD_OUT, 10, parent="case", sites=(Site(where="passage:e", start=0, before="", after="P"),)),
        long("trim", Set.NEAR_MISS, 10, parent="case", sites=(Site(where="passage:e", start=0, before="y", after=""),)),
        long("taken-away", Set.PLANTED, 10, parent="case", passages=FIVE[2:]),
        long("no-phrase", Set.PLANTED, 10, parent="another case"),
    ]
    [found] = slicings(key, {"case": 2})
    assert found.by is SliceKind.EVIDENCE
    assert found.values == {"as-saved": 2, "turned": 4, "in-answer": 2, "in-e": 5, "trim": 2}
    rates = sliced(key, perfect, {"case": 2}, by=SliceKind.EVIDENCE)
    assert {(name, of): (rate.hits, rate.items) for (name, of, _), rate in rates.items()} == {
        ("2", "clean"): (0, 1),
        ("2", "near_miss"): (0, 1),
        ("2", "planted"): (1, 1),
        ("4 to 10", "near_miss"): (0, 1),
        ("4 to 10", "held_out"): (1, 1),
    }


def test_without_a_retrieval_check_there_are_no_ranks():
    assert [one.by for one in slicings(SIX, {})] == [SliceKind.LENGTH]


def test_a_rank_beyond_the_passages_says_nothing():
    assert slicings([long("c", Set.CLEAN, 10, parent="case")], {"case": 6}) == ()


def test_real_answers_stand_apart_by_what_a_person_said_and_errors_stand_beside_a_rate():
    key = [long(f"n{size}", Set.NATURAL, size, expected=Outcome(said)) for size in (1, 2, 3) for said in ["fail"]]
    key += [long(f"r{size}", Set.NATURAL, size, expected=Outcome.PASS) for size in (1, 2, 3)]
    rates = sliced(key, lambda c, r: "error:timeout" if c.item.item_id == "n1" and r else "fail", repeats=2)
    wrong, right = rates["short", "natural", "fail"], rates["short", "natural", "pass"]
    assert (wrong.hits, wrong.items, wrong.unresolved, wrong.errors) == (0, 1, 1, 1)
    assert (right.hits, right.items) == (1, 1)


SETS = st.sampled_from([Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT])


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(SETS, st.integers(0, 80)), max_size=20), st.integers(0, 7))
def test_the_slices_of_a_set_add_up_to_the_set(items, rank):
    key = [long(f"i{place}", of, size, parent=f"case-{place % 4}") for place, (of, size) in enumerate(items)]
    judge = spec()
    ranks = {f"case-{place}": rank for place in range(4)}
    [found] = summaries([judge], key, says(judge, key, lambda c, _: "fail", repeats=1), repeats=1, ranks=ranks)
    whole = {"clean": found.false_alarms, "planted": found.planted}
    lengths = [one for one in found.slices if one.by is SliceKind.LENGTH]
    own = {size for of, size in items if of is Set.CLEAN}
    assert bool(lengths) == (len(own) > 1 and sum(of is Set.CLEAN for of, _ in items) > 2)
    for name, rate in whole.items() if lengths else ():
        parts = [one.rate for one in lengths if one.set == name]
        assert (sum(one.hits for one in parts), sum(one.items for one in parts)) == (rate.hits, rate.items)
