import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.report.figures_of_json import said
from tests.report.hostile import PAYLOAD, poisoned_run
from workbench.report.markdown import markdown_report
from workbench.report.markdown_text import escaped
from workbench.report.summary_json import write_summary
from workbench.report.view import disagreements
from workbench.report.visible import on_one_line


class Reader(HTMLParser):
    """Gathers the tags and the text of rendered Markdown."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def rendered(markdown):
    reader = Reader()
    reader.feed(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown))
    return reader


def report(run):
    return markdown_report(run.summary, disagreements(run.summary, run.challenges, run.attempts))


@pytest.fixture(scope="module")
def text(run):
    return report(run)


def test_every_figure_of_the_table_is_that_of_the_summary(run, text):
    rows = re.search(r"\| judge and model \| gate \| false alarms.*?\n\n", text, re.DOTALL)[0].strip().splitlines()[2:]
    expected = said(write_summary(run.summary))
    assert len(rows) == len(expected) == 5
    for row, figures in zip(rows, expected, strict=True):
        plain = row.replace("\\", "")
        assert [figure for figure in figures if figure not in plain] == []


def test_the_sections_stand_in_the_order_of_the_work(text):
    assert re.findall("^## (.*)", text, re.MULTILINE) == [
        "Retrieval check",
        "Judge trust report (simulated)",
        "Gate",
        "Styles",
        "Repeats",
        "Disagreements, for a person to read",
        "Next",
        "What the judges were tested on",
        "How it is counted",
        "What this cannot see",
    ]


def test_the_gate_says_what_stands_and_what_is_missing(text):
    assert "| plants | ? missing | 5 of 6, at least 41% | at least 65% | 6 more plants, all caught |\n" in text
    assert (
        "| held out, first look | ✗ against | 1 of 2 | no repeat wrong | a new style that nobody has seen |\n" in text
    )


def test_the_gate_table_has_every_line_that_is_not_met_and_no_other(run, text):
    [table] = re.findall(r"### What each judge does not meet yet\n\n(.*?)\n\n", text, re.DOTALL)
    rows = [line.split(" | ")[:3] for line in table.splitlines()[2:]]
    assert rows == [
        ["| grounded on claude-haiku-4-5", "PROVISIONAL", "plants"],
        ["| grounded on claude-haiku-4-5", "PROVISIONAL", "held out, first look"],
        ["| grounded on claude-sonnet-5-5", "CERTIFIED", "repeats"],
    ]
    assert "- PROVISIONAL: 1 of 3 lines met; missing: plants; against: held out, first look\n" in text


def test_styles_are_a_table_a_rule_with_a_column_a_candidate(text):
    assert "| outside fact | held out | caught | ✗ caught 0 of 1 | not shown to it |" in text
    assert "| figure changed | planted | caught | ✗ caught 2 of 3, 2 errors | ✓ caught 3 of 3 |" in text
    assert "| passages reordered | near miss | passed | ✗ alarmed 1 of 4 | not shown to it |" in text


def test_errors_and_cost_have_no_column_where_there_are_none(run):
    judges = tuple(replace(run.summary.judges[4], name=f"j{number}") for number in range(2))
    quiet = markdown_report(replace(run.summary, judges=judges), ())
    [heading] = re.findall(r"^\| judge and model \| gate .*$", quiet, re.MULTILINE)
    assert "errors" not in heading
    assert "cost" not in heading


def test_disagreements_are_listed_by_judge_and_kind_with_the_change(text):
    assert re.findall("^### (.*:.*)", text, re.MULTILINE) == [
        "grounded, claude-haiku-4-5: 2 missed mistakes",
        "grounded, claude-haiku-4-5: 1 false alarm",
        "grounded, claude-haiku-4-5: 2 splits",
        "floor, rule grounded, script: 1 missed mistake",
        "answers_when_it_can, claude-sonnet-5-5: 1 missed mistake",
        "answers_when_it_can, claude-sonnet-5-5: 1 false alarm",
    ]
    assert "  - was: 45\n  - now: 30\n  - pass (2 times): The notice period is supported by passage notice.\n" in text


def test_verdicts_are_given_one_by_one_where_the_repeats_differ_and_once_where_not(text):
    assert "from notice-period: expected fail, came pass, pass, error:timeout\n" in text
    assert "from notice-period: expected fail, came pass in all 3 repeats\n" in text
    assert "from notice-period: expected fail, came pass\n" in text


def test_hostile_text_makes_no_element_and_is_shown_as_it_is(run, text):
    clean, hostile = rendered(text), rendered(report(poisoned_run(run)))
    assert hostile.tags == clean.tags
    assert " ".join(on_one_line(PAYLOAD).split()) in " ".join(hostile.text.split())


def test_a_table_is_a_table_whatever_stands_in_it(run):
    tags = rendered(report(poisoned_run(run))).tags
    assert tags.count("table") == 5
    # A heading each, 5 candidates, 2 labelled rates, 3 lines that are not met, 4 styles of one rule and 1 of the other:
    # 5 + 15.
    assert tags.count("tr") == 20


@given(st.text(max_size=40), st.sampled_from(["{}", "- {}", "- was: {}", "> {}", "**{}**", "| a |\n| --- |\n| {} |"]))
def test_escaped_text_reads_as_it_was_anywhere(text, frame):
    plain = rendered(frame.format("x"))
    found = rendered(frame.format(escaped(f"x{text}x")))
    assert found.tags == plain.tags
    assert "".join(found.text.split()) == "".join(plain.text.replace("x", f"x{on_one_line(text)}x").split())


@pytest.mark.parametrize(
    "text", ["# a", "- a", "+ a", "1. a", "12) a", "    a", "> a", "===", "---", "* a", "~~~", "```"]
)
def test_no_text_opens_a_block(text):
    found = rendered(f"- {escaped(text)}")
    assert found.tags == ["ul", "li"]
    assert found.text.split() == text.split()


def test_ordinary_text_is_left_as_it_is():
    for text in (
        "answers_when_it_can",
        "claude-haiku-4-5",
        "5 of 6, at least 41%.",
        "2 errors (2 timeout)",
        'a "b" c!',
    ):
        assert escaped(text) == text


def test_no_em_dash_stands_in_the_report(text):
    assert "\N{EM DASH}" not in text
