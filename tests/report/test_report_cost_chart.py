"""Cost against catch: places worked out by hand."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.written_judges import candidate, rate
from workbench.records.cost import Cost
from workbench.report.cost_chart import BOTTOM, HEIGHT, TOP, cost_charts


def judge(name, per_thousand, hits, *, known=True, **ends):
    ends = {"low": 0.4, "high": 1.0, "bound": 0.5} | ends
    cost = Cost(dollars=1.0, per_thousand=per_thousand, tokens={}, known=known)
    return candidate(name, "grounded", f"model of {name}", "model", name, planted=rate(hits, 10, **ends), cost=cost)


def test_cost_is_drawn_by_powers_of_ten_and_catch_by_its_share():
    [chart] = cost_charts([judge("dear", 10.0, 5), judge("cheap", 0.1, 10), judge("mid", 1.0, 8, low=0.5, bound=0.25)])
    # The best catch first. From 48 + 90 to 720 - 250: one dollar is half way between ten cents and ten dollars.
    assert [(point.label, point.x) for point in chart.points] == [
        ("cheap, model of cheap: 10 of 10", 138.0),
        ("mid, model of mid: 8 of 10", 304.0),
        ("dear, model of dear: 5 of 10", 470.0),
    ]
    # 214 high from 12: a half is at 119, a quarter at 172.5, and 8 of 10 at 12 + 0.2 * 214.
    assert [point.y for point in chart.points] == [12.0, 54.8, 119.0]
    assert (chart.points[1].low, chart.points[1].bound) == (119.0, 172.5)
    assert chart.ticks == ((138.0, "$0.1"), (217.2, "$0.3"), (304.0, "$1"), (383.2, "$3"), (470.0, "$10"))


def test_what_costs_nothing_has_a_place_of_its_own():
    [chart] = cost_charts([judge("free", 0.0, 5), judge("cheap", 0.1, 10)])
    assert chart.ticks[0] == (78.0, "no cost")
    assert chart.points[1].x == 78.0


@given(st.floats(1e-6, 1e4), st.floats(1, 1e4))
def test_every_cost_lies_on_the_scale(cost, times):
    [chart] = cost_charts([judge("cheap", cost, 10), judge("dear", cost * times, 5)])
    places = [place for place, _ in chart.ticks]
    assert 2 <= len(places) == len(set(places))
    assert all(places[0] <= point.x <= places[-1] for point in chart.points)


def test_labels_never_cover_each_other_and_stay_inside():
    [chart] = cost_charts([judge(f"judge {number}", 1.0 + number, 0) for number in range(6)])
    heights = [point.label_y for point in chart.points]
    assert all(later - sooner >= 15 for sooner, later in pairwise(heights))
    assert TOP <= heights[0]
    assert heights[-1] <= HEIGHT - BOTTOM


@pytest.mark.parametrize(
    "judges",
    [
        [],
        [judge("free", 0.0, 5)],
        [judge("unknown", None, 5)],
        [judge("partly", 1.0, 5, known=False)],
        [replace(judge("nothing", 1.0, 0), planted=rate(0, 0))],
    ],
)
def test_where_no_price_or_no_plant_is_known_nothing_is_drawn(judges):
    assert cost_charts(judges) == ()
