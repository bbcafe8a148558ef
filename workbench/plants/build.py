"""From trusted cases to the answer key of a rule: clean answers, near misses, planted or held-out mistakes.

Seeded by content: the same cases give the same challenges whatever the file order, and what a style makes of one case
does not depend on how many others there are, except where it borrows from the library.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from workbench.identity import digest
from workbench.plants.ground import Ground, Library
from workbench.plants.style import Declined, Draft, Style
from workbench.plants.verify import verify
from workbench.records.case import Case
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.rules import GROUNDED
from workbench.records.verdict import Outcome


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What to build for one rule.

    Attributes:
        rule: The rule.
        styles: Styles of mistakes and near misses to build; those of `held_out` go into the held-out set.
        held_out: Names of the styles that count as held out here.
        quota: How many challenges of each set, balanced over styles and cases; None for all.
        seed: Seeds every choice.
        not_found: The exact words that the system uses to decline.
    """

    rule: str
    styles: tuple[Style, ...]
    held_out: frozenset[str]
    quota: Mapping[Set, int | None]
    seed: int
    not_found: str


@dataclass(frozen=True, kw_only=True)
class Built:
    """What came out of a build.

    Attributes:
        challenges: The answer key, sorted by set, style and item.
        planted: Challenges by style.
        declined: Cases by style and reason.
        left_out: Cases that are no clean answer of this rule, by reason.
        short: Styles that could not fill their share of the quota: name to (built, wanted).
    """

    challenges: tuple[Challenge, ...]
    planted: Mapping[str, int]
    declined: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]
    short: Mapping[str, tuple[int, int]]


def build(cases: Sequence[Case], recipe: Recipe) -> Built:
    """Build the answer key of one rule from trusted cases."""
    library = Library(tuple(cases))
    grounds, left_out = _trusted(cases, recipe, library)
    drafts: dict[str, list[Challenge]] = {}
    declined: dict[str, Counter[str]] = defaultdict(Counter)
    for style in recipe.styles:
        if recipe.rule in style.rules:
            drafts[style.name] = list(_plant_all(style, grounds, recipe, declined[style.name]))
    clean = [_clean(ground, recipe.rule) for ground in grounds if not _makes_no_claim(ground, recipe.rule)]
    if any(_makes_no_claim(ground, recipe.rule) for ground in grounds):
        left_out["a decline claims nothing that could be grounded"] += len(grounds) - len(clean)
    chosen, short = _choose(recipe, drafts)
    challenges = _without_twins([*clean, *chosen])
    return Built(
        challenges=tuple(challenges),
        planted=dict(Counter(challenge.style for challenge in challenges if challenge.style)),
        declined={name: dict(sorted(reasons.items())) for name, reasons in sorted(declined.items()) if reasons},
        left_out=dict(left_out),
        short=short,
    )


def _trusted(cases: Sequence[Case], recipe: Recipe, library: Library) -> tuple[list[Ground], Counter[str]]:
    left_out: Counter[str] = Counter()
    grounds = []
    for case in sorted(cases, key=lambda case: case.case_id):
        if recipe.rule not in case.rules:
            left_out["trusted under another rule"] += 1
        elif case.label != "pass":
            left_out["labelled fail, so not trusted"] += 1
        else:
            grounds.append(Ground(case, library, not_found=recipe.not_found))
    return grounds, left_out


def _makes_no_claim(ground: Ground, rule: str) -> bool:
    """A decline has no claim that a passage could support: passing it says nothing about a grounding judge."""
    return rule == GROUNDED and ground.declined


def _clean(ground: Ground, rule: str) -> Challenge:
    case = ground.case
    return Challenge(
        item=Item.of(question=case.question, passages=case.passages, answer=case.answer),
        rule=rule,
        set=Set.CLEAN,
        style="",
        parent=case.case_id,
        group=case.group or case.case_id,
        expected=Outcome.PASS,
        proof="a person trusts this answer",
    )


def _plant_all(style: Style, grounds: Iterable[Ground], recipe: Recipe, declined: Counter[str]) -> Iterable[Challenge]:
    for ground in grounds:
        if _makes_no_claim(ground, recipe.rule):
            declined["the answer declines"] += 1
            continue
        rng = Random(digest([recipe.seed, style.name, ground.case_key]))
        try:
            draft = style.plant(ground, rng)
            verify(ground, draft)
        except Declined as why:
            declined[why.reason] += 1
        else:
            yield _challenge(style, ground, draft, recipe)


def _challenge(style: Style, ground: Ground, draft: Draft, recipe: Recipe) -> Challenge:
    near_miss = style.set is Set.NEAR_MISS
    held_out = style.name in recipe.held_out and not near_miss
    return Challenge(
        item=Item.of(question=ground.case.question, passages=draft.passages, answer=draft.answer),
        rule=recipe.rule,
        set=Set.HELD_OUT if held_out else style.set,
        style=style.name,
        parent=ground.case.case_id,
        group=ground.case.group or ground.case.case_id,
        expected=Outcome.PASS if near_miss else Outcome.FAIL,
        sites=draft.sites,
        proof=draft.proof,
    )


def _choose(
    recipe: Recipe, drafts: Mapping[str, list[Challenge]]
) -> tuple[list[Challenge], dict[str, tuple[int, int]]]:
    """Fill each set's quota in turn over its styles, each time from the parent that was used least."""
    chosen: list[Challenge] = []
    short: dict[str, tuple[int, int]] = {}
    for part in (Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT):
        pools = {
            style.name: sorted(drafts[style.name], key=lambda c: digest([recipe.seed, c.style, c.item.item_id]))
            for style in recipe.styles
            if style.name in drafts and _part_of(style, recipe) is part
        }
        if not pools:
            continue
        quota = recipe.quota.get(part)
        picked = _balanced(pools, quota)
        chosen += picked
        if quota is not None:
            fair, counts = quota // len(pools), Counter(challenge.style for challenge in picked)
            short |= {name: (counts[name], fair) for name in pools if counts[name] < fair}
    return chosen, short


def _part_of(style: Style, recipe: Recipe) -> Set:
    return Set.HELD_OUT if style.set is Set.PLANTED and style.name in recipe.held_out else style.set


def _balanced(pools: Mapping[str, list[Challenge]], quota: int | None) -> list[Challenge]:
    left = {name: list(pool) for name, pool in pools.items()}
    used: Counter[str] = Counter()
    picked: list[Challenge] = []
    while any(left.values()) and (quota is None or len(picked) < quota):
        for name in left:
            if left[name] and (quota is None or len(picked) < quota):
                best = min(range(len(left[name])), key=lambda place: (used[left[name][place].parent], place))
                challenge = left[name].pop(best)
                used[challenge.parent] += 1
                picked.append(challenge)
    return picked


def _without_twins(challenges: list[Challenge]) -> list[Challenge]:
    """Keep one of each item: two cases with the same content are one item, and can be expected one thing only."""
    order = {part: place for place, part in enumerate(Set)}
    kept: dict[str, Challenge] = {}
    for challenge in sorted(challenges, key=lambda c: (order[c.set], c.style, c.item.item_id, c.parent)):
        kept.setdefault(challenge.item.item_id, challenge)
    return list(kept.values())
