"""Many plants in copies of few answers are no more cases, and a run says so."""

from tests.analysis.answer_key import answer_key, perfect, says, spec
from workbench.gate.policy import Policy
from workbench.steps.run_notes import run_notes


def notes(**sizes):
    key = answer_key(**sizes)
    verdicts = says(spec(), key, perfect, repeats=1).assign(replaced=0)
    return run_notes(Policy(), key, verdicts, [spec()])


def test_more_than_two_plants_of_an_answer_are_said():
    # 21 plants in copies of ten answers: case-0 to case-9, and case-0 twice more.
    [note] = notes(clean=10, planted={"a": 10, "b": 10, "c": 1})
    assert note.startswith("grounded: 21 planted mistakes stand in copies of 10 answers.")
    assert notes(clean=10, planted={"a": 10, "b": 10}) == ()


def test_a_bench_that_can_earn_no_level_is_told_what_it_lacks_and_not_this():
    assert notes(clean=9, planted={"a": 9, "b": 9, "c": 9}) == ()
