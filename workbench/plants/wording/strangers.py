"""Passages of other topics, from the rest of the library."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from workbench.plants.ground import Ground
from workbench.records.passage import Passage
from workbench.text.tokens import content_set

# In a library of many topics the first or second passage drawn is a stranger; a library of one topic has none.
_MOST_TRIES = 400
_LEAST_WORDS = 8


def strangers(ground: Ground, rng: Random) -> Iterator[Passage]:
    """Passages that share at most one word with the question and at most a tenth of their own with the answer.

    They come in the order of a ring of hashes, from a random place on. So what one more case brings to the library
    changes a draw only where it stands between that place and what was drawn.
    """
    asked, topic = _asked_and_topic(ground)
    group = ground.case.group or ground.case.case_id
    ring = ground.library.ring
    first = bisect_left(ring, rng.random(), key=lambda shelved: shelved.place)
    for step in range(min(len(ring), _MOST_TRIES)):
        donor = ring[(first + step) % len(ring)]
        if group not in donor.groups and _is_strange(donor.content, asked, topic):
            yield replace(donor.passage, id=free_id(ground, donor.passage.id))


def is_strange(ground: Ground, passage: Passage) -> bool:
    """Say whether a passage is long enough to speak of something, and speaks of another topic."""
    return _is_strange(content_set(f"{passage.title} {passage.text}"), *_asked_and_topic(ground))


def _asked_and_topic(ground: Ground) -> tuple[frozenset[str], frozenset[str]]:
    return content_set(ground.case.question), content_set(f"{ground.case.question} {ground.case.answer}")


def _is_strange(content: frozenset[str], asked: frozenset[str], topic: frozenset[str]) -> bool:
    if len(content) < _LEAST_WORDS or len(content & asked) > 1:
        return False
    return len(content & topic) / len(content) <= 0.1


def free_id(ground: Ground, wanted: str) -> str:
    """The passage's own id, or the next one of the same form where the case has that one already."""
    taken = {passage.id for passage in ground.case.passages}
    stem, number = re.sub(r"\d+$", "", wanted), len(taken)
    if stem == wanted:
        stem, number = f"{wanted}-", 1
    while wanted in taken:
        number += 1
        wanted = f"{stem}{number}"
    return wanted
