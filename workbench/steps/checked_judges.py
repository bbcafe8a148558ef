"""Which judges of a bench can run here and now, and what the others lack. Nobody is asked anything."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.errors import InputError
from workbench.judges.candidates import ModelCandidate, check_candidates
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.keys import key_name
from workbench.judges.metrics.candidate import MetricCandidate
from workbench.judges.own.command import CommandCandidate
from workbench.judges.own.python_call import PythonCandidate
from workbench.judges.server import Server
from workbench.judges.simulated import SimulatedJudge
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeSpec
from workbench.report.checked import CheckedJudge, Ready
from workbench.steps.candidates import Models, missing_to_run, name_and_rule, runs_on_model, same_version, specs_of
from workbench.steps.named_judges import Candidate, all_candidates
from workbench.steps.rubric_leaks import refuse_leaks
from workbench.steps.run_repeats import refuse_other_votes
from workbench.steps.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A judge that was looked at.

    Attributes:
        told: What is to be said of it.
        entry: The judge; None where settings make none.
    """

    told: CheckedJudge
    entry: Candidate | None = None


def try_judges(settings: Settings, challenges: Sequence[Challenge]) -> tuple[Tried, ...]:
    """Look at every judge that settings name: can it be made, is its rubric free of items, is all there that it needs?

    A function is imported, as a run imports it. Metrics are asked for the version of their library.

    Args:
        settings: The bench's settings.
        challenges: The answer key, without held-out mistakes. With none, rubrics are not compared with it.
    """
    rules = {one.rule for one in challenges}
    tried: list[Tried] = []
    made: dict[str, JudgeSpec] = {}
    for name in settings.judges:
        try:
            entries = all_candidates(settings, names=[name], models=None, plans={})
        except InputError as error:
            tried.append(Tried(told=_told(name, "", "", Ready.REFUSED, error)))
            continue
        for entry in entries:
            tried.append(_tried(entry, settings, challenges, rules, made))
    return tuple(tried)


def _tried(
    entry: Candidate,
    settings: Settings,
    challenges: Sequence[Challenge],
    rules: set[str],
    made: dict[str, JudgeSpec],
) -> Tried:
    name, rule = name_and_rule(entry)
    try:
        [spec] = specs_of([entry], settings)
        twin = made.setdefault(spec.judge_id, spec)
        for problem in same_version([spec] if twin is spec else [twin, spec]):
            raise InputError(problem)
        # Those that vote are in each other's way, and in nobody else's.
        refuse_other_votes([*made.values()] if spec.votes else ())
        if isinstance(entry, ModelCandidate):
            check_candidates([entry], settings.claude)
        refuse_leaks([entry], challenges, not_found=settings.not_found)
        if isinstance(entry, PythonCandidate):
            asyncio.run(_imported(entry))
    except InputError as error:
        return Tried(told=_told(name, rule, "", Ready.REFUSED, error))
    model = spec.model if runs_on_model(entry) else ""
    missing = missing_to_run(entry, Models.ASKED)
    if missing is None and challenges and rule not in rules:
        missing = f"no saved answer is trusted under the rule {rule}"
    if missing is not None:
        return Tried(told=_told(name, rule, model, Ready.MISSING, missing), entry=entry)
    return Tried(told=_told(name, rule, model, Ready.YES, "; ".join(_rests_on(entry))), entry=entry)


def _told(name: str, rule: str, model: str, ready: Ready, said: object) -> CheckedJudge:
    return CheckedJudge(name=name, rule=rule, model=model, ready=ready, said=" ".join(str(said).split()))


async def _imported(entry: PythonCandidate) -> None:
    judge = await entry.connect()
    await judge.close()


def _rests_on(entry: Candidate) -> Iterator[str]:
    """Say what a judge that can run uses of this machine."""
    if isinstance(entry, ModelCandidate | ChatCandidate):
        yield _key(entry.server)
    elif isinstance(entry, MetricCandidate):
        yield str(entry.spec.details["library"])
        yield _key(entry.server)
    elif isinstance(entry, CommandCandidate):
        yield f"starts {entry.command[0]}"
    elif isinstance(entry, PythonCandidate):
        yield f"{entry.call} can be imported"
    elif isinstance(entry, SimulatedJudge):
        yield "simulated"


def _key(server: Server) -> str:
    """Say where the key comes from. The key itself is shown nowhere."""
    name = server.key_env or ("" if server.url else key_name() or "")
    place = f" for {server.place}" if server.url else ""
    return f"key in {name}{place}" if name else f"{server.place}, without a key"
