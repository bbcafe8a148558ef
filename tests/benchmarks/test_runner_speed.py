"""How fast the runner and the store are beside the barest loop that makes the same calls. Figures, no verdicts on time.

Run with `-s` to see them.
"""

import asyncio
import time
from pathlib import Path

import pytest

from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import PASS
from workbench.runner.limits import Limits
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.store.journal import open_journal
from workbench.store.journal_reader import journal_state, read_attempts
from workbench.store.verdict_file import write_verdicts
from workbench.store.verdicts import verdict_table

pytestmark = pytest.mark.slow

SPEC = JudgeSpec(name="quick", rule="grounded", model="script", kind=JudgeKind.SCRIPT, judge_id="judge-1")
REPLY = Reply(verdict=PASS, reason="because " * 40, raw="raw " * 125, usage={"input_tokens": 5, "output_tokens": 7})


class Quick:
    spec = SPEC

    def __init__(self, latency_s: float) -> None:
        self._latency_s = latency_s

    async def judge(self, item: Item, repeat: int) -> Reply:
        if self._latency_s:
            await asyncio.sleep(self._latency_s)
        return REPLY

    async def close(self) -> None:
        pass


def plan(items, repeats, done=frozenset()):
    made = [Item.of(question=f"question {number}", passages=[], answer="answer") for number in range(items)]
    return plan_cells({"grounded": made}, [SPEC], repeats=repeats, seed=1, done=done)


def timed(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


async def bare(cells, judge, concurrency):
    """Make the same calls with a semaphore and nothing else."""
    slots = asyncio.Semaphore(concurrency)

    async def one(cell):
        async with slots:
            return await judge.judge(cell.item, cell.repeat)

    return await asyncio.gather(*(one(cell) for cell in cells))


@pytest.mark.parametrize(
    ("latency_s", "cells", "concurrency"), [(0.0, 20_000, 64), (0.02, 4_000, 64), (0.2, 2_000, 256)]
)
def test_calls_a_second_beside_a_bare_loop(tmp_path, latency_s, cells, concurrency):
    planned, judge = plan(cells, 1), Quick(latency_s)
    limits = Limits(concurrency=concurrency)
    alone, replies = timed(lambda: asyncio.run(bare(planned, judge, concurrency)))
    with open_journal(tmp_path / "journal.jsonl", lock=tmp_path / ".lock") as journal:
        ours, outcome = timed(lambda: asyncio.run(run(planned, [judge], journal.append, limits=limits)))
    assert len(replies) == outcome.progress.passed == cells
    print(
        f"\nlatency {latency_s * 1000:.0f} ms, concurrency {concurrency}: {cells / ours:,.0f} calls/s with journal, "
        f"{alone / ours:.2f} of a bare loop ({cells / alone:,.0f})"
    )


def test_a_hundred_thousand_verdicts_from_journal_to_parquet_and_resumed(tmp_path: Path):
    path = tmp_path / "journal.jsonl"
    cells = plan(20_000, 5)
    with open_journal(path, lock=tmp_path / ".lock") as journal:
        wrote, _ = timed(lambda: asyncio.run(run(cells, [Quick(0.0)], journal.append)))
    resumed, left = timed(lambda: plan(20_000, 5, done=journal_state(path).done))
    table, frame = timed(lambda: verdict_table(read_attempts(path), [SPEC]))
    parquet, _ = timed(lambda: write_verdicts(tmp_path / "verdicts.parquet", frame))
    assert left == []
    assert len(frame) == 100_000
    print(
        f"\n100,000 verdicts: run and journal {wrote:.1f} s, start of a resume {resumed:.1f} s, "
        f"verdict table {table:.1f} s, Parquet {parquet:.1f} s"
    )
