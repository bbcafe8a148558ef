"""Who can read the page: without scripts, in 320 pixels, in print, without colours, with a screen reader."""

import pytest

from tests.report.packed import unpacked
from tests.test_house_rules import ROOT

pytestmark = pytest.mark.slow
AXE = ROOT / "workbench" / "report" / "page" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = ("", "#/read?is=disagreement", "item")


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
        page.evaluate("(link) => { location.hash = link; }", item if view == "item" else view)
        if view == "item":
            page.get_by_test_id("case").wait_for()
        for width in (320, 640, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, view


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


@pytest.mark.parametrize(("scheme", "rules"), [("light", None), ("dark", ["color-contrast"])])
def test_axe_finds_nothing_to_mend(show, item, scheme, rules):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make page")
    page = show("written", color_scheme=scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    for view in VIEWS:
        page.evaluate("(link) => { location.hash = link; }", item if view == "item" else view)
        if view == "item":
            page.get_by_test_id("case").wait_for()
        found = page.evaluate("(rules) => axe.run({ runOnly: rules })", rules or standards)
        told = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found["violations"]]
        assert told == [], view
        assert found["passes"]
