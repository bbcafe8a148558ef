"""The features of an item: marks of a mistake that a reader can count, shares from 0 to 1 or counts from 0 to 3.

Each is larger where a mistake is likelier, so that no weight may be negative. None reads meaning, and none is the
length of the answer, which says nothing of whether it is right.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from workbench.judges.learned.reading import Reading
from workbench.judges.source import source_digest
from workbench.records.item import Item
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import hedges
from workbench.text.support import trigram_share

# More than three of a kind say no more than three: one odd answer is not to move a weight.
_MOST = 3
_TO_A_JUDGE = re.compile(
    r"\b(?:verdict|reviewers?|graders?|evaluators?|judge|grading|rubric|pass|passed"
    r"|ignore\s+(?:all|the|any|previous))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Feature:
    """One feature.

    Attributes:
        name: Its name in files.
        words: What it counts, in words.
        value: Counts it.
    """

    name: str
    words: str
    value: Callable[[Reading], float]


_GROUNDED = (
    Feature(
        "figures_missing",
        "figures that no passage has",
        lambda seen: _count(one.figures_missing for one in seen.claims),
    ),
    Feature(
        "moments_missing",
        "dates, weekdays and times that no passage has",
        lambda seen: _count(one.moments_missing for one in seen.claims),
    ),
    Feature(
        "figures_apart",
        "how far a figure stands from what is said of it",
        lambda seen: _most(one.figures_apart for one in seen.claims),
    ),
    Feature(
        "names_missing", "names that no passage has", lambda seen: _count(one.names_missing for one in seen.claims)
    ),
    Feature(
        "words_missing",
        "share of words that no passage has, on average over the claims",
        lambda seen: _mean([one.unsupported for one in seen.claims]),
    ),
    Feature(
        "words_missing_most",
        "share of words that no passage has, of the claim with the largest",
        lambda seen: _most(one.unsupported for one in seen.claims),
    ),
    Feature(
        "words_apart",
        "share of words outside the sentence that holds most of a claim, of the claim with the largest",
        lambda seen: _most(one.apart for one in seen.claims),
    ),
    Feature("runs_missing", "share of runs of three words that no passage has", lambda seen: _runs_missing(seen)),
    Feature(
        "denials_unlike",
        "claims that deny where the passage does not, or the other way round",
        lambda seen: _count(one.denies for one in seen.claims),
    ),
    Feature(
        "words_turned", "words whose opposite stands there", lambda seen: _count(one.turned for one in seen.claims)
    ),
    Feature(
        "words_stronger",
        "words of strength that the passage has not",
        lambda seen: _count(one.stronger for one in seen.claims),
    ),
    Feature(
        "cited_less",
        "how much more of a claim another passage holds than the one cited",
        lambda seen: _most(one.cited_less for one in seen.claims),
    ),
    Feature("cited_unknown", "cited ids that were not shown", lambda seen: _count(one.unknown for one in seen.claims)),
    Feature(
        "value_passed_over",
        "whether another passage gives another value that the answer passes over",
        lambda seen: _most(one.other_value for one in seen.claims),
    ),
    Feature(
        "to_a_judge",
        "whether the answer speaks to whoever judges it",
        lambda seen: float(_TO_A_JUDGE.search(seen.answer) is not None),
    ),
)
_ANSWERS = (
    Feature(
        "declines_though_told",
        "share of the question that one sentence of the passages holds, where the answer declines",
        lambda seen: seen.admits * seen.question_in_one,
    ),
    Feature(
        "declines_though_kind_told",
        "whether what was asked for, a figure, date or name, stands there, where the answer declines",
        lambda seen: seen.admits * seen.kind_told,
    ),
    Feature(
        "answers_though_untold",
        "share of the question that no one sentence of the passages holds, where the answer does not decline",
        lambda seen: (not seen.admits) * (1 - seen.question_in_one),
    ),
    Feature(
        "answers_beside",
        "share of the question that does not stand where the passages hold what is answered",
        lambda seen: (not seen.admits) * (1 - seen.question_behind_answer),
    ),
    Feature(
        "question_passed_over",
        "share of the question that the answer does not take up",
        lambda seen: 1 - seen.question_in_answer,
    ),
    Feature(
        "declines_and_tells",
        "whether the answer declines and tells something besides",
        lambda seen: float(seen.admits and not seen.declined),
    ),
    Feature("hedges", "whether the answer marks something as a guess", lambda seen: float(any(map(hedges, seen.told)))),
    *(
        feature
        for feature in _GROUNDED
        if feature.name in ("figures_missing", "moments_missing", "names_missing", "words_missing_most")
    ),
)
FEATURES: Mapping[str, tuple[Feature, ...]] = MappingProxyType({GROUNDED: _GROUNDED, ANSWERS_WHEN_IT_CAN: _ANSWERS})
"""The features of each rule, in the order of their values."""


def values(rule: str, item: Item, not_found: str) -> tuple[float, ...]:
    """Return the features of an item.

    Args:
        rule: The rule that is decided.
        item: The item.
        not_found: The exact words that the system uses to decline.
    """
    seen = Reading(item, not_found)
    return tuple(float(feature.value(seen)) for feature in FEATURES[rule])


def feature_code() -> str:
    """Return a hash of the code that counts features: weights mean nothing for features that are counted otherwise."""
    return source_digest("workbench.judges.learned", "workbench.text")


def _runs_missing(seen: Reading) -> float:
    share = None if seen.declined else trigram_share(seen.uncited, [passage.shown for passage in seen.item.passages])
    return 0.0 if share is None else 1 - share


def _count(found: Iterable[int]) -> float:
    return float(min(_MOST, sum(found)))


def _most(found: Iterable[float]) -> float:
    return float(max(found, default=0.0))


def _mean(found: list[float]) -> float:
    return sum(found) / len(found) if found else 0.0
