"""The trust report as plain text."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.records.summary import JudgeSummary, StyleRate, Summary
from workbench.report.columns import Cell, display_width, paragraph, table
from workbench.report.next_steps import next_steps
from workbench.report.scorecard import (
    Figure,
    figures,
    held_out_opened,
    is_perfect,
    items_to_read,
    judge_label,
    labelled,
    natural_figures,
    run_line,
    run_notes,
    simulated_names,
    style_side,
)
from workbench.report.statements import (
    DISAGREEMENTS_NONE,
    calls_statement,
    lines_statement,
    listed,
    next_level,
    next_lines,
    search_statements,
    set_statements,
)
from workbench.report.visible import on_one_line
from workbench.report.words import (
    Side,
    cost_words,
    count_words,
    error_words,
    level_words,
    plural,
    set_words,
    worst_case_words,
)

WIDEST = 100
NARROWEST = 40


def trust_report(summary: Summary, *, width: int) -> str:
    """Return the whole report as plain text, without colour, ending in a newline.

    Args:
        summary: The run, measured.
        width: Columns of the page; below 40 and above 100 it is drawn in towards them.
    """
    width = max(NARROWEST, min(width, WIDEST))
    blocks = [
        ["RETRIEVAL CHECK", *_wrapped(search_statements(summary.search), width)],
        _trust(summary, width),
        _labelled(summary, width),
        _styles(summary, width),
        _gate(summary, width),
        _disagreements(summary, width),
        ["WHAT THE JUDGES WERE TESTED ON", *_wrapped(set_statements(summary), width)],
        ["NEXT", *_wrapped(next_steps(summary), width)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if len(block) > 1) + "\n"


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    return [line for text in sentences for line in paragraph(on_one_line(text), width=width, rest="  ")]


def _trust(summary: Summary, width: int) -> list[str]:
    title = "JUDGE TRUST REPORT" + (" (SIMULATED)" if simulated_names(summary) or summary.simulated else "")
    lines = paragraph(on_one_line(run_line(summary)), width=width, first=f"{title}  ", rest="  ")
    for note in run_notes(summary):
        lines += paragraph(on_one_line(note), width=width, first="! ")
    lines.append("")
    if not summary.judges:
        return [*lines, "no judge was run."]
    opened = held_out_opened(summary)
    return lines + _candidates(
        [(judge, figures(judge, held_out=opened), _status(judge)) for judge in summary.judges], width
    )


def _status(judge: JudgeSummary) -> str:
    level = level_words(judge.decision.level if judge.decision else None)
    cost = cost_words(judge.cost)
    return f"{level}, {calls_statement(judge)}, {f'cost {cost}' if cost == 'unknown' else cost}"


def _labelled(summary: Summary, width: int) -> list[str]:
    if not labelled(summary):
        return []
    rows = [(judge, natural_figures(judge), "") for judge in summary.judges if natural_figures(judge)]
    return ["REAL ANSWERS THAT A PERSON LABELLED", *_candidates(rows, width)]


def _candidates(rows: Sequence[tuple[JudgeSummary, Sequence[Figure], str]], width: int) -> list[str]:
    """Draw one row a candidate; as a list where a table of all its figures does not fit the page."""
    heading: list[Cell] = [("judge", "and model"), *(figure.heading for figure in rows[0][1])]
    cells = [
        [_label(judge), *((figure.main, figure.worst, *figure.asides) for figure in found)] for judge, found, _ in rows
    ]
    same = all(len(row) == len(heading) for row in cells)
    drawn = table([heading, *cells], width=width) if same else None
    if drawn is None:
        return [line for row in rows for line in _as_list(*row, width)]
    lines = [line for line in drawn[0] if line]
    for (_, _, status), row in zip(rows, drawn[1:], strict=True):
        lines += ["", *row, *(paragraph(on_one_line(status), width=width, first="  ") if status else [])]
    return lines


def _as_list(judge: JudgeSummary, found: Sequence[Figure], status: str, width: int) -> list[str]:
    lines = paragraph(", ".join(_label(judge)), width=width, rest="  ")
    size = max(display_width(figure.name) for figure in found)
    for figure in found:
        lines += paragraph(figure.words, width=width, first=f"  {figure.name:<{size}}  ")
    return lines + (paragraph(on_one_line(status), width=width, first="  ") if status else [])


def _label(judge: JudgeSummary) -> Cell:
    return tuple(on_one_line(line) for line in judge_label(judge))


def _styles(summary: Summary, width: int) -> list[str]:
    rows = [(judge, style) for judge in summary.judges for style in judge.by_style if not is_perfect(style)]
    heading: list[Cell] = [("judge",), ("set",), ("style",), ("",), ("count",), ("worst case",), ("",)]
    drawn = table([heading, *(_style_cells(judge, style) for judge, style in rows)], width=width)
    title = "BY STYLE, where a judge was wrong or gave no verdict, worst first"
    if not rows:
        return []
    if drawn is None:
        return [*_wrapped([title], width), *_wrapped((_style_line(*row) for row in rows), width)]
    return [*_wrapped([title], width), *(line for row in drawn for line in row)]


def _style_line(judge: JudgeSummary, style: StyleRate) -> str:
    name, part, kind, verb, *counts = (cell[0] for cell in _style_cells(judge, style))
    return f"{name}: {part}, {kind}: {verb} {', '.join(count for count in counts if count)}"


def _style_cells(judge: JudgeSummary, style: StyleRate) -> list[Cell]:
    side = style_side(style)
    return [
        (", ".join(_label(judge)),),
        (set_words(style.set),),
        (on_one_line(style.style) or "-",),
        ("caught" if side is Side.CAUGHT else "alarmed",),
        (count_words(style.rate),),
        (worst_case_words(style.rate, side),),
        (", ".join(error_words(style.rate)),),
    ]


def _gate(summary: Summary, width: int) -> list[str]:
    return ["GATE", *(line for judge in summary.judges for line in _gate_lines(judge, width))]


def _gate_lines(judge: JudgeSummary, width: int) -> Iterator[str]:
    decision = judge.decision
    name = ", ".join(_label(judge))
    yield from paragraph(f"{level_words(decision.level if decision else None)}: {name}", width=width, rest="  ")
    if decision is None:
        return
    for reason in decision.reasons:
        yield from paragraph(on_one_line(reason), width=width, first="  - ")
    level, lines = next_level(decision), next_lines(decision)
    if level and lines:
        yield from paragraph(on_one_line(lines_statement(level, lines)), width=width, first="  ")


def _disagreements(summary: Summary, width: int) -> list[str]:
    title = "DISAGREEMENTS, for a person to read"
    count = items_to_read(summary)
    if not count:
        return [title, DISAGREEMENTS_NONE]
    lines = [title, *_wrapped([f"{plural(count, 'item')}, with texts and reasons in report.html."], width)]
    for judge in summary.judges:
        if judge.disagreements:
            text = f"{', '.join(judge_label(judge))}: {len(judge.disagreements):,} ({listed(judge.disagreements)})"
            lines += _wrapped([text], width)
    return lines
