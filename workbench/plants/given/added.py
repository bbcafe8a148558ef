"""Plants that people made, added to those of the builder: always in the set, on top of the quota."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from workbench.errors import InputError, Problem
from workbench.plants.built import Built
from workbench.records.challenge import Challenge, Set

_SAME_ITEM = "the same item as another challenge"
_ORDER = {part: place for place, part in enumerate(Set)}


def with_added(built: Built, added: Iterable[Challenge], retired: Mapping[str, str]) -> Built:
    """Add challenges of the rule to what was built, and count those that stay out.

    Args:
        built: What the builder made.
        added: Challenges of the same rule.
        retired: Ids of the items that a person retired, with the reason.

    Raises:
        InputError: an added item is in the set already and has to be judged the other way there.
    """
    taken = {challenge.item.item_id: challenge for challenge in built.challenges}
    planted = Counter(built.planted)
    declined = {style: Counter(reasons) for style, reasons in built.declined.items()}
    out = {style: Counter(reasons) for style, reasons in built.retired.items()}
    problems: list[Problem] = []
    for challenge in sorted(added, key=lambda one: (one.style, one.item.item_id, one.parent)):
        item_id, style = challenge.item.item_id, challenge.style
        other = taken.get(item_id)
        if item_id in retired:
            out.setdefault(style, Counter())[retired[item_id]] += 1
        elif other is None:
            taken[item_id] = challenge
            planted[style] += 1
        elif other.expected is challenge.expected:
            declined.setdefault(style, Counter())[_SAME_ITEM] += 1
        else:
            problems.append(_contradiction(challenge, other))
    if problems:
        raise InputError(problems)
    return replace(
        built,
        challenges=tuple(sorted(taken.values(), key=lambda c: (_ORDER[c.set], c.style, c.item.item_id, c.parent))),
        planted=dict(planted),
        declined={style: dict(sorted(reasons.items())) for style, reasons in sorted(declined.items())},
        retired={style: dict(sorted(reasons.items())) for style, reasons in sorted(out.items())},
    )


def _contradiction(challenge: Challenge, other: Challenge) -> Problem:
    what = f"{other.set} {other.style}".strip()
    return Problem(
        where=f"{challenge.style} of {challenge.parent}, rule {challenge.rule}",
        expected=f"a text that must {challenge.expected}",
        got=f"the {what} item of {other.parent}, which must {other.expected}",
    )
