"""From trusted cases to the answer key of a rule: clean answers, near misses, planted or held-out mistakes.

Seeded by content: the same cases give the same challenges whatever the file order, and what a style makes of one case
does not depend on how many others there are, except where it borrows from the library. A quota takes challenges by the
rules of `balance`: one more case changes nothing of the others but for the room that its own challenges need.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from workbench.identity import digest
from workbench.plants.balance import by_form, evenly
from workbench.plants.built import QUOTA_FULL, Built
from workbench.plants.dress import dressed
from workbench.plants.ground import Ground, claim_words
from workbench.plants.level import levelled
from workbench.plants.library import Library
from workbench.plants.shares import in_shares
from workbench.plants.style import Declined, Draft, Style
from workbench.plants.verify import verify
from workbench.records.case import Case
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.rules import GROUNDED
from workbench.records.status import NO_PASSAGES, needs_judge
from workbench.records.verdict import Outcome
from workbench.text.declines import is_decline


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
        retired: Ids of the items that a person retired, with the reason: they stay out, whichever style makes them.
    """

    rule: str
    styles: tuple[Style, ...]
    held_out: frozenset[str]
    quota: Mapping[Set, int | None]
    seed: int
    not_found: str
    retired: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Drafted:
    """What every style made of every trusted answer, before a quota chooses.

    Attributes:
        clean: The trusted answers.
        drafts: Challenges by style, of every style of the rule.
        declined: Clean answers that a style gave no challenge for, by style and reason.
        left_out: Cases that are no clean answer of this rule, by reason.
        retired: Clean answers whose plant a person had retired, by style and reason.
    """

    clean: tuple[Challenge, ...]
    drafts: Mapping[str, list[Challenge]]
    declined: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]
    retired: Mapping[str, Mapping[str, int]]


_NO_CLAIM = "a decline claims nothing that could be grounded"
_SAME_CASE = "the same question, passages and answer as another case, word for word"
_ADDED_TWICE = "another answer got the same sentence"
_SAME_ITEM = "the same item as another challenge"


def build(cases: Sequence[Case], recipe: Recipe, library: Library | None = None) -> Built:
    """Build the answer key of one rule from trusted cases.

    Args:
        cases: The cases.
        recipe: What to build.
        library: That of the cases; the rules of a bench share one, so that it is read once.
    """
    return fill(draft(cases, recipe, library), recipe)


def draft(cases: Sequence[Case], recipe: Recipe, library: Library | None = None) -> Drafted:
    """Let every style of a rule try every trusted answer, whatever the quota; the arguments are those of `build`."""
    grounds, left_out = _trusted(cases, recipe, library or Library(tuple(cases)))
    declined: dict[str, Counter[str]] = defaultdict(Counter)
    retired: dict[str, Counter[str]] = defaultdict(Counter)
    styles = [style for style in recipe.styles if recipe.rule in style.rules]
    drafts: dict[str, list[Challenge]] = {style.name: [] for style in styles}
    for outcomes in in_shares(lambda ground: list(_planted(ground, styles, recipe)), grounds):
        for name, made in outcomes:
            if isinstance(made, str):
                declined[name][made] += 1
            elif made.item.item_id in recipe.retired:
                retired[name][recipe.retired[made.item.item_id]] += 1
            else:
                drafts[name].append(made)
    for style in styles:
        if style.adds_once:
            kept = _each_once(drafts[style.name])
            declined[style.name][_ADDED_TWICE] += len(drafts[style.name]) - len(kept)
            drafts[style.name] = kept
    clean = tuple(_clean(ground, recipe.rule) for ground in grounds)
    return Drafted(clean=clean, drafts=drafts, declined=declined, left_out=left_out, retired=retired)


def fill(drafted: Drafted, recipe: Recipe) -> Built:
    """Take what the quota of a recipe has room for: drafts of one recipe serve any quota."""
    declined = {name: Counter(reasons) for name, reasons in drafted.declined.items()}
    chosen, short = _choose(recipe, drafted)
    picked = Counter(challenge.style for challenge in chosen)
    challenges = _without_twins([*drafted.clean, *chosen])
    planted = Counter(challenge.style for challenge in challenges if challenge.style)
    for name, made in drafted.drafts.items():
        left = Counter({QUOTA_FULL: len(made) - picked[name], _SAME_ITEM: picked[name] - planted[name]})
        declined[name] = declined.get(name, Counter()) + left
    return Built(
        challenges=tuple(challenges),
        planted=dict(planted),
        declined=_sorted(declined),
        left_out=dict(drafted.left_out),
        short=short,
        retired=_sorted(drafted.retired),
    )


def _each_once(made: list[Challenge]) -> list[Challenge]:
    """Keep one of the challenges that add the same sentence to their answers."""
    first: dict[frozenset[str], str] = {}
    for item_id, added in sorted((one.item.item_id, _added(one)) for one in made):
        first.setdefault(claim_words(added), item_id)
    return [one for one in made if first[claim_words(_added(one))] == one.item.item_id]


