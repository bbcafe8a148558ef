import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from attempts_at_hand import ANY_TEXT, spec
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.search import SearchSummary
from workbench.store.manifest import Manifest, installed_versions
from workbench.store.manifest_file import read_manifest, write_manifest
from workbench.store.run_identity import RunIdentity
from workbench.store.whole_file import replacing, write_whole

IDENTITY = RunIdentity(
    judges=(spec("j1", details={"effort": "low"}), spec("j2", name="floor", model="script")),
    sets={"grounded": "aaaa"},
    repeats=5,
    seed=11,
)
SEARCH = SearchSummary(
    answerable=3,
    found=2,
    ranks={"case-1": 1, "case-2": 4},
    missed=("case-3",),
    uncited=(),
    unanswerable=1,
    answered_anyway=("case-9",),
)
MANIFEST = Manifest(
    run_id="2026-01-02-abcd",
    bench="sample",
    created_at="2026-01-02T03:04:05+00:00",
    identity=IDENTITY,
    versions={"python": "3.11.7"},
    settings={"concurrency": 16, "models": ["a", "b"], "not_found": None},
    counts={"grounded": {"clean": 16}},
    build={"grounded": {"figure_changed": {"no figure": 3}}},
    left_out={"not answerable": 2},
    baselines={"grounded": "floor"},
    search=SEARCH,
    notes=("held out: not opened",),
)


def test_a_manifest_is_read_back_as_it_was(tmp_path):
    for manifest in (MANIFEST, replace(MANIFEST, search=None, notes=(), settings={})):
        write_manifest(tmp_path / "manifest.json", manifest)
        assert read_manifest(tmp_path / "manifest.json") == manifest


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(ANY_TEXT, JSON, max_size=4), st.lists(ANY_TEXT, max_size=3))
def test_any_settings_and_notes_are_read_back_as_they_were(settings, notes):
    manifest = replace(MANIFEST, settings=settings, notes=tuple(notes))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "manifest.json"
        write_manifest(path, manifest)
        assert read_manifest(path) == manifest


def test_nothing_of_the_environment_is_in_a_manifest(tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-key")
    write_manifest(tmp_path / "manifest.json", replace(MANIFEST, versions=installed_versions()))
    text = (tmp_path / "manifest.json").read_text(encoding="utf-8")
    assert "not-a-real-key" not in text
    assert str(Path.home()) not in text


def test_the_versions_name_python_and_the_libraries_that_can_change_a_figure():
    import platform

    import scipy

    versions = installed_versions()
    assert versions["python"] == platform.python_version()
    assert versions["scipy"] == scipy.__version__


def damaged(tmp_path, change):
    path = tmp_path / "manifest.json"
    write_manifest(path, MANIFEST)
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda value: value.update(format=4), "format 4 was written by a newer workbench"),
        (lambda value: value.pop("format"), "expected .*format.*: 3, got None"),
        (lambda value: value.pop("bench"), "fields missing or unknown: bench"),
        (lambda value: value.update(extra=1), "fields missing or unknown: extra"),
        (lambda value: value["identity"]["judges"][0].update(kind="oracle"), "oracle"),
        (lambda value: value["identity"].update(judges=None), "damaged"),
        (lambda value: value["identity"].update(repeats=4), "were edited"),
        (lambda value: value["search"].pop("found"), "fields missing or unknown: found"),
    ],
)
def test_a_manifest_that_is_not_as_it_was_written_is_refused(tmp_path, change, complaint):
    with pytest.raises(StoreError, match=complaint):
        read_manifest(damaged(tmp_path, change))


@pytest.mark.parametrize("value", [None, 3, [1], {"a": 1.5}, {"a": {"b": "c"}}])
@pytest.mark.parametrize("name", ["bench", "created_at", "versions", "counts", "build", "left_out", "baselines"])
def test_a_field_of_another_kind_is_damage_and_no_crash_later(tmp_path, name, value):
    with pytest.raises(StoreError, match=f"damaged.*{name}"):
        read_manifest(damaged(tmp_path, lambda whole: whole.update({name: value})))


def test_notes_search_and_judges_are_as_strict(tmp_path):
    for change in (
        lambda value: value.update(notes=[1]),
        lambda value: value["search"].update(ranks={"a": "1"}),
        lambda value: value["identity"]["judges"][0].update(details=[]),
    ):
        with pytest.raises(StoreError, match="damaged"):
            read_manifest(damaged(tmp_path, change))


@pytest.mark.parametrize("content", [b"", b"[]", b"nothing", b"\xff", b'{"format":1}'])
def test_a_file_that_is_no_manifest_is_refused_by_name(tmp_path, content):
    path = tmp_path / "manifest.json"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"manifest.json"):
        read_manifest(path)


def test_a_manifest_of_format_1_is_read_though_its_judges_have_no_rubrics(tmp_path):
    def older(value):
        value["format"] = 1
        del value["earlier"]
        for judge in value["identity"]["judges"]:
            del judge["rubric"]

    assert read_manifest(damaged(tmp_path, older)) == MANIFEST


def test_the_same_run_has_the_same_identity_in_any_order():
    turned = replace(IDENTITY, judges=IDENTITY.judges[::-1])
    assert turned.digest == IDENTITY.digest


@pytest.mark.parametrize(
    "changed",
    [
        {"repeats": 2},
        {"seed": 12},
        {"sets": {"grounded": "bbbb"}},
        {"sets": {"grounded": "aaaa", "answers_when_it_can": "cccc"}},
        {"judges": (spec("j9"), IDENTITY.judges[1])},
        {"judges": IDENTITY.judges[:1]},
    ],
)
def test_a_change_of_judges_cases_repeats_or_order_is_another_run(changed):
    assert replace(IDENTITY, **changed).digest != IDENTITY.digest


def test_a_write_that_fails_halfway_leaves_the_old_file_and_nothing_beside_it(tmp_path):
    path = tmp_path / "file"
    write_whole(path, b"old")

    def half():
        with replacing(path) as draft:
            draft.write_bytes(b"ne")
            raise OSError(28, "No space left on device")

    with pytest.raises(StoreError, match=r"cannot write .*No space left on device"):
        half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(StoreError, match=r"cannot write .*No such file"):
        write_whole(tmp_path / "missing" / "file", b"")
