"""The candidates of a bench: which judges can be run, and which are left out and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.errors import InputError, Problem, SetupError
from workbench.judges.by_claim import ClaimsJudge
from workbench.judges.candidates import ModelCandidate, candidate_spec, check_candidates
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.claude.judge import claude_judges
from workbench.judges.judge import Judge
from workbench.judges.judge_to_be import JudgeToBe
from workbench.judges.scripts.script import ScriptJudge
from workbench.judges.simulated import SimulatedJudge
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.steps.named_judges import Candidate, Plans, all_candidates
from workbench.steps.settings import Settings

_SAME = {JudgeKind.MODEL: "rubric, model and settings"}
_UNASKED = "no model is asked here; workbench run asks them"


class Models(StrEnum):
    """What is done with judges that ask a model."""

    ASKED = "asked"
    """They run; one whose key is missing is left out."""
    ESTIMATED = "estimated"
    """No call is going to be made, so no key is needed."""
    LEFT_OUT = "left out"
    """They do not run, whatever keys there are."""


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """The candidates of a bench, in the order of settings.

    Attributes:
        entries: Script and simulated judges, and others for which nothing was started yet.
        notes: Sentences on what was left out and why.
    """

    entries: tuple[Candidate, ...]
    notes: tuple[str, ...] = ()

    async def connected(self, settings: Settings) -> tuple[Judge, ...]:
        """Make judges of them all, the models over one client a server. Where one cannot be made, none is left open.

        Raises:
            InputError: a judge cannot be made of what settings name.
            SetupError: the key of a server is missing, or it does not answer.
        """
        on_models = [entry for entry in self.entries if isinstance(entry, ModelCandidate)]
        asked = claude_judges(on_models, settings.claude) if on_models else ()
        waiting = iter(asked)
        judges: list[Judge] = []
        try:
            for entry in self.entries:
                if isinstance(entry, ModelCandidate):
                    judges.append(_by_claim(entry, next(waiting)))
                elif isinstance(entry, ScriptJudge | SimulatedJudge):
                    judges.append(entry)
                else:
                    judges.append(_by_claim(entry, await entry.connect()))
        except BaseException:
            for judge in (*judges, *asked):
                await judge.close()
            raise
        return tuple(judges)


def _by_claim(entry: ModelCandidate | JudgeToBe, judge: Judge) -> Judge:
    by_claim = entry.by_claim if isinstance(entry, ModelCandidate | ChatCandidate) else None
    return judge if by_claim is None else ClaimsJudge(judge, by_claim)


def find_candidates(
    settings: Settings,
    challenges: Sequence[Challenge],
    *,
    names: Sequence[str] | None = None,
    models: Sequence[str] | None = None,
    use: Models = Models.ASKED,
) -> Candidates:
    """Find the judges of a bench.

    Args:
        settings: The bench's settings.
        challenges: The answer key. Simulated judges are planned from it; a judge without challenges for its rule is
            left out, with a note.
        names: The judges to take; None for those of settings. Named ones must be able to run.
        models: The models to take; None for those of settings.
        use: What is done with judges that ask a model.

    Raises:
        InputError: a judge, model, rule, style or behaviour is unknown (says the nearest known one), a judge comes
            twice, or models were named and no judge runs on one.
        SetupError: a judge was asked for by name, and something is missing to run it, such as an API key.
    """
    plans = _plans(challenges)
    found = all_candidates(settings, names=names, models=models, plans=plans)
    _check(found, settings, models)
    kept: list[Candidate] = []
    left_out: dict[str, list[str]] = {}
    for entry in found:
        name, rule = name_and_rule(entry)
        missing = missing_to_run(entry, use)
        if missing:
            if names is not None or (models is not None and runs_on_model(entry)):
                raise SetupError(f"judge {name} cannot be run: {missing}")
            left_out.setdefault(missing, []).append(_called(entry))
        elif rule not in plans:
            left_out.setdefault(f"no saved answer is trusted under the rule {rule}", []).append(name)
        else:
            kept.append(entry)
    notes = tuple(f"Not run: {', '.join(judges)}; {reason}." for reason, judges in left_out.items())
    return Candidates(entries=tuple(kept), notes=notes)


def asked_over_the_sdk(
    settings: Settings, *, names: Sequence[str] | None = None, models: Sequence[str] | None = None
) -> bool:
    """Say whether a judge of a bench needs the SDK and can be run. Takes no answer key, unlike `find_candidates`.

    Raises:
        InputError: a judge, rule, style or behaviour is unknown (says the nearest known one).
    """
    found = all_candidates(settings, names=names, models=models, plans={})
    return any(isinstance(entry, ModelCandidate) and missing_to_run(entry, Models.ASKED) is None for entry in found)


def specs_of(entries: Sequence[Candidate], settings: Settings) -> tuple[JudgeSpec, ...]:
    """Who the candidates are, without connecting anything."""
    return tuple(
        candidate_spec(entry, settings.claude) if isinstance(entry, ModelCandidate) else entry.spec for entry in entries
    )


def _check(found: Sequence[Candidate], settings: Settings, models: Sequence[str] | None) -> None:
    on_models = [entry for entry in found if isinstance(entry, ModelCandidate)]
    if models is not None and not any(runs_on_model(entry) for entry in found):
        named = ", ".join(dict.fromkeys(name_and_rule(entry)[0] for entry in found))
        got = f"only {named}" if named else f"none that settings put on {', '.join(models)}"
        raise InputError(Problem(where="models", expected="a judge that runs on a model", got=got))
    check_candidates(on_models, settings.claude)
    problems = [*same_version(specs_of(found, settings))]
    if problems:
        raise InputError(problems)


def same_version(specs: Sequence[JudgeSpec]) -> Iterator[Problem]:
    """Name the judges that are one and the same version: their verdicts could not be told apart."""
    first: dict[str, JudgeSpec] = {}
    for spec in specs:
        other = first.setdefault(spec.judge_id, spec)
        if other is not spec:
            got = f"{other.name} and {spec.name} with the same {_SAME.get(spec.kind, 'settings')}"
            yield Problem(where="judges", expected="each judge once", got=got)


def _plans(challenges: Sequence[Challenge]) -> Plans:
    """What a right judge says, by rule and item. Only simulated judges are told."""
    plans: Plans = {}
    for challenge in challenges:
        plans.setdefault(challenge.rule, {})[challenge.item.item_id] = (challenge.expected, challenge.style)
    return plans


def missing_to_run(entry: Candidate, use: Models) -> str | None:
    """Return what is missing for a judge to run here, in words; None where nothing is."""
    if use is Models.LEFT_OUT and runs_on_model(entry):
        return _UNASKED
    if use is Models.ESTIMATED and isinstance(entry, ModelCandidate | ChatCandidate):
        return None
    if isinstance(entry, ModelCandidate):
        return entry.server.missing()
    return None if isinstance(entry, ScriptJudge | SimulatedJudge) else entry.missing()


def runs_on_model(entry: Candidate) -> bool:
    """Say whether a judge asks a model that the workbench knows of."""
    return isinstance(entry, ModelCandidate) or entry.spec.kind in (JudgeKind.MODEL, JudgeKind.METRIC)


def _called(entry: Candidate) -> str:
    """The judge, and the model where it runs on one."""
    name, _ = name_and_rule(entry)
    if not runs_on_model(entry):
        return name
    return f"{name} on {entry.model if isinstance(entry, ModelCandidate) else entry.spec.model}"


def name_and_rule(entry: Candidate) -> tuple[str, str]:
    """Return the name of a judge, and the rule that it decides."""
    if isinstance(entry, ModelCandidate):
        return entry.name, entry.rule
    return entry.spec.name, entry.spec.rule
