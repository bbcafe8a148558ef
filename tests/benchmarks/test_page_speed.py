"""How long a report of ten thousand items takes to build and to read. Figures, no verdicts on time.

Run with `-s` to see them. Opening, walking and filtering are measured where a Chromium is found.
"""

import subprocess
import sys
import time

import pytest

from tests.page.chromium import chromium, missing

pytestmark = pytest.mark.slow
ITEMS = 10_000
_WALKED = 30

# In a process of its own, so that the memory is that of the build alone: it reads the journal as a report does.
_BUILD = """
import pickle, re, sys, time
from pathlib import Path
from workbench.report.html import html_report
from workbench.report.view import item_views
from workbench.store.journal_reader import read_attempts

folder = Path(sys.argv[1])
summary, challenges, specs = pickle.loads((folder / "run.pickle").read_bytes())
start = time.perf_counter()
views = item_views(summary, challenges, read_attempts(folder / "journal.jsonl"))
page = html_report(summary, views, specs, decisions=(), tool_version="0")
(folder / "report.html").write_text(page, encoding="utf-8")
taken = time.perf_counter() - start
peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
print(taken, time.process_time(), int(peak[1]) / 1024)
"""


@pytest.fixture(scope="module", params=[100, ITEMS], ids=["100 items", "10,000 items"])
def built(request, tmp_path_factory):
    import pickle

    from tests.page.made_run import made_run
    from workbench.store.attempt_line import to_line

    folder = tmp_path_factory.mktemp("page")
    run = made_run(request.param)
    (folder / "run.pickle").write_bytes(pickle.dumps((run.summary, run.challenges, run.specs)))
    (folder / "journal.jsonl").write_bytes(b"".join(map(to_line, run.attempts)))
    done = subprocess.run([sys.executable, "-c", _BUILD, folder], check=True, capture_output=True, encoding="utf-8")
    seconds, busy, megabytes = map(float, done.stdout.split())
    size = (folder / "report.html").stat().st_size / 1e6
    calls = f"{len(run.attempts):,} verdicts"
    print(
        f"\n{request.param:,} items, {calls}: built in {seconds:.1f} s, {busy:.1f} s of one core, {megabytes:.0f} MB;"
    )
    print(f"report.html has {size:.2f} MB")
    return folder / "report.html"


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
        nodes = page.evaluate("document.querySelectorAll('body *:not(script)').length")
        heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
        index = page.evaluate("document.getElementById('index').textContent.length") / 1e3
    print(
        f"opened in {opened:.2f} s; next item {steps[_WALKED // 2]:.0f} ms, at most {steps[-1]:.0f} ms; "
        f"filter {filtered[0]:.0f} to {filtered[-1]:.0f} ms; {nodes:,} elements, "
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
