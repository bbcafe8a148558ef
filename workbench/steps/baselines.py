"""Which script a judge of a rule is compared with."""

from collections.abc import Sequence

from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED

_USUAL = {GROUNDED: "floor", ANSWERS_WHEN_IT_CAN: "declines"}


def baselines(specs: Sequence[JudgeSpec]) -> dict[str, str]:
    """Return rule to script: the usual one where it is run, else the first script of the rule."""
    found: dict[str, str] = {}
    for spec in specs:
        if spec.kind is JudgeKind.SCRIPT and (spec.rule not in found or spec.name == _USUAL.get(spec.rule)):
            found[spec.rule] = spec.name
    return found
