"""The trust report as Markdown: `report.md`, for a pull request, a job summary or a wiki."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.records.summary import JudgeSummary, Rate, Standing, StyleRate, Summary
from workbench.report.base_rate_text import BASE_RATE_TITLE, base_rate_statements
from workbench.report.brief import short_name
from workbench.report.constant_figures import constant_figures, constants_of
from workbench.report.markdown_items import disagreement_blocks
from workbench.report.markdown_text import escaped, table
from workbench.report.natural_text import natural_statements
from workbench.report.next_steps import next_steps
from workbench.report.repeats_text import READING as REPEATS_READING
from workbench.report.repeats_text import repeat_statements
from workbench.report.scorecard import (
    by_rule,
    figures,
    held_out_opened,
    judge_label,
    natural_figures,
    run_line,
    run_notes,
    simulated_names,
)
from workbench.report.slice_matrix import READING as SLICES_READING
from workbench.report.slice_matrix import TITLES, SliceMatrix, cell_words, slice_matrices
from workbench.report.statements import (
    BLIND_SPOTS,
    COUNTING,
    DISAGREEMENTS_NONE,
    STYLES_NONE,
    calls_statement,
    lines_statement,
    next_level,
    next_lines,
    search_statements,
    set_statements,
)
from workbench.report.style_matrix import StyleMatrix, cell_symbol, style_matrices
from workbench.report.version_text import READING as VERSIONS_READING
from workbench.report.version_text import TITLE as VERSIONS_TITLE
from workbench.report.version_text import changed_judges, version_statements
from workbench.report.view import ItemView
from workbench.report.words import (
    NO_COST,
    STANDING_SYMBOLS,
    Side,
    cost_words,
    count_words,
    error_words,
    level_words,
    per_thousand_words,
    reading_words,
    set_words,
)


def markdown_report(summary: Summary, disagreements: Sequence[ItemView]) -> str:
    """Return the text of `report.md`: the same figures as every other view, and each disagreement in a few lines."""
    simulated = " (simulated)" if simulated_names(summary) or summary.simulated else ""
    blocks = [
        "## Retrieval check",
        escaped(" ".join(search_statements(summary.search))),
        f"## Judge trust report{simulated}",
        escaped(run_line(summary)),
        *_lines(run_notes(summary), lead="> - "),
        _trust_table(summary),
        _labelled_table(summary),
        *_lines(natural_statements(by_rule(summary.judges))),
        *_base_rate(summary),
        "## Gate",
        *(block for judge in by_rule(summary.judges) for block in _gate(judge)),
        *_not_met(summary),
        "## Styles",
        *([_style_table(matrix) for matrix in style_matrices(summary)] or [STYLES_NONE]),
        *_slices(summary),
        *_repeats(summary),
        *_versions(summary),
        "## Disagreements, for a person to read",
        *(list(disagreement_blocks(disagreements, by_rule(summary.judges))) or [DISAGREEMENTS_NONE]),
        "## Next",
        *_lines(next_steps(summary)),
        "## What the judges were tested on",
        *_lines(set_statements(summary)),
        "## How it is counted",
        *_lines(COUNTING),
        "## What this cannot see",
        *_lines(BLIND_SPOTS),
        f"Run {escaped(summary.run_id)}, {escaped(summary.created_at)}.",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _lines(sentences: Iterable[str], *, lead: str = "- ") -> list[str]:
    return ["\n".join(f"{lead}{escaped(text)}" for text in sentences)]


def _label(judge: JudgeSummary) -> str:
    return escaped(", ".join(judge_label(judge)))


def _trust_table(summary: Summary) -> str:
    if not summary.judges:
        return "No judge was run."
    judges, opened = by_rule(summary.judges), held_out_opened(summary)
    heading = ["judge and model", "gate", *(figure.name for figure in figures(judges[0], held_out=opened))]
    rows = [
        [
            _label(judge),
            level_words(judge.decision.level if judge.decision else None),
            *(figure.words for figure in figures(judge, held_out=opened)),
        ]
        for judge in judges
    ]
    for name, cells in _calls_and_cost(judges):
        heading.append(name)
        for row, cell in zip(rows, cells, strict=True):
            row.append(escaped(cell))
    return table(heading, [*_with_constants(summary, judges, rows, len(heading))], numbers_from=2)


def _with_constants(
    summary: Summary, judges: Sequence[JudgeSummary], rows: Sequence[list[str]], columns: int
) -> Iterator[list[str]]:
    """Put what any judge must better below the judges of each rule."""
    opened = held_out_opened(summary)
    for place, (judge, row) in enumerate(zip(judges, rows, strict=True)):
        yield row
        if place + 1 == len(judges) or judges[place + 1].rule != judge.rule:
            for constant in constants_of(summary, judge.rule):
                cells = [escaped(f"{constant.name}, rule {constant.rule}"), ""]
                cells += [figure.words for figure in constant_figures(constant, held_out=opened)]
                yield [*cells, *[""] * (columns - len(cells))]


def _calls_and_cost(judges: Sequence[JudgeSummary]) -> Iterator[tuple[str, list[str]]]:
    """Return the columns on errors and cost; of a run without them, neither is worth a column."""
    if any(error for judge in judges for error in judge.errors.values()):
        yield "errors", [calls_statement(judge) for judge in judges]
    costs = [cost_words(judge.cost) for judge in judges]
    if set(costs) != {NO_COST}:
        yield "cost", costs
        yield "per 1,000", [per_thousand_words(judge.cost) for judge in judges]


def _labelled_table(summary: Summary) -> str:
    rows = [[_label(judge), figure.name, figure.words] for judge in summary.judges for figure in natural_figures(judge)]
    return table(["judge and model", "real answers that a person labelled", "count"], rows) if rows else ""


def _base_rate(summary: Summary) -> list[str]:
    said = base_rate_statements(by_rule(summary.judges))
    return [f"{BASE_RATE_TITLE}:", *_lines(said)] if said else []


def _gate(judge: JudgeSummary) -> Iterator[str]:
    decision = judge.decision
    yield f"**{level_words(decision.level if decision else None)}** {_label(judge)}"
    if decision is None:
        return
    level, lines = next_level(decision), next_lines(decision)
    reasons = [*decision.reasons, *([lines_statement(level, lines)] if level and lines else [])]
    yield "\n".join(f"- {escaped(reason)}" for reason in reasons)


def _not_met(summary: Summary) -> Iterator[str]:
    rows = [
        [
            escaped(short_name(judge)),
            str(next_level(judge.decision)),
            escaped(line.line),
            f"{STANDING_SYMBOLS[line.standing]} {line.standing}",
            *(escaped(text) for text in (line.figure, line.asked, line.missing)),
        ]
        for judge in by_rule(summary.judges)
        if judge.decision
        for line in next_lines(judge.decision)
        if line.standing is not Standing.MET
    ]
    if rows:
        yield "### What each judge does not meet yet"
        yield table(["judge", "level", "line", "stands", "figure", "asked", "missing"], rows, numbers_from=7)


def _style_table(matrix: StyleMatrix) -> str:
    names = [escaped(short_name(judge)) for judge in matrix.judges]
    heading = [f"rule {escaped(matrix.rule)}", "set", "must be", *names]
    rows = [
        [
            escaped(row.style) or "untouched",
            set_words(row.set),
            "caught" if row.side is Side.CAUGHT else "passed",
            *(_style_cell(cell, row.side) for cell in row.cells),
        ]
        for row in matrix.rows
    ]
    return table(heading, rows, numbers_from=3)


def _style_cell(cell: StyleRate | None, side: Side) -> str:
    if cell is None:
        return "not shown to it"
    verb = "caught" if side is Side.CAUGHT else "alarmed"
    return ", ".join((f"{cell_symbol(cell)} {verb} {count_words(cell.rate)}", *_no_verdict(cell.rate, side)))


def _no_verdict(rate: Rate, side: Side) -> tuple[str, ...]:
    return (*error_words(rate), *reading_words(rate, side))


def _slices(summary: Summary) -> Iterator[str]:
    matrices = slice_matrices(summary)
    if matrices:
        yield "## Lengths, and ranks of the evidence"
        yield from _lines(SLICES_READING)
    for matrix in matrices:
        yield _slice_table(matrix)


def _slice_table(matrix: SliceMatrix) -> str:
    names = [escaped(short_name(judge)) for judge in matrix.judges]
    heading = [f"{TITLES[matrix.by]}, rule {escaped(matrix.rule)}", "set", "must be", *names]
    rows = [
        [
            escaped(row.name),
            set_words(row.set),
            "caught" if row.side is Side.CAUGHT else "passed",
            *(cell_words(cell, row.side) for cell in row.cells),
        ]
        for row in matrix.rows
    ]
    return table(heading, rows, numbers_from=3)


def _repeats(summary: Summary) -> Iterator[str]:
    told = [(_label(judge), repeat_statements(judge)) for judge in by_rule(summary.judges)]
    lines = [f"- {label}: {escaped(' '.join(sentences))}" for label, sentences in told if sentences]
    if lines:
        yield "## Repeats"
        yield from _lines(REPEATS_READING)
        yield "\n".join(lines)


def _versions(summary: Summary) -> Iterator[str]:
    changed = changed_judges(by_rule(summary.judges))
    if changed:
        yield f"## {VERSIONS_TITLE}"
        yield from _lines(VERSIONS_READING)
    for judge in changed:
        yield f"**{_label(judge)}**"
        yield from _lines(version_statements(judge))
