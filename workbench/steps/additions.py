"""What people add to the builder's work: decisions about plants, and plants of their own."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.cases.hand_made import read_hand_made
from workbench.errors import InputError
from workbench.records.challenge import Challenge
from workbench.records.decision import Decided, Decisions
from workbench.records.plant_decision import PlantDecided, PlantDecision, PlantDecisions
from workbench.steps.bench import Bench
from workbench.store.decisions import read_decisions
from workbench.store.plant_decisions import read_plant_decisions
from workbench.store.written_plants import read_written

if TYPE_CHECKING:
    from workbench.plants.style import Style


@dataclass(frozen=True, kw_only=True)
class Additions:
    """What people decided and made.

    Attributes:
        decisions: Where every decided item stands.
        challenges: Plants that people made or confirmed; always in the set, on top of the quota.
        to_confirm: Plants that wait for a person to confirm them; in no set until then.
        outdated: Plants that a model wrote for a saved answer that has changed since; in no set.
    """

    decisions: PlantDecisions
    challenges: tuple[Challenge, ...] = ()
    to_confirm: tuple[Challenge, ...] = ()
    outdated: int = 0


def read_additions(
    bench: Bench, styles: "Mapping[str, Style]", *, held_out: bool, still: Collection[str] = ()
) -> Additions:
    """Read what people decided and made for a bench.

    Plants made by hand belong to the bench's own answers, and are passed over where others are used.

    Args:
        bench: The bench.
        styles: The styles that the bench knows.
        held_out: Whether the held-out folder is opened.
        still: Items that are not retired by being found wrong in a run.

    Raises:
        InputError: with everything that is wrong with the plants made by hand.
        StoreError: the decisions are damaged.
    """
    lines = read_plant_decisions(bench.plant_decisions)
    if held_out:
        lines += read_plant_decisions(bench.settings.holdout.decisions)
    decisions = PlantDecisions.of(sorted((*lines, *_found_wrong(bench, still)), key=lambda line: line.at))
    if not bench.own:
        return Additions(decisions=decisions)
    written = read_written(bench.written)
    current = {one.challenge.item.item_id: one.challenge for one in written if _is_current(one.challenge, bench)}
    decided = decisions.confirmed | decisions.retired.keys()
    confirmed = [challenge for item, challenge in current.items() if item in decided]
    return Additions(
        decisions=decisions,
        challenges=(*_hand_made(bench, styles, held_out=held_out), *confirmed),
        to_confirm=tuple(challenge for item, challenge in current.items() if item not in decided),
        outdated=sum(not _is_current(one.challenge, bench) for one in written),
    )


def _found_wrong(bench: Bench, still: Collection[str]) -> Iterator[PlantDecision]:
    """Whoever found a plant wrong, reading a disagreement, retired it; whoever confirms it later brings it back."""
    for line in Decisions.of(read_decisions(bench.settings.decisions)).text.values():
        if line.decision is Decided.PLANT_WRONG and line.item not in still:
            retired = PlantDecided.RETIRED
            yield PlantDecision(
                at=line.at, by=line.by, item=line.item, parent="", style="", decision=retired, reason=line.note
            )


def _is_current(challenge: Challenge, bench: Bench) -> bool:
    """Whether the saved answer that a model changed is still what it was."""
    from workbench.plants.verify import restored

    item = challenge.item
    return any(
        (case.case_id, case.question, case.passages) == (challenge.parent, item.question, item.passages)
        and case.answer == restored(item.answer, challenge.sites, "answer")
        for case in bench.cases
    )


def _hand_made(bench: Bench, styles: "Mapping[str, Style]", *, held_out: bool) -> tuple[Challenge, ...]:
    from workbench.plants.given.hand_made import Workshop, hand_made_challenges

    folders = [(bench.plants, False)] if bench.settings.answers != bench.plants else []
    folders += [(bench.settings.holdout.path, True)] if held_out else []
    challenges: list[Challenge] = []
    problems = []
    for folder, sealed in folders:
        made, wrong = read_hand_made(folder)
        shop = Workshop(
            cases={case.case_id: case for case in bench.cases},
            styles=styles,
            # A style that is planted for tuning is no secret, so files of one style belong in one of the folders.
            tuned=frozenset(one.style for one in challenges),
            held_out=frozenset(bench.settings.held_out),
            sealed=sealed,
        )
        found, more = hand_made_challenges(made, shop, not_found=bench.settings.not_found)
        challenges += found
        problems += [*wrong, *more]
    if problems:
        raise InputError(problems)
    return tuple(challenges)
