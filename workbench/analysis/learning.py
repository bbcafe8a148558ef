"""Training with honest figures: what the judge does on sources that it has not seen.

The sources are split into five parts. For each, weights are fitted on the other four; their threshold is chosen on
scores that come from weights fitted without their own source (the same split once more, within the four parts); and
weights and threshold together are tried on the fifth part. Nothing that is tried on a source has seen another copy of
it: where a plant is learned from and its parent is tried, noise looks like skill.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.analysis.examples import Examples
from workbench.analysis.logistic import fit
from workbench.analysis.scored_cases import ScoredCases
from workbench.analysis.threshold_check import PARTS, ThresholdCheck
from workbench.analysis.threshold_choice import Cap, ThresholdChoice, Wanted, best_threshold, choose_threshold
from workbench.analysis.thresholds import cut_at
from workbench.errors import NotMeasured
from workbench.records.learned import Weights

LEAST_ITEMS = 20
"""Fewer mistakes or right answers teach nothing that a person does not see."""
LEAST_SOURCES = 10
"""Fewer sources leave less than two in a fifth."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Weights and threshold that were found without some sources.

    Attributes:
        weights: The weights.
        threshold: On the scale of suspicion, the score below zero: what has it or more is failed.
        sources: The sources that had no part in them.
    """

    weights: Weights
    threshold: float
    sources: frozenset[str]

    def fails(self, row: Sequence[float]) -> bool:
        """Say whether it fails an item."""
        return -self.weights.score(row) >= self.threshold


@dataclass(frozen=True, kw_only=True)
class Learned:
    """A trained model, with what it did on sources that it had not seen.

    Attributes:
        weights: Fitted on all examples.
        choice: Its threshold and how well it separates, by the scores that each example got without its source. Its
            `check` has the verdicts of `fails`.
        fails: Whether each example was failed by weights and a threshold that were found without its source.
        parts: The parts that these came from.
    """

    weights: Weights
    choice: ThresholdChoice
    fails: tuple[bool, ...]
    parts: tuple[Part, ...]

    def fails_unseen(self, row: Sequence[float], source: str) -> bool:
        """Say whether an item of any source is failed by weights that have not seen this source."""
        by_source: Mapping[str, Part] = {name: part for part in self.parts for name in part.sources}
        if source in by_source:
            return by_source[source].fails(row)
        chosen = self.choice.chosen
        return chosen is not None and -self.weights.score(row) >= chosen.cut.threshold


def learn(examples: Examples, wanted: Wanted) -> Learned:
    """Fit weights, choose a threshold, and try both on sources that had no part in them.

    Args:
        examples: What to learn from.
        wanted: Which threshold is wanted.

    Raises:
        NotMeasured: there are too few examples or sources, for training or for the cap; says all of it. Or no feature
            tells any two of them apart.
    """
    _refuse(examples, wanted)
    scores = [0.0] * len(examples.rows)
    fails = [False] * len(examples.rows)
    parts = []
    for others, part in _split(examples):
        seen = examples.of(others)
        weights = fit(seen)
        threshold = best_threshold(_scored(seen, _scores_without_source(seen)), wanted)
        assert threshold is not None  # there are right answers enough, see _refuse
        tried = Part(weights=weights, threshold=threshold, sources=frozenset(examples.sources[place] for place in part))
        parts.append(tried)
        for place in part:
            scores[place] = weights.score(examples.rows[place])
            fails[place] = tried.fails(examples.rows[place])
    choice = choose_threshold(_scored(examples, scores), wanted, now=None)
    return Learned(
        weights=fit(examples),
        choice=_with_check(choice, fails, parts),
        fails=tuple(fails),
        parts=tuple(parts),
    )


def _refuse(examples: Examples, wanted: Wanted) -> None:
    problems = []
    for is_wrong, what in ((True, "planted mistakes"), (False, "right answers")):
        count, sources = examples.wrong.count(is_wrong), len(examples.sources_of(wrong=is_wrong))
        if count < LEAST_ITEMS:
            problems.append(f"{count} {what}, {LEAST_ITEMS} are the least: {LEAST_ITEMS - count} more")
        if sources < LEAST_SOURCES:
            problems.append(
                f"{what} from {sources} trusted answers, {LEAST_SOURCES} are the least: {LEAST_SOURCES - sources} more"
            )
    if isinstance(wanted, Cap):
        right = len(examples.sources_of(wrong=False))
        # Four fifths of the sources must be enough; a part may be one source larger than the fifth.
        needed = next(count for count in range(PARTS, 10**9) if count - -(-count // PARTS) >= wanted.needed)
        if right < needed:
            problems.append(
                f"right answers from {right} trusted answers; a cap of {100 * wanted.share:.3g} % takes {needed}, as "
                f"it is tried without a fifth of them: {needed - right} more"
            )
    if problems:
        raise NotMeasured("\n  ".join(("too little to train on; nothing was written", *problems)))


def _split(examples: Examples) -> Iterator[tuple[list[int], list[int]]]:
    """Split the sources into parts with about the same share of mistakes; the same examples give the same parts."""
    from sklearn.model_selection import StratifiedGroupKFold

    least = min(len(examples.sources_of(wrong=is_wrong)) for is_wrong in (True, False))
    splitter = StratifiedGroupKFold(n_splits=min(PARTS, least))
    for others, part in splitter.split(examples.wrong, examples.wrong, examples.sources):
        yield others.tolist(), part.tolist()


def _scores_without_source(examples: Examples) -> list[float]:
    """Return the score of each example, by weights that were fitted without its source."""
    scores = [0.0] * len(examples.rows)
    for others, part in _split(examples):
        weights = fit(examples.of(others))
        for place in part:
            scores[place] = weights.score(examples.rows[place])
    return scores


def _scored(examples: Examples, scores: Sequence[float]) -> ScoredCases:
    return ScoredCases(
        scores=tuple(scores),
        wrong=examples.wrong,
        sources=examples.sources,
        high_is_good=True,
        unscored_wrong=0,
        unscored_right=0,
        varying=0,
    )


def _with_check(choice: ThresholdChoice, fails: Sequence[bool], parts: Sequence[Part]) -> ThresholdChoice:
    """Put what weights and threshold did together in the place of what the threshold alone would have done."""
    if choice.chosen is None:
        return choice
    failed = [*zip(choice.cases.wrong, fails, strict=True)]
    check = ThresholdCheck(
        own=cut_at(
            choice.chosen.cut.threshold, choice.cases.suspicion_of(wrong=True), choice.cases.suspicion_of(wrong=False)
        ),
        caught=failed.count((True, True)),
        alarmed=failed.count((False, True)),
        thresholds=tuple(part.threshold for part in parts),
    )
    return replace(choice, check=check)
