"""Two control items a rule: any judge that works passes the one and fails the other. For a self-test before a paid run.

They are fixed and ship with the workbench. No bench holds them, so a self-test shows a judge nothing that it will be
measured on and opens no held-out style; and they are short, so two calls cost next to nothing. They are in English:
a rubric in another language is asked about English material, as it would be about any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.records.verdict import Outcome


@dataclass(frozen=True, kw_only=True)
class Control:
    """An item that no working judge gets wrong.

    Attributes:
        item: What the judge is shown.
        expected: What it must say.
        is_what: What the item is, in words.
    """

    item: Item
    expected: Outcome
    is_what: str


def _asked(passage: str, answer: str) -> Item:
    return Item.of(
        question="How many lockers does the boathouse have?",
        passages=(Passage(id="boathouse", title="The boathouse", text=passage),),
        answer=answer,
    )


_UNTOUCHED = Control(
    item=_asked("The boathouse has 12 lockers. It opens at 9:00.", "The boathouse has 12 lockers [boathouse]."),
    expected=Outcome.PASS,
    is_what="an answer that repeats its passage",
)
# Under `answers_when_it_can` another figure than the passage's is no fault; there the passage holds none.
_CONTRADICTED = Control(
    item=_asked("The boathouse has 12 lockers. It opens at 9:00.", "The boathouse has 47 lockers [boathouse]."),
    expected=Outcome.FAIL,
    is_what="an answer that its passage contradicts",
)
_MADE_UP = Control(
    item=_asked(
        "The boathouse opens at 9:00. It has lockers, but nobody has counted them, and their number is not known.",
        "The boathouse has 47 lockers [boathouse].",
    ),
    expected=Outcome.FAIL,
    is_what="an answer that its passage contradicts",
)

CONTROLS: Mapping[str, tuple[Control, Control]] = {
    GROUNDED: (_UNTOUCHED, _CONTRADICTED),
    ANSWERS_WHEN_IT_CAN: (_UNTOUCHED, _MADE_UP),
}
"""Rule to its two control items: one to pass, one to fail."""
