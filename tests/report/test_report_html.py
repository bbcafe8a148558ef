import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests.report.figures_of_json import said
from tests.report.hostile import PAYLOAD, PAYLOADS, poisoned_run
from tests.report.page_tree import Tree
from tests.report.written_key import ANSWER, PLANTED_ANSWER
from workbench.report.html import html_report
from workbench.report.summary_json import write_summary
from workbench.report.view import disagreements
from workbench.report.visible import visible


def page_of(run):
    views = disagreements(run.summary, run.challenges, run.attempts)
    return html_report(run.summary, views, run.specs, tool_version="0.1.0")


@pytest.fixture(scope="module")
def page(run):
    return page_of(run)


@pytest.fixture(scope="module")
def tree(page):
    return Tree(page).root


@pytest.fixture(scope="module")
def hostile(run):
    return Tree(page_of(poisoned_run(run))).root


def cards(tree, run):
    found = {node.attrs["id"]: node for node in tree.all("article")}
    return [found.get(f"item-{challenge.item.item_id}") for challenge in run.challenges]


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


def test_the_first_table_says_state_and_reason_and_leads_to_the_list_of_each_judge(tree):
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
    links = [row.all("a")[0].attrs["href"][1:] for row in rows if row.all("a")]
    lists = tree.all("section", "index")
    assert links == [part.attrs["id"] for part in lists]
    assert [squeezed(part.all("h3")[0].text()) for part in lists] == [
        "grounded claude-haiku-4-5 5",
        "floor rule grounded script 1",
        "answers_when_it_can claude-sonnet-5-5 2",
    ]


def test_every_reason_and_every_line_of_the_gate_is_on_the_page(run, tree):
    text = squeezed(tree.all("table", "trust")[0].text())
    for judge in run.summary.judges:
        for reason in judge.decision.reasons if judge.decision else ():
            assert reason in text
        for line in (one for lines in judge.decision.lines.values() for one in lines) if judge.decision else ():
            assert f"{line.line}: {line.figure}; asked: {line.asked}" in text


def test_the_answer_gives_back_both_texts_to_the_character(run, tree):
    answer = cards(tree, run)[0].all("div", "answer")[0].all("p", "text")[0]
    assert answer.text(without=("del",)) == PLANTED_ANSWER
    assert answer.text(without=("ins",)) == ANSWER
    assert [(node.tag, node.text()) for node in answer.walk() if node.tag in ("del", "ins")] == [
        ("del", "45"),
        ("ins", "30"),
    ]


def test_a_whole_replacement_stands_side_by_side(run, tree):
    answer = cards(tree, run)[5].all("div", "answer")[0]
    assert answer.all("p", "before")[0].text() == ANSWER
    assert answer.all("p", "after")[0].text() == "Not in the sources."
    assert not answer.all("del")


def test_every_passage_and_question_is_there_in_full_and_once(run, tree):
    for challenge, card in zip(run.challenges, cards(tree, run), strict=True):
        assert card.all("div", "question")[0].all("p")[0].text() == visible(challenge.item.question)
        texts = [
            node.text(without=("del",))
            for details in card.all("div", "passages")[0].all("details")
            for node in details.all("p", "text")
        ]
        assert texts == [visible(passage.text) for passage in challenge.item.passages]


def test_every_verdict_and_reason_is_there(run, tree):
    for attempt in run.attempts:
        [card] = [node for node in tree.all("article") if node.attrs["id"] == f"item-{attempt.item_id}"]
        assert visible(attempt.reply.reason) in [node.text() for node in card.all("p", "reason")]
    chips = [node.text() for node in cards(tree, run)[0].all("span", "chip")]
    # Equal replies are said once, with their repeats: two, one, one and three.
    assert chips == ["✗ pass", "! error:timeout", "✗ pass", "✓ fail"]
    said = [squeezed(node.text()) for node in cards(tree, run)[0].all("p", "said") if node.all("span", "chip")]
    assert said == ["✗ pass repeats 1, 2", "! error:timeout repeat 3", "✗ pass one repeat", "✓ fail in all 3 repeats"]


