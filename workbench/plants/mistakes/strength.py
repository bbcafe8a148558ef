"""The strength of a claim raised: some to all, may to will, a hedge taken away."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.stronger import TURNS
from workbench.plants.wording.turns import Support, turned
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED

_SUPPORT = Support(least=0.5, contests=0.4, silent=0.6)


def strength_raised(ground: Ground, rng: Random) -> Draft:
    """Put a stronger word for a weak one that the passages hold: all for some, will for may, required for advised.

    Raises:
        Declined: no passage holds a weak word of the answer, or one makes the stronger claim.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    sites = list(turned(ground, TURNS, _SUPPORT))
    if not sites:
        raise Declined("no weak word that the passages hold, and hold only as weak")
    site = rng.choice(sites)
    old = ground.case.answer[site.start : site.end]
    proof = (
        f'"{old}" becomes "{site.new}"; a passage makes the weaker claim ("{site.passage[:160]}"), and no passage '
        "sentence near it makes it without a weak word or with a strong one"
    )
    return edited(ground, [(site.start, site.end, site.new)], proof)


STYLES = (
    Style(
        name="strength_raised",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a claim is made stronger than the passages make it: some to all, may to will, recommended to required",
        covers="a passage makes the weaker claim with a weak word, and none near it the stronger one. Whether common "
        "sense makes the stronger claim true all the same is for a reader",
        plant=strength_raised,
        examples=(
            Example(
                question="Can cold weather harm the battery?",
                passages=("Some riders report that frost may reduce the range of the Kestrel battery.",),
                answer="Frost may reduce the range of the Kestrel battery.",
                becomes="Frost will reduce the range of the Kestrel battery.",
            ),
            Example(
                question="Is a helmet needed?",
                passages=("A helmet is recommended for riders of the Heron.",),
                answer="A helmet is recommended for riders of the Heron.",
                becomes="A helmet is required for riders of the Heron.",
            ),
        ),
    ),
)
