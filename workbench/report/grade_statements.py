"""A graded set in sentences: the four numbers in order of value, what is wrong of all, drift and trend."""

from collections.abc import Iterator

from workbench.analysis.decline_rise import DeclineRise
from workbench.analysis.grade_trend import Measure, Trend
from workbench.analysis.grading import Portion, Why
from workbench.records.counterfactual import Counterfactuals, PassRate
from workbench.records.reply import JudgeKind
from workbench.records.rules import GROUNDED
from workbench.records.status import Status
from workbench.report.answering_text import declined_nothing
from workbench.report.drift_text import drift_statements
from workbench.report.grade_view import DriftView, GradeView
from workbench.report.in_use_text import in_use_statements
from workbench.report.shares import share_words
from workbench.report.words import NOT_MEASURED, level_words, plural

WHY_WORDS = {
    Why.TWO_SIGNS: "the judge failed it, and it has a figure that stands in no passage",
    Why.FAILED: "the judge failed it",
    Why.NO_PASSAGES: "it answers, although no passage was shown",
    Why.PASSED_FIGURE: "the judge passed it, although it has a figure that stands in no passage",
    Why.FIGURE: "it has a figure that stands in no passage, and the judge was not asked",
    Why.NO_VERDICT: "the judge gave no verdict",
}
_RISEN = {
    Measure.DECLINES: "declines",
    Measure.FAILED: "answers that the judge failed",
    Measure.FIGURES: "answers with a figure that stands in no passage",
}
_USUALLY = {
    Measure.DECLINES: "usually means that a document moved, or that people ask what no document covers",
    Measure.FAILED: "usually means that the model, its instructions or how passages are cut has changed",
    Measure.FIGURES: "usually means that passages no longer reach the model, which then answers from memory",
}
_LONGEST = 300
# Where a judge names no model, the word of its kind stands there.
_KINDS = frozenset(map(str, JudgeKind))


def grade_title(view: GradeView) -> str:
    """Return who graded what."""
    grade = view.grade
    judge = grade.judge if grade.model in _KINDS else f"{grade.judge} on {grade.model}"
    return f"GRADE  {judge}, {level_words(grade.level)} by run {grade.run}; answers of {grade.date}"


def what_was_graded(view: GradeView) -> Iterator[str]:
    """Say how many answers there are, how many were judged and what became of them."""
    grade, grading = view.grade, view.grading
    one_in = "all of those with passages" if grade.one_in == 1 else f"1 in {grade.one_in:,} of those with passages"
    yield f"{plural(grading.answers, 'answer')}; judged: {grading.sampled:,}, {one_in}, chosen by a hash of each."
    if not grading.sampled:
        yield "None was chosen, so nothing was judged: ask for more of them with --one-in 1."
    else:
        statuses = grading.statuses
        failed = grading.judge_failed
        of = f" ({failed:,} because the judge gave no verdict)" if failed else ""
        declined = grading.declines_passed
        yield (
            f"answered {statuses[Status.ANSWERED] - declined:,}, declined {declined:,}, "
            f"ungrounded {statuses[Status.UNGROUNDED]:,}{of}."
        )
        cause = next((one.reason for one in grading.to_read if one.why is Why.NO_VERDICT), "")
        if cause:
            yield f"! Why there was no verdict, the first time: {cause[:_LONGEST]}. Mend it; --retry-errors asks again."
    if grading.statuses[Status.NO_CONTEXT]:
        none = plural(grading.statuses[Status.NO_CONTEXT], "answer")
        yield f"no_context: {none} without any passage. No judge was asked about those."
    if grade.failures:
        yield f"The system failed on {plural(grade.failures, 'question')}: in no figure here, and no decline."
    if grade.alike:
        yield f"{plural(grade.alike, 'answer')} left out: word for word another one, over the same passages."
    if view.seen:
        yield f"! The judge was certified on {plural(view.seen, 'answer')} of these: they are not new."


def four_numbers(view: GradeView) -> Iterator[tuple[str, str]]:
    """Return the four numbers in order of value, each a name and what it is."""
    yield "counterfactual pass rate", _counterfactual(view.counterfactual)
    yield "groundedness rate", _groundedness(view)
    yield "figures in no passage", f"{_share(view.grading.figures)} of all answers. Each may be a wrong fact."
    yield "refusal rate", _refusals(view.grading.declines)


