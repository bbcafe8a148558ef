"""What a person decided about a plant: it is as it should be, or it is not and stays out."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class PlantDecided(StrEnum):
    """What may be decided about a plant."""

    CONFIRMED = "confirmed"
    RETIRED = "retired"


@dataclass(frozen=True, kw_only=True)
class PlantDecision:
    """One line of `plants/decisions.jsonl`. The last one on an item counts.

    Attributes:
        at: When, UTC, ISO 8601.
        by: Who.
        item: The item's id, a hash of its content: it holds whichever style makes the item, and however often.
        parent: Id of the case that it was made from.
        style: The kind of change.
        decision: What was decided.
        reason: Why; never empty where it was retired.
    """

    at: str
    by: str
    item: str
    parent: str
    style: str
    decision: PlantDecided
    reason: str


@dataclass(frozen=True, kw_only=True)
class PlantDecisions:
    """Where every decided item stands now.

    Attributes:
        confirmed: Ids of the items that a person confirmed.
        retired: Ids of the items that a person retired, with the reason.
    """

    confirmed: frozenset[str]
    retired: dict[str, str]

    @classmethod
    def of(cls, lines: Iterable[PlantDecision]) -> "PlantDecisions":
        """Take the last decision on each item."""
        last = {line.item: line for line in lines}
        return cls(
            confirmed=frozenset(item for item, line in last.items() if line.decision is PlantDecided.CONFIRMED),
            retired={item: line.reason for item, line in last.items() if line.decision is PlantDecided.RETIRED},
        )
