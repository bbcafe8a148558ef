"""Reading all of a bench, with everything that is wrong in any of its files told at once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from workbench.cases.labelled import load_labelled
from workbench.cases.load import ENDINGS, answer_files, load_cases
from workbench.cases.reading import read_text
from workbench.errors import InputError, NotMeasured, WorkbenchError
from workbench.plants.shares import FEW, beside
from workbench.prices import read_prices
from workbench.records.case import Case
from workbench.report.checked import Ready
from workbench.steps.answer_key import AnswerKey, build_answer_key
from workbench.steps.bench import Bench, open_bench
from workbench.steps.checked_judges import try_judges
from workbench.steps.known_styles import known_styles
from workbench.steps.natural import natural_cases
from workbench.steps.settings import FILE, Settings

T = TypeVar("T")
_MEASURING = ("pandas", "scipy.special")
"""What takes long to load, and is needed once the answer key is there."""
_BLANK = 1_000
"""Bytes of a file that may hold nothing but blanks. A longer one is somebody's."""


@dataclass(frozen=True, kw_only=True)
class WholeBench:
    """A bench, read.

    Attributes:
        bench: Its settings, saved answers and questions.
        natural: Labelled real answers; none where settings name none.
        key: Its answer key. Held-out mistakes are not built.
    """

    bench: Bench
    natural: tuple[Case, ...]
    key: AnswerKey


def read_bench(settings: Settings) -> WholeBench:
    """Read a bench whose settings are read, and build its answer key. Held-out mistakes stay sealed.

    Raises:
        InputError: with everything that is wrong with its files and judges.
        NotMeasured: it is not filled yet.
        StoreError: decisions about plants are damaged.
    """
    _refuse_empty(settings)
    wrong: list[WorkbenchError] = []
    natural = None
    bench = _tried(partial(open_bench, settings.root), wrong)
    if bench is not None:
        natural = _tried(partial(natural_cases, bench), wrong)
    elif settings.natural is not None:
        _tried(partial(load_labelled, settings.natural), wrong)
    _tried(partial(read_prices, settings.prices), wrong)
    _tried(partial(_check_held_out, settings), wrong)
    if wrong or bench is None or natural is None:
        judges = [one.told for one in try_judges(settings, ()) if one.told.ready is Ready.REFUSED]
        wrong += [InputError(f"judge {judge.name}: {judge.said}") for judge in judges]
        raise _all_of(wrong)
    return WholeBench(bench=bench, natural=natural, key=_built(bench, natural))


def _built(bench: Bench, natural: tuple[Case, ...]) -> AnswerKey:
    """Build the answer key on another core while this one loads what measuring needs; a large one takes all cores."""
    building = partial(build_answer_key, bench, held_out=False, natural=natural)
    if len(bench.cases) >= FEW:
        return building()
    built = beside(building)
    for name in _MEASURING:
        import_module(name)
    return built()


def _check_held_out(settings: Settings) -> None:
    from workbench.plants.catalogue import styles_named

    styles_named(settings.held_out, where="held_out", known=known_styles(settings))


def _tried(work: Callable[[], T], wrong: list[WorkbenchError]) -> T | None:
    try:
        return work()
    except WorkbenchError as error:
        wrong.append(error)
        return None


def _all_of(wrong: list[WorkbenchError]) -> WorkbenchError:
    """Return one error for all of them. One alone stays as it is."""
    if len(wrong) == 1:
        return wrong[0]
    # A file that is named twice is wrong in the same way twice.
    return InputError("\n  ".join(dict.fromkeys(str(error) for error in wrong)))


def _refuse_empty(settings: Settings) -> None:
    """Say that a bench was not filled yet: that is nothing wrong, where nothing else is."""
    if settings.answers is None:
        raise NotMeasured(
            f"no settings of a bench in {settings.root} or above it name saved answers\n  make a bench: workbench init"
        )
    empty = []
    if settings.answers.is_dir() and next(answer_files(settings.answers), None) is None:
        form = f"in files that end in {' or '.join(ENDINGS)}"
        empty.append(f"save answers that people trust in {settings.answers}, {form}")
    if settings.questions is not None and _is_blank(settings.questions):
        if not empty:
            load_cases(settings.answers)
        told = f"list their questions in {settings.questions}, or take the line `questions` out of {FILE}"
        empty.append(f"{told}: without it nobody can tell what the search missed")
    if empty:
        raise NotMeasured("\n  ".join(("this bench is not filled yet", *empty, "then: workbench check")))


def _is_blank(path: Path) -> bool:
    return path.is_file() and path.stat().st_size < _BLANK and not read_text(path).strip()
