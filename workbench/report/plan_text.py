"""A plan of cases in words, and as JSON for machines."""

from collections.abc import Iterator
from dataclasses import asdict
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import floor
from typing import Any

from workbench.gate.policy import Bars
from workbench.gate.sizes import Line, Size, Sizes
from workbench.report.columns import paragraph
from workbench.report.planned import PlannedCases, Today
from workbench.report.visible import on_one_line
from workbench.report.words import plural

_LEAD = 19
_WRONG = {Line.PLANTED: "missed", Line.SOURCES: "alarmed", Line.HELD_OUT: "missed"}
_VERBS = {Line.PLANTED: "catches", Line.SOURCES: "passes", Line.HELD_OUT: "catches"}


def plan_text(plan: PlannedCases, *, width: int) -> str:
    """Say how many cases the level needs, what asking about them takes, and what today's set can show at best.

    Args:
        plan: The plan.
        width: Columns of the page.
    """
    lines = [*_head(plan, width)]
    for sizes in plan.ways:
        lines += ["", *_sizes(plan, sizes, width)]
    lines += ["", *_wrapped(_calls(plan), width, rest="  ")]
    for paid in plan.paid:
        said = f"{paid.judge}: about {_dollars(paid.dollars)}, at the price of run {paid.run_id}"
        lines += _wrapped(said, width, first="  ", rest="    ")
    level = f"{plan.level}, {plan.ways[-1].way}" if len(plan.ways) > 1 else str(plan.level)
    for today in plan.today:
        shown, missing = today_sentences(today, level=level)
        lines += [""]
        lines += _wrapped(today_words(today), width, first=f"TODAY  rule {today.rule}: ", rest="  ")
        lines += [line for said in (shown, missing) for line in _wrapped(said, width, first="  ")]
    if plan.today:
        lines += ["", *_wrapped("Held-out mistakes stay sealed and are not counted in today's set.", width)]
    return "".join(f"{line}\n" for line in lines)


def plan_json(plan: PlannedCases) -> dict[str, Any]:
    """Return the plan as a JSON document."""
    return {
        "format": 1,
        "level": str(plan.level),
        "bars": asdict(plan.bars),
        "quality": asdict(plan.quality),
        "power": plan.wanted,
        "candidates": plan.candidates,
        "ways": [asdict(sizes) for sizes in plan.ways],
        "near_misses_an_answer": plan.near_misses,
        "calls": plan.calls,
        "today": [asdict(today) for today in plan.today],
        "paid": [asdict(paid) for paid in plan.paid],
    }


def _head(plan: PlannedCases, width: int) -> list[str]:
    quality = plan.quality
    said = (
        f"{plan.level} for a judge that catches {_percent(quality.catch)} of planted and {_percent(quality.held_out)} "
        f"of held-out mistakes, alarms on {_percent(1 - quality.passing)} of trusted answers and says the same in "
        f"every repeat, in {_percent(plan.wanted)} of all tries or more"
    )
    if plan.candidates > 1:
        many = f"{plan.candidates:,}"
        said += f"; {many} candidates share the set, so each has to show its rates at 5% over {many}"
    return _wrapped(said, width, first="PLAN  ", rest="  ")


def _sizes(plan: PlannedCases, sizes: Sizes, width: int) -> Iterator[str]:
    yield from _wrapped(f"Cases {sizes.way}:", width)
    for line in sizes.never:
        share = {Line.PLANTED: plan.quality.catch, Line.SOURCES: plan.quality.passing}.get(line, plan.quality.held_out)
        asked = {Line.PLANTED: plan.bars.catch_floor, Line.SOURCES: plan.bars.pass_floor}.get(line)
        bar = asked if asked is not None else plan.bars.held_out_floor or 0.0
        said = f"no number shows that a judge that {_VERBS[line]} {_percent(share)} {_VERBS[line]} {_percent(bar)}"
        yield from _wrapped(said, width, first=f"  {line:<{_LEAD}}")
    for size in sizes.sizes:
        yield from _wrapped(_size(size, plan.bars), width, first=f"  {size.line:<{_LEAD}}")
    if not sizes.never:
        said = f"{sizes.answers:,} for all of it, with two planted mistakes in copies of each at most"
        yield from _wrapped(said, width, first=f"  {'answers to save':<{_LEAD}}")
        said = f"{_percent(sizes.power)} of all tries, all lines together"
        yield from _wrapped(said, width, first=f"  {'passes in':<{_LEAD}}")


def _size(size: Size, bars: Bars) -> str:
    said = f"{size.items:,}, of which {size.misses:,} may be {_WRONG[size.line]}"
    if size.line is Line.PLANTED:
        said += f"; of {plural(bars.plant_styles, 'style')} or more"
        if bars.style_share < 1:
            said += f", at most {floor(size.items * bars.style_share + 1e-9):,} of one"
    if size.line is Line.HELD_OUT:
        said += f"; of {plural(bars.held_out_styles, 'style')} or more, opened once"
    return said


def _calls(plan: PlannedCases) -> str:
    if plan.calls is None:
        return "No calls are counted: no number of them shows it."
    repeats = plan.bars.repeats
    near = f", with {plan.near_misses:.1f} near misses for each trusted answer, as today" if plan.near_misses else ""
    return (
        f"{plan.calls:,} calls of a candidate for the cases {plan.ways[0].way}: {plural(repeats, 'repeat')} of every "
        f"item{near}. Repeats show whether a judge agrees with itself; they make no more cases."
    )


def today_words(today: Today) -> str:
    """Say what today's set of a rule holds."""
    counts = today.counts
    near = counts.get("near_miss", 0)
    return (
        f"{plural(counts.get('planted', 0), 'planted mistake')} of {plural(today.styles, 'style')}, "
        f"{plural(counts.get('clean', 0), 'trusted answer')}, {near:,} near {'miss' if near == 1 else 'misses'}"
    )


def missing_words(today: Today) -> tuple[str, ...]:
    """Name what is missing in today's set for the level; nothing where it is enough."""
    best = today.at_best
    missing = [plural(count, f"more {line.removesuffix('s')}") for line, count in best.missing.items()]
    if best.missing_styles:
        missing.append(plural(best.missing_styles, "more style"))
    return tuple(missing)


def today_sentences(today: Today, *, level: str) -> tuple[str, str]:
    """Say what today's set can show at best, and what is missing in it for a level."""
    best = today.at_best
    caught = "nothing of mistakes" if best.caught is None else f"at least {_floor(best.caught)} caught"
    alarmed = "nothing of alarms" if best.alarmed is None else f"at most {_ceiling(best.alarmed)} alarmed"
    missing = missing_words(today)
    verdict = f"Missing for {level}: {', '.join(missing)}." if missing else f"Enough for {level}."
    return f"A judge that is right on all of them shows {caught} and {alarmed}.", verdict


def _percent(share: float) -> str:
    value = (Decimal(str(round(share, 9))) * 100).quantize(Decimal("0.1"))
    return f"{value:f}".removesuffix(".0") + "%"


def _floor(share: float) -> str:
    return f"{int((Decimal(str(share)) * 100).to_integral_value(rounding=ROUND_FLOOR))}%"


def _ceiling(share: float) -> str:
    return f"{int((Decimal(str(share)) * 100).to_integral_value(rounding=ROUND_CEILING))}%"


def _dollars(amount: float) -> str:
    return f"${Decimal(str(amount)).quantize(Decimal('0.01'), rounding=ROUND_CEILING):,}"


def _wrapped(text: str, width: int, *, first: str = "", rest: str | None = None) -> list[str]:
    return paragraph(on_one_line(text), width=width, first=first, rest=rest)
