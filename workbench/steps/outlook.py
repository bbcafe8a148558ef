"""A run as far as it can be foreseen: what its models take, what it costs, and which cases fit no model.

Nothing of it is a judgement. Where the servers do not say it, it rests on dated tables and on bytes.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.errors import InputError, Problem
from workbench.judges.by_claim import asked_about
from workbench.judges.candidates import ClaudeSettings, ModelCandidate
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.claude.enquiry import Enquiry, enquiries
from workbench.judges.claude_models import ModelFacts
from workbench.judges.server import Server
from workbench.prices import read_prices
from workbench.records.estimate import Estimate, TooLong
from workbench.records.item import Item
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import ErrorCode, Verdict
from workbench.runner.budget import Bounds
from workbench.runner.clock import utc_now
from workbench.runner.limits import Limits
from workbench.runner.schedule import Cell, CellKey
from workbench.steps.estimate import Asked, Forecast
from workbench.steps.model_check import CheckedModels, check_models
from workbench.steps.named_judges import Candidate
from workbench.steps.prompt_tokens import COUNTED_BEFORE_A_RUN, PromptTokens, count_prompts
from workbench.steps.recorded import recorded_output
from workbench.steps.settings import Settings

COUNTED_FOR_AN_ESTIMATE = 100
"""Prompts of each judge that its model counts, from the shortest to the longest; they stand for the others. Each is a
request: a hundred take a second or two, and thousands would take minutes."""


class Shown(Protocol):
    """What a judge is going to be shown; a challenge is one."""

    @property
    def item(self) -> Item:
        """The item."""

    @property
    def rule(self) -> str:
        """The rule under which it is judged."""

    @property
    def parent(self) -> str:
        """The case that it comes from, for people."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What can be said of a run before its first call.

    Attributes:
        forecast: What calls cost.
        unsent: Why a prompt does not fit its model, by judge id and item id. Such calls are never made.
        too_long: The same by case, for people.
        notes: What the user should know of the models.
    """

    forecast: Forecast
    unsent: Mapping[tuple[str, str], str]
    too_long: tuple[TooLong, ...]
    notes: tuple[str, ...]

    def estimate(
        self,
        cells: Sequence[Cell],
        *,
        bench: str,
        repeats: int,
        run_id: str = "",
        done: Mapping[str, int] | None = None,
        batch: bool = False,
    ) -> Estimate:
        """Say what some cells cost.

        Args:
            cells: What is owed, in the order of the calls.
            bench: The bench's name.
            repeats: Reruns of each item.
            run_id: The run that they are owed to; empty where it is not made yet.
            done: Verdicts that it has already, by judge id.
            batch: Whether the calls are made in message batches.
        """
        sent = [cell for cell in cells if (cell.judge_id, cell.item.item_id) not in self.unsent]
        judges = self.forecast.estimate(sent, done=done, batch=batch)
        return Estimate(
            bench=bench,
            run_id=run_id,
            repeats=repeats,
            attempts=self.forecast.attempts,
            judges=judges,
            free_calls=sum(not self.forecast.is_paid(cell) for cell in sent),
            prices_as_of=self.forecast.prices_as_of,
            batch=batch,
            too_long=self.too_long,
            notes=self.notes,
        )

    def without_unsent(
        self, cells: Sequence[Cell], record: Callable[[Attempt], None], *, but: Collection[CellKey] = frozenset()
    ) -> list[Cell]:
        """Record an error for each cell that fits no window, and return the others.

        Args:
            cells: What is owed.
            record: Writes an attempt to the journal.
            but: Cells that were sent already, in a message batch: their replies are awaited, whatever is known now.
        """
        kept = []
        for cell in cells:
            why = self.unsent.get((cell.judge_id, cell.item.item_id))
            if why is None or cell.key in but:
                kept.append(cell)
            else:
                record(_too_long(cell, why))
        return kept


async def look_ahead(
    settings: Settings,
    candidates: Sequence[Candidate],
    specs: Sequence[JudgeSpec],
    challenges: Iterable[Shown],
    *,
    count: int = COUNTED_BEFORE_A_RUN,
    offline: bool = False,
) -> Outlook:
    """Ask the servers of some judges what they know, and work out the rest.

    Args:
        settings: The bench's settings.
        candidates: The judges.
        specs: Who they are, in the same order.
        challenges: What they are going to be asked about.
        count: How many prompts of each judge are counted.
        offline: Whether no server is asked, so that dated tables and bytes have to do.

    Raises:
        InputError: a model cannot judge; see `check_models`.
    """
    entries = dict(zip((spec.judge_id for spec in specs), candidates, strict=True))
    on_models = {key: entry for key, entry in entries.items() if isinstance(entry, ModelCandidate)}
    by_rule: dict[str, list[Shown]] = defaultdict(list)
    for challenge in challenges:
        by_rule[challenge.rule].append(challenge)
    items = {rule: [one.item for one in mine] for rule, mine in by_rule.items()}
    asked_first = () if offline else [candidate.server for candidate in on_models.values()]
    async with enquiries(asked_first) as servers:
        checked = await check_models(list(on_models.values()), settings.claude, servers)
        counted = await asyncio.gather(
            *(_prompts(one, settings.claude, items[one.rule], checked, servers, count) for one in on_models.values())
        )
    prompts = dict(zip(on_models, counted, strict=True))
    recorded = recorded_output(settings.runs, specs) if any(_asks_models(spec) for spec in specs) else {}
    asked = [
        Asked(
            spec=spec,
            facts=_facts(entry, checked),
            prompts=prompts.get(spec.judge_id) or _prompts_of(entry),
            max_tokens=settings.claude.max_tokens,
            output=recorded.get(spec.judge_id),
            in_batches=isinstance(entry, ModelCandidate) and entry.by_claim is None,
            by_claim=entry.by_claim if isinstance(entry, ModelCandidate | ChatCandidate) else None,
        )
        for spec, entry in zip(specs, entries.values(), strict=True)
        if _asks_models(spec)
    ]
    unsent = {key: why for one in asked for key, why in _unsent(one, items[one.spec.rule]).items()}
    return Outlook(
        forecast=Forecast(asked, read_prices(settings.prices), attempts=Limits().max_attempts),
        unsent=unsent,
        too_long=tuple(told for one in asked for told in _told(one, by_rule[one.spec.rule], unsent)),
        notes=(*checked.notes, *_own_spend(specs)),
    )


def refuse_unpriced(outlook: Outlook, bounds: Bounds) -> None:
    """Refuse to bound dollars where a price is not known.

    Raises:
        InputError: it is so; names every model without a price.
    """
    unpriced = outlook.forecast.unpriced
    if bounds.dollars is not None and unpriced:
        raise InputError(
            [
                Problem(where=f"price of {model}", expected="dollars per token, to keep --max-cost")
                for model in unpriced
            ],
            hint="name a file with it as prices in settings, in the form of workbench/prices.json, or use --max-calls",
        )


def _asks_models(spec: JudgeSpec) -> bool:
    return spec.kind in (JudgeKind.MODEL, JudgeKind.METRIC)


def _facts(entry: Candidate, checked: CheckedModels) -> ModelFacts:
    return checked.facts[entry.server, entry.model] if isinstance(entry, ModelCandidate) else ModelFacts()


def _prompts_of(entry: Candidate) -> PromptTokens | None:
    """The prompts of a judge whose server is asked nothing beforehand; None where a library writes them."""
    return PromptTokens(entry.rubric) if isinstance(entry, ChatCandidate) else None


def _own_spend(specs: Iterable[JudgeSpec]) -> Iterator[str]:
    own = dict.fromkeys(spec.name for spec in specs if spec.kind in (JudgeKind.PYTHON, JudgeKind.COMMAND))
    if own:
        yield f"what {', '.join(own)} may spend by code of your own is not known, and no bound holds it"


async def _prompts(
    candidate: ModelCandidate,
    settings: ClaudeSettings,
    items: Sequence[Item],
    checked: CheckedModels,
    servers: Mapping[Server, Enquiry],
    count: int,
) -> PromptTokens:
    room = checked.facts[candidate.server, candidate.model].room(settings.max_tokens)
    enquiry = servers.get(candidate.server)
    return await count_prompts(candidate, settings, items, room=room, enquiry=enquiry, sample=count)


def _unsent(asked: Asked, items: Iterable[Item]) -> dict[tuple[str, str], str]:
    room, prompts = asked.room, asked.prompts
    if room is None or prompts is None:
        return {}
    found = {}
    for item in items:
        longest = _longest(asked, prompts, [item])
        tokens = prompts.most_likely(longest) if longest is not None else 0
        if longest is not None and tokens > room:
            how = "" if longest.item_id in prompts.counted else "up to "
            found[asked.spec.judge_id, item.item_id] = (
                f"it was not sent: the prompt has {how}{tokens:,} tokens, and the window of {asked.spec.model} leaves "
                f"room for {room:,} beside a reply of {asked.max_tokens:,}; take a model with a larger one"
            )
    return found


def _longest(asked: Asked, prompts: PromptTokens, items: Iterable[Item]) -> Item | None:
    """The longest prompt of some items; None where nothing is asked about them."""
    every = [part for item in items for part in asked_about(asked.by_claim, item)]
    return max(every, key=prompts.most_likely, default=None)


def _told(asked: Asked, challenges: Iterable[Shown], unsent: Mapping[tuple[str, str], str]) -> Iterator[TooLong]:
    prompts, room = asked.prompts, asked.room
    if prompts is None or room is None:
        return
    by_case: dict[str, list[Item]] = defaultdict(list)
    for challenge in challenges:
        if (asked.spec.judge_id, challenge.item.item_id) in unsent:
            by_case[challenge.parent].append(challenge.item)
    for case, items in sorted(by_case.items()):
        longest = _longest(asked, prompts, items)
        assert longest is not None  # an item that nothing is asked about fits
        yield TooLong(
            judge=asked.spec.name,
            model=asked.spec.model,
            case=case,
            items=len(items),
            tokens=prompts.most_likely(longest),
            counted=longest.item_id in prompts.counted,
            room=room,
        )


def _too_long(cell: Cell, why: str) -> Attempt:
    item_id, judge_id, repeat = cell.key
    return Attempt(
        item_id=item_id,
        judge_id=judge_id,
        repeat=repeat,
        attempt=cell.attempts + 1,
        final=True,
        at=utc_now(),
        reply=Reply(verdict=Verdict(error=ErrorCode.CONTEXT_TOO_LONG), reason=why),
    )
