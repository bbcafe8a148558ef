"""Is a bench ready, and what is to be done next? Asks no model, writes nothing, and opens nothing that is held out."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from workbench.cases.path_text import path_text
from workbench.errors import InputError
from workbench.plants.built import QUOTA_FULL, Built
from workbench.records.challenge import Set
from workbench.records.estimate import Estimate
from workbench.records.status import needs_judge
from workbench.records.summary import Level
from workbench.report.checked import Checked, CheckedSet, Ready
from workbench.report.next_command import next_command
from workbench.report.plan_text import missing_words
from workbench.report.planned import Today
from workbench.steps.bench_state import certificates, newest_run, opened_styles
from workbench.steps.candidates import Candidates, Models, missing_to_run, name_and_rule, specs_of
from workbench.steps.checked_judges import Tried, try_judges
from workbench.steps.estimate_run import as_recorded, estimate_run
from workbench.steps.instrument import test_instrument
from workbench.steps.known_styles import known_styles
from workbench.steps.plan import Plan
from workbench.steps.plan_cases import todays_sets, ways_of
from workbench.steps.read_bench import WholeBench, read_bench
from workbench.steps.run_repeats import run_repeats
from workbench.steps.settings import read_settings, settings_file


def check_bench(folder: Path, *, level: Level) -> Checked:
    """Check a bench.

    Args:
        folder: Its folder, or one below it.
        level: The level that its set is held against.

    Raises:
        InputError: settings or files are not as expected; all of it at once.
        NotMeasured: the bench is not filled yet.
        StoreError: what is in `runs/` is damaged.
    """
    settings = read_settings(folder)
    whole = read_bench(settings)
    bench, key = whole.bench, whole.key
    bars = settings.policy.certified if level is Level.CERTIFIED else settings.policy.provisional
    tried = try_judges(settings, key.challenges)
    judges = tuple(one.told for one in tried)
    able = [one.entry for one in tried if one.entry is not None and one.told.ready is Ready.YES]
    specs = as_recorded(specs_of(able, settings), settings.runs)
    opened, lost = opened_styles(settings)
    estimate, unknown = _estimate(whole, tried)
    found = Checked(
        bench=settings.name,
        settings=path_text(settings_file(settings.root) or settings.root),
        answers=path_text(settings.answers or settings.root),
        cases=len(bench.cases),
        natural=len(whole.natural),
        search=bench.search,
        unanswered=bench.unanswered,
        without_passages=sum(not needs_judge(case.passages) for case in bench.cases),
        sets=tuple(_sets(whole, todays_sets(key, bars, way=ways_of(level)[-1]), opened)),
        level=level,
        way=str(ways_of(level)[-1]) if len(ways_of(level)) > 1 else "",
        instrument=test_instrument(settings, key.challenges),
        judges=judges,
        estimate=estimate,
        cost_unknown=unknown,
        run=newest_run(settings, key, specs, level=level),
        burned=tuple(sorted(opened)),
        sealed=tuple(style for style in settings.held_out if style not in opened),
        ledger_lost=lost,
        certificates=certificates(settings),
    )
    found = replace(found, missing=tuple(_missing(found)))
    return replace(found, next=next_command(found))


def _sets(whole: WholeBench, sets: Sequence[Today], opened: Collection[str]) -> Iterator[CheckedSet]:
    settings = whole.bench.settings
    known = known_styles(settings)
    for today in sets:
        built = whole.key.built[today.rule]
        mine = [style for style in known.values() if style.set is Set.PLANTED and today.rule in style.rules]
        yield CheckedSet(
            today=today,
            held_out_styles=sum(style.name in settings.held_out for style in mine),
            opened_styles=sum(style.name in opened for style in mine),
            held_out_most=settings.held_out_plants,
            not_planted=tuple(
                style.name for style in mine if style.name not in settings.held_out and _took_none(style.name, built)
            ),
            left_out=dict(built.left_out),
        )


def _took_none(style: str, built: Built) -> bool:
    """Whether no answer took a style; one that only found no room could have been planted."""
    return not built.planted.get(style) and QUOTA_FULL not in built.declined.get(style, {})


def _estimate(whole: WholeBench, tried: Sequence[Tried]) -> tuple[Estimate | None, str]:
    """Say what a tuning run costs, or why that is not known; keys are not needed for that, and no server is asked."""
    entries = tuple(
        one.entry
        for one in tried
        if one.entry is not None
        and one.told.ready is not Ready.REFUSED
        and missing_to_run(one.entry, Models.ESTIMATED) is None
        and name_and_rule(one.entry)[1] in whole.key.built
    )
    if not entries:
        return None, "no judge can be made"
    settings = whole.bench.settings
    candidates = Candidates(entries=entries)
    repeats = run_repeats(specs_of(entries, settings), settings, held_out=False)
    plan = Plan(bench=whole.bench, key=whole.key, candidates=candidates, repeats=repeats, held_out=False)
    try:
        return estimate_run(plan, offline=True), ""
    except InputError as error:
        # A server may know models that the table does not, and it is not asked here.
        return None, " ".join(str(error).split())


def _missing(found: Checked) -> Iterator[str]:
    """Say what keeps the bench from being ready."""
    if not any(judge.ready is Ready.YES for judge in found.judges):
        yield "no judge that settings name can run here"
    asked = {judge.rule for judge in found.judges}
    for one in found.sets:
        missing = missing_words(one.today) if one.today.rule in asked else ()
        if missing:
            yield f"{one.today.rule}: {', '.join(missing)} for {found.level}"
