"""A counterfactual check: ask the system again with one thing changed, and read what that shows."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from workbench.analysis.counterfactual_rates import change_rates, question_rate
from workbench.errors import NotMeasured
from workbench.identity import digest
from workbench.records.counterfactual import Change, Counterfactuals, Tried
from workbench.records.system import Ask, SystemReply
from workbench.report.words import plural
from workbench.runner.clock import utc_now
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.steps.ask_system import Asking, AskWatch
from workbench.steps.bench import Bench
from workbench.steps.counterfactual_plan import Plan, plan_counterfactuals
from workbench.steps.named_system import named_system
from workbench.store.counterfactual_file import write_asks, write_counterfactuals
from workbench.store.counterfactual_folder import check_folder
from workbench.store.journal import open_journal
from workbench.store.system_answers import answers_state, read_answers
from workbench.system.system import SystemToBe

_UNSEEN = "the system does not say what it found (no `candidates`), so that only its answers were looked through"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """How a check ended.

    Attributes:
        folder: Where its answers are.
        found: What came out; None where not all was asked.
        ending: Whether it was.
        reason: Why not; empty where it was.
        made: Calls that were made now.
        warning: What was dropped from the answers on opening them; empty where nothing was.
    """

    folder: Path
    found: Counterfactuals | None
    ending: Ending
    reason: str
    made: int
    warning: str


class CheckWatch(AskWatch, Protocol):
    """Is told how a check goes."""

    def planning(self, answers: int) -> None:
        """So many saved answers are about to be looked at, for what can be changed."""
        ...

    def started(self, system: str, questions: int, changes: int) -> None:
        """The system is about to be asked."""
        ...


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is asked for.

    Attributes:
        hidden: The ids of the passages that an identity may not see, beside those of the settings.
        repeats: How often each question is asked.
        max_calls: The most calls that may be made now; None for no bound.
        again: Whether to begin anew.
    """

    hidden: Mapping[str, Sequence[str]]
    repeats: int = 1
    max_calls: int | None = None
    again: bool = False


def check_counterfactuals(bench: Bench, request: Request, watch: CheckWatch) -> Checked:
    """Ask the system of a bench's settings, and say what its answers show.

    First everything is asked unchanged; a change is tried only where that brought the known answer, each time. What is
    on the disk is not asked again, and a check that was stopped goes on where it was.

    Raises:
        InputError: settings name no system, it cannot be imported, or a hidden passage is unknown.
        SetupError: something is missing to ask it.
        NotMeasured: no question can be asked with a change.
        StoreError: the answers on disk are damaged, in use or cannot be written.
    """
    system = named_system(bench.settings)
    named = bench.settings.system.hidden if bench.settings.system else {}
    watch.planning(len(bench.cases))
    plan = plan_counterfactuals(bench, {**named, **request.hidden})
    if not plan.planned:
        reasons = Counter(one.why for one in plan.not_made).most_common(3)
        told = [*plan.notes, *(f"{why}: {plural(count, 'change')}" for why, count in reasons)]
        raise NotMeasured("\n  ".join(["no question of this bench can be asked with a change", *told]))
    return asyncio.run(_check(bench, request, plan, system, watch))


async def _check(bench: Bench, request: Request, plan: Plan, system: SystemToBe, watch: CheckWatch) -> Checked:
    connected = await system.connect(identities=any(one.trial.identity for one in plan.planned))
    try:
        folder = _folder(bench, request, plan, system)
        path = folder / "answers.jsonl"
        with open_journal(path, lock=folder / ".lock", read_state=answers_state) as journal:
            asking = Asking(
                connected,
                journal,
                read_answers(path),
                limits=Limits(concurrency=bench.settings.concurrency),
                max_calls=request.max_calls,
                watch=watch,
            )
            write_asks(folder, _asks(plan))
            watch.started(system.name, len({one.trial.case for one in plan.planned}), len(plan.planned))
            await _ask(plan, request.repeats, asking)
    finally:
        await connected.close()
    found = None
    if asking.ending is Ending.COMPLETE:
        found = _found(bench, plan, system, folder, _read(plan, asking, request.repeats))
        write_counterfactuals(folder, found)
    return Checked(
        folder=folder,
        found=found,
        ending=asking.ending,
        reason=asking.reason,
        made=asking.made,
        warning=journal.warning,
    )


def _folder(bench: Bench, request: Request, plan: Plan, system: SystemToBe) -> Path:
    asks = sorted({ask.key for one in plan.planned for ask in (one.unchanged, one.changed)})
    identity = digest([system.version, asks, request.repeats])
    return check_folder(bench.settings.runs, identity, day=utc_now()[:10], again=request.again)


def _asks(plan: Plan) -> Iterator[tuple[str, Change | None, Ask]]:
    seen: set[str] = set()
    for one in plan.planned:
        for change, ask in ((None, one.unchanged), (one.trial.change, one.changed)):
            if ask.key not in seen:
                seen.add(ask.key)
                yield one.trial.case, change, ask


async def _ask(plan: Plan, repeats: int, asking: Asking) -> None:
    await asking.ask([one.unchanged for one in plan.planned], repeats)
    if asking.ending is Ending.COMPLETE:
        worth = [one for one in plan.planned if one.trial.before(asking.replies(one.unchanged, repeats)) is None]
        await asking.ask([one.changed for one in worth], repeats)


@dataclass(frozen=True, kw_only=True)
class _Answers:
    """What the answers show, and how many calls that took."""

    tried: tuple[Tried, ...]
    last_at: str
    repeats: int
    calls: int
    failed: int
    notes: tuple[str, ...]


def _read(plan: Plan, asking: Asking, repeats: int) -> _Answers:
    tried: list[Tried] = []
    replies: dict[str, list[SystemReply]] = {}
    unseen = False
    for one in plan.planned:
        before = replies[one.unchanged.key] = asking.replies(one.unchanged, repeats)
        early = one.trial.before(before)
        if early is not None:
            tried.append(early)
            continue
        after = replies[one.changed.key] = asking.replies(one.changed, repeats)
        tried.append(one.trial.after(before, after))
        unseen = unseen or (bool(one.trial.identity) and any(reply.candidates is None for reply in after))
    asked = [reply for found in replies.values() for reply in found]
    return _Answers(
        tried=tuple(tried),
        last_at=asking.last_at,
        repeats=repeats,
        calls=len(asked),
        failed=sum(bool(reply.error) for reply in asked),
        notes=(_UNSEEN,) if unseen else (),
    )


def _found(bench: Bench, plan: Plan, system: SystemToBe, folder: Path, answers: _Answers) -> Counterfactuals:
    tried = sorted([*answers.tried, *plan.not_made], key=lambda one: (not one.differs, one.case))
    return Counterfactuals(
        run_id=folder.name,
        made_at=answers.last_at,
        bench=bench.settings.name,
        system=system.name,
        version=system.version,
        repeats=answers.repeats,
        calls=answers.calls,
        failed_calls=answers.failed,
        questions=question_rate(tried),
        differing=question_rate(one for one in tried if one.differs),
        changes=change_rates(tried),
        tried=tuple(tried),
        notes=(*plan.notes, *answers.notes),
    )
