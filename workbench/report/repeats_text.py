"""How steady a judge is, beyond the share of items on which all repeats agree."""

from collections.abc import Iterator

from workbench.records.consistency import Consistency
from workbench.records.reply import IN_CODE
from workbench.records.summary import JudgeSummary
from workbench.records.voting import Voting
from workbench.report.statements import listed
from workbench.report.words import Side, bound_words, plural, unanimous_words

UNDEFINED = "undefined"
READING = (
    "The share of items on which all repeats agree falls with more repeats, even of the same judge. Pairwise "
    "agreement, how often two repeats of an item agree, does not: compare runs with different numbers of repeats by "
    "that. AC1 is the same beyond chance.",
)


def repeat_statements(judge: JudgeSummary) -> tuple[str, ...]:
    """Say how often repeats agree, a sentence each; empty without repeats, and for a script, whose repeats must."""
    if judge.kind in IN_CODE or not judge.consistency.items:
        return ()
    return tuple(_statements(judge.consistency, judge.voting))


def chance_statement(found: Consistency) -> str:
    """Say kappa and alpha, for who asks for them; empty without repeats.

    Both are undefined where every verdict is the same, fall to 0 where nearly all are, and depend on the mix of sets.
    """
    if not found.items:
        return ""
    told = f"Fleiss' kappa {share_words(found.kappa)}, Krippendorff's alpha {share_words(found.alpha)}"
    why = ", as every verdict is the same" if found.kappa is None else ""
    return f"{told}{why}. Both depend on the mix of right answers and mistakes, so they compare no two sets."


def share_words(share: float | None) -> str:
    """Return an agreement to three decimals, "0.951"; "undefined" where it is."""
    return UNDEFINED if share is None else f"{share:.3f}"


def _statements(found: Consistency, voting: Voting | None) -> Iterator[str]:
    least = f", {bound_words(found.bound, Side.CAUGHT)}" if found.bound is not None else ""
    calls = plural(found.repeats, "repeat") if voting is None else f"The {voting.of_first}"
    yield f"{calls}, the same verdict in all on {unanimous_words(found)} items{least}."
    yield f"Pairwise agreement {share_words(found.pairwise)}, AC1 {share_words(found.ac1)}."
    if found.flipped:
        yield f"Repeats differ on {plural(len(found.flipped), 'item')}: {listed(found.flipped)}."
