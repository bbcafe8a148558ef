"""Bring answers in from files of other tools: read, show what they are taken for, check, write."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.catalogue import prepare_all
from workbench.cases.importers.checks import Checks
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.source import Source, open_source
from workbench.errors import InputError, Problem
from workbench.records.imported import Imported
from workbench.steps.answer_files import Write, is_jsonl, writing
from workbench.steps.import_tally import Tally

T = TypeVar("T")
_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".eval", ".md")


def import_answers(
    paths: Sequence[Path],
    *,
    asked: Asked,
    words: Mapping[str, str],
    form: str | None,
    write_to: tuple[Path | None, bool],
    tell: Callable[[Imported], None],
) -> Imported:
    """Read answers, and write them where the bench reads them.

    Args:
        paths: The files; of a folder, those directly in it that end as such files do.
        asked: Which field is what, where a person said so.
        words: What words of labels mean, in lower case: `pass`, `fail` or `skip`.
        form: The format of all files; None to tell it of each.
        write_to: Where to, and whether that may be replaced, as for `writing`.
        tell: Is given what was found before anything is put in its place.

    Raises:
        InputError: a file cannot be read, a field cannot be told, there is something where it is to be written, or it
            is to be written and no answer can be used, or only some of them are labelled. Nothing is written.
        StoreError: it cannot be written.
    """
    out, overwrite = write_to
    with writing(out, overwrite=overwrite) as write:
        readings = tuple(prepare_all(_open(paths), asked, name=form))
        imported = _gather(readings, Checks(words), write, Tally(by_file=out is not None and not is_jsonl(out)))
        tell(imported)
        if out is not None:
            _check(imported)
    return imported


def _check(imported: Imported) -> None:
    if not imported.usable:
        raise InputError(f"nothing was written: no row of {imported.rows:,} can be used")
    if imported.unlabelled:
        said = f"people labelled {sum(imported.labels.values()):,} answers, and {imported.unlabelled:,} others not"
        hint = "import them apart, or leave labels out with --column label="
        raise InputError(f"nothing was written: {said}; in one file, those would count as right", hint=hint)


def _open(paths: Sequence[Path]) -> list[Source]:
    problems: list[Problem] = []
    files = [file for path in paths for file in _each(_files, path, problems)]
    sources = [source for file in files for source in _each(lambda one: [open_source(one)], file, problems)]
    if problems:
        raise InputError(problems)
    return sources


def _each(read: Callable[[Path], list[T]], path: Path, problems: list[Problem]) -> list[T]:
    try:
        return read(path)
    except InputError as error:
        problems += error.problems
        return []


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    try:
        found = sorted(file for file in path.iterdir() if _is_answers(file))
    except OSError as error:
        got = (error.strerror or str(error)).lower()
        raise InputError(Problem(where=str(path), expected="a folder that can be read", got=got)) from error
    if not found:
        raise InputError(
            Problem(where=str(path), expected=f"a folder with files that end in {', '.join(_ENDINGS)}", got="none")
        )
    return found


def _is_answers(file: Path) -> bool:
    ending = Path(file.name.removesuffix(".gz")).suffix.lower()
    return ending in _ENDINGS and not file.name.startswith(".") and file.is_file()


def _gather(readings: Sequence[Reading], checks: Checks, write: Write, tally: Tally) -> Imported:
    for reading in readings:
        tally.begin(reading)
        problems: list[Problem] = []
        for found in reading.read(problems):
            try:
                answer = checks.answer(found)
                write(answer)
            except Unusable as reason:
                tally.refuse(found.where, reason.expected, reason.got)
            else:
                tally.use(answer, found.taken)
        for problem in problems:
            tally.refuse(problem.where, problem.expected, problem.got)
    return tally.imported()
