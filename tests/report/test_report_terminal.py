import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.figures_of_json import said
from tests.report.hostile import PAYLOAD, poisoned_run
from workbench.report.columns import display_width, paragraph, table, wrap
from workbench.report.summary_json import write_summary
from workbench.report.terminal import trust_report
from workbench.report.visible import visible


def block(text, title):
    """The lines of one block, from its title to the next one in capitals."""
    return re.search(rf"^{title}.*?(?=^[A-Z][A-Z ]{{3,}}(?:,|  |$)|\Z)", text, re.MULTILINE | re.DOTALL)[0]


def candidates(text):
    rows = block(text, "JUDGE TRUST REPORT").strip().split("\n\n")
    return rows[2:]


def squeezed(text):
    return "".join(text.split())


def test_the_retrieval_check_stands_first(run):
    text = trust_report(run.summary, width=100)
    assert text.startswith("RETRIEVAL CHECK\nPassage found for 7 of 8 answerable questions.\n")
    assert "Rank of the passage: 5 at 1, 2 at 2.\nMissed: q8.\nUncited answers: 2 (q3, q5).\n" in text
    assert "Unanswerable questions answered: 1 of 3 (q10).\n" in text


def test_every_figure_of_the_table_is_that_of_the_summary(run):
    rows = candidates(trust_report(run.summary, width=100))
    expected = said(write_summary(run.summary))
    assert len(rows) == len(expected) == 5
    for row, figures in zip(rows, expected, strict=True):
        assert [figure for figure in figures if figure not in row] == []
        shown = set(re.findall(r"\d+ of \d+", row))
        assert shown == {figure for figure in figures if re.fullmatch(r"\d+ of \d+", figure)}


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_line_is_wider_than_the_page_and_none_than_a_hundred(run, width):
    for text in (trust_report(run.summary, width=width), trust_report(poisoned_run(run).summary, width=width)):
        assert max(display_width(line) for line in text.splitlines()) <= min(width, 100)


def test_a_narrow_page_is_a_list_with_the_same_figures(run):
    text = squeezed(trust_report(run.summary, width=48))
    for figures in said(write_summary(run.summary)):
        assert all(squeezed(figure) in text for figure in figures)


def test_columns_are_aligned(run):
    lines = block(trust_report(run.summary, width=100), "JUDGE TRUST REPORT").splitlines()
    heading = next(line for line in lines if line.startswith("judge"))
    at = heading.index("planted")
    assert [line[at : at + 8].strip() for line in lines if re.search(r"\d of \d", line[at : at + 8])] == [
        "5 of 6",
        "19 of 19",
        "5 of 6",
        "3 of 6",
        "6 of 6",
    ]


def test_simulated_is_said_in_the_heading_the_note_and_the_row(run):
    text = trust_report(run.summary, width=100)
    assert "JUDGE TRUST REPORT (SIMULATED)" in text
    assert "! Simulated judges, made up to test the workbench: perfect\n" in text
    assert "simulated" in candidates(text)[4]
    real = replace(run.summary, judges=run.summary.judges[:4], simulated=False)
    assert "simulated" not in trust_report(real, width=100).lower()


def test_held_out_has_no_column_where_nobody_opened_it(run):
    judges = tuple(replace(judge, held_out=run.summary.judges[2].held_out) for judge in run.summary.judges)
    text = trust_report(replace(run.summary, judges=judges), width=100)
    assert "! Held out: not opened in this run.\n" in text
    assert "held out" not in candidates(text)[0]
    assert "open the held-out mistakes" in text


def test_the_gate_says_what_is_missing(run):
    gate = block(trust_report(run.summary, width=100), "GATE")
    assert gate.startswith("GATE\n○ PLUMBING ONLY: grounded, claude-haiku-4-5\n")
    assert "  - it missed a held-out mistake: outside fact, 0 of 1\n" in gate
    assert "  PROVISIONAL: 1 of 3 lines met; missing: plants; against: held out, first look\n" in gate
    assert "  CERTIFIED: 0 of 1 line met; missing: repeats\n" in gate
    assert "✓ CERTIFIED: perfect" in gate


def test_imperfect_styles_are_listed_worst_first_and_perfect_ones_are_not(run):
    styles = block(trust_report(run.summary, width=100), "BY STYLE").splitlines()[2:]
    assert [re.search(r"(caught|alarmed) +(\d of \d)", line)[0] for line in styles if " of " in line] == [
        "caught   0 of 1",
        "caught   2 of 3",
        "alarmed  1 of 4",
        "caught   0 of 1",
    ]
    assert "name swapped" not in "\n".join(styles)


def test_many_ids_are_cut_aloud(run):
    judge = replace(run.summary.judges[0], disagreements=tuple(f"i{number}" for number in range(40)))
    text = trust_report(replace(run.summary, judges=(judge,)), width=100)
    assert "and 28 more (all in summary.json)" in " ".join(text.split())


def test_an_empty_run_says_so(run):
    empty = replace(run.summary, judges=(), search=None, counts={}, build={}, left_out={}, notes=(), simulated=False)
    text = trust_report(empty, width=80)
    assert "not measured: no question says which passage holds the answer." in text
    assert "no judge was run." in text
    assert "none on this run." in text


def test_no_control_character_reaches_the_terminal(run):
    text = trust_report(poisoned_run(run).summary, width=100)
    assert visible(text) == text
    assert squeezed(visible(PAYLOAD)) in squeezed(text)


def test_wide_and_combining_characters_count_as_they_are_drawn():
    # Two wide letters and one letter with an accent as a mark of its own: 2 + 2 + 1.
    assert display_width("漢字e\u0301") == 5
    assert wrap("漢字漢字", 5) == ["漢字", "漢字"]
    drawn = table([[["漢字"], ["1"]], [["abcde"], ["2"]]], width=20)
    assert drawn == [["漢字   1"], ["abcde  2"]]


def test_a_long_name_is_broken_at_its_joints_and_never_cut():
    assert wrap("claude-sonnet-5-5", 16) == ["claude-", "sonnet-5-5"]
    assert wrap("aaaaaaaa", 3) == ["aaa", "aaa", "aa"]
    assert table([[["a" * 30], ["1"]]], width=16, first=14) is None


@settings(max_examples=100, deadline=None)
@given(st.text(), st.integers(min_value=2, max_value=40), st.integers(min_value=0, max_value=20))
def test_wrapping_loses_nothing_but_spaces(text, width, used):
    used = min(used, width - 2)
    lines = wrap(text, width, used=used)
    assert squeezed("".join(lines)) == squeezed(text)
    assert all(display_width(line) <= width for line in lines)
    assert display_width(lines[0]) <= width - used


def test_a_paragraph_hangs_behind_its_lead():
    assert paragraph("one two three", width=9, first="* ") == ["* one two", "  three"]
    assert paragraph("one two", width=10, first="TITLE  ", rest="  ") == ["TITLE  one", "  two"]
