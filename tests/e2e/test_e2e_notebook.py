"""A run as tables, and the notebook that draws them, executed as a reader would."""

import base64
import json
import shutil

import pandas as pd
import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import ROOT, workbench, write
from workbench.errors import InputError, NotMeasured
from workbench.frames import load_run

NOTEBOOK = ROOT / "notebooks" / "run.ipynb"
FLIPPING = """\
said = {}


def grounded(question, passages, answer):
    said[answer] = said.get(answer, 0) + 1
    return "fail" if len(answer) % 3 == 0 or said[answer] == 2 else "pass"
"""
SETTINGS = """\
judges = ["floor", "numbers", "flipping"]
repeats = 3

[judge.flipping]
rule = "grounded"
call = "flipping:grounded"
"""


@pytest.fixture(scope="module")
def folder(sample, tmp_path_factory):
    place = tmp_path_factory.mktemp("notebook")
    bench = with_sample(place / "demo", SETTINGS, sample)
    write(bench / "flipping.py", FLIPPING)
    ran = workbench("run", "--plants", "12", cwd=bench)
    assert ran.code == 0, ran.err
    return place


@pytest.fixture(scope="module")
def run(folder):
    return load_run(bench=folder / "demo")


def test_the_tables_count_as_the_summary_does(run, folder):
    stored = json.loads((folder / "demo" / "runs" / run.run_id / "summary.json").read_text(encoding="utf-8"))
    assert list(run.judges["who"]) == ["floor", "numbers", "flipping"]
    for judge, row in zip(stored["judges"], run.judges.to_dict("records"), strict=True):
        mine = run.items[run.items["judge_id"] == judge["judge_id"]]
        planted = mine[mine["set"] == "planted"]
        caught = (planted["fails"] == planted["valid"]) & planted["resolved"]
        assert row["planted_hits"] == caught.sum() == judge["planted"]["hits"]
        assert row["planted_items"] == len(planted) == judge["planted"]["items"]
        assert row["planted_bound"] == judge["planted"]["bound"]
        assert sorted(mine.loc[mine["flips"], "item_id"]) == sorted(judge["consistency"]["flipped"])
        assert row["consistency"] == judge["consistency"]["unanimous"] / judge["consistency"]["items"]
        assert pd.isna(row["natural_caught_hits"])
    assert run.items["flips"].any()


def test_the_verdicts_stand_beside_what_was_expected(run, folder):
    stored = pd.read_parquet(folder / "demo" / "runs" / run.run_id / "verdicts.parquet")
    assert list(run.verdicts["verdict"]) == list(stored["verdict"])
    assert set(run.verdicts["set"]) == {"clean", "near_miss", "planted"}
    assert not run.verdicts[["set", "expected", "parent", "who"]].isna().any(axis=None)
    failing = run.verdicts["set"] == "planted"
    assert ((run.verdicts["expected"] == "fail") == failing).all()


def test_a_bench_without_a_run_and_a_folder_without_a_bench_say_so(folder, tmp_path):
    shutil.copytree(folder / "demo", tmp_path / "bench", ignore=shutil.ignore_patterns("runs"))
    with pytest.raises(NotMeasured, match="start one with: workbench run"):
        load_run(bench=tmp_path / "bench")
    with pytest.raises(InputError):
        load_run(bench=tmp_path / "nothing here")


def test_the_notebook_is_kept_without_results():
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_notebook_runs_from_top_to_bottom_and_draws_three_pictures(folder, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(folder / "jupyter"))
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    book = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(notebooks)}}).execute()
    shown = [output["data"] for cell in book.cells for output in cell.get("outputs", []) if "data" in output]
    pictures = [base64.b64decode(data["image/png"]) for data in shown if "image/png" in data]
    assert [picture[:4] for picture in pictures] == [b"\x89PNG"] * 3
    assert list(notebooks.iterdir()) == []
