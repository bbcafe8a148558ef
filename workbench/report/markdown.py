"""The trust report as Markdown: `report.md`, for a pull request, a job summary or a wiki."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.records.summary import JudgeSummary, Summary
from workbench.report.markdown_text import escaped, table
from workbench.report.next_steps import next_steps
from workbench.report.scorecard import (
    figures,
    held_out_opened,
    is_perfect,
    judge_label,
    natural_figures,
    run_line,
    run_notes,
    simulated_names,
    style_side,
)
from workbench.report.segments import Mark
from workbench.report.statements import (
    BLIND_SPOTS,
    COUNTING,
    DISAGREEMENTS_NONE,
    calls_statement,
    next_level,
    next_lines,
    search_statements,
    set_statements,
)
from workbench.report.view import Disagreement, Kind, Opinion, Ruling
from workbench.report.words import (
    STANDING_SYMBOLS,
    Side,
    cost_words,
    count_words,
    error_words,
    level_words,
    per_thousand_words,
    plural,
    set_words,
    worst_case_words,
)


def markdown_report(summary: Summary, disagreements: Sequence[Disagreement]) -> str:
    """Return the text of `report.md`: the same figures as every other view, and each disagreement in a few lines."""
    simulated = " (simulated)" if simulated_names(summary) or summary.simulated else ""
    blocks = [
        "## Retrieval check",
        *_lines(search_statements(summary.search)),
        f"## Judge trust report{simulated}",
        escaped(run_line(summary)),
        *(f"> {escaped(note)}" for note in run_notes(summary)),
        _trust_table(summary),
        _labelled_table(summary),
        *_styles(summary),
        "## Gate",
        *(block for judge in summary.judges for block in _gate(judge)),
        "## Disagreements, for a person to read",
        *(list(_disagreements(disagreements)) or [DISAGREEMENTS_NONE]),
        "## What the judges were tested on",
        *_lines(set_statements(summary)),
        "## Next",
        *_lines(next_steps(summary)),
        "## How it is counted",
        *_lines(COUNTING),
        "## What this cannot see",
        *_lines(BLIND_SPOTS),
        f"Run {escaped(summary.run_id)}, {escaped(summary.created_at)}.",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _lines(sentences: Iterable[str]) -> list[str]:
    return ["\n".join(f"- {escaped(text)}" for text in sentences)]


def _label(judge: JudgeSummary) -> str:
    return escaped(", ".join(judge_label(judge)))


def _trust_table(summary: Summary) -> str:
    if not summary.judges:
        return "No judge was run."
    opened = held_out_opened(summary)
    heading = ["judge and model", *(figure.name for figure in figures(summary.judges[0], held_out=opened))]
    rows = [
        [
            _label(judge),
            *(figure.words for figure in figures(judge, held_out=opened)),
            escaped(calls_statement(judge)),
            escaped(cost_words(judge.cost)),
            escaped(per_thousand_words(judge.cost)),
            level_words(judge.decision.level if judge.decision else None),
        ]
        for judge in summary.judges
    ]
    return table([*heading, "errors", "cost", "per 1,000", "gate"], rows)


def _labelled_table(summary: Summary) -> str:
    rows = [[_label(judge), figure.name, figure.words] for judge in summary.judges for figure in natural_figures(judge)]
    return table(["judge and model", "real answers that a person labelled", "count"], rows) if rows else ""


def _styles(summary: Summary) -> Iterator[str]:
    rows = []
    for judge in summary.judges:
        for style in judge.by_style:
            if is_perfect(style):
                continue
            side = style_side(style)
            count = ", ".join((count_words(style.rate), *error_words(style.rate)))
            verb = "caught" if side is Side.CAUGHT else "alarmed"
            cells = [escaped(style.style) or "-", f"{verb} {count}", worst_case_words(style.rate, side)]
            rows.append([_label(judge), set_words(style.set), *cells])
    if rows:
        yield "### By style, where a judge was wrong or gave no verdict"
        yield table(["judge and model", "set", "style", "count", "worst case"], rows, numbers_from=3)


def _gate(judge: JudgeSummary) -> Iterator[str]:
    decision = judge.decision
    yield f"**{level_words(decision.level if decision else None)}** {_label(judge)}"
    if decision is None:
        return
    yield "\n".join(f"- {escaped(reason)}" for reason in decision.reasons)
    rows = [
        [
            escaped(line.line),
            f"{STANDING_SYMBOLS[line.standing]} {line.standing}",
            *(escaped(text) for text in (line.figure, line.asked, line.missing)),
        ]
        for line in next_lines(decision)
    ]
    if rows:
        yield table([f"for {next_level(decision)}", "stands", "figure", "asked", "missing"], rows, numbers_from=5)


def _disagreements(found: Sequence[Disagreement]) -> Iterator[str]:
    judges = {opinion.judge.judge_id: opinion.judge for item in found for opinion in _opinions(item)}
    for judge in judges.values():
        for kind in Kind:
            lines = [
                _disagreement(item, ruling, opinion)
                for item in found
                for ruling in item.rulings
                for opinion in ruling.opinions
                if opinion.judge.judge_id == judge.judge_id and opinion.kind is kind
            ]
            if lines:
                yield f"### {_label(judge)}: {plural(len(lines), kind)}"
                yield "\n".join(lines)


def _opinions(item: Disagreement) -> Iterator[Opinion]:
    return (opinion for ruling in item.rulings for opinion in ruling.opinions if opinion.kind)


def _disagreement(item: Disagreement, ruling: Ruling, opinion: Opinion) -> str:
    style = f", {ruling.style}" if ruling.style else ""
    lines = [
        f"- **{escaped(item.item_id)}** ({escaped(set_words(ruling.set) + style)}) from {escaped(item.parent)}: "
        f"expected {ruling.expected}, came {escaped(', '.join(opinion.verdicts))}",
        f"  - question: {escaped(item.question)}",
    ]
    removed = [part.text for part in item.answer if part.mark is Mark.REMOVED]
    planted = [part.text for part in item.answer if part.mark is Mark.PLANTED]
    lines += [f"  - was: {escaped(text)}" for text in removed]
    lines += [f"  - now: {escaped(text)}" for text in planted]
    lines += [f"  - passages {escaped(note)}" for note in item.passages_note]
    for saying in opinion.sayings:
        times = f" ({len(saying.repeats)} times)" if len(saying.repeats) > 1 else ""
        lines.append(f"  - {escaped(saying.verdict)}{times}: {escaped(saying.reason) or 'no reason given'}")
    return "\n".join(lines)
