"""Every style, by name. A new family adds its STYLES here and is built, tested and documented by that."""

from collections.abc import Mapping

from workbench.errors import unknown_name
from workbench.plants.mistakes import (
    causes,
    citations,
    comparison,
    conclusions,
    conditions,
    conflicts,
    dates,
    declining,
    edited_evidence,
    evidence,
    exchange,
    figure_added,
    figure_changed,
    injections,
    mentions,
    names,
    negation,
    other_question,
    outside,
    strength,
    units,
    withheld,
)
from workbench.plants.near_misses import (
    citing,
    conflict,
    context,
    declines,
    frames,
    injected,
    lists,
    marking,
    order,
    passages,
    quoting,
    rewording,
    shortened,
    spelling,
    trimming,
)
from workbench.plants.style import Style

GROUNDED_MISTAKES = (
    figure_changed,
    figure_added,
    names,
    negation,
    other_question,
    outside,
    conditions,
    evidence,
    units,
    dates,
    exchange,
    comparison,
    strength,
    causes,
    citations,
    conclusions,
    conflicts,
    edited_evidence,
    injections,
)
DECLINING_MISTAKES = (declining, withheld, other_question, mentions)
NEAR_MISSES = (
    spelling,
    rewording,
    order,
    lists,
    marking,
    citing,
    passages,
    context,
    conflict,
    declines,
    frames,
    injected,
    shortened,
    quoting,
    trimming,
)

STYLES: dict[str, Style] = {
    style.name: style for family in (*GROUNDED_MISTAKES, *DECLINING_MISTAKES, *NEAR_MISSES) for style in family.STYLES
}


def styles_named(chosen: tuple[str, ...], *, where: str, known: Mapping[str, Style] = STYLES) -> tuple[Style, ...]:
    """Return the styles of some names.

    Raises:
        InputError: a name is not known; says which ones are, and the nearest.
    """
    for name in chosen:
        if name not in known:
            raise unknown_name("style", name, tuple(known), where=where)
    return tuple(known[name] for name in chosen)
