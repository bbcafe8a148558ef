"""Parts of items that a judge has answered already, so that no call is paid for twice when a run goes on."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from workbench.records.reply import Reply
from workbench.runner.schedule import Cell, CellKey
from workbench.store.journal_reader import JournalState, read_attempts


def with_answered_parts(cells: Sequence[Cell], journal: Path, state: JournalState) -> list[Cell]:
    """Give each cell that was begun the verdicts on its parts that are on record. A part without one is asked again.

    Args:
        cells: What is owed.
        journal: Where the attempts are.
        state: What it holds.

    Raises:
        StoreError: the journal is damaged.
    """
    begun = {cell.key for cell in cells} & state.in_parts
    if not begun:
        return list(cells)
    answered: dict[CellKey, dict[str, Reply]] = defaultdict(dict)
    for attempt in read_attempts(journal):
        key = (attempt.item_id, attempt.judge_id, attempt.repeat)
        if key in begun and attempt.part and attempt.reply.verdict.outcome is not None:
            answered[key][attempt.part] = attempt.reply
    return [replace(cell, answered=tuple(answered[cell.key].items())) if cell.key in begun else cell for cell in cells]
