"""Neutral changes put on a planted copy besides its mistake, so that such changes tell nothing of who is wrong.

Near misses change courtesy, mark-up, the form of citations and the order of passages. Were wrong copies never changed
in these ways, a judge could pass whatever is dressed like a near miss.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.near_misses.citing import citation_style
from workbench.plants.near_misses.frames import polite_frame
from workbench.plants.near_misses.lists import sentence_to_list
from workbench.plants.near_misses.marking import marked_up
from workbench.plants.near_misses.passages import passages_reordered
from workbench.plants.style import Declined, Draft, edited, is_new
from workbench.plants.wording.house_style import cites_passages
from workbench.records.challenge import Site
from workbench.text.declines import declines, is_decline
from workbench.text.sentences import sentences

_Change = Callable[[Ground, Random], Draft]
# What may be changed besides, and how the proof tells of it.
_CHANGES: tuple[tuple[_Change, str], ...] = (
    (polite_frame, "a courtesy stands before or after the answer"),
    (marked_up, "Markdown marks came or went"),
    (citation_style, "citations are written in another form"),
    (passages_reordered, "passages are in another order"),
    (sentence_to_list, "its sentences stand as a list"),
)
# Courtesies, headings and lists would be odd with a decline.
_WITH_DECLINE = (citation_style, passages_reordered)
# The share of planted copies that are dressed, where anything fits.
_SHARE = 0.25
# The share of invented answers that cite, in a library whose answers cite.
_CITED = 0.5


def dressed(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Return a planted copy with one neutral change more, or as it was.

    Nothing is added that could be checked: no figure, no name, no claim. What the proof of the mistake says of figures,
    names and passages holds on. The change touches no place of the mistake, unless the whole answer is new.
    """
    made = _cited(ground, draft, rng)
    if rng.random() >= _SHARE:
        return made
    changes = _fitting(ground, made)
    for change, told in rng.sample(changes, len(changes)):
        try:
            made = _with(ground, made, change, rng)
        except Declined:
            continue
        return replace(made, proof=f"{made.proof}; besides, {told}")
    return made


def _fitting(ground: Ground, draft: Draft) -> tuple[tuple[_Change, str], ...]:
    """The changes that suit a copy: with a decline a list or "let me know if anything is unclear" would be odd."""
    declined = any(declines(span.text) for span in sentences(draft.answer))
    # A decline of another's wording may be so long that it is not told by its words.
    if is_new(draft) and (declined or not (ground.declined or is_decline(draft.answer, ground.not_found))):
        return tuple(one for one in _CHANGES if one[0] in _WITH_DECLINE)
    return _CHANGES


def _with(ground: Ground, draft: Draft, change: _Change, rng: Random) -> Draft:
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


def _cited(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Let an invented answer cite a passage shown, as trusted answers of its library do."""
    answer, ids = draft.answer, [passage.id for passage in draft.passages]
    if not (ground.declined and ids and cites_passages(ground.library)) or rng.random() >= _CITED:
        return draft
    if not is_new(draft) or "[" in answer or answer[-1:] != ".":
        return draft
    mark = rng.choice(ids)
    return edited(
        ground,
        [(0, len(ground.case.answer), f"{answer[:-1]} [{mark}].")],
        f"{draft.proof}; besides, it cites [{mark}], which was shown and does not say so",
    )
