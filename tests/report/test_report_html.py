import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise

import pytest

from tests.gate.test_gate_unread import decided
from tests.report.figures_of_json import said
from tests.report.hostile import PAYLOAD, PAYLOADS, poisoned_run
from tests.report.packed import items_of, unpacked
from tests.report.page_tree import Tree
from tests.report.pages import page_of
from workbench.records.decision import Decided
from workbench.report import html
from workbench.report.summary_json import write_summary
from workbench.report.visible import visible


@pytest.fixture(scope="module")
def page(run):
    return page_of(run)


@pytest.fixture(scope="module")
def tree(page):
    return Tree(page).root


@pytest.fixture(scope="module")
def hostile(run):
    return Tree(page_of(poisoned_run(run))).root


def squeezed(text):
    return " ".join(text.split())


def test_every_figure_of_the_table_is_that_of_the_summary(run, tree):
    rows = tree.all("tbody", "candidate")
    expected = said(write_summary(run.summary))
    assert len(rows) == len(expected) == 5
    for row, figures in zip(rows, expected, strict=True):
        text = squeezed(row.text())
        assert [figure for figure in figures if figure not in text] == []
        counts = Counter(re.findall(r"\d+ of \d+", squeezed(row.all("tr")[0].text())))
        assert counts == Counter(figure for figure in figures if re.fullmatch(r"\d+ of \d+", figure))


def test_every_rate_has_its_count_and_its_worst_case_beside_each_other(run, tree):
    for row in tree.all("tbody", "candidate"):
        for cell in row.all("td"):
            [count] = [node.text() for node in cell.all("span", "count")] or [""]
            if re.fullmatch(r"\d+ of \d+", count):
                [worst] = [node.text() for node in cell.all("span", "worst")]
                assert re.fullmatch(r"at (least|most) \d+%", worst)


def test_a_strip_is_drawn_from_the_interval_of_the_rate(tree):
    # 1 of 11 is 9.1 of 100; the interval and the bound are those of the summary: 0.016, 0.377, 0.3644.
    strip = tree.all("tbody", "candidate")[0].all("svg")[0]
    assert strip.all("circle")[0].attrs["cx"] == "9.1"
    assert [node.attrs["d"] for node in strip.all("path")] == ["M0 5H100", "M1.6 5H37.7", "M36.4 1V9"]


def test_states_are_told_by_a_word_and_a_symbol(tree):
    levels = ["○ PLUMBING ONLY", "● PROVISIONAL", "✗ INVALID", "✓ CERTIFIED", "? not decided"]
    assert [node.text() for node in tree.all("span", "level")] == levels * 2


def test_the_first_table_says_state_and_reason_and_leads_to_the_items_of_each_judge(tree, page):
    rows = tree.all("table", "glance")[0].all("tbody")[0].all("tr")
    assert [squeezed(row.text()) for row in rows] == [
        "○ PLUMBING ONLY grounded claude-haiku-4-5 blind to outside fact; missing: 6 more plants, all caught "
        "5 disagreements",
        "● PROVISIONAL grounded claude-sonnet-5-5 may warn and sort, a person still decides; "
        "missing: run it with 5 repeats none",
        "✗ INVALID floor rule grounded script no plant exists 1 disagreement",
        "✓ CERTIFIED perfect rule grounded simulated may accept and block answers by itself none",
        "? not decided answers_when_it_can claude-sonnet-5-5 not put before the gate 2 disagreements",
    ]
    links = [row.all("a")[0].attrs["href"] for row in rows if row.all("a")]
    index, _ = unpacked(page)
    assert [len(items_of(index, link)) for link in links] == [5, 1, 2]
    assert [squeezed(part.all("h3")[0].text()) for part in tree.all("section", "index")] == [
        "grounded claude-haiku-4-5",
        "floor rule grounded script",
        "answers_when_it_can claude-sonnet-5-5",
    ]


