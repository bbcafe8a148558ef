"""A replayed cascade in words, and as JSON for machines."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workbench.analysis.cascade import Ends, Replay
from workbench.report.columns import Cell, paragraph, table
from workbench.report.replayed import Cascade
from workbench.report.visible import on_one_line
from workbench.report.words import UNKNOWN, Side, aside_words, count_words, dollar_words, plural, worst_case_words

_NAMED = 8
_ITEMS = 1_000
_ENDS = {
    Ends.ON_FAIL: "a fail decides, everything else goes on",
    Ends.ON_AGREEMENT: "decides where its calls agree, the rest goes on",
    Ends.ALWAYS: "decides the rest, by majority",
}


def cascade_text(found: Cascade, *, width: int) -> str:
    """Say what a cascade would have caught, alarmed and cost, beside its last stage alone.

    Args:
        found: The cascade, replayed.
        width: Columns of the page.
    """
    lines = _wrapped(f"rule {found.rule}, replayed on run {found.run_id}", width, first="CASCADE  ", rest="  ")
    for place, one in enumerate(found.stages, start=1):
        said = f"{one.stage.judge}, {plural(one.stage.calls, 'call')}: {_ENDS[one.stage.ends]}"
        lines += _wrapped(said, width, first=f"  {place}  ")
    lines += ["", *_figures(found, width), ""]
    for sentence in _sentences(found):
        lines += _wrapped(sentence, width, rest="  ")
    return "".join(f"{line}\n" for line in lines)


def cascade_json(found: Cascade) -> dict[str, Any]:
    """Return the cascade as a JSON document; a cost that is not known is null."""
    return {
        "format": 1,
        "run_id": found.run_id,
        "rule": found.rule,
        "stages": [
            {
                "judge": one.judge.name,
                "model": one.judge.model,
                "judge_id": one.judge.judge_id,
                "calls": one.stage.calls,
                "ends": str(one.stage.ends),
                "dollars_a_call": one.stage.cost if one.priced else None,
            }
            for one in found.stages
        ],
        "cascade": _replay_json(found.whole, priced=_priced(found)),
        "last_alone": _replay_json(found.last, priced=found.stages[-1].priced),
        "added_alarms": list(_added(found)),
    }


def _figures(found: Cascade, width: int) -> Iterator[str]:
    heading: list[Cell] = [[""], ["caught"], ["sources alarmed"], ["for 1,000 items"], ["calls"]]
    rows: list[list[Cell]] = [heading]
    for name, replay, priced in (
        ("cascade", found.whole, _priced(found)),
        ("last alone", found.last, found.stages[-1].priced),
    ):
        rows.append(
            [
                [name],
                [
                    count_words(replay.catch),
                    worst_case_words(replay.catch, Side.CAUGHT),
                    *aside_words(replay.catch, Side.CAUGHT),
                ],
                [
                    count_words(replay.alarms),
                    worst_case_words(replay.alarms, Side.ALARMED),
                    *aside_words(replay.alarms, Side.ALARMED),
                ],
                _cost(replay, priced=priced),
                [f"{sum(replay.calls.values()):,}"],
            ]
        )
    drawn = table(rows, width=width, first=10)
    if drawn is not None:
        yield from (line for row in drawn for line in row if line.strip())
        return
    for row in rows[1:]:
        parts = [", ".join(part for part in cell if part) for cell in row]
        said = "; ".join(f"{title[0]} {part}" for title, part in zip(heading[1:], parts[1:], strict=True))
        yield from _wrapped(f"{parts[0]}: {said}", width, rest="  ")


def _cost(replay: Replay, *, priced: bool) -> list[str]:
    if not priced:
        return [UNKNOWN]
    low, high = (dollar_words(part * _ITEMS) for part in (replay.cost_low, replay.cost_high))
    return [dollar_words(replay.cost * _ITEMS), f"{low} to {high}"] if replay.cost else [dollar_words(0.0)]


def _sentences(found: Cascade) -> Iterator[str]:
    added = _added(found)
    if added:
        more = f" and {len(added) - _NAMED:,} more" if len(added) > _NAMED else ""
        named = ", ".join(item[:8] for item in added[:_NAMED])
        yield f"The stages before the last one add alarms on {plural(len(added), 'right answer')}: {named}{more}."
    else:
        yield "The stages before the last one add no alarm on a right answer of this run."
    last = found.stages[-1].stage.judge
    asked, items = found.whole.reached[last], found.last.reached[last]
    yield f"{asked:,} of {plural(items, 'item')} reach the last stage."
    yield "Choosing the best of several cascades on the same verdicts is tuning: confirm yours on fresh cases."


def _added(found: Cascade) -> tuple[str, ...]:
    return tuple(item for item in found.whole.failed if item not in found.last.failed)


def _priced(found: Cascade) -> bool:
    return all(one.priced for one in found.stages)


def _replay_json(replay: Replay, *, priced: bool) -> dict[str, Any]:
    value = asdict(replay)
    return value if priced else {**value, "cost": None, "cost_low": None, "cost_high": None}


def _wrapped(text: str, width: int, *, first: str = "", rest: str | None = None) -> list[str]:
    return paragraph(on_one_line(text), width=width, first=first, rest=rest)
