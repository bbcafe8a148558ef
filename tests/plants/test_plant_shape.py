"""Shapes of items, and near misses taken for theirs."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.plants.balance import alike
from workbench.plants.shape import Gap, shape
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.verdict import Outcome

TEXTS = st.lists(st.text(max_size=60), min_size=1, max_size=12)


def item(answer):
    return Item.of(question="q", passages=(), answer=answer)


def challenge(style, answer, part=Set.NEAR_MISS, parent="a"):
    return Challenge(
        item=item(answer),
        rule="grounded",
        set=part,
        style=style,
        parent=parent,
        group=parent,
        expected=Outcome.FAIL if part is Set.PLANTED else Outcome.PASS,
    )


@given(st.text(), st.text())
def test_a_shape_is_counts_alone(question, answer):
    first = shape(Item.of(question=question, passages=(), answer=answer))
    assert first == shape(Item.of(question="another", passages=(), answer=answer[::-1]))[:2] + first[2:]
    assert all(value >= 0 for value in first)


@given(TEXTS, TEXTS, TEXTS)
def test_the_gap_is_what_counting_bands_anew_gives(right, wrong, candidates):
    """The candidate that `after` names as the nearest is the nearest by the definition, worked out from nothing."""
    rights, wrongs = [shape(item(text)) for text in right], [shape(item(text)) for text in wrong]
    gap = Gap(rights, wrongs)
    for text in candidates:
        gap.weigh(text, shape(item(text)))

    def share(bands, place, band):
        return sum(one[place] == band for one in bands) / len(bands)

    bands = {text: gap.bands_of(shape(item(text))) for text in {*right, *wrong, *candidates}}

    def anew(text):
        here, there = [bands[one] for one in [*right, text]], [bands[one] for one in wrong]
        return sum(
            (share(here, place, band) - share(there, place, band)) ** 2
            for place in range(len(bands[text]))
            for band in {one[place] for one in [*here, *there]}
        )

    best = min(candidates, key=gap.after)
    assert anew(best) <= min(anew(text) for text in candidates) + 1e-9


def test_short_near_misses_are_taken_where_mistakes_are_short():
    clean = [challenge("", "A long answer that goes on and on, with many words in it. " * 4, Set.CLEAN)]
    wrong = [challenge("wrong", f"Not {word}.", Set.PLANTED) for word in ("said", "told", "here")]
    pools = {
        "long": [challenge("long", f"An answer {word} that goes on and on, with words in it. " * 4) for word in "abc"],
        "short": [challenge("short", f"Not {word}.") for word in ("seen", "read", "kept")],
    }
    taken = alike(pools, 3, right=clean, wrong=wrong)
    assert [one.style for one in taken] == ["short"] * 3


def test_no_style_gets_more_than_one_over_twice_its_even_share():
    wrong = [challenge("wrong", "Not said.", Set.PLANTED)]
    clean = [challenge("", "An answer, at length. " * 6, Set.CLEAN)]
    pools = {
        "short": [challenge("short", f"Not {number}.", parent=str(number)) for number in range(20)],
        "long": [challenge("long", f"An answer {number}, at length. " * 5, parent=str(number)) for number in range(20)],
    }
    taken = alike(pools, 6, right=clean, wrong=wrong)
    # Six over two styles: three each, so at most seven of one; six are wanted.
    assert [one.style for one in taken] == ["short"] * 6
    pools |= {f"other{n}": [challenge(f"other{n}", f"An answer {n}, at length. " * 5)] for n in range(4)}
    taken = alike(pools, 6, right=clean, wrong=wrong)
    # Six over six styles: one each, so at most three of one.
    assert sum(one.style == "short" for one in taken) == 3


def test_without_mistakes_or_a_quota_nothing_is_weighed():
    pools = {"one": [challenge("one", "a"), challenge("one", "b")]}
    assert len(alike(pools, None, right=[], wrong=[])) == 2
    assert len(alike(pools, 1, right=[], wrong=[])) == 1
