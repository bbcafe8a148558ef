import pytest

from tests.report.written_judges import alarm, candidate, rate
from workbench.records.summary import StyleRate
from workbench.report.brief import never_caught, style_brief
from workbench.report.natural_text import natural_statements


def judge(planted, natural):
    return candidate("mine", "grounded", "claude-haiku-5-5", "model", "j", planted=planted, natural_caught=natural)


@pytest.mark.parametrize(
    ("planted", "natural", "said"),
    [
        # Wilson at 95 %: 92 of 100 is 0.850 to 0.959, 55 of 100 is 0.452 to 0.644. They do not overlap.
        (
            rate(92, 100, low=0.850, high=0.959),
            rate(55, 100, low=0.452, high=0.644),
            "planted caught 92 of 100, natural caught 55 of 100: your plants are easier than life.",
        ),
        (
            rate(55, 100, low=0.452, high=0.644),
            rate(92, 100, low=0.850, high=0.959),
            "planted caught 55 of 100, natural caught 92 of 100: your plants are harder than life.",
        ),
        # 9 of 10 is 0.596 to 0.982, 55 of 100 reaches up to 0.644.
        (
            rate(9, 10, low=0.596, high=0.982),
            rate(55, 100, low=0.452, high=0.644),
            "planted caught 9 of 10, natural caught 55 of 100: no clear difference.",
        ),
    ],
)
def test_planted_and_natural_are_compared_by_their_intervals(planted, natural, said):
    assert natural_statements((judge(planted, natural),)) == (f"mine on claude-haiku-5-5: {said}",)


@pytest.mark.parametrize("natural", [None, rate(0, 0)])
def test_nothing_is_said_where_no_labelled_mistake_was_judged(natural):
    assert natural_statements((judge(rate(9, 10, low=0.596, high=0.982), natural),)) == ()


def test_a_right_real_answer_that_passed_is_no_mistake_that_was_missed():
    passed = StyleRate(set="natural", style="labelled right", rate=alarm(0, 5))
    alarmed = StyleRate(set="natural", style="labelled right", rate=alarm(2, 5))
    assert never_caught(candidate("mine", "grounded", "m", "model", "j", by_style=(passed,))) == ()
    assert style_brief(candidate("mine", "grounded", "m", "model", "j", by_style=(passed,))) == ""
    said = style_brief(candidate("mine", "grounded", "m", "model", "j", by_style=(alarmed,)))
    assert said == "natural alarmed 2 of 5: labelled right"
