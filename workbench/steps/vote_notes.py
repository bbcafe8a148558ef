"""What a reader must know of judges that go by the majority of several calls: what the vote makes of single calls."""

from collections.abc import Iterator, Sequence

from workbench.gate.words import NOT_MEASURED, percent
from workbench.records.summary import JudgeSummary, Rate
from workbench.report.brief import short_name


def vote_notes(judges: Sequence[JudgeSummary]) -> tuple[str, ...]:
    """Say of each judge that votes that its figures are those of its votes, and how single calls did beside them.

    Args:
        judges: The judges, measured.
    """
    return tuple(_notes(judges))


def _notes(judges: Sequence[JudgeSummary]) -> Iterator[str]:
    for judge in judges:
        if judge.voting is None:
            continue
        mistakes = _share(judge.planted, judge.held_out)
        right = _share(judge.false_alarms, judge.near_misses)
        single = judge.voting
        yield (
            f"{short_name(judge)} goes by the majority of {single.votes} calls, and may be used only so. Mistakes "
            f"caught by single calls {_words(single.caught)}, by votes {_words(mistakes)}; right answers passed by "
            f"single calls {_words(single.passed)}, by votes {_words(right)} (single calls: the first {single.first} "
            "of an item)."
        )


def _share(*rates: Rate) -> float | None:
    """The share of resolved items that votes got right."""
    items = sum(rate.items - rate.unresolved for rate in rates)
    return sum(rate.score for rate in rates) / items if items else None


def _words(share: float | None) -> str:
    return NOT_MEASURED if share is None else percent(share)
