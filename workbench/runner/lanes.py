"""Which judges share the pace of one model."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from workbench.judges.judge import CachedPrompts, Judge
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.runner.lane import Lane
from workbench.runner.limits import Limits
from workbench.runner.line import Line
from workbench.runner.schedule import Cell

# The details of a judge that say where its model is asked.
_PLACES = ("server", "base_url", "openai_url")


def lanes(
    cells: Sequence[Cell],
    judges: Mapping[str, Judge],
    *,
    limits: Limits,
    wanted: Callable[[Cell], bool],
    sleep: Callable[[float], Awaitable[None]],
    on_held: Callable[[], None],
) -> tuple[Lane, ...]:
    """Sort cells into one lane for each model at a server, and one for each judge that runs on none.

    Args:
        cells: What is asked, in order.
        judges: The judges by id.
        limits: The bounds of the run.
        wanted: Asked of each cell right before it is given out.
        sleep: Waits that many seconds, or until the run stops.
        on_held: Called when a model begins to be held back.
    """
    by_judge: dict[str, list[Cell]] = {}
    for cell in cells:
        by_judge.setdefault(cell.judge_id, []).append(cell)
    lines: dict[tuple[str, str], dict[str, Line]] = {}
    for judge_id, owed in by_judge.items():
        judge = judges[judge_id]
        if isinstance(judge, CachedPrompts):
            life_s, used_at = judge.cache_life_s, judge.rubric_used_at
            line = Line(owed, cache_life_s=life_s, rubric_used_at=used_at, wanted=wanted)
        else:
            line = Line(owed, cache_life_s=0.0, wanted=wanted)
        lines.setdefault(_lane_of(judge.spec), {})[judge_id] = line
    return tuple(
        Lane(name, of_lane, limits=limits, sleep=sleep, on_held=on_held) for (name, _), of_lane in lines.items()
    )


def _lane_of(spec: JudgeSpec) -> tuple[str, str]:
    """Return the name of a judge's lane, and what else tells it from others: the server of its model, or the judge."""
    if spec.kind is not JudgeKind.MODEL:
        return spec.name, spec.judge_id
    return spec.model, "\n".join(str(spec.details.get(place, "")) for place in _PLACES)
