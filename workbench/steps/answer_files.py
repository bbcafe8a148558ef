"""Writing answers where the bench reads them: JSONL files, or a folder of Markdown. Whole or not at all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from workbench.cases.file_name import file_stem
from workbench.cases.importers.brought import Answer, Failure
from workbench.cases.importers.found import Unusable
from workbench.cases.jsonl import failure_to_jsonl, to_jsonl
from workbench.cases.markdown import to_markdown
from workbench.errors import InputError, Problem
from workbench.records.case import Case
from workbench.store.whole_file import replacing
from workbench.store.whole_folder import new_folder

OUT = "--out"
IN_USE = "--in-use"
Put = Callable[[Answer | Failure], None]
Write = Callable[[Answer | Failure], str]
"""Writes what was brought in and returns the option whose file took it, empty where none did.

Raises `Unusable` where the form does not hold it.
"""


@dataclass(frozen=True, kw_only=True)
class Targets:
    """Where answers go.

    Attributes:
        out: A `.jsonl` file, or a folder that is new or empty, for answers that are trusted or labelled; None for none.
        in_use: A `.jsonl` file for what nobody labelled, questions on which the system failed included; None for none.
        overwrite: Whether a file that is there may be replaced. A folder is never emptied.
    """

    out: Path | None = None
    in_use: Path | None = None
    overwrite: bool = False

    @property
    def markdown(self) -> bool:
        """Whether each answer becomes a file with its id as the name."""
        return self.out is not None and not _is_jsonl(self.out)

    def option(self, one: Answer | Failure) -> str:
        """Return the option whose file takes what was brought in; empty where none does."""
        if self.in_use is not None:
            labelled = isinstance(one, Answer) and one.labelled
            return OUT if labelled and self.out is not None else IN_USE
        if self.out is None:
            return ""
        if isinstance(one, Failure):
            return "" if self.markdown else OUT
        return "" if one.unshown else OUT


@contextmanager
def writing(targets: Targets) -> Iterator[Write]:
    """Give what writes; when the block ends well, all of it is in its place.

    Raises:
        InputError: a target is no such file or folder, or there already.
        StoreError: it cannot be written.
    """
    _check(targets)
    with ExitStack() as open_files:
        puts = {
            option: open_files.enter_context(_putting(path))
            for option, path in ((OUT, targets.out), (IN_USE, targets.in_use))
            if path is not None
        }

        def write(one: Answer | Failure) -> str:
            option = targets.option(one)
            if option:
                puts[option](one)
            return option

        yield write


def _is_jsonl(path: Path) -> bool:
    return path.suffix.lower() == ".jsonl"


@contextmanager
def _putting(path: Path) -> Iterator[Put]:
    if _is_jsonl(path):
        with replacing(path) as draft, draft.open("x", encoding="utf-8", newline="\n") as file:
            yield lambda one: _add(file.write, one)
    else:
        with new_folder(path) as folder:
            yield lambda one: _add_file(folder, one)


def _check(targets: Targets) -> None:
    problems = []
    for option, path in ((OUT, targets.out), (IN_USE, targets.in_use)):
        expected, got = ("", "") if path is None else _wrong(path, option, overwrite=targets.overwrite)
        if expected:
            problems.append(Problem(where=f"{option} {path}", expected=expected, got=got))
    if targets.out is not None and targets.in_use is not None and targets.out.resolve() == targets.in_use.resolve():
        problems.append(Problem(where=f"{IN_USE} {targets.in_use}", expected="a file of its own", got="that of --out"))
    if problems:
        raise InputError(problems)


def _wrong(path: Path, option: str, *, overwrite: bool) -> tuple[str, str]:
    """Return what was expected and what came; two empty texts where nothing is wrong."""
    if _is_jsonl(path):
        if path.exists() and not (overwrite and path.is_file()):
            got = "one that is there already" if path.is_file() else "something that is no file"
            return "a new file, or --overwrite to replace this one", got
    elif option == IN_USE:
        return "a file that ends in .jsonl", f"a name that ends in {path.suffix or 'nothing'}"
    elif path.suffix and not path.is_dir():
        return "a file that ends in .jsonl, or a folder for Markdown", f"a name that ends in {path.suffix}"
    elif path.exists() and (not path.is_dir() or any(path.iterdir())):
        return "a new folder or an empty one", "one with files" if path.is_dir() else "a file"
    elif not path.absolute().parent.is_dir():
        return "a folder that is there to write into", f"no {path.absolute().parent}"
    return "", ""


def _add(write: Callable[[str], int], one: Answer | Failure) -> None:
    if isinstance(one, Failure):
        write(failure_to_jsonl(id_=one.id, question=one.question, error=one.error, asked_at=one.asked_at))
    else:
        write(to_jsonl(one.case, labelled=one.labelled, asked_at=one.asked_at, confidence=one.confidence))


def _add_file(folder: Path, one: Answer | Failure) -> None:
    if isinstance(one, Failure):
        raise Unusable("an answer that Markdown holds (JSONL holds this one)", "a question without an answer")
    case: Case = one.case
    if case.evidence is not None or case.answerable is not None:
        raise Unusable("an answer that Markdown holds (JSONL holds this one)", "evidence or answerable of its own")
    try:
        text = to_markdown(case)
    except InputError as error:
        first = error.problems[0]
        raise Unusable("an answer that Markdown holds (JSONL holds this one)", first.got) from error
    with (folder / f"{file_stem(case.case_id)}.md").open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
