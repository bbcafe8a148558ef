"""What a reader must know of judges that were asked claim by claim: how many calls, and how many claims had support."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from workbench.analysis.votes import single_calls
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeSpec
from workbench.report.words import NOT_MEASURED, plural, set_words

if TYPE_CHECKING:
    import pandas as pd


def claim_notes(
    challenges: Sequence[Challenge], verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]
) -> tuple[str, ...]:
    """Say of each judge that was asked claim by claim how many calls its verdicts took, and what it found supported.

    Args:
        challenges: The answer key.
        verdicts: The verdict table.
        specs: The judge versions of the run.
    """
    return tuple(
        _note(
            spec, [one for one in challenges if one.rule == spec.rule], verdicts[verdicts["judge_id"] == spec.judge_id]
        )
        for spec in specs
        if spec.by_claim
    )


def _note(spec: JudgeSpec, challenges: Sequence[Challenge], mine: "pd.DataFrame") -> str:
    # A verdict is one attempt more than the calls that it is made of, and so is every error that stood in its place.
    calls = int((mine["attempts"] - 1 - mine["replaced"]).sum())
    # Of a judge that votes, the calls that are made whatever the claims turn out to be.
    scored = single_calls(mine, spec).dropna(subset="score")
    shares: Mapping[str, float] = scored.groupby("item_id")["score"].mean().to_dict()
    return (
        f"{spec.name} on {spec.model} was asked claim by claim: {plural(calls, 'call')} for "
        f"{plural(len(mine), 'verdict')}. Share of an answer's claims that it found supported, on average: "
        f"{', '.join(_of_sets(challenges, shares))}."
    )


def _of_sets(challenges: Sequence[Challenge], shares: Mapping[str, float]) -> Iterator[str]:
    """Items are counted, not calls: the repeats of one are averaged first. One that claims nothing has no share."""
    for part in Set:
        items = {one.item.item_id for one in challenges if one.set is part}
        found = [shares[item] for item in sorted(items) if item in shares]
        if items:
            yield f"{set_words(part)} " + (
                f"{fmean(found):.1%} of {plural(len(found), 'item')}" if found else NOT_MEASURED
            )
