"""The learned judge: a weighted sum of features and a threshold. It needs no library, and says what weighed."""

from collections.abc import Sequence
from dataclasses import asdict

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.judges.learned.features import FEATURES, Feature, feature_code, values
from workbench.judges.scripts.script import Check, Finding, ScriptJudge, failed, passed
from workbench.judges.threshold import Threshold
from workbench.records.item import Item
from workbench.records.learned import LearnedJudge
from workbench.records.reply import JudgeKind
from workbench.records.verdict import Outcome

_TOLD = 3


def learned_judge(name: str, learned: LearnedJudge, *, not_found: str) -> ScriptJudge:
    """Make a judge of its file.

    Args:
        name: The judge's name.
        learned: What its file holds.
        not_found: The exact words that the system uses to decline.

    Raises:
        InputError: it was trained on other features than these, or they are counted otherwise now.
    """
    if [one.name for one in learned.features] != [one.name for one in FEATURES.get(learned.rule, ())]:
        raise InputError(_outdated(name, "it was trained on other features"))
    if learned.code != feature_code():
        raise InputError(_outdated(name, "features are counted otherwise since it was trained"))
    return ScriptJudge(
        name=name,
        rule=learned.rule,
        check=_check(learned, not_found),
        settings={"not_found": not_found, "weights": digest(asdict(learned)), "trained_on": learned.trained_on},
        kind=JudgeKind.LEARNED,
        code=("workbench.judges.learned",),
    )


def _outdated(name: str, why: str) -> Problem:
    expected = f"a judge of this version of the workbench; train it again with: workbench train {name}"
    return Problem(where=f"judge {name}", expected=expected, got=why)


def _check(learned: LearnedJudge, not_found: str) -> Check:
    threshold = Threshold(at=learned.threshold)
    features, weights = FEATURES[learned.rule], learned.weights

    def check(item: Item) -> Finding:
        counted = values(learned.rule, item, not_found)
        score = weights.score(counted)
        told = f"score {score:.2f}, {threshold}{_weighing(features, counted, weights.parts(counted))}"
        if threshold.outcome(score) is Outcome.FAIL:
            return failed(told, score=score)
        return passed(told, score=score)

    return check


def _weighing(features: Sequence[Feature], counted: Sequence[float], parts: Sequence[float]) -> str:
    """Name the marks of a mistake that weigh most."""
    found = sorted(zip(parts, counted, features, strict=True), key=lambda one: (-one[0], one[2].name))
    told = [f"{feature.words} {value:.3g}" for part, value, feature in found[:_TOLD] if part > 0 and value > 0]
    return f"; what speaks against it: {'; '.join(told)}" if told else ""
