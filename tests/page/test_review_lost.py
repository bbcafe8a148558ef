"""A review server that dies: what was said to be saved is on the disk, and what was not is said not to be."""

import http.client
import re
import shutil
import threading

import pytest

from tests.page.reviewing import Client, line_of, lines, served
from tests.report.packed import unpacked

pytestmark = pytest.mark.slow

ROUNDS = 4
SAVES = 25
"""Acknowledged saves after which a server is killed, in the middle of others."""


@pytest.fixture
def bench(reviewed, tmp_path):
    return shutil.copytree(reviewed, tmp_path / "bench")


def test_a_server_that_is_gone_loses_nothing_and_the_item_stays_open_until_all_is_saved(browser, bench):
    context = browser.new_context()
    context.set_default_timeout(60_000)
    page = context.new_page()
    with served(bench) as first:
        page.goto(first.link)
        page.get_by_test_id("case").wait_for()
        item = page.locator(".item .id bdi").inner_text()
        first.kill()
    page.keyboard.press("1")
    page.get_by_test_id("saved").get_by_text("NOT SAVED, trying again.").wait_for()
    page.keyboard.press("e")
    page.keyboard.type("typed while nobody listened")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.get_by_test_id("live").get_by_text("NOT SAVED: this item stays open until it is.").wait_for()
    assert page.locator(".item .id bdi").inner_text() == item
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    assert lines(bench) == []
    with served(bench, port=first.port) as second:
        # It does not know the old page until its link was opened in the same browser.
        page.get_by_test_id("saved").get_by_text("Open the link that workbench review printed").wait_for()
        context.new_page().goto(second.link)
        page.get_by_test_id("saved").get_by_text(re.compile("^Saved ")).wait_for()
        last = line_of(bench, item)[-1]
        assert (last["decision"], last["note"]) == ("judge_wrong", "typed while nobody listened")
        page.keyboard.press("j")
        page.locator(".item .id bdi").filter(has_not_text=item).wait_for()
    context.close()


def test_every_save_that_was_acknowledged_survives_a_kill(bench):
    acknowledged = {}
    for _ in range(ROUNDS):
        with served(bench) as server:
            index, items = unpacked(Client.of(server).ask("GET", "/").text)
            judges = [one["id"] for one in index["judges"]]
            disputed = [item["id"] for item in items if any(one["kind"] for one in item["rulings"][0]["opinions"])]
            enough = threading.Event()
            savers = [
                threading.Thread(target=save, args=(bench, server, disputed[number::3], judges, acknowledged, enough))
                for number in range(3)
            ]
            for saver in savers:
                saver.start()
            assert enough.wait(120)
            server.kill()
            for saver in savers:
                saver.join()
    written = {one["id"]: one["item"] for one in lines(bench)}
    assert len(acknowledged) > ROUNDS * SAVES
    assert {name: written.get(name) for name in acknowledged} == acknowledged
    path = bench / "runs" / "decisions.jsonl"
    assert path.stat().st_mode & 0o777 == 0o600


def save(bench, server, items, judges, acknowledged, enough):
    """Save again and again until nobody answers."""
    client, last = Client.of(server), {one["item"]: one["id"] for one in lines(bench)}
    try:
        for count in range(10_000):
            item = items[count % len(items)]
            name, answer = client.decide(item, judges, prev=last.get(item, ""))
            assert answer.status == 200, answer.text
            last[item] = name
            acknowledged[name] = item
            if count == SAVES:
                enough.set()
    except (OSError, http.client.HTTPException):
        return
