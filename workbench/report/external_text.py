"""The report on judges that were run elsewhere: the tables of the trust report, and how well scores separate."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from workbench.analysis.in_use import FailureRate
from workbench.analysis.score_separation import ScoreSeparation
from workbench.records.summary import Summary
from workbench.report.base_rate_text import LABELLED_TITLE, labelled_statements
from workbench.report.brief import short_name, style_brief
from workbench.report.columns import paragraph
from workbench.report.constant_figures import constant_natural_figures
from workbench.report.in_use_text import in_use_json, in_use_lines
from workbench.report.scorecard import consistency_figure, natural_figures
from workbench.report.statements import calls_statement
from workbench.report.terminal import NARROWEST, WIDEST
from workbench.report.terminal_table import Row, candidate_lines
from workbench.report.visible import on_one_line
from workbench.report.words import plural
from workbench.store.strict_json import encode


def external_text(
    summary: Summary,
    scores: Sequence[ScoreSeparation],
    *,
    reading: str,
    width: int,
    in_use: Mapping[str, FailureRate] = MappingProxyType({}),
    known: str = "",
) -> str:
    """Return the report as plain text, ending in a newline.

    Args:
        summary: The judges that gave verdicts, measured.
        scores: How well each score separates.
        reading: Which scores are good ones, in words.
        width: Columns of the page; below 40 and above 100 it is drawn in towards them.
        in_use: By judge, how many answers are wrong, where not all are labelled.
        known: Where the known rates of a judge come from, in a sentence; empty where there are none.
    """
    width = max(NARROWEST, min(width, WIDEST))
    blocks = [
        in_use_lines(in_use, known, width=width),
        _verdicts(summary, in_use, width),
        _base_rate(summary, in_use, width),
        _scores(scores, reading, width),
        _styles(summary, width),
        _read(summary, width),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def external_json(
    summary: Summary,
    scores: Sequence[ScoreSeparation],
    *,
    columns: dict[str, Any],
    reading: str,
    in_use: Mapping[str, FailureRate] = MappingProxyType({}),
    known: str = "",
) -> dict[str, Any]:
    """Return the report as one JSON document: how the file was read, the summary of every run, the scores."""
    return {
        "columns": columns,
        "scores_read_as": reading,
        "scores": [encode(ScoreSeparation, one) for one in scores],
        "in_use": in_use_json(in_use, known),
        "summary": encode(Summary, summary),
    }


def _verdicts(summary: Summary, in_use: Mapping[str, FailureRate], width: int) -> list[str]:
    items = sum(count for sets in summary.counts.values() for count in sets.values())
    if not items:
        return []
    said = f"{summary.bench}, {plural(summary.calls, 'verdict')} on {plural(items, 'labelled item')}"
    lines = paragraph(on_one_line(said), width=width, first="JUDGES RUN ELSEWHERE  ", rest="  ")
    left_out = (f"left out, {plural(count, 'item')}: {reason}" for reason, count in summary.left_out.items())
    for note in (*left_out, *_sampled(in_use), *summary.notes):
        lines += paragraph(on_one_line(note), width=width, first="! ")
    if not summary.judges:
        told = "Scores alone: without --threshold nothing says which of them pass, so no rate is shown."
        return [*lines, *paragraph(told, width=width, rest="  ")]
    rows: list[Row] = [(judge, (*natural_figures(judge), consistency_figure(judge))) for judge in summary.judges]
    rows += [(constant, constant_natural_figures(constant)) for constant in summary.constants]
    errors = [f"{short_name(judge)}: {calls_statement(judge)}." for judge in summary.judges if judge.errors]
    return [*lines, *candidate_lines(rows, gate=False, width=width), *_wrapped(errors, width)]


def _sampled(in_use: Mapping[str, FailureRate]) -> Iterator[str]:
    """Say of how many answers the rates in the table are, where not all are labelled."""
    for name, rate in in_use.items():
        labelled, judged = rate.verdicts.labelled.items, rate.verdicts.judged
        if 0 < labelled < judged:
            yield (
                f"{name}: of the labelled answers alone, {labelled:,} of {judged:,}. Where an audit chose them by "
                "verdict, these are not its rates in use."
            )


def _base_rate(summary: Summary, in_use: Mapping[str, FailureRate], width: int) -> list[str]:
    # Rates of labels that were drawn by verdict are not those in use; and where it is known how many are wrong, nothing
    # is to be supposed about it.
    drawn = {name for name, rate in in_use.items() if rate.by_verdict or rate.headline is not None}
    said = labelled_statements(judge for judge in summary.judges if judge.name not in drawn)
    return _wrapped([LABELLED_TITLE, *said], width) if said else []


def _scores(scores: Sequence[ScoreSeparation], reading: str, width: int) -> list[str]:
    if not scores:
        return []
    title = f"SCORES, at every threshold: the chance that a mistake looks worse than a right answer ({reading})"
    return [*_wrapped([title], width), *_wrapped((_score(one) for one in scores), width)]


def _score(score: ScoreSeparation) -> str:
    of = f"{plural(score.wrong, 'mistake')}, {plural(score.right, 'right answer')}"
    missing = f"; {plural(score.missing, 'item')} without a score, left out" if score.missing else ""
    if score.area is None:
        return f"{score.judge}: not measured, {of}{missing}."
    ends = "" if score.area.low is None else f" ({score.area.low:.2f} to {score.area.high:.2f})"
    return f"{score.judge}: AUC {score.area.auc:.4f}{ends}, {of}{missing}."


def _styles(summary: Summary, width: int) -> list[str]:
    # Without a style of the file's own, an entry says no more than the table above: "labelled wrong".
    if not any(", labelled" in style.style for judge in summary.judges for style in judge.by_style):
        return []
    told = [f"{short_name(judge)}: {style_brief(judge)}" for judge in summary.judges if style_brief(judge)]
    return ["BY STYLE, where a judge was wrong or gave no verdict, worst first", *_wrapped(told, width)] if told else []


def _read(summary: Summary, width: int) -> list[str]:
    wrong = [judge for judge in summary.judges if judge.disagreements]
    if not wrong:
        return []
    told = ", ".join(f"{len(judge.disagreements):,} by {short_name(judge)}" for judge in wrong)
    return ["DISAGREEMENTS", *_wrapped([f"{told}. Their ids are in the JSON (--json), worst first."], width)]


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    return [line for text in sentences for line in paragraph(on_one_line(text), width=width, rest="  ")]
