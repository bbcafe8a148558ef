"""The rows of the trust table that are no judges: what always pass and always fail would show."""

from workbench.records.summary import Constant, Summary
from workbench.report.scorecard import Figure, natural_figures, set_figures


def constant_figures(constant: Constant, *, held_out: bool, pairs: bool = True) -> tuple[Figure, ...]:
    """Return what a judge that always says the same would show, in the columns of `figures`.

    Nothing is estimated here, so there are counts alone, and none where the columns are about a script or repeats.
    """
    counts = map(_count_alone, set_figures(constant, held_out=held_out, pairs=pairs))
    return (*counts, Figure(heading=("script", "caught"), main=""), Figure(heading=("consistency", ""), main=""))


def constant_natural_figures(constant: Constant) -> tuple[Figure, ...]:
    """Return the same on real answers that a person labelled, and no consistency."""
    return (*map(_count_alone, natural_figures(constant)), Figure(heading=("consistency", ""), main=""))


def _count_alone(figure: Figure) -> Figure:
    return Figure(heading=figure.heading, main=figure.main)


def constants_of(summary: Summary, rule: str) -> tuple[Constant, ...]:
    """Return what any judge of a rule must better."""
    return tuple(constant for constant in summary.constants if constant.rule == rule)
