"""What the ledger means for one judge version in one run: what is burned, and what is fresh.

One look, then it is tuning data. The first run that opens a held-out style is the only one whose results count as
held out, for all candidates of that run together. For every later run the style is burned, also for the same version:
a judge that may look again until it is lucky has not been tested. A style without any look on record is burned too, so
that a lost ledger never makes anything fresh. Ordinary cases are fresh for a version if no earlier version ran on them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger
from workbench.records.reply import JudgeSpec


@dataclass(frozen=True, kw_only=True)
class Burn:
    """Who looked first, when and in which run; empty where the ledger has no look on record."""

    judge_id: str
    at: str
    run: str

    @property
    def words(self) -> str:
        """What happened, to follow the name of the style."""
        if not self.run:
            return "has no look on record, so nothing shows that this was the first"
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
    """

    judge: str
    rule: str
    judge_id: str
    burned: Mapping[str, Burn] = field(default_factory=dict)
    stale: frozenset[str] = frozenset()

    def fresh(self, parents: Iterable[str]) -> tuple[str, ...]:
        """Which of these parents has no earlier version seen? In sorted order."""
        return tuple(sorted(set(parents) - self.stale))


def view(
    ledger: Ledger, spec: JudgeSpec, *, run: str, styles: Iterable[str] = (), cases: Iterable[str] = ()
) -> LedgerView:
    """What may this version of a judge count in this run?

    Args:
        ledger: The ledger.
        spec: The judge version; versions of one judge on several models share its name.
        run: The run that is measured.
        styles: The held-out styles of the run.
        cases: The ids of its parents.
    """
    looks = [look for look in ledger.looks if (look.judge, look.rule) == (spec.name, spec.rule)]
    on_record = any((look.judge_id, look.run) == (spec.judge_id, run) for look in looks)
    return LedgerView(
        judge=spec.name,
        rule=spec.rule,
        judge_id=spec.judge_id,
        burned=_burned(looks, run, styles),
        stale=_judged_before(looks, spec.judge_id) if on_record else frozenset(cases),
    )


def _burned(looks: Sequence[Look], run: str, styles: Iterable[str]) -> dict[str, Burn]:
    """Map each style whose first look was not in this run to that look."""
    burned = {}
    for style in sorted(set(styles)):
        first = next((look for look in looks if style in look.styles), None)
        if first is None:
            burned[style] = Burn(judge_id="", at="", run="")
        elif first.run != run:
            burned[style] = Burn(judge_id=first.judge_id, at=first.at, run=first.run)
    return burned


def _judged_before(looks: Sequence[Look], judge_id: str) -> frozenset[str]:
    """Cases that another version judged, in another run, before this version did."""
    own: dict[str, str] = {}
    earlier: dict[str, set[str]] = {}
    for look in looks:
        for case in look.cases:
            if look.judge_id == judge_id:
                own.setdefault(case, look.run)
            elif case not in own:
                earlier.setdefault(case, set()).add(look.run)
    return frozenset(case for case, runs in earlier.items() if runs - {own.get(case, "")})
