"""What an import found, for the terminal and as JSON."""

import shlex
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workbench.records.imported import Imported, ImportedAnswer, ImportedFiles, Refused
from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line
from workbench.report.words import plural

FORMAT = 1
_THINGS = (
    *("id", "question", "passages", "answer", "label", "group", "asked_at", "error", "confidence"),
    *("evidence", "answerable", "rule"),
)
_SHOWN = 150
_GOT = 70
_FEW = 3
_WORDS = 5


def import_text(imported: Imported, *, width: int) -> str:
    """Say what the files are taken for, show the first answers, and list what cannot be used and why."""
    lines = [line for files in imported.files for line in (*_files(files, width), "")]
    if imported.examples:
        one = len(imported.examples) == 1
        lines.append("The only answer:" if one else f"The first {len(imported.examples)} answers:")
        lines += [line for answer in imported.examples for line in _answer(answer, width)]
        lines.append("")
    lines += paragraph(_count(imported), width=width, rest="  ")
    lines += [line for refused in imported.refused for line in _refused(refused, width)]
    for note in _notes(imported):
        lines += paragraph(on_one_line(note), width=width, rest="  ")
    return "\n".join(lines)


def import_json(imported: Imported, *, out: str | None, in_use: str | None) -> dict[str, Any]:
    """Return the same as a JSON document; `written` and `in_use` are where rows went, null where none did."""
    told = asdict(imported)
    for answer in told["examples"]:
        answer["passages"] = [{"id": id_, "text": text} for id_, text in answer["passages"]]
    for refused in told["refused"]:
        refused["places"] = [{"where": where, "got": got} for where, got in refused["places"]]
    return {"format": FORMAT, "rows": imported.rows, **told, "written": out, "in_use": in_use}


def next_lines(imported: Imported, *, out: str | None, in_use: str | None) -> Iterator[str]:
    """Say where the answers are, and what to do with them."""
    yield ""
    if not (out or in_use):
        yield from _before(imported)
        return
    if out:
        yield f"{plural(imported.placed.get('--out', 0), 'row')} in {on_one_line(out)}."
        yield from _of_out(imported)
    if in_use:
        yield f"{plural(imported.placed.get('--in-use', 0), 'row')} in {on_one_line(in_use)}."
        yield "Nobody vouches for them: they are for workbench grade; workbench stage looks at what they cite."


def _before(imported: Imported) -> Iterator[str]:
    """Say how to go on where nothing was written."""
    if imported.words:
        shown = [shlex.quote(f"{word}=MEANING") for word in list(imported.words)[:_WORDS]]
        more = [f"and {len(imported.words) - _WORDS:,} more"] if len(imported.words) > _WORDS else []
        yield "Say of each word of a label what it means, pass, fail or skip:"
        yield on_one_line(" ".join([*(f"--label {word}" for word in shown), *more]))
        yield "To leave all labels out: --column label="
    if not (imported.usable or imported.failed or imported.unshown):
        if not imported.words:
            yield "Nothing to write. Name the fields with --column THING=NAME, or the format with --format."
        return
    yield "Nothing was written. If that is right:"
    if imported.labels:
        yield "  --out labelled.jsonl       answers that people labelled: for natural, workbench stage and search"
    elif imported.usable and not imported.told:
        yield "  --out answers.jsonl        for a bench, which takes answers without a label for trusted ones"
    if imported.unlabelled or imported.unshown or not imported.labels:
        yield "  --in-use in-use.jsonl      what nobody labelled: for workbench grade, and citations in stage"
    yield "If a field is the wrong one: --column question=NAME"


def _of_out(imported: Imported) -> Iterator[str]:
    if imported.renamed:
        yield f"{plural(imported.renamed, 'id')} cannot be the name of a file; those have a new one."
    for thing, count in imported.not_kept.items():
        yield f"Markdown does not keep {thing}, which {plural(count, 'row')} had; JSONL does."
    if imported.failed and "--in-use" not in imported.placed:
        yield _failures(imported, kept=imported.placed.get("--out", 0) > imported.usable)
    if imported.labels and "label" not in imported.not_kept:
        yield "People labelled them: settings take the file as natural; workbench stage and search count from it."
    else:
        yield "Nobody labelled them: a bench that takes them as answers trusts every one of them. Read them first."


def _failures(imported: Imported, *, kept: bool) -> str:
    told = f"{plural(imported.failed, 'question')} with an error"
    if not kept:
        return f"{told}: not written, Markdown holds none; JSONL does."
    return f"{told} among them: workbench search, stage and grade count those, a bench passes over them."


def _notes(imported: Imported) -> Iterator[str]:
    """Say what a person may not expect of what was read."""
    for thing, count in imported.unread.items():
        yield f"{plural(count, 'row')} told {thing} in a form that cannot be read; it is left out of them."
    if imported.uncited:
        yield (
            f"{plural(imported.uncited, 'answer')} cited by a name, as in [price], but the file gives their passages "
            "no names: these marks cite nothing. An export with the ids of the passages has them."
        )


def _files(files: ImportedFiles, width: int) -> Iterator[str]:
    named = ", ".join(files.files[:_FEW]) + (
        f" and {len(files.files) - _FEW:,} more" if len(files.files) > _FEW else ""
    )
    yield from paragraph(on_one_line(f"{named}: {files.title}, known by {files.known_by}"), width=width, rest="  ")
    size = max(map(len, _THINGS))
    for thing in _THINGS:
        paths = files.taken.get(thing)
        if paths:
            counted = len(paths) > 1
            told = "; ".join(f"{path} ({count:,})" if counted else path for path, count in paths.items())
            yield from paragraph(on_one_line(told), width=width, first=f"  {thing:<{size}} <- ")
    if files.unused:
        yield from paragraph(on_one_line(", ".join(files.unused)), width=width, first="  not used: ", rest="    ")


def _answer(answer: ImportedAnswer, width: int) -> Iterator[str]:
    yield from paragraph(on_one_line(f"{_short(answer.id)} ({answer.where})"), width=width, first="  ", rest="    ")
    first = f", [{_short(answer.passages[0][0])}] {answer.passages[0][1]}" if answer.passages else ""
    parts = {
        "question": answer.question,
        "passages": f"{len(answer.passages)}{first}",
        "answer": answer.answer,
        "label": answer.label,
    }
    for name, text in parts.items():
        if text:
            yield from paragraph(on_one_line(_short(text)), width=width, first=f"    {name:<8}  ")


def _count(imported: Imported) -> str:
    counts = [f"{count:,} labelled {label}" for label, count in imported.labels.items()]
    labels = ", ".join(counts + ([f"{imported.unlabelled:,} without a label"] if imported.unlabelled else []))
    told = f"{imported.usable:,} of {plural(imported.rows, 'row')} can be used" + (f": {labels}" if labels else "")
    if imported.failed:
        told += f". {plural(imported.failed, 'question')} with an error in place of an answer"
    if imported.unshown:
        told += f". For --in-use only: {plural(imported.unshown, 'answer')} that nothing was found for"
    return f"{told}. The others:" if imported.refused else f"{told}."


def _refused(refused: Refused, width: int) -> Iterator[str]:
    places = [f"{where} ({_short(got, _GOT)})" if got else where for where, got in refused.places[:_FEW]]
    more = [f"and {refused.count - len(places):,} more"] if refused.count > len(places) else []
    told = f"expected {refused.expected}: {', '.join([*places, *more])}"
    yield from paragraph(on_one_line(told), width=width, first=f"  {refused.count:>5,}  ")


def _short(text: str, most: int = _SHOWN) -> str:
    return text if len(text) <= most else f"{text[:most]}..."
