"""Finding items in the page: every number opens its items, every link its view."""

import re

import pytest

from tests.page.waiting import go, wait_for_list, wait_until
from tests.report.packed import items_of, unpacked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data(pages):
    return {name: unpacked((pages / f"{name}.html").read_text(encoding="utf-8")) for name in ("written", "made")}


def test_every_number_of_the_overview_opens_exactly_so_many_items(show, data, made):
    index, _ = data["made"]
    page = show("made")
    links = page.eval_on_selector_all(
        "#overview a[href^='#/read?']", "(found) => found.map((one) => [one.textContent, one.getAttribute('href')])"
    )
    numbers = [(int(re.match(r"[\d,]+", text)[0].replace(",", "")), link) for text, link in links if text[:1].isdigit()]
    assert len(numbers) > 150
    assert {"unresolved", "natural", "held_out", "pasted"} <= {
        *re.findall(r"\w+", " ".join(link for _, link in numbers))
    }
    go(page, "#/read")
    for number, link in numbers:
        assert len(items_of(index, link)) == number, link
    # The page filters as the second implementation does.
    for number, link in numbers[::15]:
        page.evaluate("(link) => { location.hash = link; }", link)
        page.get_by_test_id("count").get_by_text(f"{number} of 100 items").wait_for()


def test_what_judges_disagree_on_among_themselves_stands_first_in_the_list(show, made):
    page = show("made", "#/read?judge=grounded&is=disagreement")
    shown = page.get_by_test_id("row").locator("a").evaluate_all("(found) => found.map((one) => one.hash)")
    names = [re.match(r"#/read/(\w+)", link)[1] for link in shown]
    first = made.summary.read_first["grounded"]
    wrong = {item for judge in made.summary.judges if judge.name == "grounded" for item in judge.disagreements}
    wanted = [item for item in first if item in wrong]
    assert len(wanted) > 5
    for name, item in zip(names, wanted, strict=False):
        assert item.startswith(name)


def test_a_number_that_is_clicked_opens_its_list_and_back_returns(show, made):
    page = show("made")
    judge = made.summary.judges[0]
    page.locator(".trust .candidate").first.get_by_role("link", name=str(judge.planted.hits), exact=True).first.click()
    page.get_by_test_id("row").first.wait_for()
    assert not page.locator("#overview").is_visible()
    page.go_back()
    page.locator("#overview").wait_for(state="visible")
    assert not page.locator("#reader").is_visible()


def test_the_count_beside_each_choice_is_what_the_choice_leaves(show, data):
    index, _ = data["made"]
    page = show("made", "#/read?is=disagreement&set=planted")
    for facet, name in (("judge", "judge"), ("model", "model"), ("style", "style"), ("set", "set")):
        options = (
            page.get_by_test_id(f"filter-{facet}")
            .locator("option")
            .evaluate_all("(found) => found.filter((one) => one.value).map((one) => [one.value, one.textContent])")
        )
        assert options
        for value, text in options:
            kept = "&set=planted" if name != "set" else ""
            expected = len(items_of(index, f"#/read?is=disagreement{kept}&{name}={value}"))
            assert text.endswith(f"({expected})"), text


def test_choosing_finding_and_clearing_change_the_list_and_the_link(show, data):
    index, _ = data["made"]
    page = show("made", "#/read")
    page.get_by_test_id("filter-kind").select_option("missed mistake")
    wait_for_list(page, "?is=missed+mistake")
    page.get_by_test_id("filter-model").select_option("claude-haiku-5-5")
    link = "#/read?model=claude-haiku-5-5&is=missed+mistake"
    assert page.evaluate("location.hash") == link
    expected = len(items_of(index, link))
    page.get_by_test_id("count").get_by_text(f"{expected} of 100 items").wait_for()
    page.get_by_role("searchbox").fill("no such words anywhere")
    page.get_by_text("No item is all of this.").wait_for()
    page.get_by_role("button", name="clear all").click()
    page.get_by_test_id("count").get_by_text("100 of 100 items").wait_for()
    case = index["cases"][0][0]
    page.get_by_role("searchbox").fill(case.upper())
    found = sum(case in index["cases"][place][0] for place in index["case"])
    page.get_by_test_id("count").get_by_text(f"{found} of 100 items").wait_for()


def test_a_link_opens_the_same_item_and_filters_in_a_fresh_browser(show, data):
    _, items = data["made"]
    place = 60
    link = f"#/read/{items[place]['id']}?judge=grounded&is=disagreement"
    page = show("made", link)
    page.locator(".item .id bdi", has_text=items[place]["id"]).wait_for()
    assert page.get_by_test_id("filter-judge").input_value() == "grounded"
    assert items[place]["case"] in page.title()
    page.keyboard.press("k")
    page.locator(".item .id bdi").filter(has_not_text=items[place]["id"]).wait_for()
    assert page.evaluate("location.hash") != link
    page.go_back()
    page.locator(".item .id bdi", has_text=items[place]["id"]).wait_for()
    assert page.evaluate("location.hash") == link
    page.evaluate("location.hash = '#/read/ffffffffffffffff'")
    page.get_by_text("Item ffffffffffffffff is not in this report").wait_for()


