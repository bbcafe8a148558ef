"""One disagreement for a person, and what the person decides about it."""

from dataclasses import dataclass

from workbench.errors import InputError, unknown_name
from workbench.gate.unread import undecided
from workbench.records.challenge import Challenge
from workbench.records.decision import Decided, Decisions
from workbench.records.summary import Summary
from workbench.report.view import ItemView, disagreements
from workbench.steps.desk import Desk, Wish, new_id
from workbench.steps.measure import summarise
from workbench.steps.person import person
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.decisions import read_decisions
from workbench.store.journal_reader import read_attempts


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The disagreements of a run, and which of them nobody has decided.

    Attributes:
        summary: The run, measured.
        items: All disagreements.
        unread: Judge id to the items of it that are undecided, in the order of the report.
        challenges: The answer key of the run.
        decided: Where everything that was decided stands.
    """

    summary: Summary
    items: tuple[ItemView, ...]
    challenges: tuple[Challenge, ...]
    decided: Decisions
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
    decided = Decisions.of(read_decisions(settings.decisions))
    items = disagreements(summary, measured.challenges, read_attempts(found.folder.journal))
    unread = {one.judge_id: undecided(one, decided) for one in chosen}
    wanted = {item for one in chosen for item in one.disagreements}
    return Reading(
        summary=summary,
        items=tuple(item for item in items if item.item_id in wanted),
        challenges=measured.challenges,
        decided=decided,
        unread=unread,
    )


def decide_item(settings: Settings, reading: Reading, *, item: str, decision: Decided, note: str) -> int:
    """Write down what a person decided on an item, for every judge that disagrees on it.

    Returns:
        How many judges it is about.

    Raises:
        InputError: the item is no disagreement of the judges at hand, or the decision cannot be taken on it.
        StoreError: the decision cannot be written, or somebody else decided meanwhile.
    """
    item_id = find_item(reading, item).item_id
    known = reading.decided.last.get(item_id)
    wish = Wish(
        id=new_id(),
        prev=known.id if known else "",
        item=item_id,
        judges=reading.unread,
        decision=decision,
        note=note,
        # The terminal shows an item whole, and decides on one without showing it; which it was, nobody knows.
        saw_reasons=None,
    )
    desk = Desk(settings.decisions, reading.summary, reading.challenges, by=person())
    return len(desk.write(wish).judges)


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
