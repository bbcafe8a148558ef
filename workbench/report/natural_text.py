"""Planted mistakes beside real ones: are the plants like life?"""

from workbench.records.summary import JudgeSummary
from workbench.report.brief import short_name
from workbench.report.words import count_words

EASIER = "your plants are easier than life"
HARDER = "your plants are harder than life"
NO_DIFFERENCE = "no clear difference"


def natural_statements(judges: tuple[JudgeSummary, ...]) -> tuple[str, ...]:
    """Say of each judge what it caught of planted and of natural mistakes, and whether the two differ.

    They differ where their 95 % intervals do not overlap, which is a little stricter than a test of the difference.
    Judges without a resolved mistake of either kind are passed over.
    """
    return tuple(f"{short_name(judge)}: {said}" for judge in judges if (said := _statement(judge)))


def _statement(judge: JudgeSummary) -> str:
    planted, natural = judge.planted, judge.natural_caught
    if natural is None or planted.low is None or planted.high is None or natural.low is None or natural.high is None:
        return ""
    if planted.low > natural.high:
        meaning = EASIER
    elif planted.high < natural.low:
        meaning = HARDER
    else:
        meaning = NO_DIFFERENCE
    return f"planted caught {count_words(planted)}, natural caught {count_words(natural)}: {meaning}."
