"""How answers in use went from date to date, and whether anything rose that chance does not explain."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from workbench.analysis.decline_rise import DeclineRise, decline_rise
from workbench.analysis.grading import Portion, portion
from workbench.records.grade import AnswerInUse, Grade

FALSE_HINTS = 0.01
"""In at most this share of looks, something is said to have risen although nothing did."""


class Measure(StrEnum):
    """What may rise: declines, answers that the judge failed, answers with a figure that stands in no passage."""

    DECLINES = "declines"
    FAILED = "failed"
    FIGURES = "figures"


@dataclass(frozen=True, kw_only=True)
class Day:
    """One date. Each answer counts at the first date that has it.

    Attributes:
        date: The date.
        answers: Answers.
        counts: Each measure with its count; of `FAILED` among the answers with a verdict of the judge version.
    """

    date: str
    answers: int
    counts: Mapping[Measure, Portion]


@dataclass(frozen=True, kw_only=True)
class Trend:
    """All dates.

    Attributes:
        days: The dates, the earliest first.
        rises: What rose more than chance explains, and where.
    """

    days: tuple[Day, ...]
    rises: Mapping[Measure, DeclineRise]


def grade_trend(grades: Iterable[Grade], judge_id: str, verdicts: Mapping[str, str]) -> Trend:
    """Lay the graded sets of a bench side by side.

    A rise is looked for at every date (`decline_rise`, which corrects for their number), in three measures (Bonferroni
    again), and each time that somebody looks: so it is shown only where chance alone makes one in at most 1 % of
    looks. That answers differ may also mean that questions do.

    Args:
        grades: Every graded set, whichever the judge.
        judge_id: The judge version whose verdicts count.
        verdicts: Item id to its verdict of that version, in its text form.
    """
    days: dict[str, list[Grade]] = defaultdict(list)
    for grade in grades:
        days[grade.date].append(grade)
    known: set[tuple[str, str]] = set()
    judged: set[tuple[str, str]] = set()
    found = []
    for day in sorted(days):
        answers = _new((one for grade in days[day] for one in grade.answers), known)
        mine = _new((one for grade in days[day] if grade.judge_id == judge_id for one in grade.sampled), judged)
        said = Counter(verdicts.get(one.item, "") for one in mine)
        found.append(
            Day(
                date=day,
                answers=len(answers),
                counts={
                    Measure.DECLINES: portion(sum(one.declines for one in answers), len(answers)),
                    Measure.FAILED: portion(said["fail"], said["fail"] + said["pass"]),
                    Measure.FIGURES: portion(sum(bool(one.figures) for one in answers), len(answers)),
                },
            )
        )
    return Trend(days=tuple(found), rises=_rises(found))


def _new(answers: Iterable[AnswerInUse], known: set[tuple[str, str]]) -> list[AnswerInUse]:
    """The answers that no earlier date has, each once; from now on they are known."""
    new = {(one.case, one.item): one for one in answers if (one.case, one.item) not in known}
    known.update(new)
    return list(new.values())


def _rises(days: Iterable[Day]) -> dict[Measure, DeclineRise]:
    days = tuple(days)
    rises = {}
    for measure in Measure:
        shares = {date.fromisoformat(day.date): (day.counts[measure].hits, day.counts[measure].items) for day in days}
        rise = decline_rise(shares)
        if rise is not None and rise.p_value * len(Measure) <= FALSE_HINTS:
            rises[measure] = rise
    return rises
