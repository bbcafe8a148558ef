"""What can go wrong, by what the user can do about it.

WorkbenchError
├── InputError    files, settings or options are not as expected; lists every problem at once (exit 2)
├── SetupError    something outside the bench is missing, such as a key (exit 2)
├── StoreError    a run folder is damaged, locked or belongs to something else (exit 2)
│   └── WriteError    the disk is full or gone in the middle of a run (exit 5)
├── NotEarned     a judge is to be used that has no certificate which holds (exit 3)
├── NotMeasured   there is nothing, or not enough, to decide on (exit 4)
└── StoppedError  the run ended before its plan was done: budget or provider (exit 5)

The command line catches WorkbenchError and prints it without a traceback. Anything else is a bug and keeps its
traceback.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


class WorkbenchError(Exception):
    """A problem that the user can do something about."""

    exit_code = 2


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One thing wrong with the input: where it is, what was expected, what came."""

    where: str
    expected: str
    got: str = ""

    def __str__(self) -> str:
        got = f", got {self.got}" if self.got else ""
        return f"{self.where}: expected {self.expected}{got}"


class InputError(WorkbenchError):
    """Input that cannot be used. Holds all its problems, so that they can be mended in one go."""

    def __init__(self, problems: Iterable[Problem] | Problem | str, *, hint: str = "") -> None:
        if isinstance(problems, str):
            lines = [problems]
            self.problems: tuple[Problem, ...] = ()
        else:
            self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
            lines = list(_told(self.problems))
            if len(self.problems) > 1:
                lines.insert(0, f"{len(self.problems)} problems, nothing was written")
        if hint:
            lines.append(hint)
        super().__init__("\n  ".join(lines))


_SHOWN, _ALIKE = 3, 5


def _told(problems: Sequence[Problem]) -> Iterator[str]:
    """Say every problem; of many lines of a file with the very same one, the first few, and then their numbers."""
    alike: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((problem.where.rpartition(":")[0], problem.expected, problem.got), []).append(problem)
    for (file, _, _), group in alike.items():
        numbers = [problem.where.rpartition(":")[2] for problem in group]
        few = len(group) <= _ALIKE or not file or not all(map(str.isdecimal, numbers))
        yield from map(str, group if few else group[:_SHOWN])
        if not few:
            yield f"and the same in {len(group) - _SHOWN:,} more lines: {_ranges(map(int, numbers[_SHOWN:]))}"


def _ranges(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(" to ".join(map(str, run)) for run in runs)


class SetupError(WorkbenchError):
    """Something outside the bench is missing or refused, such as an API key."""


class StoreError(WorkbenchError):
    """A run folder that cannot be read or written safely."""


class WriteError(StoreError):
    """The disk refused a write in the middle of a run. What was written before is kept, and the run can go on."""

    exit_code = 5


class NotEarned(WorkbenchError):
    """A judge that may not be used: it has no certificate, or its certificate does not hold."""

    exit_code = 3


class NotMeasured(WorkbenchError):
    """Nothing, or not enough, was measured to say anything."""

    exit_code = 4


class StoppedError(WorkbenchError):
    """A run that ended before its plan was done; it can be resumed."""

    exit_code = 5


def unknown_name(what: str, name: str, known: Sequence[str], *, where: str = "") -> InputError:
    """An error for a name that is not known, with the nearest one that is."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"did you mean: {near[0]}" if near else ""
    listed = ", ".join(sorted(known)) or "none"
    place = f" in {where}" if where else ""
    lines = [f'no {what} called "{name}"{place}', f"known: {listed}"]
    return InputError("\n  ".join(lines), hint=hint)
