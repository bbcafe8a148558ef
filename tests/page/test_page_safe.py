"""Hostile text, and what the policy of the page forbids."""

import pytest

from tests.report.hostile import LONG_WORD, PAYLOAD
from tests.report.packed import unpacked
from workbench.report.visible import visible

pytestmark = pytest.mark.slow


def test_hostile_text_is_shown_as_text_in_every_item_and_starts_nothing(show, pages):
    index, items = unpacked((pages / "hostile.html").read_text(encoding="utf-8"))
    page = show("hostile", "#/read")
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog was opened: {dialog.message}"))
    payload = visible(PAYLOAD)
    for short, item in zip(index["ids"], items, strict=True):
        page.evaluate("(link) => { location.hash = link; }", f"#/read/{short}")
        case = page.get_by_test_id("case")
        page.get_by_text(item["id"], exact=True).wait_for()
        for part in ("question", "answer", "passage", "reason"):
            assert payload in case.get_by_test_id(part).first.text_content()
        assert case.locator("script, img, svg, iframe, b, i, style").count() == 0
        assert case.locator(".hidden-char", has_text="[U+202E]").count() > 5
    assert page.evaluate("document.querySelectorAll('[onerror], [onload], img').length") == 0


def test_a_hostile_link_is_text_too(show):
    page = show(
        "hostile", "#/read/%3Cimg%20src=x%20onerror=alert(1)%3E?judge=%3Cscript%3E&q=%22%3E%3Cimg%3E&is=%E0%A4%A"
    )
    page.get_by_text("No item is all of this.").wait_for()
    assert page.locator("#reader img, #reader script").count() == 0
    page.get_by_role("button", name="clear all").click()
    page.get_by_test_id("row").first.wait_for()


def test_a_word_of_two_hundred_kilobytes_is_shown_and_makes_no_window_wider(show, pages):
    index, items = unpacked((pages / "long.html").read_text(encoding="utf-8"))
    [place] = [place for place, item in enumerate(items) if LONG_WORD in item["answer"][0][1]]
    page = show("long", f"#/read/{index['ids'][place]}")
    for part in ("answer", "passage", "reason"):
        assert LONG_WORD in page.get_by_test_id(part).first.text_content()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# Each would make an element or run a text if the policy let it.
ATTACKS = (
    "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
    "document.body.innerHTML = '<b>x</b>'",
    "setTimeout('window.__ran = 1')",
    "document.head.append(Object.assign(document.createElement('script'), { text: 'window.__ran = 1' }))",
    "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
)


def test_text_is_never_made_into_anything_else(show):
    page = show("written", quiet=False)
    for attack in ATTACKS:
        caught = f"() => {{ try {{ {attack}; return 'done'; }} catch (error) {{ return error.name; }} }}"
        assert page.evaluate(caught) in ("TypeError", "EvalError"), attack
    assert page.locator("body > b").count() == 0


def test_nothing_is_fetched_and_no_inline_style_is_taken(show):
    page = show("written", quiet=False)
    fetched = "fetch('data:text/plain,x').then(() => true, () => false)"
    assert page.evaluate(fetched) is False
    page.evaluate("document.body.setAttribute('style', 'outline: 9px solid')")
    assert page.evaluate("getComputedStyle(document.body).outlineWidth") != "9px"
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert "unsafe" not in policy
