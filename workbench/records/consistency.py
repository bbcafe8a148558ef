"""How alike the repeats of one judge are."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Consistency:
    """Does the judge say the same thing again?

    Attributes:
        repeats: The largest number of repeats that an item had; of a judge that votes, its first calls.
        unanimous: Items whose valid repeats all agree, of `items` with at least two valid repeats.
        items: See above.
        bound: One-sided 95 % lower bound of the unanimous share; None where `items` is 0.
        pairwise: Mean agreement of two repeats of an item, comparable between different numbers of repeats.
        flipped: Ids of the items whose repeats disagree.
        ac1: Agreement of repeats beyond chance, Gwet's AC1; None where no item has two valid repeats.
        kappa: The same as Fleiss' kappa; None also where every verdict is the same, since it is undefined there.
        alpha: The same as Krippendorff's alpha; None likewise.
    """

    repeats: int
    unanimous: int
    items: int
    bound: float | None
    pairwise: float | None
    flipped: tuple[str, ...] = ()
    ac1: float | None = None
    kappa: float | None = None
    alpha: float | None = None
