"""How long a report of ten thousand items takes to build and to read. Figures, no verdicts on time.

Run with `-s` to see them. Opening, walking and filtering are measured where a Chromium is found.
"""

import subprocess
import sys
import time

import pytest

from tests.e2e.command_line import environment
from tests.page.chromium import chromium, missing
from tests.page.made_run import made_run
from workbench.store.attempt_line import to_line
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import write_challenges
from workbench.store.manifest import Manifest
from workbench.store.run_folder import create_run
from workbench.store.run_identity import RunIdentity

pytestmark = pytest.mark.slow
ITEMS = 10_000
_WALKED = 30


# The command, which tells its own peak: to whoever starts a process, the peak of the starter is the process's too.
_COMMAND = """
import atexit, re, sys, time
from pathlib import Path
from workbench.cli.app import main

def told():
    peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
    print(time.process_time(), peak[1] if peak else 0, file=sys.stderr)

atexit.register(told)
main()
"""


@pytest.fixture(scope="module", params=[100, ITEMS], ids=["100 items", "10,000 items"])
def built(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("bench")
    run = made_run(request.param)
    rules = {one.rule: [other for other in run.challenges if other.rule == one.rule] for one in run.challenges[:2]}
    identity = RunIdentity(
        judges=run.specs, sets={rule: set_hash(key) for rule, key in rules.items()}, repeats=run.summary.repeats, seed=7
    )
    manifest = Manifest(
        bench=run.summary.bench, created_at=run.summary.created_at, identity=identity, versions={}, baselines={}
    )
    folder = create_run(root / "runs", manifest).folder
    write_challenges(folder.challenges, run.challenges)
    folder.journal.write_bytes(b"".join(map(to_line, run.attempts)))
    (root / "workbench.toml").write_text('answers = "answers"\n', encoding="utf-8")
    seconds, megabytes = reported(root)
    size = folder.report_html.stat().st_size / 1e6
    print(f"\n{request.param:,} items, {len(run.attempts):,} verdicts: measured and reported in {seconds:.1f} s")
    print(f"of one core and {megabytes:.0f} MB of memory, start-up included; report.html has {size:.2f} MB")
    return folder.report_html


def reported(root):
    """Run the command; say how many seconds of CPU it took, and how many MB of memory at most, where Linux tells."""
    told = [sys.executable, "-c", _COMMAND, "report", "--bench", root]
    done = subprocess.run(told, env=environment(), check=True, capture_output=True, encoding="utf-8")
    seconds, kilobytes = done.stderr.splitlines()[-1].split()
    return float(seconds), int(kilobytes) / 1024


def test_opening_walking_and_filtering(built):
    if missing():
        pytest.skip(missing())
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        opened, _ = timed(lambda: (page.goto(f"{built.as_uri()}#/read"), page.get_by_test_id("rows").wait_for()))
        page.keyboard.press("j")
        page.get_by_test_id("case").wait_for()
        steps = sorted(page.evaluate(_WALK) for _ in range(_WALKED))
        filtered = sorted(page.evaluate(_FILTER, is_) for is_ in ("split", "disagreement", "as+expected", "caught"))
        nodes = page.evaluate("document.querySelectorAll('#reader *').length")
        heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        index = page.evaluate("document.getElementById('index').textContent.length") / 1e3
    print(
        f"opened in {opened:.2f} s; next item {steps[_WALKED // 2]:.0f} ms, at most {steps[-1]:.0f} ms; "
        f"filter {filtered[0]:.0f} to {filtered[-1]:.0f} ms; {nodes:,} elements in the reader, "
        f"heap {heap:.0f} MB, index {index:.0f} KB"
    )
    assert nodes < 2000


def timed(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


# From the key to the frame in which the heading is that of the next item.
_WALK = """() => new Promise((done) => {
  const before = document.querySelector(".item .id").textContent;
  const start = performance.now();
  dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
  const look = () =>
    document.querySelector(".item .id").textContent === before
      ? requestAnimationFrame(look) : done(performance.now() - start);
  requestAnimationFrame(look);
})"""
_FILTER = """(is) => new Promise((done) => {
  const before = document.querySelector("[data-testid=count]").textContent;
  const start = performance.now();
  location.hash = "#/read?is=" + is;
  const look = () =>
    document.querySelector("[data-testid=count]").textContent === before
      ? requestAnimationFrame(look) : done(performance.now() - start);
  requestAnimationFrame(look);
})"""
