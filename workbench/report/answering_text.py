"""What an assistant answered and declined: the table, the two figures that belong together, and the rest in words."""

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workbench.analysis.intervals import upper_bound
from workbench.analysis.selective import Answered, RiskCoverage
from workbench.report.answering import Answering
from workbench.report.columns import paragraph, table
from workbench.report.shares import share_words
from workbench.report.statements import listed
from workbench.report.visible import on_one_line
from workbench.report.words import plural

BADLY = "No good news: a system that never declines also answers what no document holds, and then from somewhere else."
_WELL = "No question here called for it, so whether it can decline is not measured: ask some that nothing answers."
_HEADINGS = ("questions", "correct", "wrong", "declined", "all", "errors")


def answering_text(found: Answering, *, width: int) -> str:
    """Return table and sentences, ending in a newline."""
    title = f"SELECTIVE ANSWERING, {found.of}"
    lines = paragraph(on_one_line(title), width=width, rest="  ")
    # Of questions that nobody knows more about, only declines can be counted.
    known = found.shares.errors[1]
    lines += _table(found, width) if known else []
    for text in (*(_statements(found) if known else ()), *_declines(found), *_left_out(found)):
        lines += paragraph(on_one_line(text), width=width, rest="  ")
    return "\n".join(lines) + "\n"


def answering_json(found: Answering) -> dict[str, Any]:
    """Return the same for machines; each share as its two counts."""
    told = asdict(found)
    return told if found.rise is None else told | {"rise": told["rise"] | {"since": found.rise.since.isoformat()}}


def _table(found: Answering, width: int) -> list[str]:
    kinds = {"answerable": found.answerable, "unanswerable": found.unanswerable}
    rows = [_HEADINGS, *((name, *(f"{count:,}" for count in _counts(kind))) for name, kind in kinds.items())]
    drawn = table([[[cell] for cell in row] for row in rows], width=width)
    if drawn is not None:
        return [line for row in drawn for line in row]
    return [f"{name}: {', '.join(map(' '.join, zip(_HEADINGS[1:], row, strict=True)))}" for name, *row in rows[1:]]


def _counts(kind: Answered) -> tuple[int, ...]:
    return kind.correct, kind.wrong, kind.declined, kind.items, kind.errors


def _statements(found: Answering) -> Iterator[str]:
    shares = found.shares
    if found.trusted:
        yield "These answers are trusted, so right by definition: only what was declined tells something."
    else:
        yield (
            f"Answerable questions answered right: {share_words(shares.right_answers)}. Unanswerable ones declined: "
            f"{share_words(shares.proper_declines)}. They belong together: either alone is had by never or always "
            "declining."
        )
        yield (
            f"Answered at all: {share_words(shares.answered)}. Right when answering: "
            f"{share_words(shares.right_when_answering)}; that rises with every decline, and says little alone."
        )
    yield f"Declined needlessly: {share_words(shares.needless_declines)}."
    yield f"Answered though unanswerable: {share_words(shares.answered_anyway)}."
    if not found.trusted:
        yield f"Right behaviour overall: {share_words(shares.right_overall)}."
    if found.risk is not None:
        yield _risk(found.risk, found.confident)


def _declines(found: Answering) -> Iterator[str]:
    """Say in words that nothing was declined, and that declines rose: figures alone do not sound like news."""
    declined, questions = found.declines
    if not declined and questions:
        yield declined_nothing(questions, _WELL if _all_answerable(found) else BADLY)
    rise = found.rise
    if rise is not None and rise.shown:
        (before, asked_before), (after, asked_after) = rise.before, rise.after
        yield (
            f"Declines rose on {rise.since}: {after:,} of {asked_after:,} from that date on, {before:,} of "
            f"{asked_before:,} before (exact test, every date tried: p = {rise.p_value:.2g}). A sudden rise usually "
            "means that a document moved, or that other questions are asked."
        )
    elif found.dates > 1:
        yield f"Declines did not rise, over {found.dates:,} dates, by more than chance can make them."


def declined_nothing(questions: int, meaning: str = BADLY) -> str:
    """Say of some questions, one at least, that none was declined, and what that may mean."""
    most = math.ceil(100 * (upper_bound(0, questions) or 0.0))
    return (
        f"Declined nothing: 0 of {plural(questions, 'question')}, so at most {most}% in the long run (95%). {meaning}"
    )


def _all_answerable(found: Answering) -> bool:
    return not found.unanswerable.items and not found.unknown


def _left_out(found: Answering) -> Iterator[str]:
    errors, questions = found.shares.errors
    if errors:
        yield (
            f"The system failed on {errors:,} of {plural(questions, 'question')}. That is no decline, and in no figure "
            f"above; counted as wrong, right behaviour is {share_words(found.shares.worst_case)}."
        )
    if found.unknown:
        yield f"Left out, nobody said whether the documents answer them: {plural(found.unknown, 'question')}."
    if found.unlabelled:
        yield f"Left out, nobody labelled them: {plural(found.unlabelled, 'answer')}."
    if found.odd:
        names = listed(found.odd, rest="all with --json")
        yield f"Labels that do not fit an unanswerable question, to look at: {names}."


def _risk(risk: RiskCoverage, answers: int) -> str:
    places = sorted({max(1, round(answers * part)) for part in (0.25, 0.5, 0.75, 1)})
    points = ", ".join(f"{risk.risks[place - 1]:.1%} of {place:,}" for place in places)
    return (
        f"Surest answers first, wrong are {points} (area under the curve {risk.area:.3f}, {risk.excess:.3f} above the "
        "best order there could be)."
    )
