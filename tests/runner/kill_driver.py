"""A whole run for a test to kill: `kill_driver.py FOLDER PASSAGES ANSWERS REPEATS CONCURRENCY`.

The judge writes every call that it receives to `calls.txt`, as a server would that sends a bill.
"""

import asyncio
import math
import os
import random
import sys
from pathlib import Path

from judges_at_hand import RULE, error, items_about, spec

from workbench.records.item import Item
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, PASS
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.store.journal import open_journal


class Billing:
    spec = spec()
    cache_life_s = 300.0
    rubric_used_at = -math.inf

    def __init__(self, bill: Path) -> None:
        # The bill is also the memory of which cells have had their one error: it must not come again after each kill,
        # or the cell would run out of attempts, which count over all sessions.
        self._seen = {tuple(line.split()) for line in bill.read_text().splitlines()} if bill.exists() else set()
        self._bill = os.open(bill, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def judge(self, item: Item, repeat: int) -> Reply:
        os.write(self._bill, f"{item.item_id} {repeat}\n".encode())
        await asyncio.sleep(random.uniform(0, 0.006))
        verdict = PASS if (int(item.item_id, 16) + repeat) % 3 else FAIL
        key = (item.item_id, str(repeat))
        if int(item.item_id, 16) % 7 == 0 and key not in self._seen:
            self._seen.add(key)
            return error()
        return Reply(verdict=verdict, reason="because " * 40)

    async def close(self) -> None:
        os.close(self._bill)


def main(folder: Path, passages: int, answers: int, repeats: int, concurrency: int) -> None:
    judge = Billing(folder / "calls.txt")
    with open_journal(folder / "journal.jsonl", lock=folder / ".lock") as journal:
        state = journal.state
        cells = plan_cells(
            {RULE: items_about(passages, answers)},
            [judge.spec],
            repeats=repeats,
            seed=3,
            done=state.done,
            attempts=state.attempts,
        )
        limits = Limits(concurrency=concurrency, first_wait_s=0.002)
        asyncio.run(run(cells, [judge], journal.append, limits=limits, clock=Clock()))
    asyncio.run(judge.close())


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(argument) for argument in sys.argv[2:]))
