"""What is going to be graded: which answers, by which judge, and the set on disk that they belong to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from workbench.analysis.sampling import is_sampled
from workbench.cases.in_use import load_in_use
from workbench.errors import InputError, Problem
from workbench.rag.figure_check import check_figures
from workbench.rag.right_decline import has_declined
from workbench.records.case import Case
from workbench.records.counterfactual import Counterfactuals
from workbench.records.grade import AnswerInUse, Grade
from workbench.records.item import Item
from workbench.records.status import needs_judge
from workbench.records.summary import Level
from workbench.runner.clock import utc_now
from workbench.steps.settings import Settings
from workbench.steps.usable_judge import UsableJudge, usable_judge
from workbench.store.counterfactual_file import newest_counterfactuals
from workbench.store.grade_folder import FoundGrade, create_grade, find_grade, list_grades, renew_grade

ONE_IN = 20
"""One answer in so many shows a trend at a price that can be paid each week."""


@dataclass(frozen=True, kw_only=True)
class ShownCase:
    """What the judge is going to be shown, and the answer that it comes from."""

    item: Item
    rule: str
    parent: str


@dataclass(frozen=True, kw_only=True)
class GradePlan:
    """What is going to be graded.

    Attributes:
        settings: The bench's settings.
        judge: The judge.
        grade: The set, without its id where it is a new one; its answers as they are read today.
        cases: Item id to the answer, of all answers of the set.
        counterfactual: The newest check of the system itself; None where there is none.
        seen: How many of the answers the judge was certified on: they are not new.
    """

    settings: Settings
    judge: UsableJudge
    grade: Grade
    cases: Mapping[str, Case]
    counterfactual: Counterfactuals | None
    seen: int

    @property
    def shown(self) -> tuple[ShownCase, ...]:
        """What the judge is asked about."""
        return tuple(
            ShownCase(item=item_of(self.cases[one.item]), rule=self.grade.rule, parent=one.case)
            for one in self.grade.sampled
        )

    def on_disk(self) -> FoundGrade:
        """Return the set on disk, made now where it is a new one, and brought up to date where it is not.

        Raises:
            StoreError: it cannot be written.
        """
        runs = self.settings.runs
        found = find_grade(runs, self.grade.identity)
        return create_grade(runs, self.grade) if found is None else renew_grade(found, self.grade)


def plan_grade(  # noqa: PLR0913 - what was asked for, each by name
    settings: Settings,
    answers: Path,
    *,
    judge: str,
    model: str | None,
    level: Level | None,
    one_in: int,
    day: str | None,
) -> GradePlan:
    """Read the answers, look at the judge's certificate, and find the set on disk. Nothing is written.

    Args:
        settings: The bench's settings.
        answers: A folder or file of answers in use.
        judge: The judge's name.
        model: The model that it runs on, where it is certified on several.
        level: The level that it must have; None for either.
        one_in: One answer in so many is judged, from 1.
        day: The date of the answers, `YYYY-MM-DD`; None for the last date that they name, and where they name none for
            today.

    Raises:
        InputError: the answers, the number or the date are not as expected, or the set is there under another date.
        NotEarned: the judge has no certificate that holds.
        StoreError: a graded set or the run of the certificate is damaged.
    """
    given = None if day is None else _date(day)
    if one_in < 1:
        raise InputError(Problem(where="--one-in", expected="a whole number from 1", got=str(one_in)))
    in_use = load_in_use(answers)
    today = datetime.now(UTC).date()
    usable = usable_judge(settings, judge=judge, model=model, level=level)
    cases: dict[str, Case] = {}
    for case in in_use.cases:
        cases.setdefault(item_of(case).item_id, case)
    grade = Grade(
        grade_id="",
        date=(given or min(in_use.last_asked or today, today)).isoformat(),
        created_at=utc_now(),
        judge=usable.spec.name,
        rule=usable.spec.rule,
        model=usable.spec.model,
        judge_id=usable.spec.judge_id,
        level=usable.certificate.level,
        run=usable.certificate.run,
        one_in=one_in,
        failures=in_use.failures,
        alike=len(in_use.cases) - len(cases),
        answers=tuple(_looked_at(case, one_in, settings.not_found) for case in cases.values()),
    )
    # What cannot be read is said before anything is paid for.
    list_grades(settings.runs)
    counterfactual = newest_counterfactuals(settings.runs)
    found = find_grade(settings.runs, grade.identity)
    if found is not None and day is not None and found.grade.date != day:
        expected = f"{found.grade.date}, with which these answers were graded in {found.path.name}"
        raise InputError(Problem(where="--date", expected=expected, got=day))
    certified_on = {one.item.item_id for one in usable.challenges}
    return GradePlan(
        settings=settings,
        judge=usable,
        grade=replace(found.grade, answers=grade.answers) if found is not None else grade,
        cases=cases,
        counterfactual=counterfactual,
        seen=len(certified_on & cases.keys()),
    )


def item_of(case: Case) -> Item:
    """Return what a judge is shown of an answer."""
    return Item.of(question=case.question, passages=case.passages, answer=case.answer)


def _looked_at(case: Case, one_in: int, not_found: str) -> AnswerInUse:
    item = item_of(case)
    shown = needs_judge(item.passages)
    return AnswerInUse(
        case=case.case_id,
        item=item.item_id,
        shown=shown,
        sampled=shown and is_sampled(item.item_id, one_in),
        declines=has_declined(case, not_found),
        figures=", ".join(check_figures(case, not_found=not_found).missing),
    )


def _date(text: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    # In the east it is tomorrow already.
    if found is None or found.isoformat() != text or found > datetime.now(UTC).date() + timedelta(days=1):
        expected = "the date of the answers, not one to come, as in 2026-03-31"
        raise InputError(Problem(where="--date", expected=expected, got=repr(text)))
    return found
