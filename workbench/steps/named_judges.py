"""From names in settings to judges: scripts, rubrics on models, functions, commands, learned and simulated judges."""

import os
import sys
from collections.abc import Sequence

from workbench.errors import InputError, Problem, unknown_name
from workbench.judges.by_claim import ByClaim
from workbench.judges.candidates import ModelCandidate
from workbench.judges.catalogue import SCRIPT_JUDGES, script_judge
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.judge_to_be import JudgeToBe
from workbench.judges.metrics.candidate import MetricCandidate
from workbench.judges.own.command import CommandCandidate
from workbench.judges.own.python_call import PythonCandidate
from workbench.judges.rubric import Judged, Rubric, read_rubric, shipped_rubric
from workbench.judges.scripts.script import ScriptJudge
from workbench.judges.server import Server
from workbench.judges.simulated import Behaviour, BehaviourKind, SimulatedJudge
from workbench.judges.threshold import Passes, Threshold
from workbench.records.rules import GROUNDED, RULES
from workbench.records.verdict import Outcome
from workbench.steps.judge_settings import JudgeSettings
from workbench.steps.known_styles import known_styles
from workbench.steps.settings import Settings, known_rule
from workbench.store.learned_file import read_learned

Candidate = ScriptJudge | SimulatedJudge | ModelCandidate | JudgeToBe
Plans = dict[str, dict[str, tuple[Outcome, str]]]
"""What a right judge says of each item, and the item's style, by rule and item. Only simulated judges are told."""

# What makes a judge one of a kind, and what may stand beside it. A judge without any of these is a rubric on a model.
_KINDS = {
    "simulated": ("votes",),
    "learned": (),
    "call": ("votes", "threshold", "passes"),
    "command": ("votes", "threshold", "passes", "workers", "at_once"),
    "metric": ("votes", "models", "openai_url", "key_env", "threshold", "passes", "python", "at_once"),
}
_METRIC_AT_ONCE = 8
_SCRIPT = ("threshold", "stems", "stop_words")
_RUBRIC = ("rubric", "by", "votes", "models", "base_url", "openai_url", "key_env")


def all_candidates(
    settings: Settings,
    *,
    names: Sequence[str] | None,
    models: Sequence[str] | None,
    plans: Plans,
) -> tuple[Candidate, ...]:
    """Return every candidate of some names, whether it can run or not.

    Args:
        settings: The bench's settings.
        names: The judges to take; None for those of settings.
        models: The models to take; None for those of settings.
        plans: What simulated judges are told, by rule and item; it is no part of their version.

    Raises:
        InputError: a judge, rule, style or behaviour is unknown; says the nearest known one. Models are not looked
            at: a gate is read where the server that has them may be out of reach.
    """
    chosen = settings.judges if names is None else names
    return tuple(entry for name in chosen for entry in _candidates(name, settings, plans, models))


def _candidates(
    name: str,
    settings: Settings,
    plans: Plans,
    models: Sequence[str] | None,
) -> list[Candidate]:
    own = settings.judge.get(name, JudgeSettings() if name in (*SCRIPT_JUDGES, *RULES) else None)
    if own is None:
        raise unknown_name("judge", name, sorted({*SCRIPT_JUDGES, *RULES, *settings.judge, *settings.judges} - {name}))
    if name in SCRIPT_JUDGES:
        return [_script(name, own, settings)]
    rule = known_rule(own.rule or (name if name in RULES else ""), where=f"judge {name}")
    kind = _kind(name, own)
    if kind == "simulated":
        return [SimulatedJudge(name, rule, _behaviour(name, own, settings), plans.get(rule, {}), votes=own.votes)]
    if kind == "learned":
        return [_learned(name, rule, own, settings)]
    if kind == "call":
        return [_function(name, rule, own, settings)]
    if kind == "command":
        return [_command(name, rule, own, settings)]
    if kind == "metric":
        return [*_metric(name, rule, own, settings, models)]
    if own.openai_url:
        return [*_on_chat_server(name, rule, own, settings, models)]
    if own.base_url and own.models:
        return [*_on_models(name, rule, own, settings, _own_models(name, own, models))]
    return [*_on_models(name, rule, own, settings, _named(name, models or own.models or settings.models))]


def _kind(name: str, own: JudgeSettings) -> str:
    """Which kind of judge settings describe; refuses settings that belong to another kind."""
    kinds = [kind for kind in _KINDS if kind in own.said]
    kind = kinds[0] if kinds else "rubric"
    allowed = ("rule", kind, *_KINDS[kind]) if kinds else ("rule", *_RUBRIC)
    odd = [setting for setting in own.said if setting not in allowed]
    if odd:
        expected = f"only {', '.join(allowed)} for a judge with {kind}" if kinds else f"only {', '.join(allowed)}"
        raise InputError(Problem(where=f"judge {name}", expected=expected, got=f"{', '.join(odd)} besides"))
    return kind


def _script(name: str, own: JudgeSettings, settings: Settings) -> ScriptJudge:
    if own.votes:
        got = f"votes = {own.votes}: a script says the same in every call, so a majority of them says no more than one"
        raise InputError(Problem(where=f"judge {name}", expected="no votes", got=got))
    if set(own.said) - set(_SCRIPT):
        expected = f"only {', '.join(_SCRIPT)}: this name is a script's; give another judge another name"
        raise InputError(Problem(where=f"judge {name}", expected=expected, got="settings of another kind of judge"))
    given = {setting: getattr(own, setting) for setting in own.said}
    return script_judge(name, not_found=settings.not_found, settings=given)


