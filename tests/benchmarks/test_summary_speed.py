"""How long verdicts take from `verdicts.parquet` to all figures of a summary. Figures, no verdicts on time.

Run with `-s` to see them. The bare group-by counts the verdicts of the same table by judge and item, and nothing else.
"""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
JUDGES, REPEATS = 5, 20

# In a process of its own, so that the memory is that of the summary alone. Linux says how much it was at most.
_MAKE = """
import sys
from pathlib import Path
from tests.benchmarks.many_verdicts import verdict_rows
from workbench.store.verdict_file import write_verdicts

write_verdicts(Path(sys.argv[1]), verdict_rows(int(sys.argv[2]), judges=int(sys.argv[3]), repeats=int(sys.argv[4])))
"""
_COUNT = """
import re, sys, time
from pathlib import Path
from tests.benchmarks.many_verdicts import run_tables
from workbench.analysis.summarise import count_run
from workbench.steps.measure import load_libraries
from workbench.store.verdict_file import read_verdicts

load_libraries()
# Read once for what libraries load at their first use.
path, items, judges, repeats = Path(sys.argv[1]), *map(int, sys.argv[2:])
read_verdicts(path)
start = time.process_time()
table = read_verdicts(path)
read = time.process_time()
counted = count_run(run_tables(items, table, judges=judges, repeats=repeats))
done = time.process_time()
table.groupby(["judge_id", "item_id", "verdict"]).size()
bare = time.process_time()
peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
print(len(table), read - start, done - read, bare - done, int(peak[1]) / 1024 if peak else 0)
"""


@pytest.mark.parametrize("items", [1_000, 10_000], ids=["100,000 verdicts", "1,000,000 verdicts"])
def test_from_verdicts_to_figures(items, tmp_path):
    args = [tmp_path / "verdicts.parquet", str(items), str(JUDGES), str(REPEATS)]
    subprocess.run([sys.executable, "-c", _MAKE, *args], check=True)
    done = subprocess.run([sys.executable, "-c", _COUNT, *args], check=True, capture_output=True, encoding="utf-8")
    rows, read, counted, bare, megabytes = map(float, done.stdout.split())
    print(f"\n{rows:,.0f} verdicts: read in {read:.2f} s and counted in {counted:.2f} s of processor time, ", end="")
    print(f"{(read + counted) / rows * 1e6:.1f} s a million, {megabytes:,.0f} MB of memory at most; ", end="")
    print(f"counting takes {counted / bare:.0f} times a bare group-by of the same table ({bare:.2f} s)")
    assert rows == items * JUDGES * REPEATS
