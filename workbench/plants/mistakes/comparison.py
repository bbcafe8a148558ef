"""A comparison or direction turned into its opposite."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.opposites import TURNS
from workbench.plants.wording.turns import Support, turned
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED

_SUPPORT = Support(least=0.55, contests=0.4, silent=1.1, echoed=True)


def comparison_turned(ground: Ground, rng: Random) -> Draft:
    """Turn one comparison of a supported sentence: before to after, at least to at most, rose to fell.

    Raises:
        Declined: no passage holds a comparison of the answer, or one holds the opposite near it.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    sites = list(turned(ground, TURNS, _SUPPORT))
    if not sites:
        raise Declined("no comparison that the passages hold, and hold one way only")
    site = rng.choice(sites)
    old = ground.case.answer[site.start : site.end]
    proof = (
        f'"{old}" becomes "{site.new}"; a passage has it the other way ("{site.passage[:160]}"), and no passage '
        "sentence near it holds the new direction"
    )
    return edited(ground, [(site.start, site.end, site.new)], proof)


STYLES = (
    Style(
        name="comparison_turned",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a comparison or direction turns into its opposite: before to after, at least to at most, rose to fell",
        covers="a passage holds the old direction near the same words, and none near them the new one. That the "
        "passage sentence compares the very same two things is for a reader",
        plant=comparison_turned,
        examples=(
            Example(
                question="When do I check the bolts?",
                passages=("Check the motor bolts before every ride, and have them tightened each spring.",),
                answer="The motor bolts are checked before every ride.",
                becomes="The motor bolts are checked after every ride.",
            ),
            Example(
                question="How full must the battery be for an update?",
                passages=("An update starts only if the battery holds at least 60 percent of its charge.",),
                answer="The battery must hold at least 60 percent of its charge for an update.",
                becomes="The battery must hold at most 60 percent of its charge for an update.",
            ),
        ),
    ),
)
