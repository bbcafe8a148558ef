"""A challenge: an item together with what a right judge says of it. Judges never see one.

The challenges of a rule are the answer key of a bench: clean answers and near misses that must pass, planted and
held-out mistakes that must fail, natural answers that a person labelled.
"""

from dataclasses import dataclass
from enum import StrEnum

from workbench.records.item import Item
from workbench.records.verdict import Outcome


class Set(StrEnum):
    """Which part of the answer key a challenge belongs to."""

    CLEAN = "clean"
    NEAR_MISS = "near_miss"
    PLANTED = "planted"
    HELD_OUT = "held_out"
    NATURAL = "natural"


@dataclass(frozen=True, kw_only=True)
class Site:
    """Where a change was made, exact to the character.

    Attributes:
        where: `answer`, `passages` (their order or number changed), or `passage:<id>` (the text of one changed).
        start: Offset of `after` in the changed text. For `passages`, always 0.
        before: What stood there in the parent. For `passages`, the ids, joined by a space.
        after: What stands there now. Replacing `after` by `before` at `start` gives the parent back.
    """

    where: str
    start: int
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """One line of the answer key.

    Attributes:
        item: What the judge is shown.
        rule: The rule under which it is judged.
        set: Which part of the key it belongs to.
        style: The kind of change; empty for an untouched answer.
        parent: Id of the case that it was made from.
        group: Challenges of one group share their source and are not independent.
        expected: What a right judge says.
        sites: Every place that was changed.
        proof: Why the expected verdict is right, in words that a reader can check.
    """

    item: Item
    rule: str
    set: Set
    style: str
    parent: str
    group: str
    expected: Outcome
    sites: tuple[Site, ...] = ()
    proof: str = ""
