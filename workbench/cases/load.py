"""From the files of a bench to its cases."""

import errno
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.cases.check import missing_sources, problems_of
from workbench.cases.foreign import unreadable
from workbench.cases.jsonl import read_jsonl
from workbench.cases.markdown import read_markdown
from workbench.cases.path_text import path_text
from workbench.cases.questions import merged, read_questions, unanswered
from workbench.errors import InputError, Problem
from workbench.records.case import Case

ENDINGS = (".md", ".jsonl")
"""How the files of saved answers end."""


def load_cases(path: Path, *, questions: Path | None = None) -> tuple[Case, ...]:
    """Read saved answers, sorted by id, whatever the order of the files.

    Args:
        path: A folder of `.md` and `.jsonl` files (not its subfolders, nor hidden files), or one such file.
        questions: The questions file, where there is one. With it, empty sources are a problem only where the question
            has an answer in the documents.

    Raises:
        InputError: with everything that is wrong in any of the files, or where they hold no case.
    """
    cases, problems = _read(path)
    if questions is not None:
        cases, more = _with_questions(cases, questions, all_read=not problems)
        problems += more
    problems += [*problems_of(cases), *missing_sources(cases)]
    if problems:
        raise unreadable(path, problems, any_read=bool(cases))
    if not cases:
        raise InputError(Problem(where=str(path), expected="at least one saved answer", got="none"))
    return tuple(sorted(cases, key=lambda case: case.case_id))


def attach_questions(cases: Sequence[Case], path: Path) -> tuple[Case, ...]:
    """Give cases the evidence phrase or `answerable: false` of the questions file; their order stays.

    Raises:
        InputError: with everything that is wrong: lines, a file that names no saved answer, questions that differ from
            the saved ones, answerable questions without sources.
    """
    told, problems = _with_questions(cases, path, all_read=True)
    problems += missing_sources(told)
    if problems:
        raise InputError(problems)
    return tuple(told)


def questions_left(cases: Sequence[Case], path: Path) -> tuple[str, ...]:
    """Return the ids of the questions of a file that no saved answer has; the file is read once more."""
    return tuple(question.case_id for question in unanswered(cases, read_questions(path)[0]))


def _with_questions(cases: Sequence[Case], path: Path, *, all_read: bool) -> tuple[list[Case], list[Problem]]:
    try:
        questions, problems = read_questions(path)
    except InputError as error:
        return list(cases), list(error.problems)
    told, more = merged(cases, questions, all_read=all_read)
    return told, problems + more


def _read(path: Path) -> tuple[list[Case], list[Problem]]:
    cases: list[Case] = []
    problems: list[Problem] = []
    for file in answer_files(path):
        if problem := unwritable_name(file):
            problems.append(problem)
            continue
        try:
            if file.suffix.lower() == ".jsonl":
                read, wrong = read_jsonl(file)
                cases += read
                problems += wrong
            else:
                cases.append(read_markdown(file))
        except InputError as error:
            problems += error.problems
    return cases, problems


def answer_files(path: Path, endings: Sequence[str] = ENDINGS) -> Iterator[Path]:
    """List the files of a folder that end so (not its subfolders, nor hidden files), or the one file.

    Raises:
        InputError: there is nothing, it cannot be read, or it is a file that ends otherwise.
    """
    *others, last = (f"a {ending} file" for ending in endings)
    expected = f"{', '.join(('a folder', *others))} or {last}"
    try:
        entries = sorted(path.iterdir()) if path.is_dir() else None
        got = f"a file that ends in {path.suffix or 'nothing'}" if path.exists() else "nothing there"
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise  # the command line says so without the whole name
        got = (error.strerror or str(error)).lower()
        raise InputError(Problem(where=str(path), expected=f"{expected} that can be read", got=got)) from error
    if entries is None:
        if path.suffix.lower() not in endings:
            raise InputError(Problem(where=str(path), expected=expected, got=got))
        return iter((path,))
    return (entry for entry in entries if entry.suffix.lower() in endings and not entry.name.startswith("."))


def unwritable_name(file: Path) -> Problem | None:
    """Report a file name that is not UTF-8: it would become an id that no file, request or report can hold."""
    try:
        path_text(file).encode("utf-8")
    except UnicodeEncodeError:
        shown = path_text(file).encode("utf-8", "backslashreplace").decode("utf-8")
        return Problem(where=shown, expected="a file name in UTF-8", got="other bytes")
    return None
