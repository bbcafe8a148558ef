"""The answer key of a bench: what is built for each rule, and what was left out.

The builder is imported where it is used. Its many patterns take a sixth of a second to load, most commands build
nothing, and where a run does, another core may (see `plan`).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.errors import InputError, Problem
from workbench.plants.built import Built
from workbench.records.case import Case
from workbench.records.challenge import Challenge, Set
from workbench.records.rules import RULES
from workbench.steps.additions import Additions, read_additions
from workbench.steps.bench import Bench
from workbench.steps.known_styles import known_styles
from workbench.store.challenge_lines import set_hash

if TYPE_CHECKING:
    from workbench.plants.build import Recipe
    from workbench.plants.library import Library
    from workbench.plants.style import Style

RETIRED = "retired: "
"""How the reason of a plant begins that a person retired."""


@dataclass(frozen=True, kw_only=True)
class AnswerKey:
    """What was built, by rule.

    Attributes:
        built: Rule to what came of it; rules without a clean answer are not in it.
        empty: Rules under which no saved answer is trusted.
        styles: Names of the styles that were built.
        held_out: Those of them that are held out.
        additions: What people decided and added.
    """

    built: Mapping[str, Built]
    empty: tuple[str, ...]
    styles: tuple[str, ...]
    held_out: tuple[str, ...]
    additions: Additions

    def of_rules(self, rules: Collection[str]) -> "AnswerKey":
        """The part of some rules."""
        return replace(self, built={rule: built for rule, built in self.built.items() if rule in rules})

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """All challenges of all rules."""
        return tuple(challenge for built in self.built.values() for challenge in built.challenges)

    @cached_property
    def versions(self) -> dict[str, str]:
        """The version of each rule's set."""
        return {rule: set_hash(built.challenges) for rule, built in sorted(self.built.items())}

    @property
    def sealed(self) -> frozenset[str]:
        """Names of all styles that are held out, those made by hand included."""
        return frozenset((*self.held_out, *(one.style for one in self.challenges if one.set is Set.HELD_OUT)))

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """Challenges by rule and set."""
        return {
            rule: dict(Counter(str(challenge.set) for challenge in built.challenges))
            for rule, built in self.built.items()
        }

    @property
    def declined(self) -> dict[str, dict[str, dict[str, int]]]:
        """Cases by rule, style and the reason why nothing was planted, plants that a person retired included."""
        return {
            rule: {
                style: {
                    **built.declined.get(style, {}),
                    **{f"{RETIRED}{reason}": count for reason, count in built.retired.get(style, {}).items()},
                }
                for style in sorted({*built.declined, *built.retired})
            }
            for rule, built in self.built.items()
        }

    @property
    def left_out(self) -> dict[str, int]:
        """Cases by the reason why they are no clean answer, each reason with its rule."""
        return {
            f"{rule}: {reason}": count for rule, built in self.built.items() for reason, count in built.left_out.items()
        }


def build_answer_key(  # noqa: PLR0913 - what a key is made of, most of it optional and by name
    bench: Bench,
    *,
    held_out: bool,
    rules: Sequence[str] = RULES,
    only: Collection[str] | None = None,
    natural: Sequence[Case] = (),
    with_retired: bool = False,
    still: Collection[str] = (),
) -> AnswerKey:
    """Build the answer key of a bench.

    Args:
        bench: The bench.
        held_out: Whether the held-out styles are built. A tuning command leaves them alone.
        rules: The rules to build for. The set of one does not hang on the others.
        only: Names of styles to build, so that the key of an earlier run is built again; None for all.
        natural: Real answers that a person labelled. Nothing is planted in them.
        with_retired: Whether plants that a person retired are built too.
        still: Items that are built although a person found them wrong in a run: that run's own, which sets them aside.

    Raises:
        InputError: a held-out style is unknown or is no mistake, or no saved answer is trusted under any of the rules.
        StoreError: the decisions about plants are damaged.
    """
    from workbench.plants.build import Recipe
    from workbench.plants.library import Library

    settings = bench.settings
    known = known_styles(settings)
    sealed = frozenset(style.name for style in _held_out_styles(settings.held_out, known))
    styles = tuple(
        style
        for style in known.values()
        if (held_out or style.name not in sealed) and (only is None or style.name in only)
    )
    quota = {
        Set.PLANTED: settings.plants,
        Set.NEAR_MISS: settings.near_misses,
        Set.HELD_OUT: settings.held_out_plants,
    }
    additions = read_additions(bench, known, held_out=held_out, still=still)
    retired = {} if with_retired else additions.decisions.retired
    recipes = [
        Recipe(
            rule=rule,
            styles=styles,
            held_out=sealed,
            quota=quota,
            seed=settings.seed,
            not_found=settings.not_found,
            retired=retired,
        )
        for rule in rules
    ]
    library = Library(bench.cases)
    built = {recipe.rule: _whole_set(bench, recipe, library, additions, natural) for recipe in recipes}
    full = {rule: one for rule, one in built.items() if one.challenges}
    if not full:
        raise InputError(_nothing(bench, built))
    empty = tuple(rule for rule in rules if not any(one.set is Set.CLEAN for one in built[rule].challenges))
    named = tuple(style.name for style in styles)
    return AnswerKey(
        built=full,
        empty=empty,
        styles=named,
        held_out=tuple(name for name in named if name in sealed),
        additions=additions,
    )


def _whole_set(
    bench: Bench, recipe: "Recipe", library: "Library", additions: Additions, cases: Sequence[Case]
) -> Built:
    """Build the set of one rule: the builder's part, what people added, and natural answers."""
    from workbench.plants.build import build
    from workbench.plants.given.added import with_added
    from workbench.plants.given.natural import natural_challenges

    mine = [one for one in additions.challenges if one.rule == recipe.rule]
    built = with_added(build(bench.cases, recipe, library), mine, recipe.retired)
    natural, left_out = natural_challenges(
        cases, recipe.rule, {one.item.item_id for one in built.challenges}, not_found=recipe.not_found
    )
    return replace(built, challenges=(*built.challenges, *natural), left_out={**built.left_out, **left_out})


def _held_out_styles(names: tuple[str, ...], known: "Mapping[str, Style]") -> "tuple[Style, ...]":
    from workbench.plants.catalogue import styles_named

    styles = styles_named(names, where="held_out", known=known)
    problems = [
        Problem(where="held_out", expected="styles of mistakes", got=f"{style.name}, a near miss that must pass")
        for style in styles
        if style.set is Set.NEAR_MISS
    ]
    if problems:
        raise InputError(problems)
    return styles


def _nothing(bench: Bench, built: Mapping[str, Built]) -> str:
    why = "; ".join(
        f"{rule}: {count} {reason}" for rule, one in built.items() for reason, count in one.left_out.items()
    )
    return f"{len(bench.cases)} saved answers in {bench.settings.answers}, and none can be trusted as clean ({why})"
