"""What the ledger means for one judge version in one run: what is burned, and what is fresh.

One look, then it is tuning data. The first run that opens a held-out style is the only one whose results count as
held out, for all candidates of that run together. For every later run the style is burned, also for the same version:
a judge that may look again until it is lucky has not been tested. A style without any look on record is burned too, so
that a lost ledger never makes anything fresh. Ordinary cases are fresh for a version if no earlier version ran on them.

Names decide nothing that content can decide. A judge under a new name is the same judge: whoever wrote its rubric has
read what any judge of the rule was asked. A style or a case under a new name is known by its items.

To be trained on a case is a look at it, written down before the weights are. It makes the case stale for every learned
judge of the rule, and for no other: weights tell nobody what the case says.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger
from workbench.records.reply import JudgeKind, JudgeSpec

TRAINING = "training"
"""The kind of a look that a training took: its version is the hash of what was trained on."""

Named = Mapping[str, frozenset[str]]
"""Styles or cases: their names, with the ids of their items and what those are like."""


@dataclass(frozen=True, kw_only=True)
class Burn:
    """Who looked first, when and in which run; empty where the ledger has no look on record, with the reason."""

    judge_id: str
    at: str
    run: str
    why: str = ""

    @property
    def words(self) -> str:
        """What happened, to follow the name of the style."""
        if not self.run:
            return f"has no look on record, so nothing shows that this was the first{self.why and f' ({self.why})'}"
        return f"was opened on {self.at} by {self.judge_id}"


@dataclass(frozen=True, kw_only=True)
class LedgerView:
    """What one judge version may still count.

    Attributes:
        judge: The judge's name.
        rule: The rule that it decides.
        judge_id: Its version.
        burned: Held-out style of the run to the earliest look at it, where that was in another run.
        stale: Ids of the parents that another version judged before this one did.
        candidates: Judge versions that share this look. Whoever takes the best of them takes the luckiest.
        learned: Whether it was trained. Such a judge earns no level on stale cases: it is fitted to them.
        trained: Ids of the parents that this version was trained on; all of them where its training is not on record.
    """

    judge: str
    rule: str
    judge_id: str
    burned: Mapping[str, Burn] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()
    candidates: int = 1
    learned: bool = False
    trained: frozenset[str] = frozenset()

    def fresh(self, parents: Iterable[str]) -> tuple[str, ...]:
        """Which of these parents has no earlier version seen? In sorted order."""
        return tuple(sorted(set(parents) - self.stale))


def view(
    ledger: Ledger, spec: JudgeSpec, *, run: tuple[str, str], styles: Named | None = None, cases: Named | None = None
) -> LedgerView:
    """What may this version of a judge count in this run?

    Args:
        ledger: The ledger.
        spec: The judge version.
        run: The run that is measured: its name, and when it was started.
        styles: The held-out styles of the run.
        cases: Its parents, with the items that are not held out.
    """
    styles, cases = styles or {}, cases or {}
    looks = [look for look in ledger.looks if akin(look, spec)]
    on_record = any((look.judge_id, look.in_run) == (spec.judge_id, run) for look in looks)
    together = {look.judge_id for look in looks if look.in_run == run and _rival(look, spec)}
    trained = _trained_on([] if ledger.lost else looks, spec, cases)
    known = on_record and not ledger.lost
    return LedgerView(
        judge=spec.name,
        rule=spec.rule,
        judge_id=spec.judge_id,
        burned=dict(_burned([] if ledger.lost else looks, run, styles, why=ledger.lost)),
        stale=trained | (_judged_before(looks, spec.judge_id, cases) if known else frozenset(cases)),
        candidates=max(1, len(together)),
        learned=spec.kind is JudgeKind.LEARNED,
        trained=trained,
    )


def akin(look: Look, spec: JudgeSpec) -> bool:
    """Was this a look of the judge, or of one that may be the same under another name?

    A script that ships with the workbench is known by its name. All other judges of a rule are one, as their makers
    read the same disagreements; simulated ones are apart, as nobody tunes them. Older lines do not say of which kind
    the judge was: there the name decides.
    """
    if look.rule != spec.rule:
        return False
    if look.kind == TRAINING:
        return spec.kind is JudgeKind.LEARNED
    if not look.kind or JudgeKind.SCRIPT in (look.kind, spec.kind):
        return look.judge == spec.name
    return (look.kind == JudgeKind.SIMULATED) == (spec.kind is JudgeKind.SIMULATED)


def _rival(look: Look, spec: JudgeSpec) -> bool:
    """Simulated judges show what a fault does; several of them are no choice that somebody makes."""
    return spec.kind is not JudgeKind.SIMULATED or look.judge == spec.name


def _burned(looks: list[Look], run: tuple[str, str], styles: Named, *, why: str) -> Iterator[tuple[str, Burn]]:
    """Give each style whose first look was not in this run, with that look."""
    for style, items in sorted(styles.items()):
        first = next((look for look in looks if style in look.styles or not items.isdisjoint(look.seen)), None)
        if first is None:
            yield style, Burn(judge_id="", at="", run="", why=why)
        elif first.in_run != run:
            yield style, Burn(judge_id=first.judge_id, at=first.at, run=first.run)


def _judged_before(looks: list[Look], judge_id: str, cases: Named) -> frozenset[str]:
    """Cases that another version judged, in another run, before this version did."""
    parents = _parents(cases)
    own: dict[str, tuple[str, str]] = {}
    earlier: dict[str, set[tuple[str, str]]] = {}
    for look in looks:
        for case in _seen(look, cases, parents):
            if look.judge_id == judge_id:
                own.setdefault(case, look.in_run)
            elif case not in own:
                earlier.setdefault(case, set()).add(look.in_run)
    return frozenset(case for case, runs in earlier.items() if runs - {own.get(case, ("", ""))})


def _trained_on(looks: Iterable[Look], spec: JudgeSpec, cases: Named) -> frozenset[str]:
    """Cases that a version was trained on, whenever that was; all of them where no such training is on record."""
    if spec.kind is not JudgeKind.LEARNED:
        return frozenset()
    trainings = [look for look in looks if (look.kind, look.judge_id) == (TRAINING, spec.trained_on)]
    parents = _parents(cases)
    return frozenset().union(*(_seen(look, cases, parents) for look in trainings)) if trainings else frozenset(cases)


def _parents(cases: Named) -> dict[str, str]:
    return {item: case for case, items in cases.items() for item in items}


def _seen(look: Look, cases: Named, parents: Mapping[str, str]) -> frozenset[str]:
    """Which of these cases did a look see, under their own name or by an item?"""
    return frozenset(case for case in look.cases if case in cases) | {
        parents[item] for item in look.seen if item in parents
    }
