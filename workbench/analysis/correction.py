"""How many answers in use are wrong, when nobody labels any? The verdicts, corrected for the judge's known mistakes.

Only as good as the plants: where real mistakes are harder to catch than planted ones, the result is far too low, and
its interval does not show it. `audit` has no such flaw. Positive means wrong: the catch rate is the sensitivity, the
share of right answers passed the specificity.
"""

import math

from workbench.analysis.estimate import Estimate, within
from workbench.analysis.intervals import ALPHA, normal_quantile

BELOW_FLOOR = "fewer answers were failed than the judge's false alarms alone would explain: no sign of wrong answers"
ABOVE_CEILING = "more answers were failed than the judge would fail if all of them were wrong"
LEAST = 8
"""The interval was checked from this number of plants and of clean answers on."""
TOO_FEW = f"fewer than {LEAST} plants or clean answers: too little is known of the judge to correct its verdicts"
ONLY_LIKE_KNOWN = "holds only if mistakes in use are caught as often as those of the judge's known rates"


def corrected_share(failed: float, catch: float, passed: float) -> float | None:
    """Which share of answers is wrong, if the judge's rates are known?

    (p + Sp - 1) / (Se + Sp - 1), Rogan and Gladen (1978), as it comes: it may lie outside 0 and 1.

    Args:
        failed: The share of answers in use that the judge failed.
        catch: Its catch rate.
        passed: The share of right answers that it passes.

    Returns:
        None where the judge is no better than chance: its verdicts say nothing.

    Raises:
        ValueError: a share is not between 0 and 1.
    """
    if not all(0 <= share <= 1 for share in (failed, catch, passed)):
        raise ValueError(f"expected shares from 0 to 1, got {failed}, {catch} and {passed}")
    skill = catch + passed - 1
    return (failed + passed - 1) / skill if skill > _ROUNDING else None


def corrected_estimate(  # noqa: PLR0913 - three rates, two counts each
    *, failed: int, answers: int, caught: float, plants: int, passed: float, clean: int, alpha: float = ALPHA
) -> Estimate | None:
    """Which share of answers is wrong, with an interval that knows how little plants and clean answers show?

    The point of `corrected_share`, kept within 0 and 1, and the interval of Lang and Reiczigel (2014), which holds its
    95 % from 8 plants and 11 clean answers on; with fewer the note says so. Its middle is shifted, so it is not the
    point plus or minus twice the standard error.

    Args:
        failed: Answers in use that the judge failed.
        answers: Answers in use.
        caught: Planted mistakes caught; where they were judged several times, the sum of their shares of right repeats.
        plants: Planted mistakes.
        passed: Clean answers passed, likewise.
        clean: Clean answers.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        None where a count is missing, or the judge is no better than chance.

    Raises:
        ValueError: the counts do not fit together.
    """
    counts = ((failed, answers), (caught, plants), (passed, clean))
    _check(counts)
    if not all(items for _, items in counts):
        return None
    raw = corrected_share(failed / answers, caught / plants, passed / clean)
    if raw is None:
        return None
    z = normal_quantile(1 - alpha / 2)
    squared = z * z
    flagged = (failed + squared / 2) / (answers + squared)
    catch, spared = (caught + 1) / (plants + 2), (passed + 1) / (clean + 2)
    skill = catch + spared - 1
    if skill <= _ROUNDING:
        return None
    share = (flagged + spared - 1) / skill
    of_catch, of_spared = catch * (1 - catch) / (plants + 2), spared * (1 - spared) / (clean + 2)
    shift = 2 * squared * (share * of_catch - (1 - share) * of_spared)
    variance = flagged * (1 - flagged) / (answers + squared) + (1 - share) ** 2 * of_spared + share**2 * of_catch
    error = math.sqrt(variance) / skill
    return Estimate(
        share=within(raw),
        error=error,
        low=within(share + shift - z * error),
        high=within(share + shift + z * error),
        note=_note(raw, min(plants, clean)),
    )


_ROUNDING = 1e-12


def _note(raw: float, fewest: int) -> str:
    if raw < 0:
        return BELOW_FLOOR
    if raw > 1:
        return ABOVE_CEILING
    return TOO_FEW if fewest < LEAST else ONLY_LIKE_KNOWN


def _check(counts: tuple[tuple[float, int], ...]) -> None:
    for hits, items in counts:
        if not 0 <= hits <= items:
            raise ValueError(f"expected a count from 0 to {items}, got {hits}")
