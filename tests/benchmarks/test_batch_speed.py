"""How fast the results of a message batch are read, beside the barest reading of the same bytes. Figures, no verdicts.

Run with `-s` to see them.
"""

import asyncio
import json
import subprocess
import sys
import time
import tracemalloc
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.support.model_judge import KEY, candidate
from workbench.judges.batch import BatchRequest
from workbench.judges.claude.judge import claude_judges
from workbench.records.batch import Batch, BatchedCall
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.batches.fetch import fetch
from workbench.runner.batches.meter import BatchMeter
from workbench.runner.batches.tally import BatchTally
from workbench.runner.limits import Limits
from workbench.runner.meter import Unmetered
from workbench.runner.schedule import plan_cells
from workbench.store.journal import open_journal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RESULTS, FEWER, REPEATS = 20_000, 2_000, 5


@contextmanager
def server(folder):
    """The local server in a process of its own, so that what is measured is the client."""
    port_file = folder / "port"
    program = [sys.executable, "-m", "tests.support.messages_server", "--port-file", str(port_file)]
    with subprocess.Popen([*program, "--log", str(folder / "log"), "--policy", "pass"], cwd=ROOT) as process:
        try:
            while not port_file.exists():
                time.sleep(0.01)
            yield f"http://127.0.0.1:{port_file.read_text(encoding='utf-8').strip()}"
        finally:
            process.terminate()


def plan(judge, count):
    passage = Passage(id="p1", title="Ladders", text="The ladder is 4 metres long.")
    made = [
        Item.of(question=f"Question {number}?", passages=[passage], answer="It is 4 metres long [p1].")
        for number in range(count // REPEATS)
    ]
    cells = plan_cells({"grounded": made}, [judge.spec], repeats=REPEATS, seed=1)
    calls = tuple(BatchedCall(*cell.key, 1) for cell in cells)
    batch = Batch(label="bench", at="", after="", url="", key_env="", calls=calls)
    return cells, batch


async def sent(judge, count):
    cells, batch = plan(judge, count)
    requests = [
        BatchRequest(custom_id=batch.custom_id(call), params=judge.batch_request(cell.item))
        for cell, call in zip(cells, batch.calls, strict=True)
    ]
    return cells, Batch(**{**vars(batch), "batch_id": await judge.batches.create(requests)})


async def bare(judge, batch_id):
    """Read the same bytes over the same SDK and transport: cut into lines, each parsed as JSON."""
    from anthropic import AsyncStream

    path = f"/v1/messages/batches/{quote(batch_id)}/results"
    sdk = judge.batches._sdk
    opened = await sdk.get(path, cast_to=object, stream=True, stream_cls=AsyncStream[object])
    lines, rest = 0, b""
    async for chunk in opened.response.aiter_bytes():
        *whole, rest = (rest + chunk).split(b"\n")
        lines += sum(1 for line in whole if json.loads(line))
    return lines


async def decoded(judge, batch_id):
    number = 0
    async for _ in judge.batches.results(batch_id):
        number += 1
    return number


async def timed(work):
    begun = time.process_time()
    await work
    return time.process_time() - begun


def test_reading_results_beside_parsing_their_lines(tmp_path, monkeypatch):
    async def measured():
        (judge,) = claude_judges([candidate()])
        try:
            cells, batch = await sent(judge, RESULTS)
            _, small = await sent(judge, FEWER)
            assert await bare(judge, batch.batch_id) == await decoded(judge, batch.batch_id) == RESULTS
            alone = min([await timed(bare(judge, batch.batch_id)) for _ in range(3)])
            ours = min([await timed(decoded(judge, batch.batch_id)) for _ in range(3)])
            with open_journal(tmp_path / "journal.jsonl", lock=tmp_path / ".lock") as journal:
                tally = BatchTally(
                    cells,
                    journal.append,
                    limits=Limits(),
                    meter=BatchMeter(Unmetered()),
                    on_progress=lambda progress: None,
                )
                recorded = await timed(fetch(batch, judge.batches, {judge.spec.judge_id: judge}, tally))
            assert tally.progress().passed == RESULTS
            peaks = []
            for batch_id in (small.batch_id, batch.batch_id):
                tracemalloc.start()
                await decoded(judge, batch_id)
                peaks.append(tracemalloc.get_traced_memory()[1] / 2**20)
                tracemalloc.stop()
        finally:
            await judge.close()
        print(
            f"\n{RESULTS:,} results, CPU: bare lines and JSON {alone:.2f} s, decoded {ours:.2f} s "
            f"({ours / alone:.2f} of it), read as verdicts and recorded {recorded:.2f} s "
            f"({recorded / RESULTS * 1e6:.0f} us each); "
            f"peak memory of the decoding {peaks[1]:.1f} MB, of {FEWER:,} results {peaks[0]:.1f} MB"
        )

    with server(tmp_path) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        asyncio.run(measured())
