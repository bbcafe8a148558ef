"""A later version of a judge: its report says what it fixed and broke since the version before, and opens the items."""

import json
import re
import shutil
from dataclasses import replace

import pandas as pd
import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import workbench
from tests.report.packed import items_of, unpacked
from workbench.records.decision import Decisions
from workbench.report.terminal import trust_report
from workbench.steps.report import report
from workbench.steps.settings import read_settings
from workbench.steps.versions import compare_versions
from workbench.store.run_folder import open_run

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["tuned"]
plants = 12
near_misses = 6
held_out = ["outside_fact", "dropped_condition"]
held_out_plants = 4
repeats = 2
gate_repeats = 2
[judge.tuned]
rule = "grounded"
simulated = "blind:figure_changed"
"""


def run(folder, behaviour, *options):
    text = (folder / "workbench.toml").read_text(encoding="utf-8")
    text = re.sub('(rule = "grounded"\nsimulated = )".*"', f'\\1"{behaviour}"', text)
    (folder / "workbench.toml").write_text(text, encoding="utf-8")
    ran = workbench("run", *options, cwd=folder)
    assert ran.code == 0, ran.said
    return sorted((folder / "runs").glob("*/manifest.json"), key=lambda path: path.stat().st_mtime_ns)[-1].parent


@pytest.fixture(scope="module")
def two(tmp_path_factory, sample):
    """A run that opened held-out mistakes, and one of a later version that did not."""
    folder = first_answers(tmp_path_factory.mktemp("versions") / "bench", SETTINGS, sample, 5)
    before = run(folder, "blind:figure_changed", "--with-holdout")
    return before, run(folder, "blind:name_swapped")


@pytest.fixture
def bench(two, tmp_path):
    """A copy that a test may spoil: the bench, the run before, the run after."""
    before, after = two
    shutil.copytree(before.parents[1], tmp_path / "bench")
    runs = tmp_path / "bench" / "runs"
    return tmp_path / "bench", runs / before.name, runs / after.name


def told(folder):
    """What the summary says of each judge that had another version."""
    judges = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["judges"]
    return {judge["name"]: judge["since"] for judge in judges if judge["since"]}


def again(bench, after):
    """Measure the run again, and give what the terminal shows."""
    return trust_report(report(read_settings(bench), run=after.name).summary, width=100)


def test_what_a_version_fixed_and_broke_is_told_by_every_view_of_its_run(two):
    before, after = two
    assert told(before) == {}
    [(name, since)] = told(after).items()
    assert (name, since["run_id"]) == ("tuned", before.name)
    assert since["differences"] == ["style was figure_changed and is name_swapped"]
    mistakes, sources = since["comparison"]["parts"]
    assert {one["style"] for one in mistakes["fixed"]} == {"figure_changed"}
    assert {one["style"] for one in mistakes["broken"]} == {"name_swapped"}
    assert (sources["fixed"], sources["broken"]) == ([], [])
    counts = f"fixed {len(mistakes['fixed'])}, broke {len(mistakes['broken'])}"
    for view in (
        again(after.parents[1], after),
        *((after / name).read_text() for name in ("report.md", "report.html")),
    ):
        assert counts in " ".join(view.split())


def test_every_number_of_the_comparison_opens_exactly_its_items(two):
    _, after = two
    page = (after / "report.html").read_text(encoding="utf-8")
    index, items = unpacked(page)
    part = page[page.index('<section id="versions">') :].partition("</section>")[0]
    links = re.findall(r'<a href="([^"]+)">([\d,]+)', part)
    opened = {link: items_of(index, link.replace("&amp;", "&")) for link, _ in links}
    assert [len(opened[link]) for link, _ in links] == [int(number) for _, number in links]
    # Every item of the rule stands somewhere, and none twice.
    asked = [
        index["ids"][place] for place, one in enumerate(items) if any(r["rule"] == "grounded" for r in one["rulings"])
    ]
    assert sorted(name for names in opened.values() for name in names) == sorted(asked)
    fixed = {one["case"][:8] for one in told(after)["tuned"]["comparison"]["parts"][0]["fixed"]}
    assert fixed == {*opened[next(link for link in opened if "is=fixed" in link)]}


def test_nothing_of_a_mistake_that_only_the_earlier_run_opened_comes_in(two):
    before, after = two
    key = [json.loads(line) for line in (before / "challenges.jsonl").read_text(encoding="utf-8").splitlines()]
    sealed = {one["item"]["item_id"] for one in key if one["set"] == "held_out" and one["rule"] == "grounded"}
    assert told(after)["tuned"]["comparison"]["only_reference"] == len(sealed) > 0
    for path in after.iterdir():
        text = path.read_bytes().decode("utf-8", "replace")
        text += str(unpacked(text)) if path.name == "report.html" else ""
        assert not [item for item in sealed if item in text], path


def test_the_report_is_the_same_to_the_byte_whatever_was_run_since(bench):
    folder, _, after = bench
    pages = ("summary.json", "report.md", "report.html")
    was = [(after / name).read_bytes() for name in pages]
    later = run(folder, "blind:citation_moved")
    assert told(later)["tuned"]["run_id"] == after.name
    again(folder, after)
    assert [(after / name).read_bytes() for name in pages] == was


def newer(before):
    path = before / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 3', '"format": 99'), encoding="utf-8")


def cut(before):
    path = before / "journal.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def edit(before):
    path = before / "journal.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"fail"', b'"pass"', 1))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (shutil.rmtree, "that run is not there any more"),
        (newer, "format 99 was written by a newer workbench"),
        (cut, "that run is not finished"),
        (edit, "that run cannot be read:"),
    ],
)
def test_an_earlier_run_that_cannot_be_read_is_named_with_the_reason(bench, spoil, words):
    folder, before, after = bench
    spoil(before)
    assert words in " ".join(again(folder, after).split())
    since = told(after)["tuned"]
    assert since["comparison"] is None
    assert words in since["trouble"]
    assert str(folder) not in since["trouble"]
    assert words in (after / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["..", "", "\0", "../../elsewhere"])
def test_the_name_of_an_earlier_run_is_never_a_path(two, name):
    after = open_run(two[1])
    earlier = dict.fromkeys(after.manifest.earlier, name)
    strange = replace(after, manifest=replace(after.manifest, earlier=earlier))
    [change] = compare_versions(strange, pd.DataFrame(), Decisions.of(())).changes.values()
    assert change.trouble == "that run is not there any more"


def test_versions_that_judged_nothing_in_common_are_not_compared(bench, sample):
    folder, _, _ = bench
    shutil.rmtree(folder / "plants" / "answers")
    (folder / "plants" / "answers").mkdir()
    for path in sorted((sample / "plants" / "answers").iterdir())[6:9]:
        shutil.copy(path, folder / "plants" / "answers")
    later = run(folder, "blind:citation_moved")
    assert "have no item in common" in told(later)["tuned"]["trouble"]
