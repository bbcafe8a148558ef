"""Which answers in use are judged, where one in N is?"""

from workbench.identity import digest

_DIGITS = 16


def is_sampled(item_id: str, one_in: int) -> bool:
    """Say whether an item is among one in N.

    A hash of its content decides, so neither the order of the answers nor the day nor what else there is plays a part,
    and nobody chooses. What is among one in N is among one in any smaller number too.

    Args:
        item_id: The item.
        one_in: N, from 1; 1 takes every item.

    Raises:
        ValueError: N is below 1.
    """
    if one_in < 1:
        raise ValueError(f"expected a whole number from 1, got {one_in}")
    return int(digest(["grade", item_id], length=_DIGITS), 16) * one_in < 1 << 4 * _DIGITS
