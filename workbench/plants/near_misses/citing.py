"""The same citations written another way."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.citations import Mark

_Edit = tuple[int, int, str]
_STOP = re.compile(r"[.!?](?=\s|$)")


def citation_style(ground: Ground, rng: Random) -> Draft:
    """Move the marks to the other side of the full stops, or write marks in a row as one, or one as several."""
    if not ground.citations.marks:
        raise Declined("the answer cites nothing in square brackets")
    if ground.citations.unknown:
        raise Declined("the answer cites a passage that was not shown")
    runs = _runs(ground)
    options = [edits for edits in (_after_stop(ground, runs), _before_stop(ground, runs), _joined(runs)) if edits]
    if not options:
        raise Declined("no mark that can be written another way")
    return edited(
        ground, rng.choice(options), "the same passages are cited for the same sentences; only the form differs"
    )


def _runs(ground: Ground) -> list[list[Mark]]:
    """Marks with nothing but blanks between them."""
    runs: list[list[Mark]] = []
    answer = ground.case.answer
    for mark in ground.citations.marks:
        if runs and set(answer[runs[-1][-1].end : mark.start]) <= {" "}:
            runs[-1].append(mark)
        else:
            runs.append([mark])
    return runs


def _after_stop(ground: Ground, runs: list[list[Mark]]) -> list[_Edit]:
    """`text [a].` becomes `text. [a]`, everywhere."""
    answer = ground.case.answer
    edits: list[_Edit] = []
    for run in runs:
        start, end = run[0].start, run[-1].end
        if (
            not _STOP.match(answer, end)
            or not answer[:start].endswith(" ")
            or answer[: start - 1][-1:] in (".", " ", "")
        ):
            continue
        edits.append((start - 1, end + 1, f"{answer[end]} {answer[start:end]}"))
    return edits


def _before_stop(ground: Ground, runs: list[list[Mark]]) -> list[_Edit]:
    """`text. [a]` becomes `text [a].`, everywhere."""
    answer = ground.case.answer
    edits: list[_Edit] = []
    for run in runs:
        start, end = run[0].start, run[-1].end
        lead = re.search(r"(?<=[\w)%])([.!?])( ?)$", answer[max(0, start - 3) : start])
        if lead is None or (end < len(answer) and not answer[end].isspace()):
            continue
        edits.append((start - len(lead.group()), end, f" {answer[start:end]}{lead.group(1)}"))
    return edits


def _joined(runs: list[list[Mark]]) -> list[_Edit]:
    """`[a] [b]` becomes `[a, b]`; where no marks stand in a row, `[a, b]` becomes `[a] [b]`."""
    joined = [
        (run[0].start, run[-1].end, "[" + ", ".join(dict.fromkeys(i for mark in run for i in mark.ids)) + "]")
        for run in runs
        if len(run) > 1
    ]
    apart = [
        (mark.start, mark.end, " ".join(f"[{name}]" for name in mark.ids))
        for run in runs
        for mark in run
        if len(mark.ids) > 1
    ]
    return joined or apart


STYLES = (
    Style(
        name="citation_style",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="the same citations in another form: after the full stop instead of before it, or [a] [b] as [a, b]",
        covers="every sentence cites the passages that it cited; all of them were shown",
        plant=citation_style,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day costs £32 [p1].",
                becomes="A day costs £32. [p1]",
            ),
            Example(
                question="When is the stand open?",
                passages=("It opens at 7 in summer.", "It closes at 21 in summer."),
                answer="In summer it is open from 7 to 21 [p1] [p2], every day.",
                becomes="In summer it is open from 7 to 21 [p1, p2], every day.",
            ),
        ),
    ),
)
