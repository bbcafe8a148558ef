"""How many answers in use are wrong, in words: what the judge says beside what it comes to, and why to believe it."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from workbench.analysis.in_use import FailureRate, Method, Span, Way
from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line
from workbench.report.words import plural

METHODS = {
    Method.AUDIT: "labels weighted by verdict (stratified audit)",
    Method.POWERED: "labels with the verdicts' help (PPI++)",
    Method.CORRECTED: "verdicts corrected by the judge's known rates (Rogan-Gladen, Lang-Reiczigel)",
}


def in_use_lines(found: Mapping[str, FailureRate], known: str, *, width: int) -> list[str]:
    """Say for each judge how many answers in use are wrong.

    Args:
        found: By judge.
        known: Where the judge's known rates come from, in a sentence; empty where there are none.
        width: Columns of the page.
    """
    lines: list[str] = []
    for judge, rate in found.items():
        title = f"ANSWERS IN USE, how many are wrong?  {judge}: {_counts(rate)}"
        lines += paragraph(on_one_line(title), width=width, rest="  ")
        for text in in_use_statements(rate, known):
            lines += paragraph(on_one_line(text), width=width, first="  ", rest="    ")
    return lines


def in_use_statements(rate: FailureRate, known: str) -> Iterator[str]:
    """Say what the judge failed, how many are wrong, what that rests on, and what else could not be said."""
    yield f"Failed by the judge: {_raw(rate)}. That is not the share of wrong answers."
    head = rate.headline
    if head is None or head.wrong is None:
        yield "Wrong: not known."
    else:
        yield f"Wrong: {_wrong(head.wrong)}, from {METHODS[head.method]}. It {head.why}."
    yield from (f"From {METHODS[way.method]}: {_other(way)}." for way in rate.ways if way is not head)
    if known and any(way.method is Method.CORRECTED for way in rate.ways):
        yield f"The judge's known rates: {known}."
    yield from _labels(rate)
    if rate.verdicts.errors:
        errors = plural(rate.verdicts.errors, "answer")
        yield f"{errors} without a verdict: from all of them right to all of them wrong, so there is no single figure."
    if rate.verdicts.labelled.items and head is None:
        yield "A better answer: have a person label more, first what an audit left open (workbench audit)."
    elif head is None or head.method is Method.CORRECTED:
        yield "A better answer: draw some for a person to label (workbench audit)."


def in_use_json(found: Mapping[str, FailureRate], known: str) -> dict[str, Any]:
    """Return the same for machines, by judge."""
    return {
        judge: {
            **asdict(rate),
            "headline": rate.headline.method if rate.headline else None,
            "known_rates": known or None,
        }
        for judge, rate in found.items()
    }


def _counts(rate: FailureRate) -> str:
    verdicts = rate.verdicts
    return f"{plural(verdicts.answers, 'answer')}, {verdicts.labelled.items:,} of them labelled"


def _labels(rate: FailureRate) -> Iterator[str]:
    of = rate.verdicts.labelled
    if not of.items:
        return
    passed = of.items - of.failed
    failed = f"{of.wrong_failed:,} of {of.failed:,} that it failed"
    yield f"Of the labelled answers wrong are {failed}, and {of.wrong_passed:,} of {passed:,} that it passed."
    if rate.by_verdict:
        yield "Labels were drawn by verdict, so rates of the labelled answers alone are not those in use."
    elif of.items < rate.verdicts.judged:
        yield (
            "Where labels were drawn by verdict, as workbench audit draws them, rates of the labelled answers alone "
            "are not those in use."
        )


def _other(way: Way) -> str:
    return f"not shown, {way.why}" if way.wrong is None else f"{_wrong(way.wrong)}. It {way.why}"


def _raw(rate: FailureRate) -> str:
    verdicts = rate.verdicts
    none = f", {verdicts.errors:,} without a verdict" if verdicts.errors else ""
    return f"{verdicts.failed:,} of {verdicts.answers:,}{none} ({_ends(rate.raw)})"


def _wrong(span: Span) -> str:
    return f"{_ends(span)} (95%)" if span.share is None else f"{span.share:.1%} (95%: {_ends(span, whole=True)})"


def _ends(span: Span, *, whole: bool = False) -> str:
    if span.share is not None and not whole:
        return f"{span.share:.1%}"
    return f"{span.low:.1%} to {span.high:.1%}"
