"""The file alone: decisions stay in the browser, which says so, and come into the bench as a file that is checked."""

import json
import re
import shutil

import pytest

from tests.e2e.command_line import refused, workbench
from tests.page.reviewing import lines
from tests.report.packed import unpacked

pytestmark = pytest.mark.slow

_NO_STORE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });"

_NOTHING_YET = """
const get = Storage.prototype.getItem;
Storage.prototype.getItem = function (name) { return name.includes("drafts") ? null : get.call(this, name); };
"""


@pytest.fixture
def bench(reviewed, tmp_path):
    return shutil.copytree(reviewed, tmp_path / "bench")


@pytest.fixture
def report(bench):
    (found,) = (bench / "runs").glob("*/report.html")
    return found


@pytest.fixture
def context(browser):
    asked = []
    context = browser.new_context(offline=True, accept_downloads=True)
    context.set_default_timeout(60_000)
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    assert all(url.startswith(("file:", "blob:")) for url in asked)


def decide_three(page, report):
    page.goto(f"{report.as_uri()}#/read?is=disagreement&set=planted")
    page.get_by_test_id("rows").wait_for()
    page.keyboard.press("j")
    page.get_by_test_id("case").wait_for()
    for key, count in (("1", "1 decision is"), ("4", "2 decisions are"), ("1", "3 decisions are")):
        page.keyboard.press(key)
        page.get_by_test_id("drafts").get_by_text(f"{count} only in this browser.").wait_for()
        page.get_by_test_id("saved").get_by_text(re.compile("^Kept in this browser ")).wait_for()
        item = page.locator(".item .id bdi").inner_text()
        page.keyboard.press("n")
        page.locator(".item .id bdi").filter(has_not_text=item).wait_for()


def downloaded(page, path):
    with page.expect_download() as found:
        page.get_by_test_id("export").click()
    found.value.save_as(path)
    return path


def test_decisions_of_the_file_outlive_a_reload_and_are_brought_in_once(context, bench, report, tmp_path):
    page = context.new_page()
    decide_three(page, report)
    page.reload()
    page.get_by_test_id("drafts").get_by_text("3 decisions are only in this browser.").wait_for()
    file = downloaded(page, tmp_path / "decisions.jsonl")
    ran = workbench("review", "--add", file, "--by", "mona", cwd=bench)
    assert ran.code == 0
    assert "added 3 decisions, 0 known already, 0 left out" in ran.out
    assert [(one["decision"], one["by"]) for one in lines(bench)] == [
        ("judge_wrong", "mona"),
        ("rubric_unclear", "mona"),
        ("judge_wrong", "mona"),
    ]
    again = workbench("review", "--add", file, "--json", cwd=bench)
    assert again.json == {"format": 1, "added": 0, "known": 3, "left_out": []}
    # The report was written again and knows them; so the page says nothing of drafts any more.
    page.reload()
    page.get_by_test_id("recent").wait_for()
    assert page.get_by_test_id("drafts").count() == 0


def test_a_page_writes_nothing_over_what_another_page_kept_and_shows_it(context, report):
    deciding, looking, late = (context.new_page() for _ in range(3))
    looking.goto(f"{report.as_uri()}#/read")
    looking.get_by_test_id("rows").wait_for()
    decide_three(deciding, report)
    looking.get_by_test_id("drafts").get_by_text("3 decisions are only in this browser.").wait_for()
    # A browser may hand out what was kept a moment too late.
    late.add_init_script(_NOTHING_YET)
    late.goto(f"{report.as_uri()}#/read")
    late.get_by_test_id("rows").wait_for()
    assert late.get_by_test_id("drafts").count() == 0
    deciding.reload()
    deciding.get_by_test_id("drafts").get_by_text("3 decisions are only in this browser.").wait_for()


def test_where_the_browser_keeps_nothing_the_page_says_so_before_the_first_decision(context, bench, report, tmp_path):
    page = context.new_page()
    page.add_init_script(_NO_STORE)
    page.goto(report.as_uri())
    page.get_by_test_id("drafts").get_by_text("This browser keeps nothing").wait_for()
    decide_three(page, report)
    file = downloaded(page, tmp_path / "decisions.jsonl")
    assert "added 3 decisions" in workbench("review", "--add", file, cwd=bench).out


def test_a_draft_that_others_decided_on_meanwhile_is_left_out_and_named(bench, report, tmp_path):
    draft, other = line_for(report, 0), {**line_for(report, 1), "id": "0b"}
    file = tmp_path / "decisions.jsonl"
    file.write_text(f"{json.dumps(draft)}\n{json.dumps(other)}\n", encoding="utf-8-sig")
    assert workbench("show", draft["item"], "--decide", "rubric_unclear", cwd=bench).code == 0
    ran = workbench("review", "--add", file, cwd=bench)
    assert "added 1 decision, 0 known already, 1 left out" in ran.out
    assert f"left out {draft['item']}: judge_wrong, for" in ran.err
    assert [one["decision"] for one in lines(bench) if one["item"] == draft["item"]] == ["rubric_unclear"]


BAD = (
    ({"item": "0" * 16}, "nothing to decide"),
    ({"run": "../../etc"}, "no run"),
    ({"run": "2020-01-01-00000000"}, "2020-01-01-00000000"),
    ({"decision": "trusted_answer_bad", "note": ""}, "say why, in a note"),
    ({"decision": "maybe"}, "expected a line that a report handed over"),
    ({"at": "yesterday"}, "expected a line that a report handed over"),
    ({"at": "2026-11-30T12:00:00"}, "expected a line that a report handed over"),
    ({"at": "0001-01-01T00:00:00+14:00"}, "expected a line that a report handed over"),
    ({"v": 3}, "expected a line that a report handed over"),
    ({"judges": []}, "nothing to decide"),
)


def test_bad_lines_keep_all_of_a_file_out_and_each_is_named(bench, report, tmp_path):
    good = line_for(report)
    bad = [{**good, "id": f"{number:02x}", **change} for number, (change, _) in enumerate(BAD, start=20)]
    file = tmp_path / "decisions.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in (good, *bad, "no line")), encoding="utf-8")
    says = [f"{file}: line {number}" for number in range(2, len(BAD) + 3)]
    refused(bench, "review", "--add", file, says=[f"{len(BAD) + 1} problems", *says, *(words for _, words in BAD)])


def test_a_file_that_was_cut_off_or_is_not_there_is_refused(bench, report, tmp_path):
    file = tmp_path / "decisions.jsonl"
    refused(bench, "review", "--add", file, says=[str(file), "a file that a report handed over"])
    file.write_text(json.dumps(line_for(report))[:-9], encoding="utf-8")
    refused(bench, "review", "--add", file, says=[f"{file}: line 1"])


def line_for(report, place=0):
    """What the page would hand over of a disagreement."""
    index, items = unpacked(report.read_text(encoding="utf-8"))
    item, ruling = [
        (item, ruling) for item in items for ruling in item["rulings"] if any(one["kind"] for one in ruling["opinions"])
    ][place]
    judge = index["judges"][next(one["judge"] for one in ruling["opinions"] if one["kind"])]
    return {
        "v": 2,
        "id": "0a",
        "prev": "",
        "at": "2026-11-30T12:00:00.000Z",
        "by": "",
        "run": index["run"],
        "item": item["id"],
        "judges": [{"rule": ruling["rule"], "judge": judge["name"], "judge_id": judge["id"]}],
        "decision": "judge_wrong",
        "note": "",
        "saw_reasons": True,
    }
