"""Rubrics: what a file must hold, what is refused, what makes another version."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.judges.rubric import read_rubric, shipped_rubric
from workbench.records.rules import RULES
from workbench.records.verdict import Outcome

WHOLE = """# Tone

## Rule
The answer is polite.

## Steps
1. Read it.

## Must pass
- Short and plain.

## Must fail
- Rude words.

## Verdict words
pass: yes
fail: no
"""


def test_a_rubric_gives_its_parts():
    rubric = read_rubric(WHOLE)
    assert (rubric.title, rubric.rule) == ("Tone", "The answer is polite.")
    assert (rubric.words.passing, rubric.words.failing) == ("yes", "no")
    assert rubric.text == WHOLE


def test_one_changed_character_is_another_version():
    assert read_rubric(WHOLE).version != read_rubric(WHOLE.replace("polite", "Polite")).version


def test_line_ends_and_a_byte_order_mark_are_no_other_version(tmp_path: Path):
    path = tmp_path / "tone.md"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert read_rubric(path) == read_rubric(WHOLE)


def test_all_missing_parts_are_named_at_once():
    with pytest.raises(InputError) as error:
        read_rubric("## Rule\nOnly this.\n")
    text = str(error.value)
    for part in ("title", "Steps", "Must pass", "Must fail", "Verdict words"):
        assert part in text
    assert "## Rule" not in text
    assert len(error.value.problems) == 5


@pytest.mark.parametrize(
    ("passing", "failing"),
    [("supported", "unsupported"), ("supported", "not supported"), ("pass", "pass"), ("Pass", "bypass"), ("ok", "OK!")],
)
def test_verdict_words_that_contain_one_another_are_refused(passing, failing):
    text = WHOLE.replace("pass: yes", f"pass: {passing}").replace("fail: no", f"fail: {failing}")
    with pytest.raises(InputError, match="neither contains the other"):
        read_rubric(text)


@pytest.mark.parametrize("line", ["pass: yes\npass: yes", "pass:", "pass: !!", ""])
def test_each_verdict_word_is_given_once(line):
    with pytest.raises(InputError, match="one line `pass: <word>`"):
        read_rubric(WHOLE.replace("pass: yes", line))


def test_headings_inside_code_fences_cut_nothing():
    fenced = "1. Read it.\n~~~~\n## Must pass\n~~~\n# Title\n~~~~\n"
    rubric = read_rubric(WHOLE.replace("1. Read it.\n", fenced))
    assert rubric.title == "Tone"


def test_a_section_that_comes_twice_is_refused():
    with pytest.raises(InputError, match="one section `## Rule`, got more than one"):
        read_rubric(WHOLE + "\n## Rule\nAnother.\n")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"gone\.md: expected a rubric file"):
        read_rubric(tmp_path / "gone.md")
    wrong = tmp_path / "latin.md"
    wrong.write_bytes(b"# Caf\xe9\n")
    with pytest.raises(InputError, match="byte 5"):
        read_rubric(wrong)


@given(st.text())
def test_any_text_is_a_rubric_or_an_input_error(text):
    try:
        rubric = read_rubric(text)
    except InputError:
        return
    assert rubric.words.outcome(rubric.words.passing) is Outcome.PASS


@pytest.mark.parametrize("rule", RULES)
def test_the_shipped_rubrics_work_in_steps_and_name_their_near_misses(rule):
    rubric = shipped_rubric(rule)
    assert (rubric.words.passing, rubric.words.failing) == ("pass", "fail")
    assert re.search(r"^1\. ", rubric.text, re.MULTILINE)
    assert "\u2014" not in rubric.text
