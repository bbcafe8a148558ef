"""What people add to the builder's work: decisions about plants, and plants of their own."""

from dataclasses import dataclass

from workbench.records.challenge import Challenge
from workbench.records.plant_decision import PlantDecisions
from workbench.steps.bench import Bench
from workbench.store.plant_decisions import read_plant_decisions


@dataclass(frozen=True, kw_only=True)
class Additions:
    """What people decided and made.

    Attributes:
        decisions: Where every decided item stands.
        challenges: Plants that people made or confirmed; always in the set, on top of the quota.
        to_confirm: Plants that wait for a person to confirm them; in no set until then.
    """

    decisions: PlantDecisions
    challenges: tuple[Challenge, ...] = ()
    to_confirm: tuple[Challenge, ...] = ()


def read_additions(bench: Bench, *, held_out: bool) -> Additions:
    """Read what people decided and made for a bench.

    Args:
        bench: The bench.
        held_out: Whether the held-out folder is opened.

    Raises:
        StoreError: the decisions are damaged.
    """
    lines = read_plant_decisions(bench.plant_decisions)
    if held_out:
        lines += read_plant_decisions(bench.settings.holdout.decisions)
    return Additions(decisions=PlantDecisions.of(lines))
