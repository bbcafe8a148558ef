"""What a reader must know of a run that asked no more than its decisions need."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.gate.words import percent, plural
from workbench.records.reply import JudgeSpec
from workbench.steps.stop_early import Stop, StopEarly

if TYPE_CHECKING:
    import pandas as pd


def stop_notes(stopping: StopEarly, verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]) -> tuple[str, ...]:
    """Say of each judge that stopped early how many calls that saved, and why it was asked no more.

    Args:
        stopping: What the decisions of the run need.
        verdicts: The verdict table.
        specs: The judges of the run.
    """
    return tuple(_notes(stopping, verdicts, {spec.judge_id: spec for spec in specs}))


def _notes(stopping: StopEarly, verdicts: "pd.DataFrame", specs: dict[str, JudgeSpec]) -> Iterator[str]:
    asked = verdicts["judge_id"].value_counts()
    items = verdicts.drop_duplicates(["judge_id", "item_id"])["judge_id"].value_counts()
    sequential = False
    for stop in stopping.stops:
        spec = specs[stop.judge_id]
        who = spec.name if spec.model == str(spec.kind) else f"{spec.name} on {spec.model}"
        calls = int(asked.get(stop.judge_id, 0))
        left, not_begun = stop.planned - calls, stop.items - int(items.get(stop.judge_id, 0))
        settled = left - not_begun * (stop.planned // stop.items) if spec.votes and stop.items else 0
        if not stop.reachable:
            every = "about every item" if settled else "everything"
            yield f"{who} was asked {every}: no judge could earn a level in this run, so nothing was to decide."
        elif left > settled:
            sequential = True
            saved = f"{percent(left / stop.planned)} saved"
            if settled:
                saved += f": {left - settled:,} on items that were not asked, {settled:,} as votes were settled"
            yield f"{who} stopped early, after {calls:,} of {plural(stop.planned, 'call')} ({saved}): {_why(stop)}."
            continue
        if settled:
            share = f"{settled:,} of {plural(stop.planned, 'call')} ({percent(settled / stop.planned)})"
            yield f"{who}: {share} were not needed, as votes were settled. No verdict and no rate would differ."
    if sequential:
        yield (
            "This run was sequential: what was not asked counts as wrong where numbers count as fixed, and is left out "
            "where evidence may grow. Rates are of what was asked, with bounds that hold at any time."
        )


def _why(stop: Stop) -> str:
    if stop.aim is None:
        return "it can earn no level any more"
    return f"no further verdict can take away the rates that {stop.aim} asks for"
