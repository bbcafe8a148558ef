"""What the calls of a judge cost."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What the calls cost. An unknown price is unknown, never zero.

    Attributes:
        dollars: Spend on calls with a known price; None where the model has no price.
        per_thousand: Dollars for 1,000 verdicts; None where unknown.
        tokens: Sums of the token counts that the API returned, by name.
        known: False where some calls could not be priced: the total is then "at least".
    """

    dollars: float | None
    per_thousand: float | None
    tokens: Mapping[str, int]
    known: bool
