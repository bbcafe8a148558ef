"""Count a graded set from what is on disk, and write its report beside it."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.analysis.claim_share import supported_claims
from workbench.analysis.grade_trend import grade_trend
from workbench.analysis.grading import count_grades
from workbench.analysis.selective import Share
from workbench.errors import NotMeasured, StoreError
from workbench.records.reply import Reply
from workbench.records.status import checked
from workbench.report.grade_json import grade_json
from workbench.report.grade_markdown import grade_markdown
from workbench.report.grade_view import DriftView, GradeView, Words
from workbench.steps.grade_drift import DriftState
from workbench.steps.grade_plan import GradePlan
from workbench.steps.voted_reply import voted_reply
from workbench.store.grade_folder import FoundGrade, grade_journal, list_grades
from workbench.store.journal_reader import read_attempts
from workbench.store.whole_file import write_whole


@dataclass(frozen=True, kw_only=True)
class Graded:
    """A graded set, counted.

    Attributes:
        found: The set on disk.
        view: What its report shows.
        verdicts: Item id to the verdict of its judge version, in its text form.
    """

    found: FoundGrade
    view: GradeView
    verdicts: Mapping[str, str]

    @property
    def measured(self) -> bool:
        """Whether any answer has a verdict."""
        return self.view.grading.failure is not None


def grade_result(plan: GradePlan, found: FoundGrade, drift: DriftState) -> Graded:
    """Count a graded set, and write `summary.json`, `grade.md` and `verdicts.jsonl` into its folder.

    Args:
        plan: What was graded.
        found: The set on disk, every chosen answer asked about.
        drift: What the canaries said.

    Raises:
        NotMeasured: a chosen answer was not asked about yet.
        StoreError: a file is damaged or cannot be written.
    """
    runs, grade = plan.settings.runs, found.grade
    replies = _replies(plan)
    left = [one.case for one in grade.sampled if one.item not in replies]
    if left:
        raise NotMeasured(f"{len(left):,} answers are still to be judged; give the command that began again")
    verdicts = {item: str(reply.verdict) for item, reply in replies.items()}
    said = {one.item: checked(plan.cases[one.item].passages, replies[one.item]) for one in grade.sampled}
    known = plan.judge.known
    claims = _claims(plan, [replies[one.item] for one in grade.sampled])
    grading = count_grades(grade.answers, said, known.rates, claims=claims)
    certificate = plan.judge.certificate
    view = GradeView(
        grade=grade,
        grading=grading,
        known=known.told,
        counterfactual=plan.counterfactual,
        drift=DriftView(
            certificate=certificate,
            noise=drift.frozen.noise if drift.frozen is not None else 0.0,
            checks=drift.checks,
            note=drift.note,
        ),
        trend=grade_trend((one.grade for one in list_grades(runs)), grade.judge_id, verdicts),
        seen=plan.seen,
        words={one.answer.item: _words(plan, one.answer.item) for one in grading.to_read},
    )
    graded = Graded(found=found, view=view, verdicts=verdicts)
    write_whole(found.verdicts, "".join(_judged(plan, graded)).encode("utf-8", "surrogatepass"))
    write_whole(found.report, grade_markdown(view).encode("utf-8", "replace"))
    text = json.dumps(grade_json(view), ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    write_whole(found.summary, text.encode("utf-8", "surrogatepass"))
    return graded


def _replies(plan: GradePlan) -> dict[str, Reply]:
    """Item id to the last word of the judge version; an error that was asked again is none any more.

    Of a judge that votes it is the vote; one that is still open is no word yet.
    """
    path = grade_journal(plan.settings.runs, plan.grade.judge_id)
    attempts = read_attempts(path) if path.exists() else ()
    calls: dict[str, dict[int, Reply]] = defaultdict(dict)
    for one in attempts:
        if one.final and one.judge_id == plan.grade.judge_id:
            calls[one.item_id][one.repeat] = one.reply
    votes = plan.judge.spec.votes
    if not votes:
        return {item: reply for item, mine in calls.items() for reply in mine.values()}
    voted = {item: voted_reply(votes, [mine[repeat] for repeat in sorted(mine)]) for item, mine in calls.items()}
    return {item: reply for item, reply in voted.items() if reply is not None}


def _claims(plan: GradePlan, replies: Sequence[Reply]) -> Share | None:
    """Supported claims of all claims with a verdict; None where the judge is not asked claim by claim."""
    if not plan.judge.spec.by_claim:
        return None
    try:
        return supported_claims(replies)
    except ValueError as error:
        path = grade_journal(plan.settings.runs, plan.grade.judge_id)
        raise StoreError(f"{path}: a verdict of {plan.grade.judge} without its claims: {error}") from error


def _words(plan: GradePlan, item: str) -> Words:
    case = plan.cases[item]
    return Words(question=case.question, answer=case.answer)


def _judged(plan: GradePlan, graded: Graded) -> Iterator[str]:
    """A line for each judged answer, as `workbench audit` and `workbench report --verdicts` read them."""
    for one in graded.found.grade.sampled:
        case = plan.cases[one.item]
        row = {
            "item": one.case,
            "judge": graded.found.grade.judge,
            "verdict": graded.verdicts[one.item],
            "question": case.question,
            "passages": "\n\n".join(f"[{passage.id}] {passage.title}\n{passage.text}" for passage in case.passages),
            "answer": case.answer,
        }
        yield json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
