"""Runs of words that two texts share: found in any spelling and script, and no ordinary phrase among them."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.rubric import shipped_rubric
from workbench.records.rules import RULES
from workbench.text.shared_runs import Runs


def shared(one, other):
    return [run.words for run in Runs(one).shared_with(other)]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (
            "Say that the deposit is £60 for a Heron.",
            "The deposit is £60, for a heron!",
            "deposit is 60 for a heron",
        ),
        (
            "über Äpfel, Birnen und Quitten reden",
            "UBER APFEL BIRNEN UND QUITTEN REDEN.",
            "uber apfel birnen und quitten reden",
        ),
        (
            "the battery lasts\nfor two\nwhole years here",
            "battery lasts for two whole years",
            "battery lasts for two whole years",
        ),
        (
            "一日のレンタル料金は三十二ポンドです",
            "レンタル料金は三十二ポンド",
            "レンタル料金は三十二ポンド",
        ),
        ("यह बैटरी दो साल तक चलती है", "यह बैटरी दो साल तक चलती है।", "यह बटर द सल तक चलत ह"),
    ],
)
def test_a_long_run_is_found_in_any_case_punctuation_and_script(one, other, words):
    assert shared(one, other) == [words]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the battery lasts two years", "the battery lasts two years"),
        ("it is not in any of the other ones", "it is not in any of the other ones"),
        ("料金は三十二ポンド", "料金は三十二ポンド"),
        ("the battery of the Wren lasts for two whole years", "two whole years, the Wren lasts, for the battery of"),
    ],
)
def test_short_runs_and_runs_without_meaning_are_no_matter(one, other):
    assert shared(one, other) == []


def test_a_run_is_as_long_as_it_goes_and_says_its_line():
    first, second = Runs("one\n\nred bikes cost nine pounds a day\nin green Ellerford valley").shared_with(
        "Why red bikes cost nine pounds a day. Now the red bikes cost nine pounds a day in green Ellerford valley"
    )
    assert (first.words, first.line) == ("red bikes cost nine pounds a day", 3)
    assert (second.words, second.line) == ("red bikes cost nine pounds a day in green ellerford valley", 3)


def test_a_short_text_counts_where_it_stands_whole():
    runs = Runs("Fail the answer.\nWhat does a day cost? is a question.")
    (run,) = runs.holds_whole("What does a day cost?")
    assert (run.words, run.line) == ("what does a day cost", 2)
    assert runs.holds_whole("What does a week cost?") == []
    assert runs.holds_whole("Fail the answer") == []


@given(
    st.text(), st.text(), st.text(), st.lists(st.sampled_from("kestrel battery range lasts whole".split()), min_size=6)
)
def test_what_is_put_in_between_is_found_whatever_stands_around(before, after, other, words):
    piece = " ".join(words)
    found = shared(f"{before} {piece} {after}", f"{other} {piece}")
    assert any(piece in run for run in found)


@given(st.text(), st.text())
def test_every_run_stands_in_both_texts(one, other):
    for text in (one, f"{other} {one}"):
        for run in Runs(one).shared_with(text):
            assert Runs(text).shared_with(run.words) or Runs(text).holds_whole(run.words)


@pytest.mark.parametrize("rule", RULES)
def test_the_shipped_rubrics_share_no_run_with_answers_that_people_labelled(rule):
    folder = os.environ.get("WORKBENCH_DATA")
    if not folder:
        pytest.skip("WORKBENCH_DATA names no folder with labelled answers")
    runs = Runs(shipped_rubric(rule).text)
    texts = set()
    for path in sorted(Path(folder).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            row = json.loads(line or "{}")
            texts |= {row.get("question", ""), row.get("answer", ""), *(one["text"] for one in row.get("passages", ()))}
    assert len(texts) > 1000
    assert [run for text in texts for run in runs.shared_with(text)] == []
