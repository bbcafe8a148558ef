"""What a check of a certificate's canaries says, in words and for machines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from workbench.analysis.canaries import alarm_from, chance_of_flips
from workbench.analysis.cusum import Cusum, chart_for
from workbench.gate.canary_check import CHANGED, CanaryCheck, Says
from workbench.gate.certificate import Certificate
from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line

_SYMBOLS = {Says.NO_DRIFT: "✓", Says.DRIFT: "✗", Says.NOT_MEASURABLE: "?"}
_LONG = 100_000
"""Verdicts that nobody will ever ask."""


def drift_text(
    certificate: Certificate,
    noise: float,
    checks: Sequence[CanaryCheck],
    *,
    about: Mapping[str, str] = MappingProxyType({}),
    width: int,
) -> str:
    """Return what the last check says, and how the checks went, ending in a newline.

    Args:
        certificate: The certificate.
        noise: The chance that one call flips a canary of an unchanged judge.
        checks: Every check since it was earned, the earliest first; at least one.
        about: What each canary is, in words.
        width: Columns of the page.
    """
    title = f"DRIFT  {_judge(certificate)}, {certificate.level} by run {certificate.run}"
    lines = paragraph(on_one_line(title), width=width, rest="  ")
    for text in drift_statements(certificate, noise, checks):
        lines += paragraph(on_one_line(text), width=width, rest="  ")
    for text in _flipped(certificate, checks[-1], about):
        lines += paragraph(on_one_line(text), width=width, first="  ", rest="    ")
    return "\n".join(lines) + "\n"


def drift_json(certificate: Certificate, noise: float, checks: Sequence[CanaryCheck]) -> dict[str, Any]:
    """Return the same as one JSON document."""
    alarm, chart = alarm_from(checks[-1].answered, noise), chart_for(noise)
    course = [*chart.sums(flip for check in checks for flip in check.flips)]
    return {
        "format": 1,
        "judge": certificate.judge,
        "rule": certificate.rule,
        "model": certificate.model,
        "judge_id": certificate.judge_id,
        "level": str(certificate.level),
        "run": certificate.run,
        "canaries": len(certificate.canaries),
        "noise": noise,
        "alarm_from": None if alarm is None else alarm.flips,
        "says": str(checks[-1].says),
        "course": {**asdict(chart), "sums": course, "reached": max(course, default=0) >= chart.alarm},
        "checks": [{**asdict(check), "answered": check.answered, "says": str(check.says)} for check in checks],
    }


def drift_statements(certificate: Certificate, noise: float, checks: Sequence[CanaryCheck]) -> Iterator[str]:
    """Say what the last check shows, a sentence each; arguments as for `drift_text`."""
    last, frozen = checks[-1], len(certificate.canaries)
    flips, answered = len(last.flipped), last.answered
    of = f"{flips:,} of {answered:,} {'canary' if answered == 1 else 'canaries'}"
    yield f"{_SYMBOLS[last.says]} {last.says}: {of} have another verdict than at certification."
    if answered < frozen:
        yield f"{frozen - answered:,} of {frozen:,} gave no verdict; they count neither way."
    alarm = alarm_from(answered, noise)
    if alarm is None:
        yield f"No number of flips among {answered:,} would be news, as noisy as the judge was at certification."
    else:
        yield (
            f"Drift is {alarm.flips:,} or more: an unchanged judge, which flips on {noise:.1%} of calls as at its "
            f"certification, shows so many in {alarm.false_alarm:.1%} of checks."
        )
    yield f"A judge that turned on {CHANGED:.0%} of its verdicts would be seen with a chance of {last.seen_if:.0%}."
    if len(checks) > 1:
        yield from _trend(noise, checks)
    if last.says is Says.DRIFT:
        yield "The gate refuses the judge from now on. Run it again on fresh cases."
    if last.says is Says.NOT_MEASURABLE:
        yield "That is too little to say that nothing has changed: see why so few gave a verdict, then ask again."


def _flipped(certificate: Certificate, check: CanaryCheck, about: Mapping[str, str]) -> Iterator[str]:
    was = {one.item: one.verdict for one in certificate.canaries}
    for item, verdict in check.flipped.items():
        told = f" ({about[item]})" if item in about else ""
        yield f"{item}{told}: was {was[item]}, is {verdict}"


def _trend(noise: float, checks: Sequence[CanaryCheck]) -> Iterator[str]:
    """How the checks went one after another, and what they show together."""
    yield f"Checks: {', '.join(f'{check.at[:10]} {len(check.flipped):,} of {check.answered:,}' for check in checks)}."
    flips, asked = sum(len(check.flipped) for check in checks), sum(check.answered for check in checks)
    if flips:
        chance = chance_of_flips(flips, asked, noise)
        yield f"Together {flips:,} of {asked:,}; an unchanged judge shows so many with a chance of {chance:.2g}."
    yield from _course(noise, checks)


def _course(noise: float, checks: Sequence[CanaryCheck]) -> Iterator[str]:
    """Follow the verdicts of all checks one by one: flips that come close together are seen before their sum is odd."""
    chart = chart_for(noise)
    days = [check.at[:10] for check in checks for _ in check.flips]
    flips = [flip for check in checks for flip in check.flips]
    if not flips:
        return
    sums, reached = [*chart.sums(flips)], chart.first_alarm(flips)
    if reached is None:
        stands = f"it stands at {sums[-1]:,} and was {max(sums):,} at most; the alarm is at {chart.alarm}"
    else:
        stands = f"the alarm at {chart.alarm} was reached in the check of {days[reached - 1]}"
    yield f"Course over {len(sums):,} verdicts, {chart.up} up for a flip and {chart.down} down else: {stands}."
    yield (
        f"An unchanged judge reaches it after {_length(chart, noise)} verdicts on average, one that flips on "
        f"{CHANGED:.0%} of them after {_length(chart, CHANGED)}."
    )
    if reached is not None and checks[-1].says is not Says.DRIFT:
        yield "No single check shows it, and so the gate says nothing: run the judge again on fresh cases."


def _length(chart: Cusum, share: float) -> str:
    if not share:
        return "no number of"
    length = chart.run_length(share)
    return f"{length:,.0f}" if length < _LONG else f"more than {_LONG:,}"


def _judge(certificate: Certificate) -> str:
    return f"{certificate.judge} on {certificate.model}"
