"""How much does a threshold flatter itself on the cases it was found on?

The threshold is chosen on some sources and tried on the others. All variants of a source stay together: where a plant
is in one part and its parent in the other, noise looks like skill.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.analysis.thresholds import Cut, cut_at

Choose = Callable[[Sequence[float], Sequence[float]], Cut | None]

PARTS = 5
"""Into how many parts the sources are split, where there are so many."""


@dataclass(frozen=True, kw_only=True)
class ThresholdCheck:
    """A threshold on its own cases, and on cases that it was not chosen on.

    Attributes:
        own: The threshold chosen on all cases, with its counts on them.
        caught: Mistakes failed by a threshold that was chosen without their source, of `own.wrong`.
        alarmed: Right answers failed likewise, of `own.right`.
        thresholds: The threshold of each part, to see how much it moves.
    """

    own: Cut
    caught: int
    alarmed: int
    thresholds: tuple[float, ...]

    @property
    def others(self) -> Cut:
        """What it comes to on cases that it was not chosen on. The threshold of a part is that of `thresholds`."""
        return replace(self.own, caught=self.caught, alarmed=self.alarmed)

    @property
    def optimism(self) -> float:
        """By how much catch rate minus false alarm rate is better on its own cases than on others."""
        return self.own.youden - self.others.youden


def check_threshold(
    scores: Sequence[float], wrong: Sequence[bool], groups: Sequence[str], *, choose: Choose
) -> ThresholdCheck | None:
    """What does this way to choose a threshold do on cases it has not seen?

    Stratified cross-validation over groups; the same cases in any order give the same parts.

    Args:
        scores: One a case, read as suspicion.
        wrong: Which cases are mistakes.
        groups: The source of each case.
        choose: Chooses a threshold from the scores of mistakes and of right answers, such as `best_youden`.

    Returns:
        None where mistakes or right answers come from fewer than two sources: nothing is left to try it on.

    Raises:
        ValueError: the three are not of one length.
    """
    from sklearn.model_selection import StratifiedGroupKFold

    cases = sorted(zip(groups, wrong, scores, strict=True))
    sources = {kind: len({group for group, is_wrong, _ in cases if is_wrong is kind}) for kind in (True, False)}
    own = _chosen(cases, choose)
    if own is None or min(sources.values()) < 2:
        return None
    labels, names = [is_wrong for _, is_wrong, _ in cases], [group for group, _, _ in cases]
    splitter = StratifiedGroupKFold(n_splits=min(PARTS, *sources.values()))
    caught = alarmed = 0
    thresholds = []
    for others, part in splitter.split(labels, labels, names):
        chosen = _chosen([cases[place] for place in others], choose)
        if chosen is None:
            return None
        tried = cut_at(chosen.threshold, *_scores([cases[place] for place in part]))
        caught, alarmed = caught + tried.caught, alarmed + tried.alarmed
        thresholds.append(chosen.threshold)
    return ThresholdCheck(own=own, caught=caught, alarmed=alarmed, thresholds=tuple(thresholds))


def _chosen(cases: Sequence[tuple[str, bool, float]], choose: Choose) -> Cut | None:
    return choose(*_scores(cases))


def _scores(cases: Sequence[tuple[str, bool, float]]) -> tuple[list[float], list[float]]:
    return (
        [score for _, is_wrong, score in cases if is_wrong],
        [score for _, is_wrong, score in cases if not is_wrong],
    )