def test_the_link_that_is_copied_shows_another_person_the_same(show):
    page = show("made", "#/read?judge=grounded&is=disagreement")
    page.get_by_test_id("filter-kind").select_option("false alarm")
    wait_for_list(page, "?judge=grounded&is=false+alarm")
    page.keyboard.press("Escape")
    page.get_by_test_id("row").first.get_by_role("link").click()
    page.get_by_test_id("case").wait_for()
    seen = "[document.querySelector('.item').textContent, document.querySelector('.side').textContent]"
    mine = page.evaluate(seen)
    page.keyboard.press("c")
    # From the disk a browser may let nothing be copied; then the page shows the link.
    page.get_by_test_id("live").get_by_text(
        re.compile("The link is copied|Take it from this line: .*#/read/")
    ).wait_for()
    other = show("made", page.evaluate("location.hash"))
    other.get_by_test_id("case").wait_for()
    assert other.evaluate(seen) == mine


def test_a_review_starts_at_the_first_unread_item_and_at_the_overview_where_there_is_none(show, data):
    index, _ = data["made"]
    page = show("made", "#/read?is=unread")
    first = page.get_by_test_id("row").first.get_by_role("link").evaluate("(one) => one.hash")
    started = show("made", "#/read/unread")
    started.get_by_test_id("case").wait_for()
    assert started.evaluate("location.hash") == first.replace("is=unread", "is=disagreement")
    assert started.evaluate("document.activeElement.tagName") == "H2"
    name = re.match(r"#/read/(\w+)", first)[1]
    assert name in items_of(index, "#/read?is=unread")
    empty = show("empty")
    empty.evaluate("location.hash = '#/read/unread'")
    empty.reload()
    wait_until(empty, lambda: empty.evaluate("location.hash") == "")
    assert empty.locator("#overview").is_visible()


def test_the_change_is_marked_in_four_ways(show, data, run):
    index, items = data["written"]
    place = [item["id"] for item in items].index(run.challenges[0].item.item_id)
    page = show("written", f"#/read/{index['ids'][place]}")
    marked = page.locator("[data-testid=answer]")
    assert marked.locator("del").inner_text() == "45"
    assert marked.locator("ins").inner_text() == "30"
    # Where the answer can be checked, what it said before is marked, and nothing else is.
    assert page.locator("mark").all_inner_texts() == ["45"]
    # Words, not colour alone: the style sheet says them to everybody who cannot see the marks.
    told = "(one) => getComputedStyle(one, '::before').content"
    assert marked.locator("del").evaluate(told) == '" was: "'
    assert marked.locator("ins").evaluate(told) == '" planted: "'
    modes = []
    for _ in range(4):
        modes.append(
            (page.locator("[data-testid=answer]").count(), page.locator(".modes :checked").locator("..").inner_text())
        )
        page.keyboard.press("d")
    assert [(count, mode.strip()) for count, mode in modes] == [
        (1, "marked"),
        (1, "before"),
        (1, "after"),
        (2, "side by side"),
    ]
    assert page.locator(".modes :checked").locator("..").inner_text().strip() == "marked"


def test_a_quote_that_stands_in_no_passage_is_said_to_a_reader(show, data, run):
    index, items = data["written"]
    place = [item["id"] for item in items].index(run.challenges[0].item.item_id)
    page = show("written", f"#/read/{index['ids'][place]}")
    page.get_by_test_id("case").wait_for()
    # The judge quoted the planted answer as if a passage said it.
    told = page.get_by_text("quoted as evidence").first.inner_text()
    assert told == "quoted as evidence, ○ in the answer, in no passage"


def test_every_quote_of_a_reason_is_said_with_where_it_stands(show):
    page = show("made", "#/read")
    page.get_by_test_id("row").first.get_by_role("link").click()
    page.get_by_test_id("case").wait_for()
    told = page.locator(".quotes li").all_text_contents()
    assert told
    assert all(re.search(r"“.+” ✓ in passage \[p[012]\]$", one) for one in told)


def test_a_long_list_is_walked_a_page_at_a_time(show, data):
    page = show("made", "#/read")
    assert page.get_by_test_id("row").count() == 50
    page.get_by_role("button", name="next", exact=True).first.click()
    assert page.get_by_test_id("rows").get_attribute("start") == "51"
    assert page.evaluate("document.querySelectorAll('#reader *').length") < 2000


def test_a_report_without_items_says_so(show):
    page = show("empty", "#/read")
    page.get_by_text("0 of 0 items").wait_for()
