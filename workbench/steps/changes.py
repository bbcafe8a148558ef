"""Is a judge, and what it was tested on, still what it was when the run was made? If not, what has changed?"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.cases.path_text import text_path
from workbench.errors import InputError
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.rules import RULES
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import Bench, open_bench, with_options
from workbench.steps.candidates import specs_of
from workbench.steps.named_judges import all_candidates
from workbench.steps.natural import natural_cases
from workbench.steps.settings import Settings
from workbench.store.challenge_lines import set_hash
from workbench.store.run_folder import FoundRun

_HASHES = {
    "rubric": "its rubric has changed",
    "code": "the workbench's own code for it has changed",
    "source": "its own source has changed",
    "schema": "the form of its replies has changed",
    "weights": "it was trained again",
    "trained_on": "it was trained on other items",
    "splitter": "how answers are cut into claims has changed",
}
_LISTED = 5
_MADE_FROM = {
    *("answers", "questions", "own_answers", "not_found", "plants", "near_misses", "held_out_plants", "held_out"),
    *("with_holdout", "styles"),
}


def changed_judge(spec: JudgeSpec, settings: Settings) -> str:
    """Compare a judge of a run with the one that settings, rubric and code make today.

    Returns:
        What has changed, in words; empty where nothing has. The server that a model is asked at is not compared: a
        gate is read where no server can be reached.
    """
    models = [spec.model] if spec.kind in (JudgeKind.MODEL, JudgeKind.METRIC) else None
    try:
        now = specs_of(all_candidates(settings, names=[spec.name], models=models, plans={}), settings)
    except InputError as error:
        return f"it cannot be made any more: {_first(error)}"
    if not now:
        return f"settings no longer name the model {spec.model} for it"
    differences = [*judge_differences(spec, now[0])]
    if not differences:
        return ""
    return f"since the run, {'; '.join(differences)} (it was measured as version {spec.judge_id}). Run it again."


def changed_sets(
    found: FoundRun, challenges: Sequence[Challenge], settings: Settings, *, rules: Collection[str]
) -> dict[str, str]:
    """Build the answer key again as the run did, and compare it with the run's own copy.

    Args:
        found: The run.
        challenges: Its answer key.
        settings: The bench's settings as they are now.
        rules: The rules that are asked about. Building takes long, so others are not built.

    Returns:
        Rule to what has changed, in words, for the rules whose cases have. Empty where settings name no saved answers,
        as where somebody was given the run alone: the run's own copy is then all there is.
    """
    told = found.manifest.settings
    sets = {rule: version for rule, version in found.manifest.identity.sets.items() if rule in rules}
    if not _MADE_FROM <= told.keys():
        return dict.fromkeys(sets, "the manifest of the run does not say what it was built from. Run it again.")
    if told["own_answers"] and settings.not_found != told["not_found"]:
        return dict.fromkeys(sets, f'since the run, not_found has changed from "{told["not_found"]}". Run it again.')
    try:
        bench = _bench_of_run(found, settings)
        if bench is None:
            return {} if settings.answers is None else dict.fromkeys(rules, _gone(told["answers"]))
        key = build_answer_key(
            bench,
            held_out=bool(told["with_holdout"]),
            rules=[rule for rule in RULES if rule in sets],
            only=told["styles"],
            natural=natural_cases(bench),
            still={one.item.item_id for one in challenges},
        )
    except InputError as error:
        return dict.fromkeys(sets, f"the saved answers cannot be read any more: {_first(error)}")
    now = {rule: built.challenges for rule, built in key.built.items()}
    return {
        rule: f"{changed_cases([one for one in challenges if one.rule == rule], now.get(rule, ()))} since the run. "
        "Run it again."
        for rule, before in sets.items()
        if set_hash(now.get(rule, ())) != before
    }


def judge_differences(before: JudgeSpec, now: JudgeSpec) -> Iterator[str]:
    """Name what differs between two versions of a judge."""
    if before.rule != now.rule:
        yield f"its rule was {before.rule} and is {now.rule}"
    if before.kind is not now.kind:
        yield f"it was a {before.kind} judge and is a {now.kind} judge"
        return
    was, is_now = _flat(before.details), _flat(now.details)
    for name in sorted((was.keys() | is_now.keys()) - {"server", "server_takes"}):
        old, new = was.get(name), is_now.get(name)
        if old != new:
            yield _HASHES.get(name, f"{name} was {_value(old)} and is {_value(new)}")
    # What a server takes is found out when it is asked, so a version that was not asked yet does not have it.
    took, takes = was.get("server_takes"), is_now.get("server_takes")
    if took and takes and took != takes:
        yield f"its server took {_words(took)} and takes {_words(takes)}"


def _value(value: object) -> object:
    """A value as people say it; one that is not there, or empty, in a word."""
    return {None: "none", "": "empty"}.get(value, value) if isinstance(value, str | None) else value


def _words(takes: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(takes.items()))


def _first(error: InputError) -> str:
    """The first problem, and how many more there are."""
    if not error.problems:
        return str(error)
    more = len(error.problems) - 1
    return f"{error.problems[0]}" + (f" (and {more:,} more)" if more else "")


def _flat(details: Mapping[str, Any]) -> dict[str, Any]:
    """Take the settings of a script and the behaviour of a simulated judge out of their tables."""
    flat: dict[str, Any] = {}
    for name, value in details.items():
        inner = name in ("settings", "behaviour") and isinstance(value, Mapping)
        flat |= dict(value) if inner else {name: value}
    return flat


def _bench_of_run(found: FoundRun, settings: Settings) -> Bench | None:
    """Open the bench as the run saw it; None where its saved answers are not at hand."""
    told = found.manifest.settings
    answers = settings.root / text_path(told["answers"])
    questions = settings.root / text_path(told["questions"]) if told["questions"] else None
    if told["own_answers"]:
        if settings.answers is None:
            return None
        bench = open_bench(settings.root, questions=questions)
    elif answers.exists():
        bench = open_bench(settings.root, answers=answers, questions=questions)
    else:
        return None
    given = {name: told[name] for name in ("not_found", "plants", "near_misses", "held_out_plants")}
    natural = settings.root / text_path(told["natural"]) if told.get("natural") else None
    bench = replace(bench, settings=replace(bench.settings, natural=natural))
    return with_options(bench, {**given, "held_out": tuple(told["held_out"]), "seed": found.manifest.identity.seed})


def _gone(answers: str) -> str:
    return f"the saved answers of the run are not at {answers} any more. Put them back, or run it again."


def changed_cases(before: Sequence[Challenge], now: Sequence[Challenge]) -> str:
    """Say in what two sets of a rule differ: in which saved answers, in natural answers, or in what is planted."""
    was, is_now = _items(before, Set.CLEAN), _items(now, Set.CLEAN)
    kinds = {
        "changed": [case for case in was.keys() & is_now.keys() if was[case] != is_now[case]],
        "new": [*(is_now.keys() - was.keys())],
        "gone": [*(was.keys() - is_now.keys())],
    }
    said = [f"{kind}: {_listed(cases)}" for kind, cases in kinds.items() if cases]
    if said:
        return f"the saved answers have changed ({'; '.join(said)})"
    if _labels(before) != _labels(now):
        return "what the natural answers are, or how they are labelled, has changed"
    return "what is planted in the saved answers has changed"


def _items(challenges: Sequence[Challenge], part: Set) -> dict[str, str]:
    return {one.parent: one.item.item_id for one in challenges if one.set is part}


def _labels(challenges: Sequence[Challenge]) -> set[tuple[str, str]]:
    return {(one.item.item_id, str(one.expected)) for one in challenges if one.set is Set.NATURAL}


def _listed(cases: list[str]) -> str:
    more = f" and {len(cases) - _LISTED} more" if len(cases) > _LISTED else ""
    return ", ".join(sorted(cases)[:_LISTED]) + more