def test_every_reason_and_every_line_of_the_gate_is_on_the_page(run, tree):
    text = squeezed(tree.all("table", "trust")[0].text())
    for judge in run.summary.judges:
        for reason in judge.decision.reasons if judge.decision else ():
            assert reason in text
        for line in (one for lines in judge.decision.lines.values() for one in lines) if judge.decision else ():
            assert f"{line.line}: {line.figure}; asked: {line.asked}" in text


def test_disagreements_are_counted_by_judge_kind_and_style_and_each_count_is_that_of_its_link(page, tree):
    lists = tree.all("section", "index")
    assert [[squeezed(node.text()) for node in part.all("h4")] for part in lists] == [
        ["2 missed mistakes", "1 false alarm", "2 splits"],
        ["1 missed mistake"],
        ["1 missed mistake", "1 false alarm"],
    ]
    index, _ = unpacked(page)
    for head in (node for part in lists for node in part.all("h4")):
        assert len(items_of(index, head.all("a")[0].attrs["href"])) == int(head.text().split()[0])
    rows = [node for part in lists for node in part.all("li")]
    assert "planted, figure changed 1" in [squeezed(node.text()) for node in rows]
    for row in rows:
        assert len(items_of(index, row.all("a")[0].attrs["href"])) == int(row.all("span", "badge")[0].text())


def test_every_link_within_the_page_arrives(tree):
    ids = [node.attrs["id"] for node in tree.walk() if "id" in node.attrs]
    assert len(ids) == len(set(ids))
    links = [node.attrs["href"] for node in tree.all("a")]
    assert all(link.startswith("#/read") or link[1:] in ids for link in links)


def test_a_link_to_items_holds_nothing_that_could_end_an_attribute(hostile):
    links = [node.attrs["href"] for node in hostile.all("a") if node.attrs["href"].startswith("#/read")]
    assert len(links) > 20
    assert all(re.fullmatch(r"#/read(\?[\w.~%+&=-]+)?", link) for link in links)


def test_hostile_text_creates_no_element_and_no_attribute(tree, hostile):
    # A hostile name may need a line of its own, so places are compared by kind, not one by one.
    def kinds(root):
        return {
            (node.tag, node.attrs.get("class"), *sorted(node.attrs))
            for node in root.walk()
            if not in_judge_versions(node)
        }

    assert kinds(hostile) <= kinds(tree) | {("span", "hidden-char", "class")}
    for node in hostile.walk():
        assert not any(name.startswith("on") or name in ("style", "src") for name in node.attrs)
        values = [value for name, value in node.attrs.items() if value and name != "href"]
        assert not any("alert" in value or "\u202e" in value for value in values)
    assert len(hostile.all("script")) == len(tree.all("script"))
    assert not hostile.all("img")


def in_judge_versions(node):
    """The hostile run has details where the written one has none, so that part differs in shape."""
    while node is not None:
        if "versions" in (node.attrs.get("class") or ""):
            return True
        node = node.parent
    return False


def test_hostile_text_is_shown_as_it_is_in_every_place(run, hostile):
    payload = squeezed(visible(PAYLOAD))
    title = hostile.all("title")[0].text()
    assert payload in squeezed(title)
    assert payload in squeezed(hostile.all("tbody", "candidate")[0].text())
    assert payload in squeezed(hostile.all("section", "index")[0].text())
    assert payload in squeezed(hostile.all("footer")[0].text())


