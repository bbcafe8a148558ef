"""A graded set as Markdown, with the words of the answers to read."""

from collections.abc import Iterable, Iterator

from workbench.analysis.grading import ToRead
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
from workbench.report.markdown_text import escaped, table
from workbench.report.words import plural

LISTED = 200


def grade_markdown(view: GradeView) -> str:
    """Return the report as Markdown, ending in a newline. Whatever came from outside is shown as its own text."""
    to_read = view.grading.to_read
    heading, *rows = trend_rows(view.trend)
    blocks = [
        f"# {escaped(grade_title(view))}",
        _list(what_was_graded(view)),
        "## Four numbers, in order of value",
        "\n".join(
            f"{place}. **{name}**: {escaped(told)}" for place, (name, told) in enumerate(four_numbers(view), start=1)
        ),
        "## How many are wrong?",
        _list(how_many_are_wrong(view)),
        "## Trend",
        table(heading, [[escaped(cell) for cell in row] for row in rows]),
        _list(trend_words(view.trend)),
        "## Drift",
        _list(drift(view.drift)),
        f"## Read first: {plural(len(to_read), 'answer')}",
        *(_answer(one, view) for one in to_read[:LISTED]),
        f"And {len(to_read) - LISTED:,} more: `to_read` in summary.json." if len(to_read) > LISTED else "",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(text)}" for text in texts)


def _answer(one: ToRead, view: GradeView) -> str:
    return "\n".join(_lines(one, view))


def _lines(one: ToRead, view: GradeView) -> Iterator[str]:
    words = view.words[one.answer.item]
    figures = f" ({one.answer.figures})" if one.answer.figures else ""
    yield f"- **{escaped(one.answer.case)}**: {escaped(WHY_WORDS[one.why] + figures)}"
    if one.reason:
        yield f"  - judge: {escaped(one.reason)}"
    yield f"  - question: {escaped(words.question)}"
    yield f"  - answer: {escaped(words.answer)}"
