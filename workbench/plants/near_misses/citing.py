"""The same citations written another way."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.citations import Mark, citations

_Edit = tuple[int, int, str]
_BRACKETS = "[【［("
_SEPARATOR = re.compile(r"\s*[,;]\s*")
_STOP = re.compile(r"[.!?](?=\s|$)")


def citation_style(ground: Ground, rng: Random) -> Draft:
    """Move the marks to the other side of the full stops, join or part them, or put them between other brackets."""
    if not any(mark.apart for mark in ground.citations.marks):
        raise Declined("no citation stands beside its sentence")
    if ground.citations.unknown:
        raise Declined("the answer cites a passage that was not shown")
    runs = _runs(ground)
    ways = (_after_stop(ground, runs), _before_stop(ground, runs), _joined(ground, runs), _between_others(ground))
    options = [edits for edits in ways if edits and _cites_the_same(ground, edits)]
    if not options:
        raise Declined("no mark that can be written another way")
    return edited(
        ground, rng.choice(options), "the same passages are cited for the same sentences; only the form differs"
    )


def _runs(ground: Ground) -> list[list[Mark]]:
    """Marks beside their sentences, with nothing but blanks between them."""
    runs: list[list[Mark]] = []
    answer = ground.case.answer
    for mark in ground.citations.marks:
        if not mark.apart:
            continue
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


def _joined(ground: Ground, runs: list[list[Mark]]) -> list[_Edit]:
    """`[a] [b]` becomes `[a, b]`; where no marks stand in a row, `[a, b]` becomes `[a] [b]`."""
    answer = ground.case.answer
    joined: list[_Edit] = []
    apart: list[_Edit] = []
    for run in runs:
        texts = [answer[mark.start : mark.end] for mark in run]
        opening, closing = texts[0][0], texts[0][-1]
        if any((text[0], text[-1]) != (opening, closing) or text[0] not in _BRACKETS for text in texts):
            continue
        if len(run) > 1:
            inside = ", ".join(dict.fromkeys(text[1:-1] for text in texts))
            joined.append((run[0].start, run[-1].end, f"{opening}{inside}{closing}"))
            continue
        written = [answer[one.start : one.end] for one in run[0].references]
        if len(written) > 1 and _SEPARATOR.split(texts[0][1:-1]) == written:
            apart.append((run[0].start, run[0].end, " ".join(f"{opening}{one}{closing}" for one in written)))
    return joined or apart


def _between_others(ground: Ground) -> list[_Edit]:
    """`(passage 2)` becomes `[passage 2]`, or the other way round, everywhere. Ids and bare numbers stay."""
    edits: list[_Edit] = []
    for mark in ground.citations.marks:
        text = ground.case.answer[mark.start : mark.end]
        brackets = {"(": "[]", "[": "()"}.get(text[0])
        named = any(map(str.isalpha, text)) and not any(map(ground.citations.is_by_id, mark.references))
        if brackets and named and not mark.fixed:
            edits.append((mark.start, mark.end, f"{brackets[0]}{text[1:-1]}{brackets[1]}"))
    return edits


def _cites_the_same(ground: Ground, edits: list[_Edit]) -> bool:
    """Whether a reader finds the same passages cited in the same order once the marks are written so."""
    ids = [passage.id for passage in ground.case.passages]
    read = citations(edited(ground, edits, "").answer, ids)
    cited = [[name for mark in found.marks for name in mark.ids] for found in (ground.citations, read)]
    return [*dict.fromkeys(cited[0])] == [*dict.fromkeys(cited[1])] and not read.unknown


STYLES = (
    Style(
        name="citation_style",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="the same citations in another form: after the full stop instead of before it, [a] [b] as [a, b], or "
        "(passage 2) as [passage 2]",
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
