"""Golden values: figures on which at least two independent implementations agree."""

import json
from pathlib import Path

import pytest

from tests.golden.checks import found

GOLDEN = json.loads(Path(__file__).with_name("statistics.json").read_text(encoding="utf-8"))
ALL = 192


@pytest.mark.parametrize("value", GOLDEN["values"], ids=lambda value: value["name"])
def test_golden_value(value):
    if value["tolerance"]:
        assert found(value) == pytest.approx(value["expected"], abs=value["tolerance"])
    else:
        assert found(value) == value["expected"]


def test_a_golden_value_that_is_left_out_has_a_reason():
    covered = {value["name"] for value in GOLDEN["values"]}
    assert not covered & set(GOLDEN["left"])
    assert all(GOLDEN["left"].values())


def test_no_golden_value_is_forgotten():
    assert len({value["name"] for value in GOLDEN["values"]}) + len(GOLDEN["left"]) == ALL
