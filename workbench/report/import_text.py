"""What an import found, for the terminal and as JSON."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workbench.records.imported import Imported, ImportedAnswer, ImportedFiles, Refused
from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line
from workbench.report.words import plural

FORMAT = 1
_THINGS = ("id", "question", "passages", "answer", "label", "group", "asked_at")
_SHOWN = 150
_GOT = 70
_FEW = 3


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
    return "\n".join(lines)


def import_json(imported: Imported, *, written: str | None) -> dict[str, Any]:
    """Return the same as a JSON document; `written` is where the answers are, null where nothing was written."""
    told = asdict(imported)
    for answer in told["examples"]:
        answer["passages"] = [{"id": id_, "text": text} for id_, text in answer["passages"]]
    for refused in told["refused"]:
        refused["places"] = [{"where": where, "got": got} for where, got in refused["places"]]
    return {"format": FORMAT, "rows": imported.rows, **told, "written": written}


def next_lines(imported: Imported, *, written: str | None) -> Iterator[str]:
    """Say where the answers are, and what to do with them."""
    if not imported.usable:
        yield "\nNothing to write. Name the fields with --column THING=NAME, or the format with --format."
    elif written is None:
        yield "\nNothing was written. If that is right: --out answers.jsonl, or --out FOLDER for Markdown."
        yield "If a field is the wrong one: --column question=NAME"
    else:
        yield f"\n{plural(imported.usable, 'answer')} in {on_one_line(written)}."
        if imported.renamed:
            yield f"{plural(imported.renamed, 'id')} cannot be the name of a file; those have a new one."
        if imported.labels:
            yield "People labelled them: settings take the file as natural."
        else:
            yield "Nobody labelled them: settings that take them as answers trust every one of them. Read them first."


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
    return f"{told}. The others:" if imported.refused else f"{told}."


def _refused(refused: Refused, width: int) -> Iterator[str]:
    places = [f"{where} ({_short(got, _GOT)})" if got else where for where, got in refused.places[:_FEW]]
    more = [f"and {refused.count - len(places):,} more"] if refused.count > len(places) else []
    told = f"expected {refused.expected}: {', '.join([*places, *more])}"
    yield from paragraph(on_one_line(told), width=width, first=f"  {refused.count:>5,}  ")


def _short(text: str, most: int = _SHOWN) -> str:
    return text if len(text) <= most else f"{text[:most]}..."
