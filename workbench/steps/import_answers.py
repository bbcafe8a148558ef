"""Bring answers in from files of other tools: read, show what they are taken for, check, write."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.catalogue import prepare_all
from workbench.cases.importers.checks import Checks, UnknownWord
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.source import Source, open_source
from workbench.cases.rows import Row
from workbench.errors import InputError, Problem
from workbench.records.imported import Imported
from workbench.steps.answer_files import Targets, Write, writing
from workbench.steps.import_tally import Tally

T = TypeVar("T")
_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".eval", ".md")


def import_answers(
    paths: Sequence[Path],
    *,
    asked: Asked,
    targets: Targets,
    tell: Callable[[Imported], None],
    progressed: Callable[[int], None] = lambda _rows: None,
) -> Imported:
    """Read answers, and write them where the bench reads them.

    Args:
        paths: The files; of a folder, those directly in it that end as such files do.
        asked: Which field is what, what words of labels mean and of which format the files are, where a person said so.
        targets: Where to.
        tell: Is given what was found before anything is put in its place.
        progressed: Is given how many rows were read so far, after each.

    Raises:
        InputError: a file cannot be read, a field cannot be told, there is something where it is to be written, or it
            is to be written and no answer can be, or only some of them are labelled. Nothing is written.
        StoreError: it cannot be written.
    """
    with writing(targets) as write:
        sources = [replace(source, read=counting) for source, counting in _counted(_open(paths), progressed)]
        readings = tuple(prepare_all(sources, asked))
        imported = _gather(readings, Checks(asked.words), write, Tally(by_file=targets.markdown))
        tell(imported)
        _check(imported, targets)
    return imported


def _check(imported: Imported, targets: Targets) -> None:
    """Make sure that what is about to be put in its place is what its reader takes it for."""
    if targets.out is None and targets.in_use is None:
        return
    if not imported.placed:
        raise InputError(f"nothing was written: no row of {imported.rows:,} can be used")
    labelled = sum(imported.labels.values())
    if targets.in_use is None and imported.unlabelled:
        said = f"people labelled {imported.told:,} answers, and {imported.unlabelled:,} others not"
        hint = "--in-use FILE takes the others apart; --column label= leaves all labels out"
        raise InputError(f"nothing was written: {said}; in one file, those would count as right", hint=hint)
    if targets.in_use is not None and targets.out is not None and not labelled:
        hint = "--in-use FILE alone takes all of them; --out alone, where somebody trusts them"
        raise InputError(
            "nothing was written: with --in-use, --out takes labelled answers, and there is none", hint=hint
        )


def _counted(
    sources: Iterable[Source], progressed: Callable[[int], None]
) -> Iterator[tuple[Source, Callable[[list[Problem]], Iterator[Row]]]]:
    """Return each source with what reads it and counts the rows of all of them."""
    numbers = count(1)

    def counting(source: Source, problems: list[Problem]) -> Iterator[Row]:
        for row in source.read(problems):
            progressed(next(numbers))
            yield row

    yield from ((source, partial(counting, source)) for source in sources)


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
            tally.read(found)
            try:
                brought = checks.take(found)
                option = write(brought)
            except UnknownWord as reason:
                tally.unknown(reason.word)
                tally.refuse(found.where, reason.expected, reason.got)
            except Unusable as reason:
                tally.refuse(found.where, reason.expected, reason.got)
            else:
                tally.use(brought, found, option)
        for problem in problems:
            tally.refuse(problem.where, problem.expected, problem.got)
    return tally.imported()