def _learned(name: str, rule: str, own: JudgeSettings, settings: Settings) -> ScriptJudge:
    from workbench.judges.learned.judge import learned_judge

    assert own.learned is not None
    learned = read_learned(own.learned)
    if learned.rule != rule:
        raise InputError(Problem(where=f"judge {name}", expected=f"rule {learned.rule}, as it was trained", got=rule))
    return learned_judge(name, learned, not_found=settings.not_found)


def _on_models(
    name: str, rule: str, own: JudgeSettings, settings: Settings, models: Sequence[str]
) -> list[ModelCandidate]:
    rubric, by_claim = _instructions(name, rule, own, settings)
    server = Server(url=own.base_url, key_env=own.key_env)
    return [
        ModelCandidate(
            name=name, rule=rule, rubric=rubric, model=model, server=server, by_claim=by_claim, votes=own.votes
        )
        for model in models
    ]


def _instructions(name: str, rule: str, own: JudgeSettings, settings: Settings) -> tuple[Rubric, ByClaim | None]:
    """The rubric of a judge, and how it judges by claim, if it does."""
    judged = own.by or Judged.ANSWER
    if judged is Judged.CLAIM and rule != GROUNDED:
        expected = f"rule {GROUNDED} with by = {str(judged)!r}, as no question is shown with a claim"
        raise InputError(Problem(where=f"judge {name}", expected=expected, got=rule))
    path = own.rubric
    rubric = read_rubric(path, judged=judged) if path is not None else shipped_rubric(rule, judged=judged)
    return rubric, ByClaim(not_found=settings.not_found) if judged is Judged.CLAIM else None


def _on_chat_server(
    name: str, rule: str, own: JudgeSettings, settings: Settings, models: Sequence[str] | None
) -> list[ChatCandidate]:
    if own.base_url:
        raise InputError(Problem(where=f"judge {name}", expected="base_url or openai_url", got="both"))
    rubric, by_claim = _instructions(name, rule, own, settings)
    return [
        ChatCandidate(
            name=name,
            rule=rule,
            rubric=rubric,
            model=model,
            server=Server(url=own.openai_url, key_env=own.key_env),
            max_tokens=settings.claude.max_tokens,
            timeout_s=settings.claude.timeout_s,
            by_claim=by_claim,
            votes=own.votes,
        )
        for model in _own_models(name, own, models)
    ]


def _metric(
    name: str, rule: str, own: JudgeSettings, settings: Settings, models: Sequence[str] | None
) -> list[MetricCandidate]:
    return [
        MetricCandidate(
            name=name,
            rule=rule,
            metric=own.metric,
            model=model,
            server=Server(url=own.openai_url, key_env=own.key_env),
            threshold=_threshold(name, own),
            root=settings.root,
            python=str(settings.root / own.python) if os.sep in own.python else own.python or sys.executable,
            timeout_s=settings.claude.timeout_s,
            at_once=own.at_once or _METRIC_AT_ONCE,
            votes=own.votes,
        )
        for model in _own_models(name, own, models)
    ]


def _own_models(name: str, own: JudgeSettings, models: Sequence[str] | None) -> list[str]:
    """The models that a judge's settings name, and of these the ones that were asked for.

    Never others: many servers answer to any name, with the one model that they have.
    """
    if not own.models:
        raise InputError(Problem(where=f"judge {name}", expected="models of its server, in its own models", got="none"))
    return [model for model in own.models if models is None or model in models]


def _named(name: str, models: Sequence[str]) -> Sequence[str]:
    if not models:
        raise InputError(Problem(where=f"judge {name}", expected="a model to run on, in models", got="none"))
    return models


def _function(name: str, rule: str, own: JudgeSettings, settings: Settings) -> PythonCandidate:
    return PythonCandidate(
        name=name,
        rule=rule,
        call=own.call,
        root=settings.root,
        threshold=_threshold(name, own),
        timeout_s=settings.claude.timeout_s,
        votes=own.votes,
    )


def _command(name: str, rule: str, own: JudgeSettings, settings: Settings) -> CommandCandidate:
    return CommandCandidate(
        name=name,
        rule=rule,
        command=own.command,
        root=settings.root,
        threshold=_threshold(name, own),
        timeout_s=settings.claude.timeout_s,
        workers=own.workers or os.cpu_count() or 1,
        at_once=own.at_once or 1,
        votes=own.votes,
    )


def _threshold(name: str, own: JudgeSettings) -> Threshold | None:
    if own.threshold is None:
        if own.passes is not None:
            raise InputError(Problem(where=f"judge {name}", expected="a threshold beside passes", got="none"))
        return None
    if not 0 <= own.threshold <= 1:
        where = f"judge {name}: threshold"
        raise InputError(Problem(where=where, expected="0 to 1, as its scores", got=f"{own.threshold:g}"))
    return Threshold(at=own.threshold, passes=own.passes or Passes.AT_LEAST)


def _behaviour(name: str, own: JudgeSettings, settings: Settings) -> Behaviour:
    behaviour = Behaviour.read(own.simulated)
    if behaviour.kind is BehaviourKind.BLIND:
        from workbench.plants.catalogue import styles_named

        styles_named((behaviour.style,), where=f"judge {name}", known=known_styles(settings))
    return behaviour
