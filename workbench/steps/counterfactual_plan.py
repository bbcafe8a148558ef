"""What a counterfactual check asks: each trusted answer's question unchanged, and with one thing changed at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.errors import InputError, Problem
from workbench.plants.counterfactuals import changed_passages
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.shares import in_shares
from workbench.plants.style import Declined
from workbench.rag.counterfactual import Counterfactual, differs, evidence_lines
from workbench.rag.leaks import Hidden
from workbench.rag.trial import Trial
from workbench.records.case import Case
from workbench.records.counterfactual import Change, Tried
from workbench.records.passage import Passage
from workbench.records.system import Ask
from workbench.report.words import plural
from workbench.steps.bench import Bench
from workbench.text.declines import is_decline


@dataclass(frozen=True, kw_only=True)
class Planned:
    """One change to one question.

    Attributes:
        trial: What reads the answers.
        unchanged: What is asked with nothing changed.
        changed: What is asked with the change.
    """

    trial: Trial
    unchanged: Ask
    changed: Ask


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is asked, and what cannot be.

    Attributes:
        planned: The changes that can be made; questions whose documents differ from the common answer first.
        not_made: Those that cannot be made safely, with the reason.
        notes: Saved answers that were left out, in words.
    """

    planned: tuple[Planned, ...]
    not_made: tuple[Tried, ...]
    notes: tuple[str, ...]


def plan_counterfactuals(bench: Bench, hidden: Mapping[str, Sequence[str]]) -> Plan:
    """Plan the check of a bench.

    Args:
        bench: The bench with its cases.
        hidden: The ids of the passages that an identity may not see, by the identity.

    Raises:
        InputError: a hidden passage stands in no saved answer.
    """
    library, not_found = Library(bench.cases), bench.settings.not_found
    left_out: Counter[str] = Counter()
    chosen: dict[str, Ground] = {}
    for case in bench.cases:
        ground = Ground(case, library, not_found=not_found)
        reason = _why_not(ground) or ("the same as another" if ground.likeness in chosen else "")
        if reason:
            left_out[reason] += 1
        else:
            chosen[ground.likeness] = ground
    seed = bench.settings.seed
    made = [one for of_case in in_shares(lambda ground: _made(ground, seed), [*chosen.values()]) for one in of_case]
    planned = [one for one in made if isinstance(one, Planned)]
    not_made = [one for one in made if isinstance(one, Tried)]
    planned += _identities(bench, hidden)
    planned.sort(key=lambda one: not one.trial.differs)
    notes = tuple(f"left out, {reason}: {plural(count, 'saved answer')}" for reason, count in left_out.items())
    return Plan(planned=tuple(planned), not_made=tuple(not_made), notes=notes)


def _why_not(ground: Ground) -> str:
    if ground.case.label != "pass":
        return "labelled fail, so not trusted"
    if ground.declined:
        return "a decline, of which no evidence is known"
    return "" if ground.case.evidence is not None else "without an evidence phrase in the questions file"


def _made(ground: Ground, seed: int) -> list[Planned | Tried]:
    """Every change of what is shown for one case, or why it cannot be made."""
    differ = _differs(ground.case)
    return [_plan(ground, change, seed, differ) for change in Change if change is not Change.IDENTITY]


def _plan(ground: Ground, change: Change, seed: int, differ: bool) -> Planned | Tried:
    case = ground.case
    trial = Trial(case=case.case_id, differs=differ, change=change, question=case.question)
    try:
        after = changed_passages(ground, change, seed=seed)
    except Declined as why:
        return trial.not_tested(why.reason)
    counterfactual = Counterfactual(
        change=change,
        question=case.question,
        before=case.passages,
        after=after,
        trusted=case.answer,
        evidence=case.evidence or "",
        default=case.default,
        not_found=ground.not_found,
    )
    # A trusted answer that would not count as the known one says nothing of the system's.
    unreadable = counterfactual.unreadable
    if not unreadable and counterfactual.reproduces(case.answer):
        unreadable = "the trusted answer says what the evidence says in words of its own, which cannot be looked for"
    if unreadable:
        return trial.not_tested(unreadable)
    return Planned(
        trial=replace(trial, counterfactual=counterfactual),
        unchanged=Ask(question=case.question, passages=case.passages),
        changed=Ask(question=case.question, passages=after),
    )


def _differs(case: Case) -> bool:
    evidence = case.evidence or ""
    return differs((evidence, *evidence_lines(case.passages, evidence)), case.default)


def _identities(bench: Bench, hidden: Mapping[str, Sequence[str]]) -> Iterator[Planned]:
    """The questions that were shown a hidden passage, asked by who may not see it. The system searches itself."""
    known: dict[str, Passage] = {passage.id: passage for case in bench.cases for passage in case.passages}
    problems = [
        Problem(where=f"identity {identity}", expected="the id of a passage of a saved answer", got=repr(one))
        for identity, ids in hidden.items()
        for one in ids
        if one not in known
    ]
    if problems:
        raise InputError(problems)
    for identity, ids in hidden.items():
        others = [passage for one, passage in known.items() if one not in ids]
        secret = Hidden([known[one] for one in ids], others, not_found=bench.settings.not_found)
        for case in bench.cases:
            if is_decline(case.answer, bench.settings.not_found) or not {p.id for p in case.passages} & set(ids):
                continue
            yield Planned(
                trial=Trial(
                    case=case.case_id,
                    differs=_differs(case),
                    change=Change.IDENTITY,
                    question=case.question,
                    hidden=secret,
                    identity=identity,
                ),
                unchanged=Ask(question=case.question, passages=None),
                changed=Ask(question=case.question, passages=None, identity=identity),
            )
