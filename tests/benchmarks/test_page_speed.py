"""How long a report of ten thousand items takes to build and to read, beside one of one hundred.

Run with `-s` to see the figures. Opening, walking and filtering are measured where a Chromium is found.
"""

import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from tests.e2e.command_line import environment
from tests.page.chromium import chromium, missing
from tests.page.made_run import made_run, write_bench
from tests.report.packed import items_of, unpacked

pytestmark = pytest.mark.slow
ITEMS = 10_000
_WALKED = 30
_TIMES_AS_LONG = 20


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


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The page of one hundred items and that of ten thousand, each written by the command."""
    return [build(tmp_path_factory.mktemp("bench"), items) for items in (100, ITEMS)]


def build(root, items):
    run = made_run(items)
    folder = write_bench(root, run)
    seconds, megabytes = reported(root)
    size = folder.report_html.stat().st_size / 1e6
    print(f"\n{items:,} items, {len(run.attempts):,} verdicts: measured and reported in {seconds:.1f} s")
    print(f"of one core and {megabytes:.0f} MB of memory, start-up included; report.html has {size:.2f} MB")
    return folder.report_html


def reported(root):
    """Run the command; say how many seconds of CPU it took, and how many MB of memory at most, where Linux tells."""
    told = [sys.executable, "-c", _COMMAND, "report", "--bench", root]
    done = subprocess.run(told, env=environment(), check=True, capture_output=True, encoding="utf-8")
    seconds, kilobytes = done.stderr.splitlines()[-1].split()
    return float(seconds), int(kilobytes) / 1024


def test_ten_thousand_items_are_read_about_as_fast_as_one_hundred(reports):
    if missing():
        pytest.skip(missing())
    with chromium() as browser:
        few, many = [read_through(browser, report) for report in reports]
    assert many.nodes < 2000
    # The overview grows with judges and styles, and not with items.
    assert many.figures < 1.5 * few.figures
    assert many.heap_mb < 150
    assert many.index_kb < 200
    # On one machine, so that its speed does not matter; a list that is built whole is hundreds of times slower.
    assert many.opened_s < _TIMES_AS_LONG * few.opened_s
    assert many.next_ms < _TIMES_AS_LONG * few.next_ms
    assert many.filtered_ms < _TIMES_AS_LONG * few.filtered_ms


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a reader waits for, and what the browser holds meanwhile."""

    opened_s: float
    next_ms: float
    filtered_ms: float
    nodes: int
    figures: int
    heap_mb: float
    index_kb: float


def read_through(browser, report):
    """Open a report, walk it, filter it; each count that it shows must be that of a second implementation."""
    index, _ = unpacked(report.read_text(encoding="utf-8"))
    opened = min(timed(lambda: open_fresh(browser, report, "#/read").close()) for _ in range(3))
    page = open_fresh(browser, report, "#/read")
    nodes, figures = [page.evaluate(_NODES, "#reader")], page.evaluate(_NODES, "#overview")
    page.keyboard.press("j")
    page.get_by_test_id("case").wait_for()
    steps = sorted(page.evaluate(_WALK) for _ in range(_WALKED))
    nodes.append(page.evaluate(_NODES, "#reader"))
    page.evaluate("location.hash = '#/read'")
    page.get_by_test_id("case").wait_for(state="detached")
    words = index["cases"][len(index["cases"]) // 2][0]
    found = sum(words in index["cases"][place][0] for place in index["case"])
    filtered = [page.evaluate(_TYPE, words)]
    assert shown(page) == found < len(index["ids"])
    filtered.append(page.evaluate(_TYPE, ""))
    for kind in ("split", "missed mistake", "false alarm"):
        filtered.append(page.evaluate(_CHOOSE, kind))
        assert shown(page) == len(items_of(index, f"#/read?is={kind.replace(' ', '+')}"))
    heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    packed = page.evaluate("document.getElementById('index').textContent.length") / 1e3
    page.context.close()
    last = index["ids"][-1]
    linked = timed(lambda: open_linked(browser, report, last))
    told = Reading(
        opened_s=opened,
        next_ms=steps[int(_WALKED * 0.95)],
        filtered_ms=max(filtered),
        nodes=max(nodes),
        figures=figures,
        heap_mb=heap,
        index_kb=packed,
    )
    print(
        f"\n{len(index['ids']):,} items: opened in {opened:.2f} s, at a link to an item in {linked:.2f} s; "
        f"next item {steps[_WALKED // 2]:.0f} ms, in 95 of 100 at most {told.next_ms:.0f} ms; "
        f"filter {min(filtered):.0f} to {told.filtered_ms:.0f} ms; {told.nodes:,} elements in the reader, "
        f"{figures:,} in the overview, heap {heap:.0f} MB, index {packed:.0f} KB"
    )
    return told


def open_fresh(browser, report, link):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{report.as_uri()}{link}")
    page.get_by_test_id("rows").wait_for()
    return page


def open_linked(browser, report, item):
    """Open a link with filters and an item in a window that knows nothing; both must be there."""
    page = open_fresh(browser, report, f"#/read/{item}?judge=grounded")
    page.locator(".item .id bdi", has_text=item).wait_for()
    assert page.get_by_test_id("filter-judge").input_value() == "grounded"
    page.context.close()


def shown(page):
    return int(page.get_by_test_id("count").inner_text().partition(" of ")[0].replace(",", ""))


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


_NODES = "(part) => document.querySelectorAll(`${part} *`).length"
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
# From what a person does to the frame in which the count is another one.
_UNTIL_COUNTED = """(act) => new Promise((done) => {
  const before = document.querySelector("[data-testid=count]").textContent;
  const start = performance.now();
  act();
  const look = () =>
    document.querySelector("[data-testid=count]").textContent === before
      ? requestAnimationFrame(look) : done(performance.now() - start);
  requestAnimationFrame(look);
})"""
_TYPE = f"""(words) => ({_UNTIL_COUNTED})(() => {{
  const field = document.querySelector("[type=search]");
  field.value = words;
  field.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})"""
_CHOOSE = f"""(kind) => ({_UNTIL_COUNTED})(() => {{
  const field = document.querySelector("[data-testid=filter-kind]");
  field.value = kind;
  field.dispatchEvent(new Event("change", {{ bubbles: true }}));
}})"""
