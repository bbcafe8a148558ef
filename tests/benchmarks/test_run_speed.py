"""Where the time of a whole run goes, on the sample and on real answers. Figures, no verdicts on time.

Run with `-s` to see them. Real answers are measured where WORKBENCH_DATA names their folder.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.steps.bench import open_bench
from workbench.steps.demo import make_demo
from workbench.steps.measure import measure
from workbench.steps.plan import plan_run
from workbench.steps.run import run_plan

pytestmark = pytest.mark.slow

SCRIPTS = ("floor", "numbers", "overlap", "citations", "declines")
REAL = ("ragtruth_qa", "squad2", "wice")


class Silent:
    def started(self, found, owed, estimate):
        self.owed = owed

    def progressed(self, progress, spend):
        pass

    def interrupted(self):
        pass


def timed(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def stages(name, folder, answers=None):
    """Print the seconds of each stage of one run, and its share of the whole."""
    watch = Silent()
    read, bench = timed(lambda: open_bench(folder, answers=answers))
    plant, plan = timed(lambda: plan_run(bench, held_out=True, names=SCRIPTS))
    ran, finished = timed(lambda: run_plan(plan, watch=watch))
    again, _ = timed(lambda: measure(finished.found, bench.settings))
    judged = ran - again
    whole = read + plant + ran
    parts = {"read": read, "plant": plant, "judge": judged, "measure and report": again}
    told = ", ".join(f"{part} {seconds:.2f} s ({seconds / whole:.0%})" for part, seconds in parts.items())
    print(f"\n{name}: {len(bench.cases)} cases, {watch.owed:,} verdicts in {whole:.2f} s: {told}")
    assert finished.summary.calls == watch.owed


def test_stages_of_the_sample(tmp_path):
    make_demo(tmp_path / "bench")
    stages("sample", tmp_path / "bench")


@pytest.mark.parametrize("name", REAL)
def test_stages_of_real_answers(tmp_path, name):
    folder = os.environ.get("WORKBENCH_DATA", "")
    path = Path(folder) / f"{name}.jsonl"
    if not folder or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}.jsonl")
    stages(name, tmp_path, answers=path)


def test_help_beside_a_bare_start_of_python(tmp_path):
    def best(*arguments):
        times = [timed(lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True))[0]]
        times += [timed(lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True))[0]]
        return min(times)

    bare, shown = best("-c", "pass"), best("-m", "workbench", "--help")
    print(f"\nworkbench --help: {shown * 1000:.0f} ms, {shown / bare:.1f} times a bare start of Python")
