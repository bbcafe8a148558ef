"""Does an assistant answer what it can, and decline what it cannot?

Two figures stand at the head, always together: answerable questions answered right, and unanswerable ones declined.
Accuracy when answering, alone, is raised by declining. Runtime errors are neither: they stand in a column of their
own and in no denominator, except in the worst case.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Answered:
    """What became of questions of one kind.

    Attributes:
        correct: Answered right; for unanswerable questions always 0.
        wrong: Answered wrong.
        declined: Declined.
        errors: No answer at all: an error is no decline.
    """

    correct: int = 0
    wrong: int = 0
    declined: int = 0
    errors: int = 0

    def __post_init__(self) -> None:
        if min(self.correct, self.wrong, self.declined, self.errors) < 0:
            raise ValueError("expected counts from 0")

    @property
    def items(self) -> int:
        """Questions that were answered or declined; errors left out."""
        return self.correct + self.wrong + self.declined


Share = tuple[int, int]
"""k of n."""


@dataclass(frozen=True, kw_only=True)
class Selective:
    """The table of selective answering, every figure as k of n.

    Attributes:
        right_answers: Answerable questions answered right. One half of the headline.
        proper_declines: Unanswerable questions declined. The other half.
        wrong_answers: Answerable questions answered wrong.
        needless_declines: Answerable questions declined.
        answered_anyway: Unanswerable questions answered.
        answered: Questions answered, of all (coverage).
        right_when_answering: Answers that are right, of all answers (selective accuracy).
        right_overall: Right answers and proper declines, of all questions.
        errors: Questions without an answer, of all that were asked.
        worst_case: `right_overall` with every error counted as wrong.
    """

    right_answers: Share
    proper_declines: Share
    wrong_answers: Share
    needless_declines: Share
    answered_anyway: Share
    answered: Share
    right_when_answering: Share
    right_overall: Share
    errors: Share
    worst_case: Share


def selective(answerable: Answered, unanswerable: Answered) -> Selective:
    """Count what an assistant answered and declined.

    Args:
        answerable: Questions that the documents answer.
        unanswerable: Questions that they do not.

    Raises:
        ValueError: an unanswerable question was answered right.
    """
    if unanswerable.correct:
        raise ValueError(f"no answer to an unanswerable question is right, got {unanswerable.correct}")
    items = answerable.items + unanswerable.items
    answers = answerable.correct + answerable.wrong + unanswerable.wrong
    right = answerable.correct + unanswerable.declined
    errors = answerable.errors + unanswerable.errors
    return Selective(
        right_answers=(answerable.correct, answerable.items),
        proper_declines=(unanswerable.declined, unanswerable.items),
        wrong_answers=(answerable.wrong, answerable.items),
        needless_declines=(answerable.declined, answerable.items),
        answered_anyway=(unanswerable.wrong, unanswerable.items),
        answered=(answers, items),
        right_when_answering=(answerable.correct, answers),
        right_overall=(right, items),
        errors=(errors, items + errors),
        worst_case=(right, items + errors),
    )


@dataclass(frozen=True, kw_only=True)
class RiskCoverage:
    """How the loss grows as an assistant answers more.

    Attributes:
        risks: The mean loss of the most confident 1, 2, ... n answers. Draw them as points.
        area: Their mean (AURC).
        excess: The area less that of the best order there could be (E-AURC); 0 where confidence ranks perfectly.
    """

    risks: tuple[float, ...]
    area: float
    excess: float


def risk_coverage(confidence: Sequence[float], loss: Sequence[float]) -> RiskCoverage | None:
    """Is an assistant more often wrong where it is less sure?

    Risk and coverage (El-Yaniv and Wiener 2010) with the area under the curve (Geifman et al. 2019). Answers of equal
    confidence share their mean loss, so that their order does not matter.

    Args:
        confidence: One number an answer; the higher, the surer.
        loss: What each answer cost, such as 1 where it was wrong.

    Returns:
        None without answers.

    Raises:
        ValueError: the two are not of one length, or a number is not finite.
    """
    pairs = list(zip(confidence, loss, strict=True))
    if not all(math.isfinite(number) for pair in pairs for number in pair):
        raise ValueError("expected confidences and losses that are finite numbers")
    if not pairs:
        return None
    blocks: dict[float, list[float]] = {}
    for sure, cost in pairs:
        blocks.setdefault(sure, []).append(cost)
    in_order = [
        math.fsum(blocks[sure]) / len(blocks[sure]) for sure in sorted(blocks, reverse=True) for _ in blocks[sure]
    ]
    risks = _mean_so_far(in_order)
    area = math.fsum(risks) / len(risks)
    best = _mean_so_far(sorted(loss))
    return RiskCoverage(risks=risks, area=area, excess=max(0.0, area - math.fsum(best) / len(best)))


def _mean_so_far(losses: Sequence[float]) -> tuple[float, ...]:
    found, total = [], 0.0
    for count, loss in enumerate(losses, start=1):
        total += loss
        found.append(total / count)
    return tuple(found)
