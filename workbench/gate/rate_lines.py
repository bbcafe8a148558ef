"""The lines of the gate that show a rate: mistakes caught, and right answers let pass."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from workbench.analysis.evalues import e_value_of_sum
from workbench.analysis.intervals import ALPHA
from workbench.analysis.needed import clears_bound, clears_evidence, more_cases
from workbench.analysis.sequential import FUTILE
from workbench.gate.finding import Finding, met
from workbench.gate.tally import Tally
from workbench.gate.words import NOT_MEASURED, at_least, at_most, high_percent, low_percent, percent, plural
from workbench.records.summary import GateLine, Level, Standing


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Which cases a line is about, and the words for them.

    Attributes:
        line: The line's name.
        one: One case.
        many: Several.
        more: What to add where more are needed; "fresh" included where only fresh ones count.
        catching: True for mistakes, where the rate is said as "caught"; False for right answers, said as "alarmed".
    """

    line: str
    one: str
    many: str
    more: tuple[str, str]
    catching: bool


PLANTS = Kind(line="planted", one="planted mistake", many="planted mistakes", more=("plant", "plants"), catching=True)
FRESH_PLANTS = Kind(
    line="planted", one="fresh plant", many="fresh plants", more=("fresh plant", "fresh plants"), catching=True
)
SOURCES = Kind(
    line="clean and near-miss sources",
    one="source",
    many="sources",
    more=("clean answer", "clean answers"),
    catching=False,
)
FRESH_SOURCES = Kind(
    line="clean and near-miss sources",
    one="fresh source",
    many="fresh sources",
    more=("fresh clean answer", "fresh clean answers"),
    catching=False,
)
HELD_OUT = Kind(
    line="held out",
    one="held-out mistake",
    many="held-out mistakes",
    more=("held-out mistake", "held-out mistakes"),
    catching=True,
)


@dataclass(frozen=True, kw_only=True)
class Bar:
    """What a rate has to show.

    Attributes:
        level: The level that asks.
        minimum: Cases, whatever the rate.
        floor: The share of right verdicts that must be shown.
        evidence: Whether cases may have been added one after another, which asks for an e-value.
        candidates: Judges that share the look. Each has to show its rate at 5 % over their number, so that the best
            of them passes by luck no more often than one would.
        terms: What is to be said of a plan; empty where there is none.
    """

    level: Level
    minimum: int
    floor: float
    evidence: bool = False
    candidates: int = 1
    terms: str = ""

    @property
    def alpha(self) -> float:
        """How often the line may be met by luck."""
        return ALPHA / self.candidates

    @property
    def rule(self) -> Callable[..., bool]:
        """The rule that decides."""
        return clears_evidence if self.evidence else clears_bound


