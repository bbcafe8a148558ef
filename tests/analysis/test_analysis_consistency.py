import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.answer_key import challenge, table
from tests.analysis.answer_key import spec as judge
from workbench.analysis.consistency import consistency
from workbench.analysis.truth import item_table
from workbench.records.challenge import Set

SAID = st.lists(st.lists(st.sampled_from(["pass", "fail", "error:timeout"]), max_size=4), min_size=1, max_size=8)


def measured(said):
    key = [challenge(f"i{place}", Set.PLANTED, style="s") for place in range(len(said))]
    cells = [(f"i{place}", "judge-1", r, v) for place, answers in enumerate(said) for r, v in enumerate(answers)]
    repeats = max((len(answers) for answers in said), default=1) or 1
    return consistency(item_table(key, table(cells), [judge()], repeats=repeats))


def test_items_that_flip_are_counted_and_named():
    found = measured([["pass", "pass"]] * 19 + [["pass", "fail"]])
    assert (found.unanimous, found.items, found.flipped) == (19, 20, ("i19",))
    assert found.pairwise == pytest.approx(0.95)


def test_three_against_two_agree_in_four_pairs_of_ten():
    # 3 passes make 3 agreeing pairs, 2 fails make 1, of 5 * 4 / 2 = 10 pairs.
    assert measured([["pass", "pass", "pass", "fail", "fail"]]).pairwise == pytest.approx(0.4)


def test_an_error_is_no_opinion_and_breaks_no_agreement():
    found = measured([["pass", "error:timeout", "pass"], ["pass", "error:timeout", "error:timeout"]])
    assert (found.unanimous, found.items, found.repeats) == (1, 1, 3)


def test_one_repeat_measures_no_consistency():
    found = measured([["pass"], ["fail"]])
    assert (found.items, found.bound, found.pairwise) == (0, None, None)


@settings(max_examples=40, deadline=None)
@given(SAID)
def test_pairwise_agreement_is_that_of_all_pairs_counted_one_by_one(said):
    found = measured(said)
    valid = [[v for v in answers if not v.startswith("error")] for answers in said]
    able = [answers for answers in valid if len(answers) >= 2]
    pairs = [[one == other for i, one in enumerate(answers) for other in answers[i + 1 :]] for answers in able]
    assert found.items == len(able)
    assert found.unanimous == sum(all(agree) for agree in pairs)
    if able:
        assert found.pairwise == pytest.approx(sum(sum(agree) / len(agree) for agree in pairs) / len(pairs))
