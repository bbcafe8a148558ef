"""A saved answer as one Markdown file: `## Question`, `## Sources`, `## Answer`."""

from pathlib import Path

from workbench.cases.fences import all_readings
from workbench.cases.path_text import path_text
from workbench.cases.reading import lines, read_text
from workbench.cases.sections import split_sections
from workbench.cases.sources import split_passages, trimmed
from workbench.errors import InputError, Problem
from workbench.records.case import Case
from workbench.records.rules import RULES


def read_markdown(path: Path) -> Case:
    """Read one saved answer; its id is the file name without `.md`.

    Raises:
        InputError: the file cannot be read, or not without doubt. Nothing is ever read short.
    """
    origin = path_text(path)
    return parse_markdown(read_text(path), case_id=Path(origin).stem.strip(), origin=origin)


def parse_markdown(text: str, *, case_id: str, origin: str) -> Case:
    """Read the text of a saved answer. Empty lines around each part are taken off, nothing else.

    Args:
        text: The whole file.
        case_id: The id of the case.
        origin: The file, for error messages.

    Raises:
        InputError: with every place that cannot be read without doubt.
    """
    rows = lines(text)
    readings = all_readings(rows)
    spans = split_sections(rows, readings, origin=origin)
    question, answer = spans["Question"], spans["Answer"]
    return Case(
        case_id=case_id,
        question=trimmed(rows[question.start : question.stop]),
        passages=split_passages(rows, spans["Sources"], readings, origin=origin),
        answer=trimmed(rows[answer.start : answer.stop]),
        origin=origin,
    )


def to_markdown(case: Case) -> str:
    """Write a trusted answer so that reading it gives the same question, passages and answer, to the character.

    The id is for the file name, evidence and answerability for the questions file.

    Raises:
        InputError: the case cannot be written so, because its text would be read another way or because it has a
            label, rules, a group or a trace of its own, which this format does not hold. JSONL holds them all.
    """
    where = f"case {case.case_id}"
    hint = "this case can be kept as JSONL"
    if case.label != "pass" or case.rules != RULES or case.group or case.trace:
        got = "a label, rules, a group or a trace of its passages"
        problem = Problem(where=where, expected="a trusted answer without more", got=got)
        raise InputError(problem, hint=hint)
    text = _written(case)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(Problem(where=where, expected="text", got="half a surrogate pair")) from error
    try:
        again = parse_markdown(text, case_id=case.case_id, origin=f"{where}, as Markdown")
    except InputError as error:
        raise InputError(error.problems, hint=hint) from error
    for part in ("question", "passages", "answer"):
        if getattr(again, part) != getattr(case, part):
            expected = f"{part} that Markdown holds to the character"
            raise InputError(Problem(where=where, expected=expected, got="text that is read differently"), hint=hint)
    return text


def _written(case: Case) -> str:
    parts = ["## Question", case.question, "## Sources"]
    for passage in case.passages:
        parts += [f"### [{passage.id}] {passage.title}".rstrip(" "), passage.text]
    parts += ["## Answer", case.answer]
    return "\n\n".join(parts) + "\n"
