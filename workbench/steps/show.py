"""One disagreement for a person, and what the person decides about it."""

import getpass
from dataclasses import dataclass

from workbench.errors import InputError, unknown_name
from workbench.gate.unread import undecided
from workbench.records.decision import ABOUT_THE_TEXT, Decided, PersonDecision
from workbench.records.summary import Summary
from workbench.report.view import ItemView, disagreements
from workbench.runner.clock import utc_now
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.decisions import append_decisions, read_decisions
from workbench.store.journal_reader import read_attempts


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The disagreements of a run, and which of them nobody has decided.

    Attributes:
        summary: The run, measured.
        items: All disagreements.
        unread: Judge id to the items of it that are undecided, in the order of the report.
    """

    summary: Summary
    items: tuple[ItemView, ...]
    unread: dict[str, tuple[str, ...]]


def read_run(settings: Settings, *, run: str | None, judge: str | None) -> Reading:
    """Gather the disagreements of a run, of one judge or of all.

    Raises:
        InputError: the judge is not in the run.
        NotMeasured: there is no finished run.
        StoreError: its files, or the decisions, are damaged.
    """
    found = find_stored(settings, run, judge=judge)
    measured = summarise(found, settings)
    summary = measured.summary
    chosen = [one for one in summary.judges if judge is None or one.name == judge]
    if not chosen:
        raise unknown_name("judge", judge or "", sorted({one.name for one in summary.judges}), where=summary.run_id)
    decided = read_decisions(settings.decisions)
    items = disagreements(summary, measured.challenges, read_attempts(found.folder.journal))
    unread = {one.judge_id: undecided(one, decided) for one in chosen}
    wanted = {item for one in chosen for item in one.disagreements}
    return Reading(summary=summary, items=tuple(i for i in items if i.item_id in wanted), unread=unread)


def decide_item(settings: Settings, reading: Reading, *, item: str, decision: Decided, note: str) -> int:
    """Write down what a person decided on an item, for every judge that disagrees on it.

    Returns:
        How many lines were written.

    Raises:
        InputError: the item is no disagreement of the judges at hand, or a decision about the text has no note.
        StoreError: the decision cannot be written.
    """
    item_id = find_item(reading, item).item_id
    if decision in ABOUT_THE_TEXT and not note.strip():
        raise InputError(f"{decision} changes what counts for every judge: say why, with --note")
    lines = [
        PersonDecision(
            at=utc_now(),
            by=_person(),
            run=reading.summary.run_id,
            rule=judge.rule,
            item=item_id,
            judge=judge.name,
            judge_id=judge.judge_id,
            decision=decision,
            note=note.strip(),
        )
        for judge in reading.summary.judges
        if judge.judge_id in reading.unread and item_id in judge.disagreements
    ]
    append_decisions(settings.decisions, lines)
    return len(lines)


def find_item(reading: Reading, item: str) -> ItemView:
    """Find a disagreement by its id or the beginning of it.

    Raises:
        InputError: none or several begin so.
    """
    found = [one for one in reading.items if item and one.item_id.startswith(item)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(
            f'no disagreement begins with "{item}" in {reading.summary.run_id}', hint="list them with: workbench show"
        )
    raise InputError(f"{len(found)} items begin with {item}: give more of the id")


def still_unread(reading: Reading, *, decided: str) -> tuple[str, ...]:
    """Return the items that nobody has decided, in the order of the list, once one of them was."""
    unread = {item for some in reading.unread.values() for item in some} - {decided}
    return tuple(one.item_id for one in reading.items if one.item_id in unread)


def _person() -> str:
    """The name that decisions are signed with."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
