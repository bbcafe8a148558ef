import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.figures_of_json import said, short
from tests.report.hostile import PAYLOAD, poisoned_run
from workbench.report.columns import display_width, paragraph, table, wrap
from workbench.report.summary_json import write_summary
from workbench.report.terminal import trust_report
from workbench.report.visible import visible


def block(text, title):
    """The lines of one block, from its title to the next empty line."""
    return re.search(rf"^{title}.*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)[0]


def candidates(text):
    """The lines of each candidate in the trust table: an entry begins with a name that a count follows."""
    lines = block(text, "JUDGE TRUST REPORT").splitlines()
    below = lines[next(index for index, line in enumerate(lines) if line.startswith("rule ")) :]
    entries = []
    for line in below:
        if line.startswith("rule "):
            continue
        if re.match(r"\S+ +\d+ of \d+", line):
            entries.append("")
        entries[-1] += f"{line}\n"
    return entries


def squeezed(text):
    return "".join(text.split())


def test_the_retrieval_check_stands_first(run):
    text = trust_report(run.summary, width=100)
    assert text.startswith("RETRIEVAL CHECK\nPassage found for 7 of 8 answerable questions. Rank of the passage: ")
    assert " ".join(block(text, "RETRIEVAL CHECK").split()).endswith(
        "Rank of the passage: 5 at 1, 2 at 2. Missed: q8. Uncited answers: 2 (q3, q5). "
        "Unanswerable questions answered: 1 of 3 (q10). Not checked, no question names them: 1 (extra)."
    )


def test_every_figure_of_the_table_is_that_of_the_summary(run):
    rows = candidates(trust_report(run.summary, width=100))
    expected = said(write_summary(run.summary), pairs=False)
    assert len(rows) == len(expected) == 5
    for row, figures in zip(rows, expected, strict=True):
        assert [figure for figure in map(short, figures) if figure not in row] == []
        shown = Counter(re.findall(r"\d+ of \d+|[≤≥]\d+%", row))
        assert shown == Counter(
            figure for figure in map(short, figures) if re.fullmatch(r"\d+ of \d+|[≤≥]\d+%", figure)
        )


def test_a_candidate_is_two_lines_and_a_third_only_for_errors_and_cost(run):
    rows = candidates(trust_report(run.summary, width=100))
    # The second column of the first candidate has two errors; "answers_when_it_can" is too wide for its column.
    assert [row.count("\n") for row in rows] == [4, 3, 2, 2, 4]
    assert rows[0].splitlines()[-1] == "  2 errors in 81 calls (2 timeout), about $0.12"
    assert rows[1].splitlines()[-1] == "  at least $0.10"
    assert rows[4].splitlines()[-1] == "  cost unknown"
    assert "error" not in rows[2] + rows[3]


def test_the_signs_of_the_worst_case_are_explained_above_the_table(run):
    for width in (40, 100):
        text = squeezed(trust_report(run.summary, width=width))
        assert text.index("≤atmost,") < text.index("≥atleast(95%)") < text.index("≤37%")


def test_a_level_that_has_no_column_on_a_narrow_page_is_said_by_the_gate(run):
    text = trust_report(run.summary, width=80)
    assert "PLUMBING ONLY" not in block(text, "JUDGE TRUST REPORT")
    assert "○ PLUMBING ONLY  grounded on claude-haiku-4-5: " in block(text, "GATE")


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_line_is_wider_than_the_page_and_none_than_a_hundred(run, width):
    for text in (trust_report(run.summary, width=width), trust_report(poisoned_run(run).summary, width=width)):
        assert max(display_width(line) for line in text.splitlines()) <= min(width, 100)


def test_a_narrow_page_is_a_list_with_the_same_figures(run):
    text = squeezed(trust_report(run.summary, width=48))
    for figures in said(write_summary(run.summary), pairs=False):
        assert all(squeezed(short(figure)) in text for figure in figures)


def test_columns_are_aligned(run):
    lines = block(trust_report(run.summary, width=100), "JUDGE TRUST REPORT").splitlines()
    [at] = [line.index("planted") for line in lines if "planted" in line]
    assert [line[at : at + 8].strip() for line in lines if re.search(r"\d of \d", line[at : at + 8])] == [
        "5 of 6",
        "19 of 19",
        "3 of 6",
        "6 of 6",
        "5 of 6",
    ]


def test_simulated_is_said_in_the_heading_the_note_and_the_row(run):
    text = trust_report(run.summary, width=100)
    assert "JUDGE TRUST REPORT (SIMULATED)" in text
    assert "! Simulated judges, made up to test the workbench: perfect\n" in text
    assert candidates(text)[3].splitlines()[1].startswith("simulated ")
    assert "✓ CERTIFIED  perfect (simulated): " in text
    real = replace(run.summary, judges=run.summary.judges[:4], simulated=False)
    assert "simulated" not in trust_report(real, width=100).lower()


def test_held_out_has_no_column_where_nobody_opened_it(run):
    judges = tuple(replace(judge, held_out=run.summary.judges[2].held_out) for judge in run.summary.judges)
    text = trust_report(replace(run.summary, judges=judges), width=100)
    assert "! Held out: not opened in this run.\n" in text
    heading = block(text, "JUDGE TRUST REPORT").partition("\nrule ")[0]
    assert "held out" not in heading
    assert "planted" in heading
    assert "open the held-out mistakes" in text


def test_the_gate_names_what_a_judge_is_blind_to_and_what_is_missing(run):
    gate = " ".join(block(trust_report(run.summary, width=100), "GATE").split())
    assert gate == (
        "GATE, in short: every reason, and every line of the next level, is in report.html "
        "○ PLUMBING ONLY grounded on claude-haiku-4-5: blind to outside fact; missing: 6 more plants, all caught "
        "● PROVISIONAL grounded on claude-sonnet-5-5: may warn and sort, a person still decides; "
        "missing: run it with 5 repeats "
        "✗ INVALID floor: no plant exists "
        "✓ CERTIFIED perfect (simulated): may accept and block answers by itself "
        "? not decided answers_when_it_can on claude-sonnet-5-5: not put before the gate "
        "PLUMBING ONLY: it ran, it may not gate."
    )


def test_imperfect_styles_are_named_worst_first_and_perfect_ones_are_not(run):
    styles = " ".join(block(trust_report(run.summary, width=100), "BY STYLE").split())
    assert styles == (
        "BY STYLE, where a judge was wrong or gave no verdict, worst first "
        "grounded on claude-haiku-4-5: held out caught 0 of 1: outside fact; caught 2 of 3, 2 errors: figure changed; "
        "alarmed 1 of 4: passages reordered "
        "answers_when_it_can on claude-sonnet-5-5: caught 0 of 1: decline"
    )


def test_disagreements_are_counted_by_candidate_without_ids(run):
    text = trust_report(run.summary, width=100)
    told = " ".join(block(text, "DISAGREEMENTS").split())
    assert told.endswith(
        "7 items, with texts and reasons in report.html: 5 by grounded on claude-haiku-4-5, 1 by floor, "
        "2 by answers_when_it_can on claude-sonnet-5-5 (one item may be of several)."
    )
    assert not any(item in text for judge in run.summary.judges for item in judge.disagreements)


def test_what_is_left_out_here_is_said_to_be_in_the_page(run):
    tested = block(trust_report(run.summary, width=100), "WHAT THE JUDGES WERE TESTED ON").splitlines()
    assert tested[1:] == [
        "grounded: 11 clean, 8 near miss, 6 planted, 2 held out.",
        "answers_when_it_can: 11 clean, 1 near miss, 6 planted.",
        "1 style declined some cases, 1 case left out: the reasons are in report.html.",
    ]


def test_a_quiet_candidate_takes_six_lines_at_most(run):
    # Two in the table, two for its styles, two for the gate; the names of seven take one line more than that of one.
    quiet = replace(run.summary.judges[0], errors={}, cost=run.summary.judges[4].cost)
    quiet = replace(quiet, planted=replace(quiet.planted, errors=0))

    def lines(count):
        judges = tuple(replace(quiet, name=f"judge_{number}", model="script", kind="script") for number in range(count))
        return len(trust_report(replace(run.summary, judges=judges), width=100).splitlines())

    assert lines(7) - lines(1) <= 6 * 6 + 1


def test_many_missed_questions_are_cut_aloud(run):
    search = replace(run.summary.search, missed=tuple(f"q{number}" for number in range(40)))
    text = trust_report(replace(run.summary, search=search), width=100)
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
