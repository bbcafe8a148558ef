"""What can be counted of one claim of an answer, held against the passages."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from workbench.judges.learned.shown import Near, Place, Shown
from workbench.text.claims import Claim
from workbench.text.dates import MomentKind, moments
from workbench.text.figures import Figure
from workbench.text.proper_names import proper_names
from workbench.text.support import figures_said
from workbench.text.tokens import content_set
from workbench.text.turning_words import denials, strong_words, turned_words

_TOLD = (MomentKind.DATE, MomentKind.MONTH, MomentKind.WEEKDAY, MomentKind.TIME)
# From this share of its words on, a sentence speaks of what the claim speaks of.
_SPEAKS_OF_IT = 0.5
# Of the words of a claim that a sentence holds, so many another one has to hold to tell another value of the same.
_AS_MUCH = 0.6


@dataclass(frozen=True, kw_only=True)
class ClaimMarks:
    """One claim beside the passages.

    Attributes:
        unsupported: Share of its content words that stand in no passage, 0 to 1; 0 where it has none.
        apart: Share that does not stand in the one sentence that holds most of them.
        figures_missing: Figures of it that no passage has.
        moments_missing: Dates, months, weekdays and times of it that no passage has.
        figures_apart: How much less the best place that has a figure of it says of it than the best place does, 0 to
            1; the most of its figures.
        names_missing: Names of it that no passage has.
        denies: Whether it denies something and the best sentence does not, or the other way round.
        turned: Words of it whose opposite stands in that sentence.
        stronger: Words of strength that stand nowhere near there.
        cited_less: How much more of it another passage holds than those that it cites; 0 where it cites none.
        unknown: Ids that it cites and that were not shown.
        other_value: Whether another passage says much of the same with another figure, which the answer passes over.
        near: The places that hold most of its words, the best first.
    """

    unsupported: float
    apart: float
    figures_missing: int
    moments_missing: int
    figures_apart: float
    names_missing: int
    denies: bool
    turned: int
    stronger: int
    cited_less: float
    unknown: int
    other_value: bool
    near: tuple[Near, ...]


def claim_marks(claim: Claim, passages: Shown, answer_figures: Collection[Figure]) -> ClaimMarks:
    """Count what can be counted of a claim.

    Args:
        claim: The claim.
        passages: All passages.
        answer_figures: The figures of the whole answer.
    """
    asked = content_set(claim.text)
    near = passages.nearest(asked)
    told = figures_said(claim.text)
    there = [figure for figure in told if passages.quantities.holds(figure)]
    close = near[0].place if near and near[0].share >= _SPEAKS_OF_IT else None
    said_strongly = strong_words(close.around) if close else passages.strong_words
    return ClaimMarks(
        unsupported=len(asked - passages.words) / len(asked) if asked else 0.0,
        apart=1 - near[0].share if near else float(bool(asked)),
        figures_missing=len(told) - len(there),
        moments_missing=_moments_missing(claim.text, passages),
        figures_apart=max((_apart(near, partial(_holds, figure)) for figure in there), default=0.0),
        names_missing=sum(not passages.has_name(name) for name in proper_names(claim.text)),
        denies=close is not None and bool(denials(claim.text)) != bool(denials(close.sentence)),
        turned=len(turned_words(claim.text, close.sentence)) if close else 0,
        stronger=len(strong_words(claim.text) - said_strongly),
        cited_less=_cited_less(claim, asked, passages),
        unknown=len(claim.unknown),
        other_value=_other_value(near, there, answer_figures),
        near=near,
    )


def _moments_missing(text: str, passages: Shown) -> int:
    return sum(one.kind in _TOLD and not passages.moments.holds(one) for one in moments(text))


def _holds(figure: Figure, place: Place) -> bool:
    return place.quantities.holds(figure)


def _apart(near: Sequence[Near], holds: Callable[[Place], bool]) -> float:
    """Say how much less the best place that holds something says than the best place; 1 where none holds it."""
    if not near:
        return 1.0
    return 1 - max((one.share for one in near if holds(one.place)), default=0.0) / near[0].share


def _cited_less(claim: Claim, asked: frozenset[str], passages: Shown) -> float:
    if not claim.cited or not asked:
        return 0.0
    of_passage = passages.of_passage
    cited = frozenset().union(*(of_passage[name] for name in claim.cited))
    others = [len(asked & words) for name, words in of_passage.items() if name not in claim.cited]
    return max(0, max(others, default=0) - len(asked & cited)) / len(asked)


def _other_value(near: Sequence[Near], told: Sequence[Figure], answer_figures: Collection[Figure]) -> bool:
    holding = next((one.place.passage for one in near if any(_holds(figure, one.place) for figure in told)), None)
    if holding is None:
        return False
    least = max(_SPEAKS_OF_IT, _AS_MUCH * near[0].share)
    others = [one.place for one in near if one.place.passage != holding and one.share >= least]
    return any(
        any(_alike(figure, other) for other in figures_said(place.sentence) for figure in told)
        and not any(_holds(figure, place) for figure in answer_figures)
        for place in others
    )


def _alike(one: Figure, other: Figure) -> bool:
    """Whether two figures measure the same kind of thing."""
    if one.unit is None or other.unit is None:
        return one.unit is other.unit
    return one.unit.dimension == other.unit.dimension
