"""A graded set in the terminal."""

from collections.abc import Iterator

from workbench.report.columns import paragraph, table
from workbench.report.grade_statements import (
    WHY_WORDS,
    drift,
    four_numbers,
    grade_title,
    how_many_are_wrong,
    trend_rows,
    trend_words,
    what_was_graded,
)
from workbench.report.grade_view import GradeView
from workbench.report.visible import on_one_line
from workbench.report.words import plural

LISTED = 10
_LONGEST = 240


def grade_text(view: GradeView, *, width: int) -> str:
    """Return the report of a graded set as text, ending in a newline."""
    lines = [
        *_lines([grade_title(view)], width, first=""),
        *_lines(what_was_graded(view), width),
        "",
        "FOUR NUMBERS, in order of value",
        *_numbers(view, width),
        "",
        "HOW MANY ARE WRONG?",
        *_lines(how_many_are_wrong(view), width),
        "",
        *_read_first(view, width),
        "",
        "DRIFT",
        *_lines(drift(view.drift), width),
        "",
        "TREND",
        *_trend(view, width),
    ]
    return "\n".join(lines) + "\n"


def _lines(texts: Iterator[str] | list[str], width: int, first: str = "  ") -> list[str]:
    return [line for text in texts for line in paragraph(on_one_line(text), width=width, first=first, rest="    ")]


def _numbers(view: GradeView, width: int) -> Iterator[str]:
    for place, (name, told) in enumerate(four_numbers(view), start=1):
        yield from paragraph(on_one_line(told), width=width, first=f"  {place} {name:<25} ", rest=" " * 6)


def _read_first(view: GradeView, width: int) -> Iterator[str]:
    to_read = view.grading.to_read
    if not to_read:
        yield "READ FIRST  nothing stands out; a few at random all the same: --save 5"
        return
    yield f"READ FIRST  {plural(len(to_read), 'answer')} to read" + (
        f", {LISTED} of them here, more in grade.md" if len(to_read) > LISTED else ""
    )
    for one in to_read[:LISTED]:
        told = f"{_short(one.answer.case)}: {WHY_WORDS[one.why]}"
        told += f" ({_short(one.answer.figures)})" if one.answer.figures else ""
        yield from paragraph(on_one_line(told), width=width, first="  ", rest="    ")
        if one.reason:
            yield from paragraph(on_one_line(_short(one.reason)), width=width, first="    ", rest="    ")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _trend(view: GradeView, width: int) -> Iterator[str]:
    rows = trend_rows(view.trend)
    drawn = table([[[cell] for cell in row] for row in rows], width=width - 2)
    if drawn is None:
        yield from _lines([", ".join(map(" ".join, zip(rows[0], row, strict=True))) for row in rows[1:]], width)
    else:
        yield from (f"  {line}" for row in drawn for line in row)
    yield from _lines(trend_words(view.trend), width)
