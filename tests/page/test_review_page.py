"""Reviewing in the browser: every decision is on the disk before the page says so, and no slip is lost."""

import re
import shutil

import pytest

from tests.page import waiting
from tests.page.reviewing import Client, line_of, served
from tests.page.waiting import wait_until
from tests.report.packed import unpacked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(reviewed, tmp_path_factory):
    bench = shutil.copytree(reviewed, tmp_path_factory.mktemp("review") / "bench")
    with served(bench) as started:
        yield started


@pytest.fixture(scope="module")
def index(server):
    return unpacked(Client.of(server).ask("GET", "/").text)


@pytest.fixture(scope="module")
def items(index):
    """Items on which somebody disagrees, by their set."""
    found = {}
    for item in index[1]:
        if any(opinion["kind"] for ruling in item["rulings"] for opinion in ruling["opinions"]):
            found.setdefault(item["rulings"][0]["set"], []).append(item["id"])
    return found


@pytest.fixture
def context(browser):
    """A window of one person; at the end nothing may have gone wrong in it."""
    wrong = []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


def fresh(server, items, count, part="planted"):
    """Items of a set that no test has decided on."""
    return [item for item in items[part] if not line_of(server.bench, item)][:count]


def opened(context, server, item="", query=""):
    page = context.new_page()
    page.goto(server.link)
    assert page.url.startswith(f"http://127.0.0.1:{server.port}/#/read/")
    page.get_by_test_id("case").wait_for()
    if item:
        go(page, item, query)
    return page


def go(page, item, query=""):
    waiting.go(page, f"#/read/{item}{query}")


def saved(page):
    page.get_by_test_id("saved").get_by_text(re.compile(r"^Saved \d\d:\d\d:\d\d$")).wait_for()


def test_the_whole_way_is_walked_by_keys_alone(context, server, items):
    page = opened(context, server)
    page.keyboard.press("o")
    page.locator("#overview").wait_for()
    focus = "(document.activeElement.getBoundingClientRect().top >= 0) && document.activeElement.tagName"
    while page.evaluate("document.activeElement.textContent.startsWith('Disagreements')") is not True:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_test_id("rows").wait_for()
    page.keyboard.press("j")
    page.get_by_test_id("case").wait_for()
    assert page.evaluate(focus) == "H2"
    item = page.locator(".item .id bdi").inner_text()
    page.keyboard.press("1")
    saved(page)
    page.keyboard.press("e")
    assert page.evaluate(focus) == "TEXTAREA"
    page.keyboard.type("j1k2n?")
    page.keyboard.press("Control+Enter")
    page.locator(".item .id bdi").filter(has_not_text=item).wait_for()
    assert page.evaluate(focus) == "H2"
    # A note is saved whenever the typing pauses, which on a busy machine it may at any letter.
    written = line_of(server.bench, item)
    first, noted = written[0], written[-1]
    assert (first["decision"], first["note"], first["prev"], first["by"]) == ("judge_wrong", "", "", "mona")
    assert (noted["decision"], noted["note"]) == ("judge_wrong", "j1k2n?")
    assert [one["prev"] for one in written[1:]] == [one["id"] for one in written[:-1]]
    page.keyboard.press("k")
    page.locator(".item .id bdi", has_text=item).wait_for()
    # Undo is a line as well: first the note goes, and once more brings it back.
    page.keyboard.press("u")
    saved(page)
    before = written[-2]["note"]
    assert page.get_by_test_id("note").input_value() == before
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.locator(".item .id bdi").filter(has_not_text=item).wait_for()
    assert [one["note"] for one in line_of(server.bench, item)[len(written) - 1 :]] == ["j1k2n?", before]
    page.get_by_test_id("recent").get_by_role("link").first.click()
    page.locator(".item .id bdi", has_text=item).wait_for()


def test_one_to_four_are_the_same_decisions_on_every_set_and_one_that_is_not_allowed_writes_nothing(
    context, server, items
):
    names = ["judge_wrong", "plant_wrong", "trusted_answer_bad", "rubric_unclear"]
    page = opened(context, server)
    for part in ("clean", "planted", "held_out"):
        [item] = fresh(server, items, 1, part)
        go(page, item)
        page.keyboard.press("e")
        page.keyboard.type("why")
        saved(page)
        page.keyboard.press("Escape")
        for number, name in enumerate(names, start=1):
            before = line_of(server.bench, item)
            page.keyboard.press(str(number))
            if (part, name) == ("clean", "plant_wrong"):
                page.get_by_test_id("live").get_by_text("nothing was planted in this item").wait_for()
                assert line_of(server.bench, item) == before
                continue
            pressed = page.get_by_test_id("decide").locator("[aria-pressed=true]")
            pressed.get_by_text(f"{number} {name.replace('_', ' ')}").wait_for()
            page.locator(".decided", has_text=name.replace("_", " ")).first.wait_for()
            assert line_of(server.bench, item)[-1]["decision"] == name
        written = line_of(server.bench, item)
        assert [one["prev"] for one in written] == ["", *(one["id"] for one in written[:-1])]


