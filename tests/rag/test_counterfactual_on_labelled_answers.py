"""Answers that people found right, as a system gives them that knows them by heart; and declines of real models."""

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from workbench.cases.load import load_cases
from workbench.plants.counterfactuals import changed_passages
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.rag.counterfactual import Counterfactual
from workbench.rag.reading import read_answer
from workbench.records.counterfactual import Change, Result
from workbench.text.declines import is_decline
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

CASES = 60


def nearest_sentence(case):
    """The sentence of the passages that says most of the answer: nobody gave these answers evidence phrases."""
    said = content_set(case.answer)
    spans = [span.text for passage in case.passages for span in sentences(passage.text) if 20 < len(span.text) < 250]
    return max(spans, key=lambda text: len(said & content_set(text)) / max(8, len(content_set(text))), default=None)


@pytest.mark.parametrize("name", ["clapnq", "squad2"])
def test_a_memory_never_declines_rightly_and_a_decline_is_never_from_memory(name):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / f"{name}.jsonl"
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}.jsonl")
    trusted = [case for case in load_cases(path) if case.label == "pass"]
    declines = [case.answer for case in trusted if is_decline(case.answer)]
    library, rng = Library(tuple(trusted)), Random(3)
    known = [replace(case, evidence=nearest_sentence(case)) for case in trusted if not is_decline(case.answer)]
    read = 0
    for case in rng.sample(known, min(CASES, len(known))):
        try:
            after = changed_passages(Ground(case, library, not_found=""), Change.REMOVED, seed=7)
        except Declined:
            continue
        asked = Counterfactual(
            change=Change.REMOVED,
            question=case.question,
            before=case.passages,
            after=after,
            trusted=case.answer,
            evidence=case.evidence,
        )
        if asked.unreadable or asked.reproduces(case.answer):
            continue
        read += 1
        assert read_answer(asked, case.answer, f"{case.answer} As the sources say.")[0] is Result.MEMORY, case.case_id
        decline = rng.choice(declines)
        assert read_answer(asked, decline, case.answer)[0] in (Result.DECLINED, Result.UNCLEAR), decline
    assert read >= CASES / 4
