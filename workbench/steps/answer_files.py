"""Saved answers written as the bench reads them: one JSONL file, or a folder of Markdown. Whole or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.cases.file_name import file_stem
from workbench.cases.importers.checks import Answer
from workbench.cases.importers.found import Unusable
from workbench.cases.jsonl import to_jsonl
from workbench.cases.markdown import to_markdown
from workbench.errors import InputError, Problem
from workbench.records.case import Case
from workbench.store.whole_file import replacing
from workbench.store.whole_folder import new_folder

Write = Callable[[Answer], None]
"""Writes an answer; raises `Unusable` where the form does not hold it."""


@contextmanager
def writing(out: Path | None, *, overwrite: bool) -> Iterator[Write]:
    """Give what writes a case; when the block ends well, all of them are in their place.

    Args:
        out: A `.jsonl` file, or a folder that is new or empty; None to write nothing.
        overwrite: Whether a file that is there may be replaced. A folder is never emptied.

    Raises:
        InputError: `out` is neither, or there already.
        StoreError: it cannot be written.
    """
    if out is None:
        yield lambda _answer: None
        return
    _check(out, overwrite=overwrite)
    if is_jsonl(out):
        with replacing(out) as draft, draft.open("x", encoding="utf-8", newline="\n") as file:
            yield lambda answer: _add(file.write, answer)
    else:
        with new_folder(out) as folder:
            yield lambda answer: _add_file(folder, answer.case)


def is_jsonl(out: Path) -> bool:
    """Say whether answers go into one file, and not into a folder of Markdown."""
    return out.suffix.lower() == ".jsonl"


def _check(out: Path, *, overwrite: bool) -> None:
    expected, got = "", ""
    if is_jsonl(out):
        if out.exists() and not (overwrite and out.is_file()):
            expected = "a new file, or --overwrite to replace this one"
            got = "one that is there already" if out.is_file() else "something that is no file"
    elif out.suffix and not out.is_dir():
        expected, got = "a file that ends in .jsonl, or a folder for Markdown", f"a name that ends in {out.suffix}"
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        expected, got = "a new folder or an empty one", "one with files" if out.is_dir() else "a file"
    elif not out.absolute().parent.is_dir():
        expected, got = "a folder that is there to write into", f"no {out.absolute().parent}"
    if expected:
        raise InputError(Problem(where=f"--out {out}", expected=expected, got=got))


def _add(write: Callable[[str], int], answer: Answer) -> None:
    write(to_jsonl(answer.case, labelled=answer.labelled, asked_at=answer.asked_at))


def _add_file(folder: Path, case: Case) -> None:
    if case.evidence is not None or case.answerable is not None:
        raise Unusable("an answer that Markdown holds (JSONL holds this one)", "evidence or answerable of its own")
    try:
        text = to_markdown(case)
    except InputError as error:
        first = error.problems[0]
        raise Unusable("an answer that Markdown holds (JSONL holds this one)", first.got) from error
    with (folder / f"{file_stem(case.case_id)}.md").open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
