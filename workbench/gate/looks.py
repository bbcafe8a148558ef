"""What the ledger means for one judge version: what is burned, and what is fresh.

One look, then it is tuning data. The first run that opens a held-out style is the only one whose results count as
held out, for all candidates of that run together. For every later version the style is burned. Ordinary cases are
kept in the same way: they are fresh for a version if no earlier version ran on them. A version that looks again at
what it was the first to see burns nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.gate.chain import Look
from workbench.gate.ledger import Ledger


@dataclass(frozen=True, kw_only=True)
class Burn:
    """Who looked first, and when."""

    judge_id: str
    at: str
    run: str


@dataclass(frozen=True, kw_only=True)
class LedgerView:
    """What one judge version may still count.

    Attributes:
        judge: The judge's name.
        rule: The rule that it decides.
        judge_id: Its version.
        burned: Held-out style to the earliest look of another version that came before this version's own.
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


def view(ledger: Ledger, *, judge: str, rule: str, judge_id: str) -> LedgerView:
    """What may this version of a judge still count?

    Args:
        ledger: The ledger.
        judge: The judge's name; versions of one judge on several models share it.
        rule: The rule that it decides.
        judge_id: The version.
    """
    looks = [look for look in ledger.looks if (look.judge, look.rule) == (judge, rule)]
    styles = _first_by_others([look.styles for look in looks], looks, judge_id)
    cases = _first_by_others([look.cases for look in looks], looks, judge_id)
    return LedgerView(judge=judge, rule=rule, judge_id=judge_id, burned=styles, stale=frozenset(cases))


def _first_by_others(seen: Sequence[Sequence[str]], looks: Sequence[Look], judge_id: str) -> dict[str, Burn]:
    """Map each name that other versions saw before this one to the earliest such look."""
    own: dict[str, str] = {}
    others: dict[str, list[Look]] = {}
    for names, look in zip(seen, looks, strict=True):
        for name in names:
            if look.judge_id == judge_id:
                own.setdefault(name, look.run)
            elif name not in own:
                others.setdefault(name, []).append(look)
    burns = {}
    for name, earlier in sorted(others.items()):
        before = [look for look in earlier if look.run != own.get(name)]
        if before:
            first = before[0]
            burns[name] = Burn(judge_id=first.judge_id, at=first.at, run=first.run)
    return burns