def _added(one: Challenge) -> str:
    """The longest text that a challenge adds to its answer."""
    return max((site.after for site in one.sites if site.where == "answer" and not site.before), key=len, default="")


def _sorted(counts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(reasons.items())) for name, reasons in sorted(counts.items()) if reasons}


def _trusted(cases: Sequence[Case], recipe: Recipe, library: Library) -> tuple[list[Ground], Counter[str]]:
    left_out: Counter[str] = Counter()
    grounds: dict[str, Ground] = {}
    for case in sorted(cases, key=lambda case: case.case_id):
        ground = Ground(case, library, not_found=recipe.not_found)
        reason = _why_not_clean(ground, recipe.rule) or (_SAME_CASE if ground.likeness in grounds else "")
        if reason:
            left_out[reason] += 1
        else:
            grounds[ground.likeness] = ground
    return list(grounds.values()), left_out


def _why_not_clean(ground: Ground, rule: str) -> str:
    if rule not in ground.case.rules:
        return "trusted under another rule"
    if ground.case.label != "pass":
        return "labelled fail, so not trusted"
    if not needs_judge(ground.case.passages):
        return NO_PASSAGES
    # A decline has no claim that a passage could support: passing it says nothing about a grounding judge.
    return _NO_CLAIM if rule == GROUNDED and ground.declined else ""


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


def _planted(ground: Ground, styles: Sequence[Style], recipe: Recipe) -> Iterable[tuple[str, Challenge | str]]:
    """Yield what each style makes of one answer, or why it declines. All styles in turn: they share what was read."""
    # One generator seeded anew: making one takes twice as long, and most styles decline before they draw.
    rng = Random()

    def seeded(*parts: str) -> Random:
        rng.seed(digest([recipe.seed, *parts, ground.case_key]))
        return rng

    for style in styles:
        try:
            draft = style.plant(ground, seeded(style.name))
            verify(ground, draft)
            if style.set is Set.PLANTED:
                draft = levelled(ground, draft, seeded("length", style.name))
                draft = dressed(ground, draft, seeded("dress", style.name))
                verify(ground, draft)
        except Declined as why:
            yield style.name, why.reason
        else:
            yield style.name, _challenge(style, ground, draft, recipe)


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


def _choose(recipe: Recipe, drafted: Drafted) -> tuple[list[Challenge], dict[str, tuple[int, int]]]:
    """Fill each set's quota in turn over its styles."""
    drafts = drafted.drafts
    chosen: list[Challenge] = []
    short: dict[str, tuple[int, int]] = {}
    shares = _mistakes_of(recipe, drafts) if recipe.quota.get(Set.PLANTED) is None else None
    declining = {one.parent for one in drafted.clean if is_decline(one.item.answer, recipe.not_found)}
    often = {style.name: style.per_turn for style in recipe.styles}
    for part in (Set.PLANTED, Set.NEAR_MISS, Set.HELD_OUT):
        pools = {
            style.name: sorted(drafts[style.name], key=lambda c: digest([recipe.seed, c.style, c.item.item_id]))
            for style in recipe.styles
            if style.name in drafts and _part_of(style, recipe) is part
        }
        if not pools:
            continue
        quota = recipe.quota.get(part)
        if part is Set.NEAR_MISS:
            picked = by_form(pools, quota, declining, shares, often)
        else:
            picked = evenly(pools, quota, per_turn=often)
        chosen += picked
        if quota is not None:
            fair, counts = quota // len(pools), Counter(challenge.style for challenge in picked)
            short |= {name: (counts[name], fair) for name in pools if counts[name] == len(pools[name]) < fair}
    return chosen, short


def _mistakes_of(recipe: Recipe, drafts: Mapping[str, list[Challenge]]) -> Counter[str]:
    """How many mistakes each parent has, where all are taken: the more there are, the more near misses it needs."""
    return Counter(
        one.parent
        for style in recipe.styles
        if style.name in drafts and _part_of(style, recipe) is Set.PLANTED
        for one in drafts[style.name]
    )


def _part_of(style: Style, recipe: Recipe) -> Set:
    return Set.HELD_OUT if style.set is Set.PLANTED and style.name in recipe.held_out else style.set


def _without_twins(challenges: list[Challenge]) -> list[Challenge]:
    """Keep one of each item: two cases with the same content are one item, and can be expected one thing only."""
    order = {part: place for place, part in enumerate(Set)}
    kept: dict[str, Challenge] = {}
    for challenge in sorted(challenges, key=lambda c: (order[c.set], c.style, c.item.item_id, c.parent)):
        kept.setdefault(challenge.item.item_id, challenge)
    return list(kept.values())
