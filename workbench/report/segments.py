"""A changed text in segments: what stayed, what was removed, what was planted, exact to the character."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.errors import InputError, Problem
from workbench.records.challenge import Site

WHOLE_BELOW = 0.40
"""Below this share of kept words, marks inside the text are noise and before and after are shown side by side."""


class Mark(StrEnum):
    """What became of a piece of text."""

    SAME = "same"
    REMOVED = "removed"
    PLANTED = "planted"


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One piece of a changed text. All but `removed` make the changed text, all but `planted` the trusted one."""

    mark: Mark
    text: str


def segments(text: str, sites: Iterable[Site], *, where: str) -> tuple[Segment, ...]:
    """Cut a changed text into segments by the places where it was changed.

    Args:
        text: The changed text, as the judge was shown it.
        sites: Its sites, in any order.
        where: The item and its part, for the error message.

    Raises:
        InputError: a site does not fit: its `after` is not in the text at its `start`, or two sites overlap.
    """
    found: list[Segment] = []
    end = 0
    for site in sorted(sites, key=lambda site: (site.start, len(site.after))):
        if site.start < end or text[site.start : site.start + len(site.after)] != site.after:
            expected = f"{site.after!r} at character {site.start}"
            raise InputError(Problem(where=where, expected=expected, got=repr(text[site.start :][: len(site.after)])))
        found.append(Segment(mark=Mark.SAME, text=text[end : site.start]))
        found.append(Segment(mark=Mark.REMOVED, text=site.before))
        found.append(Segment(mark=Mark.PLANTED, text=site.after))
        end = site.start + len(site.after)
    found.append(Segment(mark=Mark.SAME, text=text[end:]))
    return tuple(segment for segment in found if segment.text)


def changed_text(parts: Iterable[Segment]) -> str:
    """Return the text that the judge was shown."""
    return "".join(part.text for part in parts if part.mark is not Mark.REMOVED)


def trusted_text(parts: Iterable[Segment]) -> str:
    """Return the text that was changed."""
    return "".join(part.text for part in parts if part.mark is not Mark.PLANTED)


def replaced_whole(parts: Sequence[Segment]) -> bool:
    """Say whether so little was kept that before and after read better side by side.

    The share is the words inside kept segments over the words of the longer text. A text without a removal or without
    a plant is never "replaced": there is nothing to set beside it.
    """
    if {Mark.REMOVED, Mark.PLANTED} - {part.mark for part in parts}:
        return False
    kept = sum(len(part.text.split()) for part in parts if part.mark is Mark.SAME)
    longer = max(len(changed_text(parts).split()), len(trusted_text(parts).split()))
    return kept < WHOLE_BELOW * longer
