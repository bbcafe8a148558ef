"""Bringing in the decisions that somebody took in the file alone and downloaded."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from workbench.errors import InputError, NotMeasured, Problem, StoreError, WorkbenchError
from workbench.records.decision import PersonDecision
from workbench.report.visible import visible
from workbench.steps.desk import Desk, Wish
from workbench.steps.measure import measure, summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.decisions import append_decisions, read_decision, read_decisions


@dataclass(frozen=True, kw_only=True)
class Added:
    """What became of a file of decisions.

    Attributes:
        added: Lines that were written.
        known: Lines that had been brought in before.
        meanwhile: Lines that were left out because somebody else decided on the item since, with that decision.
        reports: The pages that were written again.
    """

    added: int
    known: int
    meanwhile: tuple[tuple[PersonDecision, PersonDecision], ...]
    reports: tuple[Path, ...]


def add_decisions(settings: Settings, file: Path, *, by: str) -> Added:
    """Check every line of a file of decisions against its run, write down those that are new, and renew the reports.

    Args:
        settings: The bench's settings.
        file: What the page of a report handed over.
        by: Who signs lines that nobody signed.

    Raises:
        InputError: there is no such file, or a line is none that its run can have; all of them at once. Nothing is
            written.
        StoreError: the decisions are damaged or cannot be written.
    """
    lines, problems = _read(file, by)
    desks = _Desks(settings)
    checked = []
    for where, line in lines:
        try:
            checked.append(desks.checked(line))
        except WorkbenchError as error:
            problems.append(Problem(where=where, expected="a decision that can be taken", got=str(error)))
    if problems:
        raise InputError(problems)
    before = read_decisions(settings.decisions)
    ids = {line.id for line in before}
    last = {line.item: line for line in before}
    new: list[PersonDecision] = []
    meanwhile = []
    for line in checked:
        theirs = last.get(line.item)
        if line.id in ids:
            continue
        if theirs is not None and theirs.id != line.prev:
            meanwhile.append((line, theirs))
            continue
        last[line.item] = line
        new.append(line)
    if new:
        append_decisions(settings.decisions, new)
    known = len(checked) - len(new) - len(meanwhile)
    reports = tuple(desks.renewed({line.run for line in new}))
    return Added(added=len(new), known=known, meanwhile=tuple(meanwhile), reports=reports)


def _read(file: Path, by: str) -> tuple[list[tuple[str, PersonDecision]], list[Problem]]:
    try:
        texts = file.read_bytes().removeprefix(BOM_UTF8).splitlines()
    except OSError as error:
        got = error.strerror or str(error)
        raise InputError(Problem(where=str(file), expected="a file that a report handed over", got=got)) from error
    lines, problems = [], []
    for number, text in enumerate(texts, start=1):
        where = f"{file}: line {number}"
        try:
            line = read_decision(text, where=where)
            lines.append((where, replace(line, by=line.by or by, at=_moment(line.at))))
        except (StoreError, ValueError, OverflowError):
            problems.append(Problem(where=where, expected="a line that a report handed over"))
    return lines, problems


def _moment(at: str) -> str:
    """Return a moment as the other lines say it.

    Raises:
        ValueError: it is none, or nobody knows of which time zone.
        OverflowError: in UTC it is before the first or after the last year that there is.
    """
    moment = datetime.fromisoformat(at)
    if moment.tzinfo is None:
        raise ValueError(f"no time zone: {at}")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


class _Desks:
    """The desks of the runs that lines are about, each opened once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._desks: dict[str, Desk | WorkbenchError] = {}

    def checked(self, line: PersonDecision) -> PersonDecision:
        """Return a line as its run's desk would write it, but for when it was written, and by whom.

        Raises:
            WorkbenchError: there is no such run, or the decision cannot be taken in it.
        """
        desk = self._desks.get(line.run) or self._opened(line.run)
        if isinstance(desk, WorkbenchError):
            raise desk
        wish = Wish(
            id=line.id,
            prev=line.prev,
            item=line.item,
            judges=[one.judge_id for one in line.judges],
            decision=line.decision,
            note=line.note,
            saw_reasons=line.saw_reasons,
        )
        return replace(desk.line(wish), at=line.at, by=line.by)

    def renewed(self, runs: Sequence[str] | set[str]) -> Iterator[Path]:
        """Write the reports of some runs again."""
        for run in sorted(runs):
            found = find_stored(self._settings, run)
            measure(found, self._settings)
            yield found.folder.report_html

    def _opened(self, run: str) -> Desk | WorkbenchError:
        try:
            if "/" in run or "\\" in run or visible(run) != run:
                raise InputError(f"no run is called {visible(run)}")
            measured = summarise(find_stored(self._settings, run), self._settings)
        except (InputError, NotMeasured, StoreError) as error:
            self._desks[run] = error
        else:
            path = self._settings.decisions
            self._desks[run] = Desk(path, measured.summary, measured.challenges, by="")
        return self._desks[run]
