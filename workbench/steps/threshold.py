"""Choose the threshold of a score-based judge on the scores that a run recorded. Needs no key and no network."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.analysis.scored_cases import scored_cases
from workbench.analysis.set_aside import kept, set_aside
from workbench.analysis.threshold_choice import LEAST, Wanted, choose_threshold
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.judges.threshold import Passes
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decisions
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.verdict import Outcome
from workbench.report.tuned import Tuned
from workbench.report.words import plural
from workbench.steps.changes import changed_judge
from workbench.steps.settings import Settings
from workbench.steps.settings_lines import judge_table
from workbench.steps.stored_run import find_stored, read_answer_key, unfinished
from workbench.store.decisions import read_decisions
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun
from workbench.store.verdicts import verdict_table

if TYPE_CHECKING:
    import pandas as pd


class Mistakes(StrEnum):
    """The mistakes that a threshold is chosen on. Held-out ones are none of them: choosing is tuning."""

    PLANTED = "planted"
    NATURAL = "natural"


# Beside planted mistakes stand the answers that they were planted in; beside natural ones everything that a person
# called right, trusted answers among it.
_RIGHT = {Mistakes.PLANTED: (Set.CLEAN, Set.NEAR_MISS), Mistakes.NATURAL: (Set.CLEAN, Set.NATURAL)}


def threshold_of_run(
    settings: Settings, *, judge: str, model: str | None, run: str | None, mistakes: Mistakes | None, wanted: Wanted
) -> Tuned:
    """Choose a threshold on the cases of a run. Opens nothing of `holdout/`, and leaves held-out items alone.

    Args:
        settings: The bench's settings.
        judge: The judge's name.
        model: The model that it runs on, where it runs on several.
        run: The run's name or path; None for the newest that has the judge.
        mistakes: Which mistakes; None for the natural ones where the run has enough of them, else the planted.
        wanted: What is asked for.

    Raises:
        InputError: the judge or model is not in the run.
        NotMeasured: the run is not finished, the judge votes, gave no scores or has no threshold, or they are too few
            to choose on.
        StoreError: the run's files are damaged.
    """
    found = find_stored(settings, run, judge=judge)
    spec = _chosen(found.manifest.judges, judge, model, run_id=found.manifest.run_id)
    if spec.by_claim:
        raise NotMeasured(
            f"{_shown(spec)} fails an answer for one claim without support, so there is no threshold to choose"
        )
    if spec.votes:
        raise NotMeasured(
            f"{_shown(spec)} goes by the majority of {spec.votes} calls, and a threshold is chosen on single scores\n"
            "  take votes out of its settings, run it, choose the threshold, and put both in"
        )
    if spec.kind is JudgeKind.LEARNED:
        raise NotMeasured(
            f"{_shown(spec)} was trained with its threshold; workbench train chooses it on answers that it has not seen"
        )
    every = [one for one in read_answer_key(found) if one.rule == spec.rule]
    scores = _scores(found, spec, len(every))
    challenges = kept(every, set_aside(every, Decisions.of(read_decisions(settings.decisions))))
    enough = sum(map(_natural_mistake, challenges)) >= LEAST
    of = mistakes or (Mistakes.NATURAL if enough else Mistakes.PLANTED)
    used = [one for one in challenges if _is_used(one, of)]
    details = {**spec.details, **spec.details.get("settings", {})}
    passes = Passes(details.get("passes", Passes.AT_LEAST))
    cases = scored_cases(case_rows(used, scores), high_is_good=passes is Passes.AT_LEAST)
    choice = choose_threshold(cases, wanted, now=details.get("threshold"))
    at = choice.chosen.at if choice.chosen is not None and choice.earned else None
    return Tuned(
        judge=_shown(spec),
        place=f"run {found.manifest.run_id}",
        mistakes=f"{of} mistakes",
        choice=choice,
        settings=() if at is None else _lines(settings, spec, at, passes),
        next_steps=() if at is None else tuple(_next_steps(spec, found.manifest.judges)),
        notes=tuple(_notes(every, challenges, changed_judge(spec, settings))),
    )


def case_rows(challenges: Sequence[Challenge], scores: "pd.DataFrame") -> "pd.DataFrame":
    """Lay scores beside the answer key, as `scored_cases` takes them. An item that nobody scored has a row as well.

    Args:
        challenges: The answer key.
        scores: One row a call: `item_id` and `score`.
    """
    import pandas as pd

    key = pd.DataFrame(
        [(one.item.item_id, one.group, _wrong(one)) for one in challenges], columns=["item_id", "source", "wrong"]
    )
    return key.merge(scores[["item_id", "score"]], on="item_id", how="left")


def _chosen(specs: Sequence[JudgeSpec], judge: str, model: str | None, *, run_id: str) -> JudgeSpec:
    where = f"run {run_id} (name another with --run)"
    named = [spec for spec in specs if spec.name == judge]
    if not named:
        raise unknown_name("judge", judge, sorted({spec.name for spec in specs}), where=where)
    kept = [spec for spec in named if model in (None, spec.model)]
    models = sorted({spec.model for spec in named})
    if not kept:
        raise unknown_name("model", model or "", models, where=where)
    if len(kept) > 1:
        raise InputError(Problem(where="--model", expected=f"one of {', '.join(models)}", got="none"))
    return kept[0]


def _scores(found: FoundRun, spec: JudgeSpec, items: int) -> "pd.DataFrame":
    """Return one row a verdict of the judge."""
    if not found.folder.journal.exists():
        raise unfinished(found)
    mine = (attempt for attempt in read_attempts(found.folder.journal) if attempt.judge_id == spec.judge_id)
    verdicts = verdict_table(mine, [spec])
    missing = items * found.manifest.identity.repeats - len(verdicts)
    if missing > 0 and found.manifest.settings.get("stop_early"):
        raise NotMeasured(
            f"{_shown(spec)} stopped early in run {found.manifest.run_id}, and a threshold is chosen on all items\n"
            "  give the command of that run again without --stop-early: it asks the rest"
        )
    if missing > 0:
        raise unfinished(found, missing=missing)
    if verdicts["score"].isna().all():
        raise NotMeasured(
            f"{_shown(spec)} gave no score in run {found.manifest.run_id}, so there is no threshold to choose\n"
            "  functions, commands and metrics give scores from 0 to 1 where settings name a threshold for them:"
            " any to begin with, such as threshold = 0.5"
        )
    return verdicts


def _natural_mistake(one: Challenge) -> bool:
    return one.set is Set.NATURAL and _wrong(one)


def _is_used(one: Challenge, of: Mistakes) -> bool:
    return one.set is Set(of) if _wrong(one) else one.set in _RIGHT[of]


def _wrong(one: Challenge) -> bool:
    return one.expected is Outcome.FAIL


def _notes(every: Sequence[Challenge], counted: Sequence[Challenge], changed: str) -> Iterator[str]:
    held_out = sum(one.set is Set.HELD_OUT for one in every)
    if held_out:
        yield f"{held_out:,} held-out mistakes of the run are left alone: choosing a threshold is tuning."
    if len(counted) < len(every):
        yield f"Left out, found wrong by people: {plural(len(every) - len(counted), 'item')}."
    if changed:
        yield changed[:1].upper() + changed[1:]


def _lines(settings: Settings, spec: JudgeSpec, at: float, passes: Passes) -> tuple[str, ...]:
    low_is_good = (f'passes = "{passes}"',) if passes is Passes.AT_MOST else ()
    return (judge_table(settings, spec.name), f"threshold = {at!r}", *low_is_good)


def _next_steps(spec: JudgeSpec, specs: Sequence[JudgeSpec]) -> Iterator[str]:
    yield (
        "A threshold is part of the judge version: with another one the judge is another, and the cases that it was "
        "chosen on are no fresh evidence for it. Run it again; a certificate takes fresh cases."
    )
    yield "What it fails goes to a judge that reads for meaning, or to a person, and never unread to the bin."
    models = [one for one in specs if one.kind is JudgeKind.MODEL and one.rule == spec.rule]
    if spec.kind is JudgeKind.SCRIPT and models:
        then = f"{models[0].name}@{models[0].model}"
        yield f"What its alarms would add where they were final: workbench cascade {spec.name} {then}"


def _shown(spec: JudgeSpec) -> str:
    return spec.name if spec.model == spec.kind else f"{spec.name} on {spec.model}"
