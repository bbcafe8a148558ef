"""New answers as long as trusted ones, so that length tells nothing of who is wrong."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, is_new, rewritten
from workbench.plants.wording.beside import beside_excerpt
from workbench.text.declines import plain_form


def lengthened(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Return a copy whose whole answer is new with an excerpt of a passage beside it, or as it was.

    The exact words with which the system declines stay alone, as they mostly do where they are right.
    """
    if not is_new(draft) or plain_form(draft.answer) == plain_form(ground.not_found):
        return draft
    try:
        made = beside_excerpt(ground, draft.answer, rng)
    except Declined:
        return draft
    return rewritten(ground, made.answer, f"{draft.proof}; {made.proof}")