def test_untouched_passages_are_folded_where_the_change_is_in_the_passages_and_only_there(run, tree):
    def opened(place):
        return ["open" in node.attrs for node in cards(tree, run)[place].all("div", "passages")[0].all("details")]

    assert opened(0) == [True, True, True]  # changed in the answer: every passage is needed to check it
    assert opened(3) == [False, False, False]  # only reordered
    assert opened(4) == [False, True]  # one added
    heads = [squeezed(card.all("div", "answer")[0].all("h4")[0].text()) for card in cards(tree, run)]
    assert heads == [
        "Answer, changed here",
        "Answer",
        "Answer, changed here",
        "Answer, as it was",
        "Answer, as it was",
        "Answer, replaced as a whole",
        "Answer, changed here",
    ]


def test_disagreements_are_listed_by_judge_and_kind_and_every_link_arrives(run, tree):
    lists = tree.all("section", "index")
    assert [[squeezed(node.text()) for node in part.all("h4")] for part in lists] == [
        ["2 missed mistakes", "1 false alarm", "2 splits"],
        ["1 missed mistake"],
        ["1 missed mistake", "1 false alarm"],
    ]
    ids = [node.attrs["id"] for node in tree.walk() if "id" in node.attrs]
    assert len(ids) == len(set(ids))
    links = [node.attrs["href"] for node in tree.all("a")]
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    first = [node.attrs["href"][1:] for node in lists[0].all("a")]
    onward = [node.attrs["href"][1:] for node in tree.all("a", "next-item")]
    assert [anchor for anchor in first[1:] if anchor not in onward] == []


def test_hidden_characters_are_shown_by_number(run, tree):
    card = cards(tree, run)[6]
    assert card.all("div", "question")[0].all("p")[0].text() == "When does the desk open[U+202E]?"
    assert [node.text() for node in card.all("span", "hidden-char")] == ["[U+202E]", "[U+200B]", "[U+001B]"]
    assert all(visible(part) == part for part in tree.text().splitlines())


def test_hostile_text_creates_no_element_and_no_attribute(tree, hostile):
    # A hostile name may need a line of its own, so places are compared by kind, not one by one.
    def kinds(root):
        return {
            (node.tag, node.attrs.get("class"), *sorted(node.attrs))
            for node in root.walk()
            if not in_judge_versions(node)
        }

    assert kinds(hostile) <= kinds(tree)
    for node in hostile.walk():
        assert not any(name.startswith("on") or name in ("style", "src") for name in node.attrs)
        assert not any("alert" in value or "\u202e" in value for value in node.attrs.values() if value)
    assert not hostile.all("script")
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
    for card in hostile.all("article"):
        for part in ("question", "answer", "passages", "verdicts"):
            assert payload in squeezed(card.all("div", part)[0].text())
        assert payload in squeezed(card.all("header")[0].text())
    assert payload in squeezed(hostile.all("tbody", "candidate")[0].text())
    assert payload in squeezed(hostile.all("section", "index")[0].text())
    assert payload in squeezed(hostile.all("footer")[0].text())


def test_the_policy_allows_the_one_style_sheet_by_its_hash_and_nothing_else(page, tree):
    [policy] = [node.attrs["content"] for node in tree.all("meta") if node.attrs.get("http-equiv")]
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    real = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode()
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts == {
        "default-src": "'none'",
        "style-src": f"'sha256-{real}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert not [node for node in tree.walk() if "style" in node.attrs]


def test_the_page_is_one_file_that_names_no_address(page):
    assert re.findall(r"(?:https?:)?//\w", page) == []
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
    closed = replace(run, summary=replace(run.summary, judges=judges, counts=counts))
    text = Tree(page_of(closed)).root.text()
    assert "Held out: not opened in this run." in text
    assert "outside fact" not in "".join(Tree(page_of(closed)).root.all("section")[-1].text())
    assert "German law" not in text


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


def test_passages_are_stored_once_however_many_repeats_there_are(run):
    once = page_of(run)
    again = tuple(replace(one, repeat=one.repeat + 3) for one in run.attempts)
    many = page_of(replace(run, attempts=(*run.attempts, *again)))
    text = run.challenges[0].item.passages[2].text
    assert once.count(text) == many.count(text)


def test_a_run_without_a_disagreement_has_a_page_too(run):
    judges = tuple(replace(judge, disagreements=()) for judge in run.summary.judges)
    text = Tree(page_of(replace(run, summary=replace(run.summary, judges=judges)))).root.text()
    assert "None on this run." in text
    empty = replace(run.summary, judges=(), search=None, counts={}, build={}, left_out={}, notes=())
    assert "No judge was run." in Tree(page_of(replace(run, summary=empty, specs=()))).root.text()


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
