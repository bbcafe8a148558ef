"""A neutral change on top of a mistake, with the places of both in the coordinates of what comes out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft
from workbench.records.challenge import Site

Change = Callable[[Ground, Random], Draft]


def changed_over(ground: Ground, draft: Draft, change: Change, rng: Random) -> Draft:
    """Make a neutral change to what a style made.

    Raises:
        Declined: it does not fit, or would touch a place of the mistake.
    """
    case = replace(ground.case, answer=draft.answer, passages=draft.passages)
    over = change(Ground(case, ground.library, not_found=ground.not_found), rng)
    return Draft(
        answer=over.answer,
        passages=over.passages,
        sites=(*sorted(_in_answer(ground, draft, over), key=lambda site: site.start), *_in_passages(draft, over)),
        proof=draft.proof,
    )


def _in_answer(ground: Ground, draft: Draft, over: Draft) -> Iterator[Site]:
    """The places of both changes in the answer, in the coordinates of the last."""
    first = [site for site in draft.sites if site.where == "answer"]
    last = [site for site in over.sites if site.where == "answer"]
    if not last:
        yield from first
    elif [(site.start, site.after) for site in first] == [(0, draft.answer)]:
        yield Site(where="answer", start=0, before=ground.case.answer, after=over.answer)
    else:
        edits = _edits(last)
        placed = [(site.start, site.start + len(site.after)) for site in first]
        taken = sorted([*placed, *((start, end) for start, end, _ in edits)])
        if any(right[0] <= left[1] for left, right in pairwise(taken)):
            raise Declined("the change would touch the mistake")
        yield from last
        for site in first:
            yield replace(site, start=site.start + sum(grown for start, _, grown in edits if start < site.start))


def _edits(sites: list[Site]) -> list[tuple[int, int, int]]:
    """Sites as replacements in the text before: start, end, and by how much each makes it longer."""
    edits: list[tuple[int, int, int]] = []
    moved = 0
    for site in sorted(sites, key=lambda site: site.start):
        start, grown = site.start - moved, len(site.after) - len(site.before)
        edits.append((start, start + len(site.before), grown))
        moved += grown
    return edits


def _in_passages(draft: Draft, over: Draft) -> Iterator[Site]:
    """The places in passages: their texts are as the mistake left them, their order as the neutral change has it."""
    yield from (site for site in draft.sites if site.where.startswith("passage:"))
    moves = [site for part in (draft, over) for site in part.sites if site.where == "passages"]
    if moves:
        yield Site(where="passages", start=0, before=moves[0].before, after=moves[-1].after)
