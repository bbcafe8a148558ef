"""From names in settings to judges: script judges, rubrics on models, simulated judges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.errors import InputError, Problem, SetupError, unknown_name
from workbench.judges.candidates import ModelCandidate, candidate_spec
from workbench.judges.catalogue import SCRIPT_JUDGES, script_judge
from workbench.judges.claude import claude_judges
from workbench.judges.claude_models import check_model
from workbench.judges.judge import Judge
from workbench.judges.keys import missing_key
from workbench.judges.rubric import read_rubric, shipped_rubric
from workbench.judges.scripts.script import ScriptJudge
from workbench.judges.simulated import Behaviour, SimulatedJudge
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeSpec
from workbench.records.rules import RULES
from workbench.records.verdict import Outcome
from workbench.steps.settings import JudgeSettings, Settings, known_rule

Candidate = ScriptJudge | SimulatedJudge | ModelCandidate


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """The candidates of a bench, in the order of settings.

    Attributes:
        entries: Script and simulated judges, and rubrics on models that are not connected yet.
        notes: Sentences on what was left out and why.
    """

    entries: tuple[Candidate, ...]
    notes: tuple[str, ...] = ()

    def connected(self, settings: Settings) -> tuple[Judge, ...]:
        """Make judges of them all, the models over one client.

        Raises:
            SetupError: a model is among them and no API key is set.
        """
        on_models = [entry for entry in self.entries if isinstance(entry, ModelCandidate)]
        made = iter(claude_judges(on_models, settings.claude) if on_models else ())
        return tuple(next(made) if isinstance(entry, ModelCandidate) else entry for entry in self.entries)


def find_candidates(
    settings: Settings,
    challenges: Sequence[Challenge],
    *,
    names: Sequence[str] | None = None,
    models: Sequence[str] | None = None,
) -> Candidates:
    """Find the judges of a bench.

    Args:
        settings: The bench's settings.
        challenges: The answer key. Simulated judges are planned from it; a judge without challenges for its rule is
            left out, with a note.
        names: The judges to take; None for those of settings. Named ones must be able to run.
        models: The models to take; None for those of settings.

    Raises:
        InputError: a judge, model, rule or behaviour is unknown; says the nearest known one.
        SetupError: a model judge was asked for by name, and no API key is set.
    """
    plans = _plans(challenges)
    found = all_candidates(settings, names=names, models=models, plans=plans)
    kept: list[Candidate] = []
    left_out: dict[str, list[str]] = {}
    without_key = missing_key()
    asked = names is not None or models is not None
    for entry in found:
        name, rule = _name_and_rule(entry)
        if isinstance(entry, ModelCandidate) and without_key:
            if asked:
                raise SetupError(f"judge {name} needs a model, and there is {without_key}")
            left_out.setdefault(without_key, []).append(f"{name} on {entry.model}")
        elif rule not in plans:
            left_out.setdefault(f"no saved answer is trusted under the rule {rule}", []).append(name)
        else:
            kept.append(entry)
    notes = tuple(f"Not run: {', '.join(judges)}; {reason}." for reason, judges in left_out.items())
    return Candidates(entries=tuple(kept), notes=notes)


def all_candidates(
    settings: Settings,
    *,
    names: Sequence[str] | None,
    models: Sequence[str] | None,
    plans: Mapping[str, Mapping[str, tuple[Outcome, str]]],
) -> tuple[Candidate, ...]:
    """Return every candidate of some names, whether it can run or not.

    Args:
        settings: The bench's settings.
        names: The judges to take; None for those of settings.
        models: The models to take; None for those of settings.
        plans: What simulated judges are told, by rule and item; it is no part of their version.

    Raises:
        InputError: a judge, model, rule or behaviour is unknown; says the nearest known one.
    """
    for model in models or ():
        check_model(model)
    chosen = settings.judges if names is None else names
    return tuple(entry for name in chosen for entry in _candidates(name, settings, plans, models))


def specs_of(entries: Sequence[Candidate], settings: Settings) -> tuple[JudgeSpec, ...]:
    """Who the candidates are, without connecting anything."""
    return tuple(
        candidate_spec(entry, settings.claude) if isinstance(entry, ModelCandidate) else entry.spec for entry in entries
    )


def _plans(challenges: Sequence[Challenge]) -> dict[str, dict[str, tuple[Outcome, str]]]:
    """What a right judge says, by rule and item. Only simulated judges are told."""
    plans: dict[str, dict[str, tuple[Outcome, str]]] = {}
    for challenge in challenges:
        plans.setdefault(challenge.rule, {})[challenge.item.item_id] = (challenge.expected, challenge.style)
    return plans


def _candidates(
    name: str,
    settings: Settings,
    plans: Mapping[str, Mapping[str, tuple[Outcome, str]]],
    models: Sequence[str] | None,
) -> list[Candidate]:
    own = settings.judge.get(name)
    if own is None and name in SCRIPT_JUDGES:
        return [script_judge(name, not_found=settings.not_found)]
    if own is None and name in RULES:
        own = JudgeSettings()
    if own is None:
        raise unknown_name("judge", name, sorted({*SCRIPT_JUDGES, *RULES, *settings.judge, *settings.judges} - {name}))
    if name in SCRIPT_JUDGES:
        given = {} if own.threshold is None else {"threshold": own.threshold}
        return [script_judge(name, not_found=settings.not_found, settings=given)]
    rule = known_rule(own.rule or (name if name in RULES else ""), where=f"judge {name}")
    if own.simulated:
        return [SimulatedJudge(name, rule, Behaviour.read(own.simulated), plans.get(rule, {}))]
    if own.threshold is not None:
        raise InputError(Problem(where=f"judge {name}", expected="no threshold for a judge on a model", got="one"))
    rubric = read_rubric(own.rubric) if own.rubric is not None else shipped_rubric(rule)
    return [
        ModelCandidate(name=name, rule=rule, rubric=rubric, model=model)
        for model in (models or own.models or settings.models)
    ]


def _name_and_rule(entry: Candidate) -> tuple[str, str]:
    if isinstance(entry, ModelCandidate):
        return entry.name, entry.rule
    return entry.spec.name, entry.spec.rule
