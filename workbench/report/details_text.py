"""Every figure of every judge with its interval, for who asks: `workbench report --details`."""

from collections.abc import Iterator

from workbench.records.summary import JudgeSummary, Rate, SliceKind, Summary
from workbench.report.brief import short_name
from workbench.report.columns import paragraph
from workbench.report.repeats_text import chance_statement, repeat_statements
from workbench.report.scorecard import (
    by_rule,
    figures,
    held_out_opened,
    natural_figures,
    slice_side,
)
from workbench.report.slice_matrix import TITLES
from workbench.report.visible import on_one_line
from workbench.report.words import (
    Side,
    aside_words,
    count_words,
    interval_words,
    reading_words,
    set_words,
    slice_words,
    worst_case_words,
)

TITLE = "IN DETAIL: each count with its 95% interval, its worst case, and what errors do to it"


def details_text(summary: Summary, *, width: int) -> str:
    """Return rates with intervals, lengths, ranks of the evidence and agreement of repeats, a block a judge."""
    opened = held_out_opened(summary)
    blocks = [paragraph(TITLE, width=width)]
    for judge in by_rule(summary.judges):
        lines = paragraph(on_one_line(f"{short_name(judge)}, rule {judge.rule}"), width=width, rest="  ")
        for lead, told in _judge(judge, opened=opened):
            lines += paragraph(on_one_line(told), width=width, first=lead, rest=f"{lead}    ")
        blocks.append(lines)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _judge(judge: JudgeSummary, *, opened: bool) -> Iterator[tuple[str, str]]:
    """Return the lines of one judge, each with its indent."""
    for figure in (*figures(judge, held_out=opened), *natural_figures(judge)):
        if figure.rate is not None and figure.rate.items:
            yield "  ", f"{figure.name}: {_told(figure.rate, figure.side)}"
    for by in SliceKind:
        rates = [one for one in judge.slices if one.by is by]
        if rates:
            yield "  ", TITLES[by]
        for one in rates:
            side = slice_side(one)
            verb = "caught" if side is Side.CAUGHT else "alarmed"
            yield "    ", f"{slice_words(one)}, {set_words(one.set)} {verb}: {_told(one.rate, side)}"
    steady = repeat_statements(judge)
    for told in (*steady, chance_statement(judge.consistency)) if steady else ():
        yield "  ", told


def _told(rate: Rate, side: Side) -> str:
    between = interval_words(rate)
    count = f"{count_words(rate)} ({between})" if between else count_words(rate)
    told = ", ".join((count, worst_case_words(rate, side), *aside_words(rate, side)))
    return "; ".join((told, *reading_words(rate, side)))
