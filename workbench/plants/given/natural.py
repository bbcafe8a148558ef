"""Natural answers as challenges: a real answer, and what a person said of it. Nothing is ever planted in one."""

from collections import Counter
from collections.abc import Collection, Sequence

from workbench.records.case import Case
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.rules import GROUNDED
from workbench.records.status import NO_PASSAGES, needs_judge
from workbench.records.verdict import Outcome
from workbench.text.claims import claims

_IN_THE_SET = "natural, and in the set already"
_BOTH = "natural, and labelled both right and wrong"
_TWICE = "natural, and there twice"
_NO_CLAIM = "natural, labelled wrong without a rule, and without a claim that could be ungrounded"
_BARE = f"natural, and {NO_PASSAGES}"


def natural_challenges(
    cases: Sequence[Case], rule: str, taken: Collection[str], *, not_found: str = ""
) -> tuple[tuple[Challenge, ...], Counter[str]]:
    """Return the natural challenges of a rule, and how many labelled answers are none, by reason.

    Args:
        cases: Labelled answers; those labelled under another rule are passed over.
        rule: The rule.
        taken: Ids of the items that the set of the rule holds already.
        not_found: The exact words with which the system declines; empty where it has none.

    Returns:
        Challenges sorted by item. Of two answers with one content one is kept, and none where their labels differ.
    """
    mine: dict[str, list[Challenge]] = {}
    left_out: Counter[str] = Counter()
    for case in cases:
        if rule in case.rules and not needs_judge(case.passages):
            left_out[_BARE] += 1
        elif rule == GROUNDED and _blames_no_claim(case, not_found):
            left_out[_NO_CLAIM] += 1
        elif rule in case.rules:
            challenge = _challenge(case, rule)
            mine.setdefault(challenge.item.item_id, []).append(challenge)
    kept: list[Challenge] = []
    for item_id, found in sorted(mine.items()):
        if item_id in taken:
            left_out[_IN_THE_SET] += len(found)
        elif len({challenge.expected for challenge in found}) > 1:
            left_out[_BOTH] += len(found)
        else:
            kept.append(min(found, key=lambda challenge: challenge.parent))
            left_out[_TWICE] += len(found) - 1
    return tuple(kept), +left_out


def _blames_no_claim(case: Case, not_found: str) -> bool:
    """Whether an answer is labelled wrong, under no rule in particular, and claims nothing that could be ungrounded."""
    if len(case.rules) == 1 or case.label != "fail":
        return False
    return not claims(case.answer, [passage.id for passage in case.passages], not_found=not_found)


def _challenge(case: Case, rule: str) -> Challenge:
    return Challenge(
        item=Item.of(question=case.question, passages=case.passages, answer=case.answer),
        rule=rule,
        set=Set.NATURAL,
        style="",
        parent=case.case_id,
        group=case.group or case.case_id,
        expected=Outcome(case.label),
        proof=f"a person labelled this answer {case.label}",
    )
