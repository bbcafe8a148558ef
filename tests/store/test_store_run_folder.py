from dataclasses import replace

import pytest
from test_store_manifest import IDENTITY, MANIFEST

from workbench.errors import StoreError
from workbench.store.run_folder import create_run, find_run, list_runs, open_run


def test_a_run_is_named_by_its_date_and_what_it_measures(tmp_path):
    run = create_run(tmp_path / "runs", MANIFEST)
    assert run.folder.path == tmp_path / "runs" / f"2026-01-02-{IDENTITY.digest[:8]}"
    assert run.manifest == replace(MANIFEST, run_id=run.folder.path.name)
    assert open_run(run.folder.path) == run


def test_a_second_run_of_the_same_kind_on_the_same_day_gets_its_own_folder(tmp_path):
    names = [create_run(tmp_path, MANIFEST).folder.path.name for _ in range(3)]
    assert names == [f"2026-01-02-{IDENTITY.digest[:8]}{end}" for end in ("", "-2", "-3")]


def test_runs_are_listed_newest_first_whatever_their_names(tmp_path):
    days = ("2026-01-02", "2026-03-01", "2025-12-31")
    for day in days:
        create_run(tmp_path, replace(MANIFEST, created_at=f"{day}T00:00:00+00:00"))
    (tmp_path / f"2026-03-01-{IDENTITY.digest[:8]}").rename(tmp_path / "aaa")
    (tmp_path / "decisions.jsonl").touch()
    (tmp_path / "no run").mkdir()
    listed = list_runs(tmp_path)
    assert [run.manifest.created_at[:10] for run in listed.runs] == ["2026-03-01", "2026-01-02", "2025-12-31"]
    assert listed.runs[0].folder.path.name == "aaa"
    assert listed.unreadable == ()


def test_a_run_is_found_by_what_it_measures_and_not_by_its_name(tmp_path):
    other = replace(IDENTITY, seed=99)
    create_run(tmp_path, MANIFEST).folder.path.rename(tmp_path / f"2026-01-02-{other.digest[:8]}")
    assert find_run(tmp_path, IDENTITY).folder.path.name.endswith(other.digest[:8])
    assert find_run(tmp_path, other) is None


def test_the_newest_of_several_equal_runs_is_found(tmp_path):
    for day in ("02", "04", "03"):
        create_run(tmp_path, replace(MANIFEST, created_at=f"2026-01-{day}T00:00:00+00:00"))
    assert find_run(tmp_path, IDENTITY).manifest.created_at.startswith("2026-01-04")


def test_one_broken_run_does_not_hide_the_others(tmp_path):
    create_run(tmp_path, MANIFEST)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{", encoding="utf-8")
    listed = list_runs(tmp_path)
    assert len(listed.runs) == 1
    assert len(listed.unreadable) == 1
    assert "broken" in listed.unreadable[0]


def test_a_folder_without_runs_has_none(tmp_path):
    assert list_runs(tmp_path / "missing").runs == ()


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(StoreError, match=r"is not a run: it has no manifest\.json"):
        open_run(tmp_path)


def test_a_place_where_no_run_can_be_made_is_said(tmp_path):
    (tmp_path / "runs").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match=r"cannot make a run in .*runs"):
        create_run(tmp_path / "runs", MANIFEST)


def test_a_run_whose_manifest_was_lost_is_not_silently_paid_for_again(tmp_path):
    found = create_run(tmp_path, MANIFEST)
    found.folder.journal.write_bytes(b"")
    found.folder.manifest.unlink()
    with pytest.raises(StoreError, match=r"no manifest\.json, though it holds replies"):
        find_run(tmp_path, IDENTITY)
