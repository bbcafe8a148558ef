"""Where did the wrong answers of a bench go wrong? Read from labelled answers, without asking anything."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.cases.labelled import RealQuestion, load_asked
from workbench.cases.path_text import path_text
from workbench.cases.questions import question_key, read_questions
from workbench.cases.trust import of_unknown_worth
from workbench.errors import InputError, Problem
from workbench.plants.shares import in_shares
from workbench.rag.answer_checks import all_checks, check_answer, passage_ids
from workbench.rag.evidence import Shelf
from workbench.rag.stage import Placed, place, stage_report
from workbench.records.answer_check import AnswerCheck, AnswerChecks
from workbench.records.case import Case
from workbench.records.stage import StageReport
from workbench.steps.natural import id_clashes
from workbench.steps.settings import Settings, read_settings

_Known = Mapping[str, Mapping[str, str | None]]
"""A question, as it is compared, to the evidence phrase that each id gives it; None says that there is none."""


@dataclass(frozen=True, kw_only=True)
class Staged:
    """The stages of some wrong answers.

    Attributes:
        files: Names of the files and folders that were read.
        report: What was found.
        checks: What the answers show by themselves, right and wrong ones.
    """

    files: tuple[str, ...]
    report: StageReport
    checks: AnswerChecks


def stages(
    folder: Path, *, answers: Path | None = None, questions: Path | None = None, natural: Path | None = None
) -> Staged:
    """Say of each wrong answer where it went wrong.

    Where a row gives no evidence, that of the questions file is taken, or of another answer to the same question.

    Args:
        folder: The bench's folder, or one below it.
        answers: Answers to look at in place of the bench's own, some of them labelled: files as for `load_asked`.
        questions: A questions file in place of the one that settings name.
        natural: Labelled answers in place of those that settings name.

    Raises:
        InputError: settings or files are not as expected, or no answers are named.
    """
    settings = read_settings(folder)
    saved = settings.answers if answers is None else answers
    labelled = settings.natural if answers is None and natural is None else natural
    if saved is None and labelled is None:
        raise InputError(
            f"no answers to look at: the settings of {settings.root} name none",
            hint="name labelled ones after the command, as JSONL or CSV: workbench stage labelled.jsonl",
        )
    asked = _asked(saved, labelled)
    known = _known(asked, _questions_file(settings, questions))
    unknown = of_unknown_worth(_cases(asked))
    cases = [replace(_told(case, known), label="" if case.case_id in unknown else case.label) for case in _cases(asked)]
    says = {one.case.case_id: one.says for one in asked if one.case is not None}
    shelf, ids = Shelf(cases), passage_ids(cases)

    def look(case: Case) -> tuple[Placed, AnswerCheck]:
        # One after the other, because both read the same passages, and what was read is remembered for a while.
        return (
            place(case, shelf, not_found=settings.not_found),
            check_answer(case, not_found=settings.not_found, known=ids, says=says[case.case_id]),
        )

    found = in_shares(look, cases)
    return Staged(
        files=tuple(path_text(Path(one.name)) for one in (saved, labelled) if one is not None),
        report=stage_report(cases, [one for one, _ in found], failures=sum(one.case is None for one in asked)),
        checks=all_checks([check for _, check in found]),
    )


def _asked(saved: Path | None, labelled: Path | None) -> list[RealQuestion]:
    """Read both files. An answer that is in both is one, with the label that a person gave it."""
    found = [] if saved is None else list(load_asked(saved, trusting=True))
    real = [] if labelled is None else list(load_asked(labelled))
    if not found and not real:
        raise InputError(Problem(where=str(saved or labelled), expected="at least one answer", got="none"))
    clashes = id_clashes(_cases(real), _cases(found))
    if clashes:
        raise InputError(clashes)
    taken = {case.case_id for case in _cases(real)}
    return [*(one for one in found if one.case is None or one.case.case_id not in taken), *real]


def _cases(asked: Iterable[RealQuestion]) -> list[Case]:
    return [one.case for one in asked if one.case is not None]


def _questions_file(settings: Settings, given: Path | None) -> list[tuple[str, str, str | None]]:
    path = settings.questions if given is None else given
    if path is None:
        return []
    questions, problems = read_questions(path)
    if problems:
        raise InputError(problems)
    return [(one.text, one.case_id, one.evidence) for one in questions]


def _known(asked: Iterable[RealQuestion], listed: Iterable[tuple[str, str, str | None]]) -> _Known:
    """Gather what is said of each question; the questions file says more than another answer."""
    known: dict[str, dict[str, str | None]] = defaultdict(dict)
    for text, case_id, evidence in listed:
        known[question_key(text)][case_id] = evidence
    in_file = frozenset(known)
    for case in _cases(asked):
        key = question_key(case.question)
        if key not in in_file and (case.evidence is not None or case.answerable is False):
            known[key][case.case_id] = case.evidence
    return known


def _told(case: Case, known: _Known) -> Case:
    """Give a case the evidence of its question, where it has none and only one is known, or one by its id."""
    if case.evidence is not None or case.answerable is False:
        return case
    said = known.get(question_key(case.question), {})
    choices = {said[case.case_id]} if case.case_id in said else set(said.values())
    if len(choices) != 1:
        return case
    (evidence,) = choices
    if evidence is None:
        return case if case.answerable else replace(case, answerable=False)
    return replace(case, evidence=evidence, answerable=True)
