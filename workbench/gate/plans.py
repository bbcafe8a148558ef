"""Was the number of cases fixed before the first of them was judged?

Whoever may add cases until the figures look good needs more of them than whoever said the number first. So numbers can
be registered: a line in the same chain as the looks, which shows without a clock what came first. Twice a plan may be
topped up, or run again; a third time is adding as you go.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass

from workbench.gate.chain import Entry, Look, RegisteredPlan
from workbench.gate.ledger import Ledger
from workbench.gate.policy import Bars
from workbench.gate.words import plural
from workbench.identity import canonical_json
from workbench.records.reply import JudgeSpec

TOP_UPS = 2


@dataclass(frozen=True, kw_only=True)
class Registration:
    """Whether the numbers of a run were fixed beforehand.

    Attributes:
        holds: Whether they were, so that the bound for fixed numbers may be used.
        words: When, or why a plan does not count; empty where there is none.
    """

    holds: bool = False
    words: str = ""


def plan_bars(bars: Bars) -> str:
    """The bars as a plan keeps them."""
    return canonical_json(asdict(bars))


def registration(
    ledger: Ledger,
    spec: JudgeSpec,
    *,
    run: tuple[str, str],
    items: Collection[str],
    fresh: Collection[str],
    bars: Bars,
) -> Registration:
    """Was this run registered before the judge version saw the first of its fresh cases?

    Args:
        ledger: Looks and plans, in their order.
        spec: The judge version.
        run: The run: its name, and when it was started.
        items: Ids of its items of the judge's rule, without held-out ones.
        fresh: Those of them that no other version saw before, and what they are like.
        bars: The bars of the level, as they are now.
    """
    before, known = _before(ledger.entries, spec, run)
    plans = [entry for entry in before if isinstance(entry, RegisteredPlan) and entry.rule == spec.rule]
    if not plans:
        late = any(isinstance(entry, RegisteredPlan) and entry.rule == spec.rule for entry in ledger.entries)
        return Registration(words="the plan was registered after the first verdict" if late else "")
    plan = plans[-1]
    why = _void(plan, items, bars) if known and not ledger.lost else "the ledger lost lines"
    why = why or _earlier(before, spec, frozenset(fresh))
    if why:
        return Registration(words=f"the plan of {plan.at[:10]} does not count: {why}")
    return Registration(holds=True, words=f"registered on {plan.at[:10]}")


def _before(entries: Collection[Entry], spec: JudgeSpec, run: tuple[str, str]) -> tuple[list[Entry], bool]:
    """What was written before the judge version looked in this run, and whether that look is on record."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Look) and (entry.judge_id, entry.in_run) == (spec.judge_id, run):
            return kept, True
        kept.append(entry)
    return kept, False


def _void(plan: RegisteredPlan, items: Collection[str], bars: Bars) -> str:
    if set(plan.items) != set(items):
        planned = f"{plural(plan.plants, 'planted mistake')} and {plural(plan.sources, 'trusted answer')}"
        return f"other cases were run than the {planned} that it names"
    return "" if plan.bars == plan_bars(bars) else "the bars have changed since"


def _earlier(before: Collection[Entry], spec: JudgeSpec, fresh: frozenset[str]) -> str:
    """Say what is wrong with earlier verdicts of the version on its fresh cases; empty where nothing is."""
    planned: list[frozenset[str]] = []
    rounds = set()
    for entry in before:
        if isinstance(entry, RegisteredPlan):
            planned += [frozenset(entry.items)] if entry.rule == spec.rule else []
        elif isinstance(entry, Look) and entry.judge_id == spec.judge_id and not fresh.isdisjoint(entry.seen):
            if frozenset(entry.items) not in planned:
                return "the judge gave verdicts on some of its cases before it was registered"
            rounds.add(entry.in_run)
    if len(rounds) > TOP_UPS:
        return f"cases were added, or run again, {len(rounds)} times since the first plan, and {TOP_UPS} times may be"
    return ""
