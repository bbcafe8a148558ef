from pathlib import Path

import pytest

from workbench.cases.load import attach_questions, load_cases

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def sample():
    """The sample bench of the repository."""
    cases = load_cases(REPOSITORY / "plants" / "answers")
    return attach_questions(cases, REPOSITORY / "plants" / "questions.jsonl")
