"""The answer key of a bench: what is built for each rule, and what was left out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.errors import InputError
from workbench.plants.build import Built, Recipe, build
from workbench.plants.catalogue import STYLES, styles_named
from workbench.records.challenge import Challenge, Set
from workbench.records.rules import RULES
from workbench.steps.bench import Bench


@dataclass(frozen=True, kw_only=True)
class AnswerKey:
    """What was built, by rule.

    Attributes:
        built: Rule to what came of it; rules without a clean answer are not in it.
        empty: Rules under which no saved answer is trusted.
    """

    built: Mapping[str, Built]
    empty: tuple[str, ...]

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """All challenges of all rules."""
        return tuple(challenge for built in self.built.values() for challenge in built.challenges)

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """Challenges by rule and set."""
        return {
            rule: dict(Counter(str(challenge.set) for challenge in built.challenges))
            for rule, built in self.built.items()
        }

    @property
    def declined(self) -> dict[str, dict[str, dict[str, int]]]:
        """Cases by rule, style and the reason why nothing was planted."""
        return {
            rule: {style: dict(reasons) for style, reasons in built.declined.items()}
            for rule, built in self.built.items()
        }

    @property
    def left_out(self) -> dict[str, int]:
        """Cases by the reason why they are no clean answer, each reason with its rule."""
        return {
            f"{rule}: {reason}": count for rule, built in self.built.items() for reason, count in built.left_out.items()
        }


def build_answer_key(bench: Bench, *, held_out: bool, rules: Sequence[str] = RULES) -> AnswerKey:
    """Build the answer key of a bench.

    Args:
        bench: The bench.
        held_out: Whether the held-out styles are built. A tuning command leaves them alone.
        rules: The rules to build for.

    Raises:
        InputError: a held-out style is unknown, or no saved answer is trusted under any of the rules.
    """
    settings = bench.settings
    sealed = frozenset(style.name for style in styles_named(settings.held_out, where="held_out"))
    styles = tuple(style for style in STYLES.values() if held_out or style.name not in sealed)
    quota = {
        Set.PLANTED: settings.plants,
        Set.NEAR_MISS: settings.near_misses,
        Set.HELD_OUT: settings.held_out_plants,
    }
    built = {
        rule: build(
            bench.cases,
            Recipe(
                rule=rule,
                styles=styles,
                held_out=sealed,
                quota=quota,
                seed=settings.seed,
                not_found=settings.not_found,
            ),
        )
        for rule in rules
    }
    full = {rule: one for rule, one in built.items() if any(c.set is Set.CLEAN for c in one.challenges)}
    if not full:
        raise InputError(_nothing(bench, built))
    return AnswerKey(built=full, empty=tuple(rule for rule in rules if rule not in full))


def _nothing(bench: Bench, built: Mapping[str, Built]) -> str:
    why = "; ".join(
        f"{rule}: {count} {reason}" for rule, one in built.items() for reason, count in one.left_out.items()
    )
    return f"{len(bench.cases)} saved answers in {bench.settings.answers}, and none can be trusted as clean ({why})"
