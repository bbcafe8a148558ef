"""A session with batches over the real SDK: in this process, or as processes that are killed.

As a program: `batch_driver.py FOLDER ITEMS REPEATS MOMENT...`. For each moment, in a folder of that name, a process
goes on with the run and dies by SIGKILL at that moment; then another one brings the run to its end.
"""

import asyncio
import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from tests.support.model_judge import candidate
from workbench.judges.claude.judge import claude_judges
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.batches.meter import BatchMeter
from workbench.runner.batches.packs import BatchSize
from workbench.runner.batches.run import BatchRun
from workbench.runner.batches.tally import BatchTally
from workbench.runner.batches.waits import BatchPace
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.meter import Unmetered
from workbench.runner.schedule import plan_cells
from workbench.store.batch_file import BatchFile
from workbench.store.journal import open_journal

QUICK = BatchPace(first_s=0.01, longest_s=0.05, settle_s=0.05)
MODEL = "claude-haiku-5-5"


def items(count):
    """Items of which every third is wrong by its figure."""
    passages = [Passage(id="p1", title="Ladders", text="The ladder is 4 metres long.")]
    return [
        Item.of(question=f"Question {n}?", passages=passages, answer=f"It is {4 if n % 3 else 5} metres long [p1].")
        for n in range(count)
    ]


MOMENTS = {
    "announced": "written down and not sent",
    "made": "made by the provider, and not answered yet",
    "answered": "answered, and its id not written down",
    "known": "its id written down",
    "waiting": "waiting for it",
    "result-1": "its first result recorded",
    "result-7": "its seventh result recorded",
}


class Heard:
    """Keeps what was said."""

    def __init__(self, moment=""):
        self.notes, self.waits, self._moment = [], [], moment

    def noted(self, text):
        self.notes.append(text)

    def waiting(self, waiting):
        self.waits.append(waiting)
        die_at("waiting", self._moment)


class DyingBook(BatchFile):
    """A batch file whose process dies at a moment."""

    def __init__(self, path, moment):
        super().__init__(path)
        self._moment = moment

    def announce(self, batch):
        super().announce(batch)
        die_at("announced", self._moment)

    def sent(self, label, batch_id, *, at):
        die_at("answered", self._moment)
        super().sent(label, batch_id, at=at)
        die_at("known", self._moment)


def die_at(moment, wanted):
    if moment == wanted:
        os.kill(os.getpid(), signal.SIGKILL)


def run_batches(folder, count, *, repeats=2, moment="", size=None, pace=QUICK, limits=None, meter=None, **more):
    """Go on with the run in a folder; return its outcome and what was said."""
    heard = Heard(moment)
    outcome = asyncio.run(_run(Path(folder), count, repeats, moment, size, pace, limits, meter, heard, **more))
    return outcome, heard


async def _run(
    folder, count, repeats, moment, size, pace, limits, meter, heard, *, given=None, change=lambda run: None
):
    (judge,) = claude_judges([candidate(MODEL)])
    limits = limits or Limits(first_wait_s=0.01)
    try:
        with open_journal(folder / "journal.jsonl", lock=folder / ".lock") as journal:
            state, number = journal.state, 0

            def record(attempt):
                nonlocal number
                journal.append(attempt)
                number += 1
                die_at(f"result-{number}", moment)

            cells = plan_cells(
                {"grounded": given or items(count)},
                [judge.spec],
                repeats=repeats,
                seed=3,
                done=state.done,
                attempts=state.attempts,
            )
            tally = BatchTally(
                cells, record, limits=limits, meter=BatchMeter(meter or Unmetered()), on_progress=lambda progress: None
            )
            book = DyingBook(folder / "batches.jsonl", moment)
            run = BatchRun(
                tally,
                {judge.spec.judge_id: judge},
                book,
                heard,
                limits=limits,
                size=size or BatchSize(),
                pace=pace,
                clock=Clock(jitter=lambda: 0.0),
            )
            change(run)
            await run.send()
            await run.collect()
            return run.outcome()
    finally:
        await judge.close()


def die_in_turn(folder, count, repeats, moments):
    for name in ("aiohttp", "anthropic", "anthropic.types.messages", "filelock"):
        import_module(name)
    for moment in moments:
        (folder / moment).mkdir()
        for dies_at in (moment, ""):
            child = os.fork()
            if child == 0:
                _run_and_leave(folder / moment, count, repeats, dies_at)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert status == (-signal.SIGKILL if dies_at else 0), f"{moment}: {status}"


def _run_and_leave(folder, count, repeats, moment):
    code = 1
    try:
        signal.alarm(30)
        (folder.parent / "pid").write_text(str(os.getpid() if moment == "made" else 0), encoding="utf-8")
        outcome, _ = run_batches(folder, count, repeats=repeats, moment=moment)
        code = int(outcome.reason != "")
    finally:
        os._exit(code)


if __name__ == "__main__":
    die_in_turn(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
