"""Waiting for what a page comes to show: it draws after its address has changed, and unpacks an item when needed."""

import time


def wait_until(page, holds):
    """Wait until something holds; how long is no matter unless it never does."""
    deadline = time.monotonic() + 300
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        page.wait_for_timeout(20)


def go(page, link=""):
    """Open a link of the page, and wait for what it shows: the overview, a list with its filters, or an item."""
    page.evaluate("(link) => { location.hash = link; }", link)
    path, _, query = link.partition("?")
    if not path.startswith("#/read"):
        page.locator("#overview").wait_for()
        return
    wait_for_list(page, f"?{query}" if query else "")
    item = path.removeprefix("#/read").strip("/")
    if item:
        page.locator(".item .id bdi", has_text=item).wait_for()
    else:
        page.get_by_test_id("case").wait_for(state="detached")


def wait_for_list(page, query):
    """Wait until the list is that of some filters, as a link says them; what leads back to it names them."""
    page.locator(f'.to-list[href="#/read{query}"]').wait_for(state="attached")
