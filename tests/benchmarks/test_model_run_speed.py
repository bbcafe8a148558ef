"""How fast model judges are asked, beside the barest loop over the same SDK and transport.

Figures, no verdicts on time. The server is a process of its own; what it takes is printed as well, for it shares the
machine. Run with `-s`.
"""

import asyncio
import json
import os
import subprocess
import sys
import time

import pytest

from tests.benchmarks.lean_server import LeanServer
from tests.e2e.benches import with_sample
from tests.e2e.command_line import ROOT, environment, summary_of
from tests.support.model_judge import KEY, candidate
from workbench.judges.candidates import ClaudeSettings
from workbench.judges.claude.judge import claude_judges
from workbench.judges.request import build_request
from workbench.judges.rubric import shipped_rubric
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.limits import Limits
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.store.journal import open_journal

pytestmark = pytest.mark.slow

PARENTS, VARIANTS, REPEATS = 40, 10, 5
CALLS = PARENTS * VARIANTS * REPEATS


def material():
    """Items about forty sets of passages of about 1,500 tokens."""
    return [
        Item.of(
            question=f"How long is ladder {parent}?",
            passages=[Passage(id="p", text=f"Ladder {parent} is {parent + 2} metres long. " * 220)],
            answer=f"Ladder {parent} is {parent + 2} metres long, in words of kind {variant}.",
        )
        for parent in range(PARENTS)
        for variant in range(VARIANTS)
    ]


async def bare(server, items, concurrency):
    """The same requests with a semaphore and nothing else; nothing is read, kept or asked again."""
    from anthropic import AsyncAnthropic, DefaultAioHttpClient

    client = AsyncAnthropic(api_key=KEY, base_url=server.url, max_retries=0, http_client=DefaultAioHttpClient())
    slots = asyncio.Semaphore(concurrency)

    async def one(request):
        async with slots:
            return await client.messages.create(**request)

    rubric = shipped_rubric("grounded")
    requests = [
        build_request(item, rubric=rubric, model="lean", effort=None, max_tokens=8192)
        for item in items
        for _ in range(REPEATS)
    ]
    begun = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(one, requests))
    took = time.perf_counter() - begun[0], time.process_time() - begun[1]
    await client.close()
    return took


async def ours(folder, items, concurrency):
    """Requests are built, ordered, sent and read, and the journal has what came. Set-up is left out, as in the loop."""
    (judge,) = claude_judges([candidate("lean")], ClaudeSettings())
    cells = plan_cells({"grounded": items}, [judge.spec], repeats=REPEATS, seed=1)
    with open_journal(folder / "journal.jsonl", lock=folder / ".lock") as journal:
        begun = time.perf_counter(), time.process_time()
        outcome = await run(cells, [judge], journal.append, limits=Limits(concurrency=concurrency))
        took = time.perf_counter() - begun[0], time.process_time() - begun[1]
    await judge.close()
    assert outcome.progress.passed == CALLS
    return took


@pytest.mark.parametrize(("latency_s", "concurrency"), [(0.2, 64), (0.2, 256), (0.0, 64)])
def test_calls_beside_a_bare_loop_over_the_sdk(tmp_path, monkeypatch, latency_s, concurrency):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    items = material()
    with LeanServer(latency_s) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        alone_s, alone_cpu_s = asyncio.run(bare(server, items, concurrency))
    with LeanServer(latency_s) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        ours_s, ours_cpu_s = asyncio.run(ours(tmp_path, items, concurrency))
        counted = server.counts()
    assert counted["calls"] == CALLS
    cpu_ms = ours_cpu_s / CALLS * 1000
    print(
        f"\n{latency_s * 1000:.0f} ms, concurrency {concurrency}: {CALLS / ours_s:,.0f} calls/s, "
        f"{alone_s / ours_s:.2f} of a bare loop ({CALLS / alone_s:,.0f}); CPU a call {cpu_ms:.2f} ms, "
        f"{ours_cpu_s / alone_cpu_s:.2f} of the loop's; server {counted['cpu_s'] / CALLS * 1000:.2f} ms a call"
    )


def bare_process(folder, calls, concurrency):
    """Seconds that a process takes which does nothing but send as many calls, start-up included."""
    rubric = shipped_rubric("grounded")
    items = material()
    requests = [
        build_request(items[number % len(items)], rubric=rubric, model="lean", effort=None, max_tokens=8192)
        for number in range(calls)
    ]
    file = folder / "requests.jsonl"
    file.write_text("\n".join(map(json.dumps, requests)), encoding="utf-8")
    script = ROOT / "tests" / "benchmarks" / "bare_loop.py"
    with LeanServer(0.2) as server:
        variables = environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY)
        begun = time.perf_counter()
        subprocess.run([sys.executable, str(script), str(file), str(concurrency)], env=variables, check=True)
        return time.perf_counter() - begun


@pytest.mark.parametrize("concurrency", [64, 256])
def test_a_whole_process_with_start_up_and_report(tmp_path, concurrency):
    bench = with_sample(tmp_path, 'judges = ["grounded"]\nmodels = ["lean"]\n', ROOT)
    command = [sys.executable, "-m", "workbench", "run", "--repeats", "42", "--concurrency", str(concurrency)]
    with LeanServer(0.2) as server:
        variables = environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY)
        begun, used = time.perf_counter(), sum(os.times()[2:4])
        subprocess.run(command, cwd=bench, env=variables, check=True, capture_output=True)
        took, cpu_s = time.perf_counter() - begun, sum(os.times()[2:4]) - used
        counted = server.counts()
    summary = summary_of(bench)
    alone = bare_process(tmp_path, counted["calls"], concurrency)
    print(
        f"\n200 ms, concurrency {concurrency}: {counted['calls']:,} calls in {took:.2f} s from start to report, "
        f"{counted['calls'] / took:,.0f} a second; CPU {cpu_s:.2f} s, server {counted['cpu_s']:.2f} s; a process that "
        f"only imports the SDK and sends as many: {alone:.2f} s, {counted['calls'] / alone:,.0f} a second"
    )
    # The two calls of the self-test are none of the run.
    assert counted["calls"] == summary["calls"] + 2
