import pandas as pd
import pytest

from tests.analysis.answer_key import answer_key, challenge, perfect, says, spec, table
from workbench.analysis.truth import COLUMNS, item_table, needed_answers
from workbench.errors import InputError, StoreError
from workbench.records.challenge import Set
from workbench.records.reply import JudgeKind
from workbench.records.verdict import Outcome

PLANT = challenge("p", Set.PLANTED, style="figure_changed")


def one_row(*said: str, repeats: int = 0, judge=None) -> pd.Series:
    judge = judge or spec()
    verdicts = table(("p", judge.judge_id, repeat, verdict) for repeat, verdict in enumerate(said))
    return item_table([PLANT], verdicts, [judge], repeats=repeats or len(said)).iloc[0]


def test_errors_are_in_no_score():
    row = one_row("fail", "error:timeout", "fail", "error:unparsed", "pass")
    # Three of five repeats are valid, which is at least max(2, 3); two of the three are right.
    assert (row.calls, row.errors, row.valid, row.right, row.resolved) == (5, 2, 3, 2, True)
    assert row.score == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("repeats", "kind", "needed"),
    [
        (1, JudgeKind.MODEL, 1),
        (2, JudgeKind.MODEL, 2),
        (3, JudgeKind.MODEL, 2),
        (5, JudgeKind.MODEL, 3),
        (6, JudgeKind.MODEL, 3),
        (5, JudgeKind.SIMULATED, 3),
        (5, JudgeKind.SCRIPT, 1),
    ],
)
def test_half_of_the_repeats_and_at_least_two_have_to_answer(repeats, kind, needed):
    assert needed_answers(spec(kind=kind), repeats) == needed


def test_a_judge_that_says_it_is_deterministic_needs_one_answer():
    assert needed_answers(spec(kind=JudgeKind.SIMULATED, details={"deterministic": True}), 5) == 1


def test_too_few_answers_leave_an_item_unresolved_with_a_null_score():
    row = one_row("fail", "error:timeout", "error:timeout", "fail", "error:timeout")
    assert not row.resolved
    assert pd.isna(row.score)


def test_a_missing_cell_counts_as_a_missing_answer_and_not_as_a_missing_item():
    row = one_row("fail", repeats=2)
    assert (row.calls, row.valid, row.resolved) == (1, 1, False)
    table_ = item_table([PLANT], table([]), [spec()], repeats=2)
    assert table_[["calls", "errors", "valid", "right"]].iloc[0].tolist() == [0, 0, 0, 0]
    assert not table_["resolved"].any()


def test_an_item_under_two_rules_is_measured_by_the_rule_of_its_judge():
    key = [
        challenge("x", Set.CLEAN, rule="grounded"),
        challenge("x", Set.PLANTED, rule="answers_when_it_can", style="decline"),
    ]
    judges = [spec("g", rule="grounded"), spec("a", rule="answers_when_it_can")]
    verdicts = table([("x", "g-1", 0, "pass"), ("x", "a-1", 0, "pass")])
    found = item_table(key, verdicts, judges, repeats=1)
    assert found["expected"].tolist() == ["pass", "fail"]
    assert found["right"].tolist() == [1, 0]


def test_everything_wrong_with_a_table_is_named_at_once():
    verdicts = table([("nobody", "j", 0, "pass"), ("p", "judge-1", 0, "maybe"), ("p", "judge-1", 9, "fail")])
    with pytest.raises(StoreError) as caught:
        item_table([PLANT], verdicts, [spec()], repeats=2)
    message = str(caught.value)
    for part in ("unknown judge: j", "unknown item: nobody", "unknown verdict: maybe", "repeat outside 0 to 1"):
        assert part in message


@pytest.mark.parametrize("verdict", ["", "PASS", "error:", "error:whatever", None, float("nan"), 0])
def test_no_spelling_but_the_three_forms_is_a_verdict(verdict):
    verdicts = table([("p", "judge-1", 0, verdict)])
    with pytest.raises(StoreError, match="unknown verdict"):
        item_table([PLANT], verdicts, [spec()], repeats=1)


def test_two_verdicts_of_one_cell_are_refused():
    verdicts = table([("p", "judge-1", 0, "fail"), ("p", "judge-1", 0, "pass")])
    with pytest.raises(StoreError, match="two verdicts for one item, judge and repeat: p"):
        item_table([PLANT], verdicts, [spec()], repeats=2)


def test_a_verdict_on_an_item_of_another_rule_is_refused():
    key = [PLANT, challenge("d", Set.CLEAN, rule="answers_when_it_can")]
    with pytest.raises(StoreError, match="another rule"):
        item_table(key, table([("d", "judge-1", 0, "pass")]), [spec()], repeats=1)


def test_an_item_twice_in_the_answer_key_is_refused():
    with pytest.raises(InputError, match="one line in the answer key, got 2 lines"):
        item_table([PLANT, challenge("p", Set.CLEAN)], table([]), [spec()], repeats=1)


def test_two_judges_of_one_version_are_refused():
    with pytest.raises(InputError, match="two judges of one version"):
        item_table([PLANT], table([]), [spec(), spec()], repeats=1)


def test_the_table_does_not_depend_on_the_order_of_rows_or_challenges():
    key = answer_key(clean=4, near_miss={"reordered": 3}, planted={"a": 3, "b": 2}, held_out={"c": 2})
    verdicts = says(spec(), key, perfect, repeats=3)
    straight = item_table(key, verdicts, [spec()], repeats=3)
    mixed = item_table(key[::-1], verdicts.sample(frac=1, random_state=7), [spec()], repeats=3)
    pd.testing.assert_frame_equal(straight, mixed)
    assert tuple(straight.columns) == COLUMNS


def test_no_judges_give_an_empty_table():
    assert item_table([PLANT], table([]), [], repeats=1).empty


def test_natural_answers_keep_the_label_of_their_person():
    key = [challenge("w", Set.NATURAL, expected=Outcome.FAIL), challenge("r", Set.NATURAL, expected=Outcome.PASS)]
    found = item_table(key, says(spec(), key, perfect, repeats=2), [spec()], repeats=2)
    assert found["score"].tolist() == [1.0, 1.0]
