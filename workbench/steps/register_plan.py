"""Fixing the numbers of a run before its first verdict, so that fewer cases are enough."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import InputError, Problem
from workbench.gate.chain import RegisteredPlan
from workbench.gate.ledger import append_to_ledger, read_ledger
from workbench.gate.looks import TRAINING
from workbench.gate.plans import plan_bars
from workbench.records.challenge import Challenge, Set
from workbench.runner.clock import utc_now
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench
from workbench.steps.natural import natural_cases
from workbench.steps.settings import read_settings


@dataclass(frozen=True, kw_only=True)
class Registered:
    """A plan that is on record.

    Attributes:
        plan: The plan.
        new: Whether it was written just now; the same one may be there already.
        judged: Items of it that a judge gave a verdict on before. For that version the plan does not count.
    """

    plan: RegisteredPlan
    new: bool
    judged: int


def register_plan(folder: Path) -> tuple[Registered, ...]:
    """Write down, for each rule, which cases are going to be judged and by which bars. The holdout stays sealed.

    Raises:
        InputError: settings or answers are not as expected, or settings name no answers.
        StoreError: the ledger is damaged, or cannot be written.
    """
    settings = read_settings(folder)
    if settings.answers is None:
        raise InputError(Problem(where=str(settings.root), expected="settings that name the saved answers", got="none"))
    bench = open_bench(folder)
    key = build_answer_key(bench, held_out=False, natural=natural_cases(bench))
    at, bars = utc_now(), plan_bars(settings.policy.certified)
    plans = [_plan(rule, built.challenges, at=at, bars=bars) for rule, built in key.built.items()]
    ledger = read_ledger(settings.ledger)
    last = {entry.rule: entry for entry in ledger.entries if isinstance(entry, RegisteredPlan)}
    new = {plan.rule for plan in plans if plan.rule not in last or not _same(plan, last[plan.rule])}
    append_to_ledger(settings.ledger, [plan for plan in plans if plan.rule in new])
    return tuple(
        Registered(
            plan=plan if plan.rule in new else last[plan.rule],
            new=plan.rule in new,
            judged=len(
                set(plan.items)
                & {
                    item
                    for look in ledger.looks
                    if look.rule == plan.rule and look.kind != TRAINING
                    for item in look.items
                }
            ),
        )
        for plan in plans
    )


def _plan(rule: str, challenges: Sequence[Challenge], *, at: str, bars: str) -> RegisteredPlan:
    sets = [one.set for one in challenges]
    return RegisteredPlan(
        at=at,
        rule=rule,
        items=tuple(sorted(one.item.item_id for one in challenges)),
        plants=sets.count(Set.PLANTED),
        sources=sets.count(Set.CLEAN),
        bars=bars,
    )


def _same(one: RegisteredPlan, other: RegisteredPlan) -> bool:
    return (one.items, one.bars) == (other.items, other.bars)
