"""How fast cases become plants, beside reading the same texts once. Figures, no verdicts on time.

Run with `-s` to see them. Reads the sample, and the data folder that WORKBENCH_DATA names.
"""

import os
import time
from pathlib import Path

import pytest

from workbench.cases.load import attach_questions, load_cases
from workbench.plants.build import Recipe, build
from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Set
from workbench.text.figures import figures
from workbench.text.number_words import spelled_numbers
from workbench.text.sentences import _split_block, sentences
from workbench.text.tokens import content_words

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
FILES = ("ragtruth_qa", "wice", "ragtruth_summary", "mtrag_rated")


def seconds(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def forget():
    """Drop what reading the texts once leaves behind, so that planting begins as cold."""
    spelled_numbers.cache_clear()
    _split_block.cache_clear()


def read_once(texts):
    """Cut into sentences, read figures, count words: what no planting can do without, nothing remembered."""
    for text in texts:
        figures.__wrapped__(text)
        content_words(text)
        for span in sentences.__wrapped__(text):
            content_words(span.text)


def report(name, cases):
    trusted = [case for case in cases if case.label == "pass" and "grounded" in case.rules]
    recipe = Recipe(
        rule="grounded",
        styles=tuple(STYLES.values()),
        held_out=frozenset(),
        quota={part: None for part in Set},
        seed=7,
        not_found="Not in the sources.",
    )
    texts = {text for case in cases for text in (case.answer, *(passage.text for passage in case.passages))}
    sentences("Loaded. Once.")
    forget()
    baseline, _ = seconds(lambda: read_once(texts))
    forget()
    took, built = seconds(lambda: build(cases, recipe))
    assert len([challenge for challenge in built.challenges if challenge.set is Set.CLEAN]) <= len(trusted)
    print(
        f"\n{name}: {len(trusted)} trusted of {len(cases)} in {took:.2f} s, {len(trusted) / took:.0f} a second, "
        f"{took / baseline:.1f} times reading each text once"
    )


def test_the_sample_is_planted_at_a_printed_speed():
    cases = load_cases(REPOSITORY / "plants" / "answers")
    report("sample", attach_questions(cases, REPOSITORY / "plants" / "questions.jsonl"))


@pytest.mark.parametrize("name", FILES)
def test_labelled_answers_are_planted_at_a_printed_speed(name):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / f"{name}.jsonl"
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}.jsonl")
    report(name, load_cases(path))
