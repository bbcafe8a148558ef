"""Who can read the page: without scripts, in 320 pixels, in print, without colours, with a screen reader."""

import shutil
import subprocess

import pytest

from tests.page.test_page_keys import walk_by_tab
from tests.page.waiting import go
from tests.report.packed import unpacked
from tests.test_house_rules import ROOT

pytestmark = pytest.mark.slow
ITEM = "item"
AXE = ROOT / "workbench" / "report" / "page" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = ("", "#/read?is=disagreement", ITEM)
# The last one is the list of keys, which lies over what is read.
CHECKED = (*VIEWS, "#/read?q=nothing+of+this+kind", "?")


@pytest.fixture(scope="module")
def item(pages):
    """The link to an item with a change in it."""
    index, items = unpacked((pages / "written.html").read_text(encoding="utf-8"))
    [place] = [place for place, one in enumerate(items) if one["rulings"][0]["style"] == "figure changed"]
    return f"#/read/{index['ids'][place]}"


def test_the_overview_is_whole_without_scripts_and_no_link_leads_nowhere(show, run):
    page = show("written", java_script_enabled=False)
    rows = page.locator(".glance tbody tr").all_inner_texts()
    assert len(rows) == len(run.summary.judges)
    assert all(any(judge.name in row for row in rows) for judge in run.summary.judges)
    assert page.locator(".trust .count").first.is_visible()
    assert page.get_by_text("read them in report.md").is_visible()
    link = page.locator("a[href^='#/read']").first
    assert link.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
    assert not page.locator("#reader").is_visible()


def test_the_overview_is_whole_where_scripts_are_on_and_a_policy_stops_them(show):
    page = show("stopped", quiet=False)
    assert page.locator(".trust .count").first.is_visible()
    assert page.get_by_text("read them in report.md").is_visible()


def test_no_view_is_wider_than_the_window(show, item):
    page = show("written")
    for view in VIEWS:
        go(page, item if view is ITEM else view)
        for width in (320, 640, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, view


def test_no_view_is_wider_than_the_window_where_text_is_four_times_as_large(show, item):
    page = show("written")
    larger = page.context.new_cdp_session(page)
    larger.send("Page.setFontSizes", {"fontSizes": {"standard": 64, "fixed": 52}})
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "64px"
    for view in VIEWS:
        go(page, item if view is ITEM else view)
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280, view


def test_nothing_that_has_the_focus_is_covered_in_a_narrow_window(show, item):
    page = show("written", item)
    page.set_viewport_size({"width": 320, "height": 640})
    page.get_by_test_id("case").wait_for()
    reached = walk_by_tab(page, 45)
    assert {"theme", "passage", "decide", "note"} <= reached


def test_a_narrow_window_shows_the_list_or_the_item_and_a_way_between_them(show):
    page = show("written", "#/read")
    page.set_viewport_size({"width": 400, "height": 640})
    page.get_by_test_id("row").first.get_by_role("link").click()
    page.get_by_test_id("case").wait_for()
    assert not page.get_by_test_id("rows").is_visible()
    page.get_by_role("link", name="To the list").click()
    page.get_by_test_id("rows").wait_for()
    assert not page.get_by_test_id("case").is_visible()


def test_marks_and_verdicts_are_told_apart_without_colours(show, item):
    page = show("written", item, forced_colors="active")
    page.get_by_test_id("case").wait_for()
    line = "(one) => getComputedStyle(one).textDecorationLine"
    assert page.locator("del").first.evaluate(line) == "line-through"
    assert page.locator("ins").first.evaluate(line) == "underline"
    chips = page.locator(".chip").all_inner_texts()
    assert {"✗ pass", "✓ fail", "! error:timeout"} <= {*chips}


def test_an_item_is_printed_with_all_that_was_said_and_without_buttons(show, item, run):
    page = show("written", item)
    page.get_by_test_id("case").wait_for()
    page.emulate_media(media="print", color_scheme="dark")
    for text in ("How many days of notice", "Unused days lapse", "The passage says 45", "missed mistake"):
        assert page.get_by_test_id("case").get_by_text(text).first.is_visible(), text
    for gone in (".walk", ".bar nav", "#tools", ".side", ".decide"):
        assert not page.locator(gone).first.is_visible(), gone
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_overview_and_item_are_whole_as_pdf_with_what_was_decided(show, item, run, tmp_path):
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on the path; it comes with poppler")
    page = show("written", item)
    page.get_by_test_id("case").wait_for()
    page.keyboard.press("4")
    page.keyboard.press("e")
    page.keyboard.type("what is a working day?")
    page.keyboard.press("Escape")
    page.locator(".decided", has_text="what is a working day?").first.wait_for()
    read = printed(page, tmp_path / "item.pdf")
    for text in ("How many days of notice", "Unused days lapse", "The passage says 45", "missed mistake"):
        assert text in read
    assert "rubric unclear" in read
    assert "what is a working day?" in read
    go(page)
    read = printed(page, tmp_path / "overview.pdf")
    for judge in run.summary.judges:
        assert judge.name in read
        assert f"{judge.planted.hits} of {judge.planted.items}" in read
    assert "Single keys" not in read


def printed(page, path):
    page.pdf(path=path)
    ran = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, encoding="utf-8")
    return " ".join(ran.stdout.split())


@pytest.mark.parametrize(("scheme", "rules"), [("light", None), ("dark", ["color-contrast"])])
def test_axe_finds_nothing_to_mend(show, item, scheme, rules):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make page")
    page = show("written", color_scheme=scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    for view in CHECKED:
        if view == "?":
            page.keyboard.press("?")
            page.get_by_role("dialog").wait_for()
        else:
            go(page, item if view is ITEM else view)
        assert violations(page, rules or standards) == [], view
    # A theme that was chosen against the system's is no other one than that.
    page.keyboard.press("Escape")
    go(page, item)
    page.get_by_test_id("theme").select_option("dark" if scheme == "light" else "light")
    assert violations(page, ["color-contrast"]) == []


def violations(page, rules):
    found = page.evaluate("(rules) => axe.run({ runOnly: rules })", rules)
    assert found["passes"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found["violations"]]
