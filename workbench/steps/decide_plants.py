"""What a person decides about plants: confirmed, or retired with a reason."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.errors import InputError, unknown_name
from workbench.records.challenge import Challenge, Set
from workbench.records.plant_decision import PlantDecided, PlantDecision
from workbench.runner.clock import utc_now
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import Bench
from workbench.steps.person import person
from workbench.store.plant_decisions import append_plant_decisions

_LISTED = 8


def decide_plants(
    bench: Bench, ids: Sequence[str], decision: PlantDecided, *, reason: str, held_out: bool
) -> tuple[PlantDecision, ...]:
    """Write down what a person decided about plants.

    Any plant that the styles can make of the saved answers may be named, whether the quota took it or not.

    Args:
        bench: The bench.
        ids: Ids of items, or their beginnings.
        decision: What was decided.
        reason: Why; needed to retire.
        held_out: Whether held-out plants may be named. What is decided about them is kept in `holdout/`.

    Raises:
        InputError: an id is that of no plant or of several, or a plant is retired without a reason.
        StoreError: the decisions are damaged or cannot be written.
    """
    if decision is PlantDecided.RETIRED and not reason.strip():
        raise InputError("a plant is retired with a reason: say it with --reason")
    plants = _plants(bench, held_out=held_out)
    chosen = [_find(plants, item, held_out=held_out) for item in ids]
    at, by = utc_now(), person()
    lines = {
        one.item.item_id: PlantDecision(
            at=at,
            by=by,
            item=one.item.item_id,
            parent=one.parent,
            style=one.style,
            decision=decision,
            reason=reason.strip(),
        )
        for one in chosen
    }
    sealed = {one.item.item_id for one in chosen if one.set is Set.HELD_OUT}
    ordinary = [line for item, line in lines.items() if item not in sealed]
    if ordinary:
        append_plant_decisions(bench.plant_decisions, ordinary)
    if sealed:
        append_plant_decisions(bench.settings.holdout.decisions, [lines[item] for item in sorted(sealed)])
    return tuple(lines.values())


def _plants(bench: Bench, *, held_out: bool) -> dict[str, Challenge]:
    """Every plant by its item, without a quota, retired ones and those that wait to be confirmed included."""
    settings = replace(bench.settings, plants=None, near_misses=None, held_out_plants=None)
    key = build_answer_key(replace(bench, settings=settings), held_out=held_out, with_retired=True)
    waiting = key.additions.to_confirm
    return {one.item.item_id: one for one in (*key.challenges, *waiting) if one.set is not Set.CLEAN}


def _find(plants: dict[str, Challenge], item: str, *, held_out: bool) -> Challenge:
    found = [item_id for item_id in plants if item and item_id.startswith(item)]
    if len(found) == 1:
        return plants[found[0]]
    if found:
        raise InputError(f"{len(found)} plants begin with {item}: give more of the id")
    error = unknown_name("plant", item, [one for one, plant in plants.items() if plant.set is Set.PLANTED][:_LISTED])
    if held_out:
        raise error
    raise InputError(str(error), hint="a held-out plant is named together with --with-holdout")