def rate_line(kind: Kind, tally: Tally, bar: Bar) -> Finding:
    """Is the true rate shown to be good enough?

    `AGAINST` where even the upper bound of the resolved cases lies below the floor; unresolved cases count as wrong
    for `MET`, and are left out for `AGAINST`.
    """
    asked = _asked(kind, bar)
    figure = _figure(kind, tally, bar)
    more = _needed(tally, bar)
    if not more:
        return met(kind.line, figure=figure, asked=asked)
    if _given_up(tally, bar) or tally.high(bar.alpha) < bar.floor:
        missing = f"a judge that {'catches' if kind.catching else 'passes'} more; further cases will hardly mend it"
        line = GateLine(line=kind.line, standing=Standing.AGAINST, figure=figure, asked=asked, missing=missing)
        return Finding(line=line, reason=_against(kind, tally, bar))
    if tally.not_asked:
        return _not_asked(kind, tally, bar)
    missing = _more(kind, more, f", {'all caught' if kind.catching else 'none alarmed'}")
    if tally.unresolved:
        missing += f"; or verdicts on the {plural(tally.unresolved, 'case')} with too few"
    line = GateLine(line=kind.line, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    need = _more(kind, more, " (all caught)" if kind.catching else " (none alarmed)")
    are, make = ("is", "makes") if more == 1 else ("are", "make")
    return Finding(
        line=line,
        reason=_not_shown(kind, tally, bar, f"{need} {are} needed."),
        alone=_not_shown(kind, tally, bar, f"{need} {make} it {str(bar.level).lower()}."),
    )


def counted(kind: Kind, tally: Tally) -> str:
    """Return "6 of 6 caught" or "0 of 11 alarmed", with what the repeats say where they differ, and the unresolved."""
    if not tally.items:
        return f"{NOT_MEASURED}, {tally.not_asked:,} not asked" if tally.not_asked else NOT_MEASURED
    count, verb, each = (tally.right, "caught", "every") if kind.catching else (tally.wrong, "alarmed", "some")
    found = f"{count:,} of {tally.items:,} {verb}"
    if tally.split:
        share = tally.score / tally.resolved
        found += f" in {each} repeat ({percent(share if kind.catching else 1 - share)} on average)"
    found += f", {tally.unresolved:,} unresolved" if tally.unresolved else ""
    return f"{found}, {tally.not_asked:,} not asked" if tally.not_asked else found


def _needed(tally: Tally, bar: Bar) -> int:
    items = tally.items if bar.evidence else tally.items + tally.not_asked
    return more_cases(bar.rule, tally.score, items, minimum=bar.minimum, floor=bar.floor, alpha=bar.alpha)


def _asked(kind: Kind, bar: Bar) -> str:
    rate = f"at least {percent(bar.floor)} caught" if kind.catching else f"at most {percent(1 - bar.floor)} alarmed"
    shared = f"{bar.candidates:,} candidates share the look" if bar.candidates > 1 else ""
    if bar.evidence:
        why = "; ".join(part for part in (shared, bar.terms) if part)
        shown = f", shown by an e-value of {1 / bar.alpha:.0f}" + (f" ({why})" if why else "")
    else:
        level = f"shown at {percent(1 - bar.alpha)} as {shared}" if shared else ""
        terms = f"in numbers {bar.terms}" if bar.terms else ""
        shown = "".join(f", {part}" for part in (level, terms) if part)
    return f"{bar.minimum} or more {kind.many}, {rate}{shown}"


def _figure(kind: Kind, tally: Tally, bar: Bar) -> str:
    if not tally.items:
        return counted(kind, tally)
    low = tally.low_at_any_time(bar.alpha) if bar.evidence and tally.not_asked else tally.low(bar.alpha)
    bound = at_least(low) if kind.catching else at_most(1 - low)
    figure = f"{counted(kind, tally)}, {bound}"
    if not bar.evidence:
        return figure
    # Rounded down, so that 19.96 does not read as the 20 that it is not.
    value = int(e_value_of_sum(tally.score, tally.items, bar.floor) * 10) / 10
    return f"{figure}, e-value {value:.1f}"


def _given_up(tally: Tally, bar: Bar) -> bool:
    """Was the line given up before all cases of the run were asked?

    A judge that is a third as often wrong as the floor allows comes so low with at most 5 % (Wald 1945).
    """
    return bool(tally.not_asked) and bar.evidence and e_value_of_sum(tally.score, tally.items, bar.floor) <= FUTILE


def _not_asked(kind: Kind, tally: Tally, bar: Bar) -> Finding:
    """The line of a run that stopped early: what was not asked could show it, or could not even where all is right."""
    cases = plural(tally.not_asked, kind.one, kind.many)
    missing = f"verdicts on {cases} that {'was' if tally.not_asked == 1 else 'were'} not asked"
    at_best = replace(tally, score=tally.score + tally.not_asked, items=tally.items + tally.not_asked, not_asked=0)
    more = _needed(at_best, bar)
    if more:
        missing = _more(kind, more, f" than in this run, {'all caught' if kind.catching else 'none alarmed'}")
    line = GateLine(
        line=kind.line,
        standing=Standing.MISSING,
        figure=_figure(kind, tally, bar),
        asked=_asked(kind, bar),
        missing=missing,
    )
    told = f"{_told(kind, tally)}, {tally.not_asked:,} not asked" if tally.items else f"No {kind.many} were judged"
    return Finding(line=line, reason=f"Not shown: {told}. Needed: {missing}.")


def _against(kind: Kind, tally: Tally, bar: Bar) -> str:
    if _given_up(tally, bar):
        better = percent(1 - (1 - bar.floor) / 3)
        what = f"{better} of them" if kind.catching else f"all but {percent((1 - bar.floor) / 3)}"
        verb = "catches" if kind.catching else "passes"
        return f"{_told(kind, tally)}; a judge that {verb} {what} comes so low one time in 20 at most."
    if kind.catching:
        rate = f"catch rate is at most {high_percent(tally.high(bar.alpha))}, and {percent(bar.floor)} is asked"
    else:
        low = low_percent(1 - tally.high(bar.alpha))
        rate = f"false alarm rate is at least {low}, and at most {percent(1 - bar.floor)} is asked"
    return f"{_told(kind, tally)}; the true {rate}."


def _told(kind: Kind, tally: Tally) -> str:
    """Say "2 of 12 planted mistakes caught", or with what the repeats say where they differ."""
    if tally.split:
        return f"{kind.many.capitalize()}: {counted(kind, tally)}"
    count, verb = (tally.right, "caught") if kind.catching else (tally.wrong, "alarmed")
    return f"{count:,} of {plural(tally.items, kind.one, kind.many)} {verb}"


def _not_shown(kind: Kind, tally: Tally, bar: Bar, need: str) -> str:
    if not tally.items:
        return f"No {kind.many} were judged. {need}"
    if tally.split:
        return f"Not shown. {_told(kind, tally)}. {need}"
    if tally.wrong or tally.unresolved:
        return f"{_shortfall(kind, tally)} A judge this good can still pass: {_goal(kind, tally, _needed(tally, bar))}."
    rate, worst = (
        ("catch rate", f"as low as {low_percent(tally.low(bar.alpha))}")
        if kind.catching
        else ("false alarm rate", f"as high as {high_percent(1 - tally.low(bar.alpha))}")
    )
    return f"{_told(kind, tally)}; with {plural(tally.items, 'case')} the true {rate} could be {worst}. {need}"


def _shortfall(kind: Kind, tally: Tally) -> str:
    cases = plural(tally.items, kind.one, kind.many)
    parts = []
    if tally.wrong:
        verb = "missed" if kind.catching else "raised a false alarm on"
        parts.append(f"the judge {verb} {tally.wrong:,} of {cases}")
    if tally.unresolved:
        verb = "has" if tally.unresolved == 1 else "have"
        parts.append(f"{tally.unresolved:,} of {cases} {verb} too few answers, which counts against the judge")
    return f"Not shown: {'; '.join(parts)}."


def _goal(kind: Kind, tally: Tally, more: int) -> str:
    if kind.catching:
        return f"{_more(kind, more, '')}, all caught ({tally.right + more:,} of {tally.items + more:,})"
    return f"{_more(kind, more, '')}, none alarmed ({tally.right + more:,} of {tally.items + more:,} passed)"


def _more(kind: Kind, more: int, tail: str) -> str:
    return f"{more:,} more {kind.more[0] if more == 1 else kind.more[1]}{tail}"
