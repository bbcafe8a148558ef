"""Neutral changes put on a planted copy besides its mistake, so that such changes tell nothing of who is wrong.

Near misses change courtesy, mark-up, the form of citations and the order of passages. Were wrong copies never changed
in these ways, a judge could pass whatever is dressed like a near miss.
"""

from dataclasses import replace
from random import Random

from workbench.plants.compose import Change, changed_over
from workbench.plants.ground import Ground
from workbench.plants.near_misses.citing import citation_style
from workbench.plants.near_misses.frames import polite_frame
from workbench.plants.near_misses.lists import sentence_to_list
from workbench.plants.near_misses.marking import marked_up
from workbench.plants.near_misses.passages import passages_reordered
from workbench.plants.style import Declined, Draft, is_new
from workbench.text.declines import declines, is_decline
from workbench.text.sentences import sentences

# What may be changed besides, and how the proof tells of it.
_CHANGES: tuple[tuple[Change, str], ...] = (
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


def dressed(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Return a planted copy with one neutral change more, or as it was.

    Nothing is added that could be checked: no figure, no name, no claim. What the proof of the mistake says of figures,
    names and passages holds on. The change touches no place of the mistake, unless the whole answer is new.
    """
    if rng.random() >= _SHARE:
        return draft
    changes = _fitting(ground, draft)
    for change, told in rng.sample(changes, len(changes)):
        try:
            made = changed_over(ground, draft, change, rng)
        except Declined:
            continue
        return replace(made, proof=f"{made.proof}; besides, {told}")
    return draft


def _fitting(ground: Ground, draft: Draft) -> tuple[tuple[Change, str], ...]:
    """The changes that suit a copy: with a decline a list or "let me know if anything is unclear" would be odd."""
    declined = any(declines(span.text) for span in sentences(draft.answer))
    # A decline of another's wording may be so long that it is not told by its words.
    if is_new(draft) and (declined or not (ground.declined or is_decline(draft.answer, ground.not_found))):
        return tuple(one for one in _CHANGES if one[0] in _WITH_DECLINE)
    return _CHANGES
