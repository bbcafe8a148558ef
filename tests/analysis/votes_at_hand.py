"""Judges that vote: their calls, written as letters, and what is left of them where a settled vote ends the asking."""

from collections import Counter

from hypothesis import strategies as st

from tests.analysis.answer_key import challenge, spec, table
from workbench.records.challenge import Set

WORDS = {"p": "pass", "f": "fail", "e": "error:timeout"}
SETS = (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT)


def voter(votes, name="judge", **more):
    return spec(name, details={"votes": votes}, **more)


def until_settled(calls):
    """The calls that are made where each is made only while the vote is open: a side with more than half ends it."""
    for made in range(len(calls)):
        if max(Counter(calls[:made]).values(), default=0) > len(calls) / 2:
            return calls[:made]
    return calls


def key_of(count):
    """So many items, of all sets in turn."""
    return [
        challenge(f"i{place}", SETS[place % 4], style=f"s{place % 3}", parent=f"case-{place // 4}")
        for place in range(count)
    ]


def said(calls, judge):
    """The verdict table of a word of calls an item."""
    return table(
        (f"i{place}", judge.judge_id, repeat, WORDS[letter])
        for place, word in enumerate(calls)
        for repeat, letter in enumerate(word)
    )


@st.composite
def polls(draw, *, least, most):
    """Votes, and the calls of so many on each of some items."""
    votes = draw(st.sampled_from([3, 5, 7]))
    word = st.text("ppffe", min_size=votes, max_size=votes)
    return votes, draw(st.lists(word, min_size=least, max_size=most))
