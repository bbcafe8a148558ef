"""What the bench knows of a judge that is in use: how it did on answers whose truth is known."""

from dataclasses import dataclass

from workbench.analysis.correction import LEAST
from workbench.analysis.in_use import KnownRates
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.records.summary import JudgeSummary, Level, Rate, Summary
from workbench.report.brief import short_name
from workbench.report.words import level_words
from workbench.steps.certify import certified_run
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.run_folder import FoundRun


@dataclass(frozen=True, kw_only=True)
class KnownJudge:
    """A judge that a run measured.

    Attributes:
        name: Its name.
        rates: How it did.
        told: Who it is, in which run it was measured and on what, in a sentence.
    """

    name: str
    rates: KnownRates
    told: str


def known_judge(settings: Settings, *, judge: str, run: str | None) -> KnownJudge:
    """Look up how a judge did in a run: on real answers where people labelled enough, else on planted and clean ones.

    Args:
        settings: The bench's settings.
        judge: `judge` or `judge@model`.
        run: The run's name or path; None for the one that its certificate rests on, else the newest that has the judge.

    Raises:
        InputError: the judge is not in the run, or there on several models.
        NotMeasured: the run is not finished, there is none, or it has no mistake or no right answer for the judge.
        StoreError: the run's files are damaged.
    """
    name, _, model = judge.partition("@")
    summary = summarise(_run(settings, name, run), settings).summary
    return known_rates(_chosen(summary, name, model), run_id=summary.run_id)


def known_rates(judge: JudgeSummary, *, run_id: str) -> KnownJudge:
    """Say how a judge did in a run that was measured; see `known_judge`.

    Raises:
        NotMeasured: the run has no mistake or no right answer for the judge.
    """
    wrong, right, on = _known_answers(judge)
    rates = KnownRates(
        caught=sum(rate.score for rate in wrong),
        mistakes=sum(map(_resolved, wrong)),
        passed=right.score,
        right=_resolved(right),
    )
    if not rates.mistakes or not rates.right:
        raise NotMeasured(f"run {run_id} has no mistakes, or no right answers, that {short_name(judge)} judged")
    level = level_words(judge.decision.level if judge.decision else None)
    votes = f", by the majority of {judge.votes} calls," if judge.votes else ""
    return KnownJudge(
        name=judge.name,
        rates=rates,
        told=f"{short_name(judge)} ({level}) in run {run_id}{votes} on {on}: caught {rates.caught:g} of "
        f"{rates.mistakes:,} mistakes, passed {rates.passed:g} of {rates.right:,} right answers",
    )


def _run(settings: Settings, name: str, run: str | None) -> FoundRun:
    found = find_stored(settings, run, judge=name)
    if run is not None:
        return found
    certified = (
        certified_run(settings, found, judge=name, level=level) for level in (Level.CERTIFIED, Level.PROVISIONAL)
    )
    held = next((one for one in certified if one is not None), None)
    return found if held is None else find_stored(settings, held)


def _known_answers(judge: JudgeSummary) -> tuple[tuple[Rate, ...], Rate, str]:
    """Mistakes and right answers, and what they are. Real ones come before made ones, where there are enough."""
    wrong, right = judge.natural_caught, judge.natural_alarms
    if wrong and right and min(_resolved(wrong), _resolved(right)) >= LEAST:
        return (wrong,), right, "real answers that a person labelled"
    if judge.held_out.items:
        return (judge.planted, judge.held_out), judge.false_alarms, "planted and held-out mistakes and clean answers"
    return (judge.planted,), judge.false_alarms, "planted mistakes and clean answers"


def _resolved(rate: Rate) -> int:
    return rate.items - rate.unresolved


def _chosen(summary: Summary, name: str, model: str) -> JudgeSummary:
    where = f"run {summary.run_id} (name another with --run)"
    named = [one for one in summary.judges if one.name == name]
    if not named:
        raise unknown_name("judge", name, sorted({one.name for one in summary.judges}), where=where)
    kept = [one for one in named if model in ("", one.model)]
    if not kept:
        raise unknown_name("model", model, sorted({one.model for one in named}), where=where)
    if len(kept) > 1:
        models = ", ".join(f"{name}@{one.model}" for one in kept)
        raise InputError(Problem(where="--judge", expected=f"one of {models}", got=name))
    return kept[0]
