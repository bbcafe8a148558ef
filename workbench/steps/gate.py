"""May this judge gate? Worked out from the raw verdicts of a run, for the judge as it is now."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import InputError, NotMeasured, unknown_name
from workbench.gate.decide import NOT_PASSED, UNDECIDED, exit_code
from workbench.identity import digest
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import JudgeSummary, Level
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench, with_options
from workbench.steps.candidates import all_candidates, specs_of
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import read_challenges
from workbench.store.run_folder import FoundRun, list_runs, open_run


@dataclass(frozen=True, kw_only=True)
class Verdicts:
    """What the gate says.

    Attributes:
        run_id: The run that it rests on.
        asked: The level that was asked for.
        judges: The judges, with their decisions.
        stale: Judge id to what has changed since the run, in words.
        exit_code: 0 all passed; 3 the evidence speaks against one; 4 not enough evidence, or not of this version.
    """

    run_id: str
    asked: Level
    judges: tuple[JudgeSummary, ...]
    stale: dict[str, str]
    exit_code: int


def find_finished(settings: Settings, run: str | None) -> FoundRun:
    """Find a run by its name or path; the newest without either.

    Raises:
        StoreError: there is no such run.
        NotMeasured: there is no run at all.
    """
    if run is not None:
        path = Path(run)
        return open_run(path if path.is_dir() else settings.runs / run)
    found = list_runs(settings.runs)
    if not found.runs:
        raise NotMeasured(f"there is no run in {settings.runs}; start one with: workbench run")
    return found.runs[0]


def gate(settings: Settings, *, judge: str | None, model: str | None, run: str | None, level: Level) -> Verdicts:
    """Decide on one judge of a run, or on all of them.

    Args:
        settings: The bench's settings.
        judge: The judge's name; None for all.
        model: The model that it runs on, where it runs on several.
        run: The run; None for the newest.
        level: `CERTIFIED` or `PROVISIONAL`.

    Raises:
        InputError: the judge or model is not in the run.
        NotMeasured: the run is not finished, or there is none.
        StoreError: the run's files are damaged.
    """
    found = find_finished(settings, run)
    if not found.folder.summary.exists():
        raise NotMeasured(f"run {found.manifest.run_id} is not finished; go on with: workbench run")
    challenges = read_challenges(found.folder.challenges)
    summary, _ = summarise(found, challenges, settings)
    judges = _chosen(summary.judges, judge, model)
    stale = _stale(found, settings, {one.judge_id for one in judges})
    codes = [UNDECIDED if one.judge_id in stale else _code(one, level) for one in judges]
    code = NOT_PASSED if NOT_PASSED in codes else max(codes, default=UNDECIDED)
    return Verdicts(run_id=found.manifest.run_id, asked=level, judges=judges, stale=stale, exit_code=code)


def _code(judge: JudgeSummary, level: Level) -> int:
    return UNDECIDED if judge.decision is None else exit_code(judge.decision, level)


def _chosen(judges: Sequence[JudgeSummary], name: str | None, model: str | None) -> tuple[JudgeSummary, ...]:
    named = [judge for judge in judges if name is None or judge.name == name]
    if not named:
        raise unknown_name("judge", name or "", sorted({judge.name for judge in judges}), where="this run")
    kept = [judge for judge in named if model is None or judge.model == model]
    if not kept:
        raise unknown_name("model", model or "", sorted({judge.model for judge in named}), where="this run")
    return tuple(kept)


def _stale(found: FoundRun, settings: Settings, judge_ids: set[str]) -> dict[str, str]:
    """Say of each judge whether it, or what it was tested on, has changed since the run."""
    changed: dict[str, str] = {}
    sets = _changed_sets(found, settings)
    for spec in found.manifest.judges:
        if spec.judge_id in judge_ids:
            reason = _changed_judge(spec, settings) or sets.get(spec.rule, "")
            if reason:
                changed[spec.judge_id] = reason
    return changed


def _changed_judge(spec: JudgeSpec, settings: Settings) -> str:
    """Compare the judge of the run with the one that settings, rubric and code make today."""
    models = [spec.model] if spec.kind is JudgeKind.MODEL else None
    try:
        entries = all_candidates(settings, names=[spec.name], models=models, plans={})
    except InputError:
        return "the settings know no such judge any more"
    now = specs_of(entries, settings)
    if any(_version(one) == _version(spec) for one in now):
        return ""
    return f"it was measured as version {spec.judge_id}, and has changed since; run it again"


def _version(spec: JudgeSpec) -> tuple[str, str]:
    """What makes a version, but for the server: a gate is read where no server can be reached."""
    details = {name: value for name, value in spec.details.items() if name != "server"}
    return spec.rule, digest([spec.name, spec.model, details])


def _changed_sets(found: FoundRun, settings: Settings) -> dict[str, str]:
    """Build the answer key again as the run did, and compare.

    Where the answers are not at hand, as on another machine, the run's own copy is all there is.
    """
    told = found.manifest.settings
    answers = Path(str(told.get("answers", "")))
    if not answers.exists():
        return {}
    questions = Path(str(told["questions"])) if told.get("questions") else None
    try:
        bench = with_options(
            open_bench(settings.root, answers=answers, questions=questions),
            {
                "not_found": told["not_found"],
                "plants": told["plants"],
                "near_misses": told["near_misses"],
                "held_out_plants": told["held_out_plants"],
                "held_out": tuple(told["held_out"]),
                "seed": found.manifest.identity.seed,
            },
        )
        key = build_answer_key(bench, held_out=bool(told["with_holdout"]))
    except InputError:
        return dict.fromkeys(found.manifest.identity.sets, "the saved answers cannot be read any more")
    now = {rule: set_hash(built.challenges) for rule, built in key.built.items()}
    return {
        rule: "the cases have changed since the run; run it again"
        for rule, before in found.manifest.identity.sets.items()
        if now.get(rule) != before
    }
