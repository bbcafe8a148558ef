"""Which settings a command goes by: those of the nearest bench, never of another project further up."""

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import refused, workbench


def test_a_folder_inside_a_bench_uses_its_settings(tmp_path):
    small(tmp_path)
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    assert workbench("run", "--judges", "floor", cwd=tmp_path / "notes" / "deep").code == 0
    assert list((tmp_path / "runs").glob("*/report.html"))


def test_a_bench_at_the_top_of_a_repository_is_found_from_below(tmp_path):
    small(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    assert workbench("run", "--judges", "floor", cwd=tmp_path / "notes").code == 0


@pytest.mark.parametrize("worktree", [False, True], ids=["clone", "worktree"])
def test_a_repository_inside_a_bench_is_another_project(tmp_path, worktree):
    small(tmp_path)
    inner = tmp_path / "vendored"
    inner.mkdir()
    if worktree:
        (inner / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    else:
        (inner / ".git").mkdir()
    refused(inner, "run", says=("no saved answers", "workbench demo DIR"))
    assert not (tmp_path / "runs").exists()
