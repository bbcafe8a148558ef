"""What the page says of an item whose judge votes: every number opens exactly the items that the figures count."""

from itertools import product

import pytest

from tests.analysis.answer_key import challenge, summaries, table
from tests.analysis.votes_at_hand import WORDS, voter
from workbench.analysis.truth import needed_answers
from workbench.records.challenge import Set
from workbench.records.verdict import Outcome
from workbench.report.tags import Tag, tags_of
from workbench.report.view import Kind, Opinion, kind_of, outcomes_of

VOTES = 3
CALLS = ["".join(letters) for letters in product("pfe", repeat=VOTES)]


def opinion(judge, calls, expected):
    verdicts = tuple(WORDS[letter] for letter in calls)
    kind = kind_of(outcomes_of(verdicts), expected, votes=judge.votes)
    return Opinion(judge=judge, kind=kind, verdicts=verdicts, sayings=(), other_reason=False)


@pytest.fixture(scope="module")
def told():
    """The judge, and its tags on each item: an answer and a mistake made of it, with calls of all kinds on both."""
    cases = [*enumerate(product(CALLS, CALLS))]
    key, rows = [], []
    spec = voter(VOTES)
    for place, (clean, planted) in cases:
        for name, of, calls in (("c", Set.CLEAN, clean), ("p", Set.PLANTED, planted)):
            item = f"{name}{place}"
            key.append(challenge(item, of, style="s" if name == "p" else "", parent=f"case-{place}"))
            rows += [(item, spec.judge_id, repeat, WORDS[letter]) for repeat, letter in enumerate(calls)]
    [judge] = summaries([spec], key, table(rows), repeats=VOTES)
    tags = {}
    for place, (clean, planted) in cases:
        of = {"needed": needed_answers(spec, VOTES), "unread": False}
        parent = tags_of(opinion(judge, clean, Outcome.PASS), Outcome.PASS, **of)
        tags[f"c{place}"] = parent
        tags[f"p{place}"] = tags_of(opinion(judge, planted, Outcome.FAIL), Outcome.FAIL, **of, parent=parent)
    return judge, tags


def having(told, tag, name=""):
    return {item for item, tags in told[1].items() if tag in tags and item.startswith(name)}


def test_rates_open_what_they_count(told):
    judge = told[0]
    assert len(having(told, Tag.CAUGHT)) == judge.planted.hits > 0
    assert len(having(told, Tag.ALARMED)) == judge.false_alarms.hits > 0
    assert len(having(told, Tag.UNRESOLVED, "p")) == judge.planted.unresolved > 0
    assert len(having(told, Tag.UNRESOLVED, "c")) == judge.false_alarms.unresolved > 0
    assert len(having(told, Tag.TOLD_APART)) == judge.pairs.hits > 0
    assert len(having(told, Tag.PAIR_UNRESOLVED)) == judge.pairs.unresolved > 0


def test_disagreements_and_consistency_open_what_they_count(told):
    judge = told[0]
    assert having(told, Tag.DISAGREEMENT) == {*judge.disagreements}
    assert len(having(told, Tag.REPEATED)) == judge.consistency.items
    assert len(having(told, Tag.UNANIMOUS)) == judge.consistency.unanimous
    assert having(told, Tag.REPEATED) - having(told, Tag.UNANIMOUS) == {*judge.consistency.flipped}


@pytest.mark.parametrize(
    ("calls", "kind"),
    [("ffp", None), ("pff", Kind.SPLIT), ("fpp", Kind.MISSED), ("pee", Kind.MISSED), ("fep", Kind.SPLIT)],
)
def test_a_wrong_vote_is_missed_though_its_calls_differ_and_what_came_after_it_is_no_split(told, calls, kind):
    # Of the first the vote was settled before the call that differs; of the last it is tied.
    assert opinion(told[0], calls, Outcome.FAIL).kind is kind
