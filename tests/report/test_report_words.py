import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.records.consistency import Consistency
from workbench.records.cost import Cost
from workbench.records.summary import Level, Rate
from workbench.report.words import (
    Side,
    consistency_words,
    cost_words,
    level_words,
    per_thousand_words,
    plural,
    rate_words,
    total_cost_words,
    unanimous_words,
    worst_case_words,
)


def rate(hits, items, bound, *, errors=0, unresolved=0, score=None):
    return Rate(
        hits=hits,
        items=items,
        unresolved=unresolved,
        errors=errors,
        calls=items,
        score=hits if score is None else score,
        low=None,
        high=None,
        bound=bound,
    )


def cost(dollars, *, known=True, per_thousand=None):
    return Cost(dollars=dollars, per_thousand=per_thousand, tokens={}, known=known)


def consistency(unanimous, items):
    return Consistency(repeats=5, unanimous=unanimous, items=items, bound=None, pairwise=None)


@pytest.mark.parametrize(
    ("bound", "side", "words"),
    [
        (0.6069, Side.CAUGHT, "at least 60%"),  # 60.69 down
        (0.2384, Side.ALARMED, "at most 24%"),  # 23.84 up
        (0.2301, Side.ALARMED, "at most 24%"),
        (0.29, Side.CAUGHT, "at least 29%"),  # 0.29 * 100 is 28.999999999999996 in floats
        (0.07, Side.ALARMED, "at most 7%"),  # 0.07 * 100 is 7.000000000000001
        (0.0, Side.CAUGHT, "at least 0%"),
        (1.0, Side.ALARMED, "at most 100%"),
        (1e-9, Side.ALARMED, "at most 1%"),
        (0.9999, Side.CAUGHT, "at least 99%"),
    ],
)
def test_the_worst_case_is_rounded_against_the_judge(bound, side, words):
    assert worst_case_words(rate(1, 2, bound), side) == words


@given(st.floats(min_value=0, max_value=1))
def test_the_words_never_claim_more_than_the_bound_shows(bound):
    def percent(side):
        return int(worst_case_words(rate(1, 2, bound), side).split()[-1].rstrip("%"))

    assert percent(Side.CAUGHT) / 100 <= bound <= percent(Side.ALARMED) / 100
    assert percent(Side.ALARMED) - percent(Side.CAUGHT) <= 1


def test_nothing_measured_is_said_so_and_is_never_zero():
    assert rate_words(rate(0, 0, None), Side.CAUGHT) == "not measured"
    assert rate_words(rate(0, 0, None), Side.ALARMED) == "not measured"


def test_errors_stand_beside_the_rate():
    assert rate_words(rate(5, 6, 0.4182), Side.CAUGHT) == "5 of 6, at least 41%"
    assert rate_words(rate(5, 6, 0.4182, errors=1), Side.CAUGHT) == "5 of 6, at least 41%, 1 error"
    spoilt = rate(4, 6, 0.2713, errors=12, unresolved=1)
    assert rate_words(spoilt, Side.CAUGHT) == "4 of 6, at least 27%, 12 errors, 1 unresolved"
    assert rate_words(rate(0, 1200, 0.0025, score=1200), Side.ALARMED) == "0 of 1,200, at most 1%"


def test_where_repeats_differ_the_share_of_repeats_stands_beside_the_count():
    # 13 of 17 answers alarmed in some repeat, 20 of 51 repeats in all: 17 - 20/3 = 10.33 answers passed on average.
    assert rate_words(rate(13, 17, 0.6543, score=17 - 20 / 3), Side.ALARMED) == "13 of 17, at most 66%, 39% of repeats"
    # 1 of 12 mistakes caught every time, 6 of 12 on average.
    assert rate_words(rate(1, 12, 0.2453, score=6), Side.CAUGHT) == "1 of 12, at least 24%, 50% of repeats"


def test_only_perfect_consistency_reads_one():
    assert consistency_words(consistency(36, 36)) == "1.00"
    assert consistency_words(consistency(399, 400)) == "0.99"  # 0.9975
    assert consistency_words(consistency(35, 36)) == "0.97"  # 0.9722
    assert consistency_words(consistency(0, 3)) == "0.00"
    assert consistency_words(consistency(0, 0)) == "not measured"
    assert unanimous_words(consistency(35, 36)) == "35 of 36"
    assert unanimous_words(consistency(0, 0)) == ""


def test_an_unknown_price_is_never_zero_dollars():
    assert cost_words(cost(0.254)) == "about $0.25"
    assert cost_words(cost(1234.5)) == "about $1,234.50"
    assert cost_words(cost(0.0)) == "no cost"
    assert cost_words(cost(None, known=False)) == "unknown"
    assert cost_words(cost(0.0, known=False)) == "unknown"
    assert cost_words(cost(0.109, known=False)) == "at least $0.10"  # down: at least
    assert cost_words(cost(0.00123)) == "about $0.001"
    assert cost_words(cost(0.00123, known=False)) == "at least $0.001"
    assert per_thousand_words(cost(1, per_thousand=None)) == "unknown"
    assert per_thousand_words(cost(1, per_thousand=3.555)) == "$3.56"  # half to even: 3.555 is exact in decimals
    assert per_thousand_words(cost(0, per_thousand=0.0)) == "no cost"


def test_a_total_with_an_unknown_part_is_at_least():
    # 0.1 + 0.2 = 0.3, and not 0.30000000000000004
    assert total_cost_words([cost(0.1), cost(0.2), cost(0.0)]) == "about $0.30"
    assert total_cost_words([cost(0.1), cost(None, known=False)]) == "at least $0.10"
    assert total_cost_words([cost(None, known=False)]) == "unknown"
    assert total_cost_words([cost(0.0), cost(0.0)]) == "no cost"
    assert total_cost_words([]) == "unknown"


def test_every_level_has_a_word_and_a_symbol_of_its_own():
    assert level_words(Level.PLUMBING_ONLY) == "○ PLUMBING ONLY"
    assert level_words(None) == "? not decided"
    assert len({level_words(level)[0] for level in [*Level, None]}) == 5


def test_one_is_singular():
    assert [plural(count, "item") for count in (0, 1, 2, 1000)] == ["0 items", "1 item", "2 items", "1,000 items"]