def test_a_decision_about_the_text_waits_for_its_reason_and_may_not_be_left_without(context, server, items):
    item, other = fresh(server, items, 2)
    page = opened(context, server, item)
    page.keyboard.press("2")
    page.get_by_test_id("live").get_by_text("write why, then it is saved").wait_for()
    page.evaluate("(link) => { location.hash = link; }", f"#/read/{other}")
    page.get_by_test_id("live").get_by_text("“plant wrong” is not saved: write why, or press u to drop it.").wait_for()
    assert page.locator(".item .id bdi").inner_text() == item
    assert line_of(server.bench, item) == []
    page.keyboard.press("e")
    page.keyboard.insert_text("the passages say so too")
    saved(page)
    [line] = line_of(server.bench, item)
    assert (line["decision"], line["note"]) == ("plant_wrong", "the passages say so too")
    assert {one["judge"] for one in line["judges"]} >= {"mine"}
    # The figures follow it: the page that is loaded again says what they were.
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_text(re.compile("was 0 of ")).first.wait_for()


def test_what_judges_said_is_hidden_until_a_first_decision_and_that_is_on_record(context, server, items):
    item, other = fresh(server, items, 2)
    page = opened(context, server)
    waiting.go(page, "#/read")
    page.get_by_test_id("blind").check()
    go(page, item)
    page.get_by_test_id("kept-back").wait_for()
    assert page.get_by_test_id("reason").count() == page.get_by_test_id("verdict").count() == 0
    page.keyboard.press("1")
    saved(page)
    page.get_by_test_id("reason").first.wait_for()
    page.keyboard.press("4")
    page.locator(".decided", has_text="rubric unclear").first.wait_for()
    assert [one["saw_reasons"] for one in line_of(server.bench, item)] == [False, True]
    go(page, other)
    page.get_by_test_id("kept-back").wait_for()
    page.keyboard.press(" ")
    page.get_by_test_id("reason").first.wait_for()
    page.keyboard.press("1")
    saved(page)
    assert [one["saw_reasons"] for one in line_of(server.bench, other)] == [True]


def test_two_pages_on_one_item_never_write_over_each_other(context, server, items):
    [item] = fresh(server, items, 1)
    first, second = opened(context, server, item), opened(context, server, item)
    first.keyboard.press("1")
    saved(first)
    first.keyboard.press("1")
    first.get_by_test_id("live").get_by_text("That is decided already.").wait_for()
    # What is typed while a save is on its way waits for the choice as well.
    sent = []
    second.route("**/decisions", lambda route: sent.append(route))
    second.keyboard.press("e")
    second.keyboard.type("the rubric")
    wait_until(second, lambda: sent)
    second.keyboard.type(" does not say")
    sent[0].continue_()
    conflict = second.get_by_test_id("conflict")
    conflict.wait_for()
    second.wait_for_timeout(600)
    assert len(sent) == 1
    second.unroute("**/decisions")
    second.keyboard.press("Escape")
    second.keyboard.press("j")
    second.get_by_test_id("live").get_by_text("Two decisions on this item: choose one first.").wait_for()
    told = conflict.inner_text()
    assert "mona" in told
    assert "judge wrong" in told
    assert "the rubric does not say" in told
    assert second.get_by_test_id("saved").inner_text() == "NOT SAVED"
    assert len(line_of(server.bench, item)) == 1
    conflict.get_by_role("button", name="Write mine after it").click()
    saved(second)
    one, other = line_of(server.bench, item)
    assert (one["decision"], one["note"]) == ("judge_wrong", "")
    assert (other["decision"], other["note"]) == ("judge_wrong", "the rubric does not say")
    assert other["prev"] == one["id"]
    first.keyboard.press("4")
    first.get_by_test_id("conflict").get_by_role("button", name="Let theirs stand").click()
    assert first.get_by_test_id("note").input_value() == "the rubric does not say"
    assert len(line_of(server.bench, item)) == 2
    first.keyboard.press("n")
    first.locator(".item .id bdi").filter(has_not_text=item).wait_for()


def test_a_note_takes_no_decision_back_and_no_key_reaches_an_item_that_is_closed(context, server, index, items):
    judges = {judge["id"]: judge["name"] for judge in index[0]["judges"]}
    both = next(
        item["id"]
        for item in index[1]
        if sum(bool(one["kind"]) for ruling in item["rulings"] for one in ruling["opinions"]) == 2
        and not line_of(server.bench, item["id"])
    )
    page = opened(context, server, both, "?judge=numbers")
    page.keyboard.press("1")
    saved(page)
    go(page, both, "?is=disagreement")
    page.get_by_test_id("note").fill("seen by both")
    wait_until(page, lambda: len(line_of(server.bench, both)) == 2)
    first, noted = line_of(server.bench, both)
    assert (first["decision"], [judges[one["judge_id"]] for one in first["judges"]]) == ("judge_wrong", ["numbers"])
    assert (noted["decision"], [judges[one["judge_id"]] for one in noted["judges"]]) == (None, ["mine"])
    saved(page)
    waiting.go(page, "#/read")
    assert page.get_by_text("Choose an item, or press j.").is_visible()
    page.keyboard.press("4")
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert len(line_of(server.bench, both)) == 2


def test_a_note_in_odd_letters_is_kept_to_the_character_and_shown_as_text(context, server, items):
    item = items["near_miss"][0]
    page = opened(context, server, item)
    note = "<img src=x onerror=alert(1)> {{7*7}} \u202egnp\u202c 日本 𝟛0"
    page.get_by_test_id("note").fill(note)
    saved(page)
    [line] = line_of(server.bench, item)
    assert line["note"] == note
    assert page.get_by_test_id("note").input_value() == note
    page.reload()
    told = page.locator(".decided").first
    told.wait_for()
    assert "[U+202E]" in told.inner_text()
    assert page.locator("img").count() == 0
