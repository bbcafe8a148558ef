"""The trust report as plain text: what a person reads in half a minute. All the rest stands in `report.html`."""

from collections.abc import Iterable

from workbench.records.summary import Level, Summary
from workbench.report.base_rate_text import BASE_RATE_TITLE, base_rate_statements
from workbench.report.brief import gate_brief, short_name, style_brief
from workbench.report.columns import paragraph
from workbench.report.constant_figures import constant_figures, constants_of
from workbench.report.natural_text import natural_statements
from workbench.report.next_steps import next_steps
from workbench.report.scorecard import (
    by_rule,
    figures,
    held_out_opened,
    items_to_read,
    labelled,
    natural_figures,
    pair_figure,
    run_line,
    run_notes,
    simulated_names,
)
from workbench.report.statements import DISAGREEMENTS_NONE, count_statements, left_out_brief, search_statements
from workbench.report.terminal_table import Row, candidate_lines, short_bound
from workbench.report.version_text import TITLE as VERSIONS_TITLE
from workbench.report.version_text import changed_judges, version_statements
from workbench.report.visible import on_one_line
from workbench.report.words import LEVEL_MEANINGS, level_words, plural

WIDEST = 100
NARROWEST = 40
PAIRS_TITLE = "PAIRS TOLD APART: the mistake failed, and the very answer that it was made from passed"
STYLES_TITLE = "BY STYLE, where a judge was wrong or gave no verdict, worst first"
GATE_TITLE = "GATE, in short: every reason, and every line of the next level, is in report.html"


def trust_report(summary: Summary, *, width: int) -> str:
    """Return the report as plain text, without colour, ending in a newline.

    Ids, the gate's lines one by one, and what was declined are left to `report.html`, and each time it is said so.

    Args:
        summary: The run, measured.
        width: Columns of the page; below 40 and above 100 it is drawn in towards them.
    """
    width = max(NARROWEST, min(width, WIDEST))
    blocks = [
        ["RETRIEVAL CHECK", *_wrapped([" ".join(search_statements(summary.search))], width)],
        _trust(summary, width),
        _labelled(summary, width),
        _base_rate(summary, width),
        _pairs(summary, width),
        _styles(summary, width),
        _versions(summary, width),
        _gate(summary, width),
        _disagreements(summary, width),
        ["WHAT THE JUDGES WERE TESTED ON", *_wrapped([*count_statements(summary), left_out_brief(summary)], width)],
        ["NEXT", *_wrapped(next_steps(summary), width)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if len(block) > 1) + "\n"


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    return [line for text in sentences if text for line in paragraph(on_one_line(text), width=width, rest="  ")]


def _trust(summary: Summary, width: int) -> list[str]:
    title = "JUDGE TRUST REPORT" + (" (SIMULATED)" if simulated_names(summary) or summary.simulated else "")
    lines = paragraph(on_one_line(run_line(summary)), width=width, first=f"{title}  ", rest="  ")
    for note in run_notes(summary):
        lines += paragraph(on_one_line(note), width=width, first="! ")
    if not summary.judges:
        return [*lines, "no judge was run."]
    opened = held_out_opened(summary)
    rows: list[Row] = []
    for rule in dict.fromkeys(judge.rule for judge in summary.judges):
        rows += [(one, figures(one, held_out=opened, pairs=False)) for one in summary.judges if one.rule == rule]
        constants = constants_of(summary, rule)
        rows += [(constant, constant_figures(constant, held_out=opened, pairs=False)) for constant in constants]
    return [*lines, *candidate_lines(rows, gate=True, width=width)]


def _labelled(summary: Summary, width: int) -> list[str]:
    if not labelled(summary):
        return []
    rows = [(judge, natural_figures(judge)) for judge in by_rule(summary.judges) if natural_figures(judge)]
    said = _wrapped(natural_statements(by_rule(summary.judges)), width)
    return ["REAL ANSWERS THAT A PERSON LABELLED", *candidate_lines(rows, gate=False, width=width), *said]


def _base_rate(summary: Summary, width: int) -> list[str]:
    # A script is a yardstick that nobody lets gate; the other reports tell of all judges.
    judges = [judge for judge in by_rule(summary.judges) if judge.kind != "script"]
    return [*_wrapped([BASE_RATE_TITLE], width), *_wrapped(base_rate_statements(judges), width)]


def _pairs(summary: Summary, width: int) -> list[str]:
    found = [(short_name(judge), pair_figure(judge)) for judge in by_rule(summary.judges) if judge.pairs.items]
    told = [f"{name} {figure.main} {short_bound(figure.worst)}" for name, figure in found]
    return [*_wrapped([PAIRS_TITLE], width), *_wrapped([f"{', '.join(told)}."], width)] if told else []


def _styles(summary: Summary, width: int) -> list[str]:
    told = [(short_name(judge), style_brief(judge)) for judge in by_rule(summary.judges)]
    lines = _wrapped([f"{name}: {styles}" for name, styles in told if styles], width)
    return [*_wrapped([STYLES_TITLE], width), *lines] if lines else []


def _versions(summary: Summary, width: int) -> list[str]:
    changed = changed_judges(by_rule(summary.judges))
    told = [f"{short_name(judge)} {' '.join(version_statements(judge))}" for judge in changed]
    return [VERSIONS_TITLE.upper(), *_wrapped(told, width)] if told else []


def _gate(summary: Summary, width: int) -> list[str]:
    lines = []
    for judge in by_rule(summary.judges):
        level = level_words(judge.decision.level if judge.decision else None)
        said = on_one_line(f"{short_name(judge)}: {gate_brief(judge)}")
        lines += paragraph(said, width=width, first=f"{level}  ", rest="  ")
    if any(judge.decision and judge.decision.level is Level.PLUMBING_ONLY for judge in summary.judges):
        lines += _wrapped([f"{Level.PLUMBING_ONLY}: {LEVEL_MEANINGS[Level.PLUMBING_ONLY]}."], width)
    return [*_wrapped([GATE_TITLE], width), *lines] if lines else []


def _disagreements(summary: Summary, width: int) -> list[str]:
    title = _wrapped(["DISAGREEMENTS, for a person to read before a judge may gate"], width)
    count = items_to_read(summary)
    if not count:
        return [*title, DISAGREEMENTS_NONE]
    wrong = [judge for judge in by_rule(summary.judges) if judge.disagreements]
    told = ", ".join(f"{len(judge.disagreements):,} by {short_name(judge)}" for judge in wrong)
    shared = " (one item may be of several)" if sum(len(judge.disagreements) for judge in wrong) > count else ""
    said = f"{plural(count, 'item')}, with texts and reasons in report.html: {told}{shared}."
    return [*title, *_wrapped([said], width)]
