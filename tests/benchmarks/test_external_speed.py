"""How long a file of verdicts takes from `workbench report --verdicts` to all figures. Figures, no verdicts on time.

Run with `-s` to see them. Everything is counted, start-up too. What it is held against is a bare read of the same file
by pandas and one group-by, in a process of its own as well.
"""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from tests.e2e.command_line import environment

pytestmark = pytest.mark.slow
JUDGES, REPEATS = 5, 20
_AT_MOST = 8
"""Times a bare read and group-by: what takes longer looks at every cell again and again."""

_TOLD = """
import atexit, re, sys, time
from pathlib import Path

def told():
    peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
    print(time.process_time(), peak[1] if peak else 0, file=sys.stderr)

atexit.register(told)
"""
_REPORT = f"{_TOLD}\nfrom workbench.cli.app import main\nmain()\n"
_BARE = (
    _TOLD
    + """
import pandas as pd

path = sys.argv[1]
read = {"jsonl": lambda: pd.read_json(path, lines=True), "csv": lambda: pd.read_csv(path)}
table = read.get(path.rpartition(".")[2], lambda: pd.read_parquet(path))()
table.groupby(["judge", "item", "verdict"]).size()
"""
)


def verdict_rows(items, seed=7):
    """One row a verdict, as a judge run elsewhere leaves them: nine of ten right, one call of 100 lost."""
    chance = np.random.default_rng(seed)
    judge, item, repeat = (axis.ravel() for axis in np.indices((JUDGES, items, REPEATS)))
    wrong = chance.random(items) < 0.5
    said = wrong[item] ^ (chance.random(len(item)) < 0.1)
    lost = chance.random(len(item)) < 0.01
    return pd.DataFrame(
        {
            "item": np.array([f"item-{number:05d}" for number in range(items)], dtype=object)[item],
            "judge": np.array([f"judge-{number}" for number in range(JUDGES)], dtype=object)[judge],
            "repeat": repeat,
            "verdict": np.array(["pass", "fail", "error:timeout"], dtype=object)[np.where(lost, 2, said.astype(int))],
            "score": chance.random(len(item)).round(4),
            "label": np.array(["pass", "fail"], dtype=object)[wrong.astype(int)][item],
        }
    )


def cost(code, *args):
    """Seconds of processor time and megabytes at most of a process, and what it printed."""
    run = [sys.executable, "-c", code, *map(str, args)]
    done = subprocess.run(run, check=True, capture_output=True, encoding="utf-8", env=environment())
    seconds, kilobytes = map(float, done.stderr.split("\n")[-2].split())
    return seconds, kilobytes / 1024, done.stdout


@pytest.mark.parametrize("items", [1_000, 10_000], ids=["100,000 verdicts", "1,000,000 verdicts"])
@pytest.mark.parametrize("name", ["v.jsonl", "v.csv", "v.parquet"])
def test_from_a_file_of_verdicts_to_figures(items, name, tmp_path):
    path, rows = tmp_path / name, verdict_rows(items)
    write = {"v.jsonl": lambda: rows.to_json(path, orient="records", lines=True), "v.csv": lambda: rows.to_csv(path)}
    write.get(name, lambda: rows.to_parquet(path))()
    seconds, megabytes, shown = cost(_REPORT, "report", "--verdicts", path)
    bare, bare_megabytes, _ = cost(_BARE, path)
    print(
        f"\n{len(rows):,} verdicts, {name}: reported in {seconds:.2f} s of processor time, start-up included, ", end=""
    )
    print(f"with {megabytes:,.0f} MB of memory at most; {seconds / bare:.1f} times a bare read and group-by ", end="")
    print(f"({bare:.2f} s, {bare_megabytes:,.0f} MB)")
    assert f"{len(rows):,} verdicts on {items:,} labelled items" in shown
    assert seconds < _AT_MOST * bare
