"""The page without a mouse: keys, focus, settings, and what a screen reader is told."""

import re

import pytest

from tests.report.packed import unpacked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def index(pages):
    return unpacked((pages / "made.html").read_text(encoding="utf-8"))[0]


def opened(page):
    return page.locator(".item .id bdi").inner_text()


def next_item(page, key):
    """Press a key and wait for another item."""
    before = opened(page) if page.get_by_test_id("case").count() else ""
    page.keyboard.press(key)
    page.locator(".item .id bdi").filter(has_not_text=re.compile(f"^{before}$" if before else "^$")).wait_for()
    return opened(page)


def test_items_are_walked_by_keys_and_each_brings_focus_and_title_along(show, index):
    page = show("made", "#/read?is=disagreement")
    first = next_item(page, "j")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    title = page.title()
    second = next_item(page, "j")
    assert second != first
    assert page.title() != title
    assert page.locator("[aria-current=true]").count() == 1
    assert next_item(page, "k") == first
    page.keyboard.press("k")
    page.get_by_test_id("live").get_by_text("There is no other one in that direction.").wait_for()
    assert opened(page) == first
    page.keyboard.press("p")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"


def test_keys_go_over_the_end_of_a_page_of_the_list(show):
    page = show("made", "#/read")
    page.get_by_role("button", name="next", exact=True).first.click()
    page.get_by_test_id("row").first.get_by_role("link").click()
    page.get_by_test_id("case").wait_for()
    next_item(page, "k")
    page.locator("[data-testid=rows][start='1'] [aria-current=true]").wait_for()


def test_where_nobody_disagrees_a_decision_says_so_and_does_nothing(show, index):
    expected = next(
        name
        for place, name in enumerate(index["ids"])
        if not any("disagreement" in index["states"][row[place]]["tags"] for row in index["said"] if row[place] >= 0)
    )
    page = show("made", f"#/read/{expected}")
    page.get_by_test_id("case").wait_for()
    page.keyboard.press("1")
    page.get_by_test_id("live").get_by_text("there is nothing to decide").wait_for()
    assert page.get_by_test_id("decide").count() == 0


def test_no_key_acts_while_somebody_types_or_holds_another_key(show):
    page = show("made", "#/read")
    item = next_item(page, "j")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("j1k2n?")
    assert page.get_by_role("searchbox").input_value() == "j1k2n?"
    assert page.evaluate("location.hash").startswith(f"#/read/{item[:8]}")
    assert not page.get_by_role("dialog").is_visible()
    page.get_by_role("searchbox").fill("")
    page.locator("h2").first.focus()
    page.keyboard.press("Control+j")
    assert opened(page) == item


def test_single_keys_can_be_switched_off_and_stay_off(show):
    page = show("made", "#/read")
    next_item(page, "j")
    switch = page.get_by_test_id("keys-switch")
    switch.uncheck()
    for _ in range(2):
        item = opened(page)
        page.locator("h2").first.focus()
        page.keyboard.press("j")
        page.keyboard.press("?")
        assert opened(page) == item
        assert not page.get_by_role("dialog").is_visible()
        page.reload()
        page.get_by_test_id("case").wait_for()
    assert not switch.is_checked()
    switch.check()
    assert next_item(page, "j") != item


def test_the_legend_names_every_key_and_gives_the_focus_back(show):
    page = show("made", "#/read?is=disagreement")
    next_item(page, "j")
    button = page.get_by_role("button", name="? keys")
    button.focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    keys = dialog.locator("dt").all_inner_texts()
    assert keys == ["j", "k", "n", "N", "d", "p", "r", "1", "2", "3", "4", "u", "e", "b", "c", "/", "o", "?"]
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert button.evaluate("(one) => one === document.activeElement")
    page.keyboard.press("o")
    page.locator("#overview").wait_for(state="visible")


def test_everything_can_be_reached_with_the_tab_key_and_is_seen_when_it_is(show):
    page = show("made", "#/read?is=disagreement")
    next_item(page, "j")
    page.evaluate("document.activeElement.blur()")
    reached = walk_by_tab(page, 90)
    wanted = {
        "theme",
        "keys-switch",
        "filter-kind",
        "filter-judge",
        "filter-model",
        "row",
        "decide",
        "passage",
        "answer",
    }
    assert wanted - reached <= {"answer"}


def walk_by_tab(page, count):
    """Press Tab so often; return what had the focus, none of it hidden."""
    reached = set()
    for _ in range(count):
        page.keyboard.press("Tab")
        name, seen = page.evaluate(_FOCUSED)
        assert seen, (name, page.evaluate("document.activeElement.outerHTML")[:200])
        reached.add(name)
    return reached


# Where the focus is, and whether it is inside the window and not under the bar at its foot.
_FOCUSED = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const bar = document.querySelector(".decide");
  const foot = !bar || bar.contains(one) || one.closest(".side") ? innerHeight : bar.getBoundingClientRect().top;
  const inside = box.bottom > 0 && box.top < foot && box.width > 0;
  return [one.dataset.testid ?? one.closest("[data-testid]")?.dataset.testid ?? one.tagName, inside];
}"""


def test_the_theme_follows_the_system_until_one_is_chosen_and_is_kept(show):
    page = show("made", color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    assert dark != light
    page.get_by_test_id("theme").select_option("dark")
    assert page.evaluate(ground) == dark
    page.reload()
    assert page.evaluate(ground) == dark
    page.get_by_test_id("theme").select_option("system")
    assert page.evaluate(ground) == light


def test_theme_and_switch_are_reached_and_changed_without_a_mouse(show):
    page = show("made", color_scheme="light")
    for wanted, key in (("theme", "End"), ("keys-switch", " ")):
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.testid") == wanted:
                break
        page.keyboard.press(key)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert not page.get_by_test_id("keys-switch").is_checked()