def test_the_policy_allows_the_one_style_sheet_and_the_one_script_by_their_hashes_and_nothing_else(page, tree):
    [policy] = [node.attrs["content"] for node in tree.all("meta") if node.attrs.get("http-equiv")]
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts == {
        "default-src": "'none'",
        "style-src": f"'sha256-{hash_of(style)}'",
        "script-src": f"'sha256-{hash_of(script)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert page.index("Content-Security-Policy") < page.index("<style>") < page.index("<script>")
    assert not [node for node in tree.walk() if "style" in node.attrs]


def hash_of(text):
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()


def test_the_page_is_one_file_that_names_no_address(page):
    # Packed data and hashes are Base64, in which two slashes may meet by chance.
    own = re.sub(r'<script type="text/plain".*?</script>|sha256-[\w+/=]+', "", page)
    # What stands for SVG and MathML in a document tree looks like an address and is none.
    assert set(re.findall(r"(?:https?:)?//\w[\w./]*", own)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1998/Math/MathML",
        "http://www.w3.org/1999/xhtml",
    }
    assert "url(" not in page
    assert "@import" not in page


def test_text_from_outside_finds_its_own_direction(tree):
    blocks = [node for node in tree.walk() if "text" in (node.attrs.get("class") or "").split()]
    assert blocks
    assert all(node.attrs.get("dir") == "auto" for node in blocks)


def test_held_out_is_shown_only_where_the_run_opened_it(run):
    nothing = run.summary.judges[2].held_out
    judges = tuple(
        replace(
            judge,
            held_out=nothing,
            by_style=tuple(style for style in judge.by_style if style.set != "held_out"),
            disagreements=tuple(item for item in judge.disagreements if item != run.challenges[2].item.item_id),
        )
        for judge in run.summary.judges
    )
    counts = {"grounded": {"clean": 11, "near_miss": 8, "planted": 6}}
    asked = tuple(one for one in run.attempts if one.item_id != run.challenges[2].item.item_id)
    closed = replace(run, summary=replace(run.summary, judges=judges, counts=counts), attempts=asked)
    told = replace(decided(run.challenges[2].item.item_id, Decided.JUDGE_WRONG), note="German law says so")
    for live in (False, True):
        page = page_of(closed, decisions=[told], live=live)
        assert "Held out: not opened in this run." in Tree(page).root.text()
        shown = json.dumps(unpacked(page), ensure_ascii=False)
        assert "German law" not in shown
        assert "outside fact" not in shown
    assert "German law" in json.dumps(unpacked(page_of(run)), ensure_ascii=False)


def test_the_foot_says_what_made_the_run_and_what_it_cannot_see(tree):
    foot = squeezed(tree.all("footer")[0].text())
    for words in ("2026-11-30-9c1e41d7", "0.1.0", "2026-11-30T12:00:00Z", "aaaa000011112222", "never fetched"):
        assert words in foot
    assert json.loads(tree.all("p", "mono")[0].text()) == {"effort": "low", "max_tokens": 4096}


def test_headings_go_down_one_step_at_a_time(tree):
    levels = [int(node.tag[1]) for node in tree.walk() if re.fullmatch("h[1-6]", node.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_run_without_a_disagreement_has_a_page_too(run):
    judges = tuple(replace(judge, disagreements=()) for judge in run.summary.judges)
    text = Tree(page_of(replace(run, summary=replace(run.summary, judges=judges), attempts=()))).root.text()
    assert "None on this run." in text
    empty = replace(run.summary, judges=(), search=None, counts={}, build={}, left_out={}, notes=())
    assert "No judge was run." in Tree(page_of(replace(run, summary=empty, specs=()))).root.text()


def test_all_templates_are_compiled_ahead():
    names = {one.name for one in (files("workbench.report") / "templates").iterdir()}
    html._environment.cache_clear()
    html.load_templates()
    assert {name for _, name in html._environment().cache} == names


def test_no_em_dash_stands_on_the_page(page):
    assert "\N{EM DASH}" not in page


def test_the_payloads_would_do_harm_if_they_were_not_escaped():
    # The check above can see an element: unescaped, the same text makes three.
    class Loose(HTMLParser):
        tags = ()

        def handle_starttag(self, tag, attrs):
            self.tags = (*self.tags, tag)

    loose = Loose()
    loose.feed(PAYLOADS[1] + PAYLOADS[2] + "<i>")
    assert loose.tags == ("img", "svg", "i")


def test_the_title_of_the_page_is_text_alone(run):
    odd = replace(run, summary=replace(run.summary, bench="\x1b[31m<b>books</b>\u202e"))
    title = re.search(r"<title>(.*?)</title>", page_of(odd), re.DOTALL).group(1)
    assert title == "Judge trust report: [U+001B][31m&lt;b&gt;books&lt;/b&gt;[U+202E]"
