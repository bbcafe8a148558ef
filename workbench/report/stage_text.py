"""Where wrong answers went wrong: a table of stages, the layers to mend, and what to read."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from workbench.records.stage import LAYERS, Clues, Fault, Layer, Stage, StageReport
from workbench.report.columns import paragraph, table
from workbench.report.shares import share_words
from workbench.report.statements import listed
from workbench.report.visible import on_one_line
from workbench.report.words import plural

_REST = "all with --json"
_SHOWN = 5
_STAGES = {
    Stage.NOT_RETRIEVED: "the evidence was not retrieved",
    Stage.DROPPED: "it was retrieved, and dropped before the model",
    Stage.CUT_OFF: "it was retrieved, and cut off before the model",
    Stage.NOT_FOLLOWED: "it was sent, and the answer is wrong",
    Stage.DECLINED: "it was sent, and the answer declines",
    Stage.ANSWERED_ANYWAY: "the documents hold none, and it was answered",
    Stage.ODD_LABEL: "the documents hold none, and it was declined",
    Stage.UNKNOWN: "nobody said what the evidence is",
}
_LOOK_AT = {
    Stage.NOT_RETRIEVED: "search, index, revision",
    Stage.DROPPED: "packing, order",
    Stage.CUT_OFF: "where passages are cut",
    Stage.NOT_FOLLOWED: "prompt, model, place",
    Stage.DECLINED: "when to decline",
    Stage.ANSWERED_ANYWAY: "when to decline",
    Stage.ODD_LABEL: "the label",
    Stage.UNKNOWN: "evidence to be given",
}
_SUSPECTS = {
    Stage.NOT_RETRIEVED: "query, filters, rights and how many passages the search brings; whether the index holds the "
    "passage, in its newest revision",
    Stage.DROPPED: "how the context is packed: how much fits, and in which order passages are left out",
    Stage.CUT_OFF: "where passages are cut, and how long they are",
    Stage.NOT_FOLLOWED: "instructions, prompt and model; the place of the passage among the others",
    Stage.DECLINED: "instructions that make declining too easy",
    Stage.ANSWERED_ANYWAY: "instructions that leave no way to decline, and fallback texts",
    Stage.ODD_LABEL: "the label: to decline was right",
    Stage.UNKNOWN: 'give "evidence", a short phrase of the passage that answers, in the row or in the questions file',
}
_GUESSES = (
    "Memory, another passage, another sentence: guesses from where figures, dates and names stand. Read the answers "
    "before you mend anything."
)


def stage_text(found: StageReport, files: Sequence[str], *, width: int) -> str:
    """Return table and sentences, ending in a newline."""
    title = (
        f"STAGE OF THE FAULT, {' and '.join(files)}: {len(found.faults):,} wrong of {plural(found.answers, 'answer')}"
    )
    lines = paragraph(on_one_line(title), width=width, rest="  ")
    if found.faults:
        lines += [*_table(found, width), ""]
    for text in _statements(found):
        lines += paragraph(on_one_line(text), width=width, rest="  ")
    for stage in Stage:
        lines += _read(found.of(stage), stage, width)
    return "\n".join(lines) + "\n"


def stage_json(found: StageReport, files: Sequence[str]) -> dict[str, Any]:
    """Return the same for machines: every wrong answer with its stage, and the ids of each stage."""
    stages = {
        str(stage): {
            "layer": LAYERS.get(stage),
            "look_at": _SUSPECTS[stage],
            "ids": [fault.case_id for fault in found.of(stage)],
        }
        for stage in Stage
    }
    layers = {str(layer): found.in_layer(layer) for layer in Layer}
    return {"files": list(files), "wrong": len(found.faults), "stages": stages, "layers": layers, **asdict(found)}


def _table(found: StageReport, width: int) -> list[str]:
    rows = [("stage", "wrong", "layer to mend", "look at")]
    rows += [
        (_STAGES[stage], f"{len(found.of(stage)):,}", LAYERS.get(stage, "-"), _LOOK_AT[stage])
        for stage in Stage
        if _is_shown(found, stage)
    ]
    drawn = table([[[cell] for cell in row] for row in rows], width=width)
    if drawn is not None:
        return [line for row in drawn for line in row]
    return [
        line for stage, *row in rows[1:] for line in paragraph(f"{stage}: {', '.join(row)}", width=width, rest="  ")
    ]


def _is_shown(found: StageReport, stage: Stage) -> bool:
    """Stages that place a fault are always shown: that none was found there is worth knowing."""
    return stage in LAYERS or bool(found.of(stage))


def _statements(found: StageReport) -> Iterator[str]:
    if not found.faults:
        yield (
            "Nothing wrong to look for: no answer is labelled fail. Saved answers are trusted, so right by definition; "
            "name real ones that a person labelled after the command, or as --natural."
        )
    elif not found.placed:
        yield "Not measured: no wrong answer could be placed."
    else:
        shares = (f"{layer} {share_words((found.in_layer(layer), found.placed))}" for layer in Layer)
        yield f"Layer to mend: {'; '.join(shares)}."
    if found.right_without:
        answers = plural(found.right_with_evidence, "answer")
        yield (
            f"Right without their evidence: {len(found.right_without):,} of {answers} "
            f"({listed(found.right_without, rest=_REST)}): from memory, or from a passage that says it in other words."
        )
    if found.failures:
        yield f"The system failed on {plural(found.failures, 'question')} more: no answer, so no stage."
    if found.revisions:
        told = (f"[{name}] {', '.join(revisions)}" for name, revisions in found.revisions.items())
        yield f"Retrieved in more than one revision, so an index may be stale: {listed(list(told), rest=_REST)}."
    if any(map(_guessed, found.faults)):
        yield _GUESSES


def _read(faults: Sequence[Fault], stage: Stage, width: int) -> list[str]:
    """Say what to look at, and list the answers: with what is known of them, so many that a reader reads them."""
    if not faults:
        return []
    lines = ["", *paragraph(f"{_STAGES[stage].capitalize()}. Look at: {_SUSPECTS[stage]}.", width=width, rest="  ")]
    told = [(fault.case_id, "; ".join(_told(fault))) for fault in faults]
    shown = [(name, words) for name, words in told if words][:_SHOWN]
    for name, words in shown:
        lines += paragraph(on_one_line(f"{name}: {words}"), width=width, first="  ", rest="    ")
    read = {name for name, _ in shown}
    others = [name for name, _ in told if name not in read]
    if others:
        names = f"{'Also' if shown else 'Answers'}: {listed(others, rest=_REST)}"
        lines += paragraph(on_one_line(names), width=width, first="  ", rest="    ")
    return lines


def _told(fault: Fault) -> Iterator[str]:
    evidence = fault.evidence
    if evidence is not None:
        yield f'"{evidence.phrase}"' + (f" in [{evidence.passage}] at rank {evidence.rank}" if evidence.rank else "")
        if evidence.revision:
            yield f"revision {evidence.revision}"
        if evidence.truncated_at is not None and not evidence.sent:
            yield f"cut after {evidence.truncated_at:,} characters"
    if fault.brought_by:
        yield f"the search brought it for {fault.brought_by}"
    if fault.clues is not None:
        yield from _clues(fault.clues, fault)


def _clues(clues: Clues, fault: Fault) -> Iterator[str]:
    if clues.nowhere:
        yield f"{_few(clues.nowhere)} in no passage that was sent, from memory?"
    if fault.evidence is None:
        return
    for value, passages in list(clues.elsewhere.items())[:_SHOWN]:
        yield f"{value} in {', '.join(f'[{name}]' for name in passages)}, another passage read?"
    if clues.beside:
        yield f"{_few(clues.beside)} beside the evidence, another sentence read?"
    if fault.stage is not Stage.NOT_FOLLOWED:
        return
    if clues.missing:
        yield f"without {_few(clues.missing)}"
    elif clues.evidence:
        yield f"it holds {_few(clues.evidence)} as the evidence does: see what else it says"
    else:
        yield "no figure, date or name to look up"


def _guessed(fault: Fault) -> bool:
    """Say whether what is told of an answer holds a guess."""
    clues = fault.clues
    return clues is not None and bool(clues.nowhere or (fault.evidence and (clues.elsewhere or clues.beside)))


def _few(values: Sequence[str]) -> str:
    return listed(values, limit=_SHOWN, rest=_REST)
