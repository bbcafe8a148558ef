import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.answer_key import challenge, of_repeats, perfect, says, spec
from workbench.analysis.agreement import agreement
from workbench.analysis.consistency import consistency
from workbench.analysis.discrimination import discrimination
from workbench.analysis.truth import item_table
from workbench.records.challenge import Set

FAILS_OF_5 = [0, 0, 1, 5, 5, 4, 2, 0, 3, 5]
HOLES = [
    *([0, 0, 0, 0, None], [0, 0, 0, None, None], [1, 0, 0, 0, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]),
    *([1, 1, 1, 1, 0], [None, 1, 0, 0, 0], [0, 0, 0, 0, 0], [1, 1, 1, 0, 0], [None, None, None, None, 1]),
]
ANSWERS = st.lists(st.lists(st.sampled_from([0, 1, None]), min_size=1, max_size=5), min_size=1, max_size=12)


def pairs(challenges, say):
    judge = spec()
    return discrimination(item_table(challenges, says(judge, challenges, say, repeats=2), [judge], repeats=2))


def test_kappa_and_alpha_agree_with_other_packages():
    # statsmodels 0.15.0 fleiss_kappa; krippendorff 0.9.0, nominal.
    found = agreement(of_repeats([[1] * k + [0] * (5 - k) for k in FAILS_OF_5]))
    assert found.kappa == pytest.approx(0.6)
    assert found.alpha == pytest.approx(0.608)


def test_an_error_is_no_opinion():
    # krippendorff 0.9.0 with the holes as missing values.
    assert agreement(of_repeats(HOLES)).alpha == pytest.approx(0.569377990430622)


def test_pairs_of_missing_repeats_are_no_pairs():
    # Agreeing pairs: 3 of 3; 1 of 1; 1 of 3 (fail, fail, pass); one answer makes no pair. (1 + 1 + 1/3) / 3 = 7/9.
    rows = of_repeats([[0, 0, 0, None], [None, 1, 1, None], [1, 1, 0, None], [None, None, 1, None]])
    assert consistency(rows).pairwise == pytest.approx(7 / 9)
    assert consistency(rows).items == 3


def test_one_flip_among_many_same_verdicts_ruins_kappa_but_not_ac1():
    # Observed 0.95. Fails are 1 of 40: chance 2 * 1/40 * 39/40 = 0.04875 for AC1, 1 - 0.04875 = 0.95125 for kappa.
    found = agreement(of_repeats([[0, 0]] * 19 + [[0, 1]]))
    assert found.ac1 == pytest.approx((0.95 - 0.04875) / (1 - 0.04875))
    assert found.kappa == pytest.approx((0.95 - 0.95125) / (1 - 0.95125))
    assert found.alpha == pytest.approx(0)


def test_kappa_and_alpha_of_one_verdict_throughout_are_undefined():
    found = agreement(of_repeats([[0, 0]] * 19))
    assert (found.ac1, found.kappa, found.alpha) == (1, None, None)


def test_nothing_can_be_said_of_single_answers():
    found = agreement(of_repeats([[0, None], [1, None], [None, None]]))
    assert (found.ac1, found.kappa, found.alpha) == (None, None, None)


@settings(max_examples=15)
@given(ANSWERS)
def test_turning_every_verdict_round_changes_no_agreement(said):
    turned = [[None if v is None else 1 - v for v in answers] for answers in said]
    one, other = agreement(of_repeats(said)), agreement(of_repeats(turned))
    for name in ("ac1", "kappa", "alpha"):
        assert getattr(one, name) == pytest.approx(getattr(other, name))
        assert getattr(one, name) is None or getattr(one, name) <= 1 + 1e-9


def test_a_plant_is_told_apart_where_it_fails_and_its_own_parent_passes():
    challenges = [
        challenge("clean-a", Set.CLEAN, parent="a"),
        challenge("plant-a", Set.PLANTED, style="s", parent="a"),
        challenge("unseen-a", Set.HELD_OUT, style="t", parent="a"),
        challenge("clean-b", Set.CLEAN, parent="b"),
        challenge("plant-b", Set.PLANTED, style="s", parent="b"),
        challenge("plant-c", Set.PLANTED, style="s", parent="no clean copy of it"),
    ]
    assert (pairs(challenges, perfect).hits, pairs(challenges, perfect).items) == (3, 3)
    always_fail = pairs(challenges, lambda _c, _r: "fail")
    assert (always_fail.hits, always_fail.score) == (0, 0)
    alarm_on_b = pairs(challenges, lambda c, r: "fail" if c.item.item_id == "clean-b" and r == 0 else perfect(c, r))
    assert (alarm_on_b.hits, alarm_on_b.score) == (2, 2.5)


def test_a_pair_without_answers_on_its_parent_is_unresolved():
    challenges = [challenge("clean", Set.CLEAN, parent="a"), challenge("plant", Set.PLANTED, style="s", parent="a")]
    found = pairs(challenges, lambda c, r: "error:timeout" if c.set is Set.CLEAN else perfect(c, r))
    assert (found.hits, found.items, found.unresolved, found.errors, found.bound) == (0, 1, 1, 2, 0)


def test_no_pairs_are_not_measured():
    found = pairs([challenge("plant", Set.PLANTED, style="s", parent="a")], perfect)
    assert (found.items, found.bound) == (0, None)