def how_many_are_wrong(view: GradeView) -> Iterator[str]:
    """Say what share the judge failed, and what that comes to once its own mistakes are taken off."""
    rate = view.grading.failure
    if rate is None:
        yield f"{NOT_MEASURED}: no answer has a verdict."
        return
    yield from in_use_statements(rate, view.known)
    yield f"It draws them from runs/grades/{view.grade.grade_id}/verdicts.jsonl."


def drift(view: DriftView) -> Iterator[str]:
    """Say whether the judge is still the one that was certified."""
    if view.note:
        yield f"{NOT_MEASURED}: {view.note}"
    if view.checks:
        yield f"Canaries asked on {view.checks[-1].at[:16].replace('T', ' ')} UTC."
        yield from drift_statements(view.certificate, view.noise, view.checks)


def trend_rows(trend: Trend) -> list[list[str]]:
    """Return the table by date, its heading first; each count with its 95 % interval."""
    rows = [["date", "answers", "declined", "figure in no passage", "failed by the judge"]]
    for day in trend.days:
        counts = day.counts
        judged = counts[Measure.FAILED]
        cells = [_cell(counts[measure]) for measure in (Measure.DECLINES, Measure.FIGURES)]
        rows.append([day.date, f"{day.answers:,}", *cells, _cell(judged, of=f" of {judged.items:,}")])
    return rows


def trend_words(trend: Trend) -> Iterator[str]:
    """Say what rose, and what that usually means."""
    if len(trend.days) < 2:
        yield "One date shows no trend: grade again in a week, with --date where the answers are of another day."
        return
    for measure, rise in trend.rises.items():
        yield _rise(measure, rise)
    if not trend.rises:
        yield (
            f"Nothing rose more than chance explains, looked for at each of {len(trend.days):,} dates. Few answers a "
            "date show large rises only."
        )


def _cell(portion: Portion, *, of: str = "") -> str:
    if portion.low is None or portion.high is None:
        return "-"
    return f"{portion.hits:,}{of} ({portion.low:.0%} to {portion.high:.0%})"


def _counterfactual(found: Counterfactuals | None) -> str:
    if found is None or found.questions.share is None:
        return f"{NOT_MEASURED}. Ask the system itself, with its evidence changed: workbench counterfactual"
    differing = found.differing
    also = f"; where documents differ from the common answer {_passed(differing)}" if differing.items else ""
    return f"{_passed(found.questions)}{also}. Checked on {found.made_at[:10]}: {found.system}."


def _passed(rate: PassRate) -> str:
    low, high = rate.low, rate.high
    ends = "" if low is None or high is None else f" (95%: {low:.1%} to {high:.1%})"
    return f"{rate.passed:,} of {rate.items:,}{ends}"


def _groundedness(view: GradeView) -> str:
    grading, rule = view.grading, view.grade.rule
    if not grading.passed.items:
        told = f"{NOT_MEASURED}: no answer has a verdict"
    else:
        told = f"{_share(grading.passed)} of the judged answers passed"
        if grading.judge_failed:
            told += f"; at worst, every missing verdict counted against it, {_share(grading.passed_at_worst)}"
        if grading.claims is not None:
            supported, claims = grading.claims
            told += f"; of their claims {supported:,} of {claims:,} are supported"
        if grading.declines_judged:
            told += f"; declines among them: {grading.declines_judged:,}"
    return f"{told}." if rule == GROUNDED else f"{NOT_MEASURED} by a judge of {rule}. Its own rule: {told}."


def _refusals(declines: Portion) -> str:
    if declines.items and not declines.hits:
        return declined_nothing(declines.items)
    return f"{_share(declines)} of all answers decline."


def _share(portion: Portion) -> str:
    return share_words((portion.hits, portion.items))


def _rise(measure: Measure, rise: DeclineRise) -> str:
    (hits, items), (later, items_later) = rise.before, rise.after
    chance = 100 * rise.p_value * len(Measure)
    return (
        f"! More {_RISEN[measure]} since {rise.since}: {later:,} of {items_later:,}, before {hits:,} of {items:,}. "
        f"Chance alone makes one as clear in {chance:.2g}% of looks. A sudden rise {_USUALLY[measure]}."
    )
