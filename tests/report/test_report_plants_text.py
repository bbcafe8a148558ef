from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.report.hostile import PAYLOAD, poisoned_run
from tests.report.written_key import challenge
from workbench.records.challenge import Set, Site
from workbench.records.verdict import Outcome
from workbench.report.plants_text import plants_text
from workbench.report.visible import on_one_line, visible

EMPTY = {"rules": {}, "without_clean_answers": []}


def rule(**parts):
    values = {"set_hash": "abcd", "items": 1048, "planted": {}, "declined": {}, "left_out": {}, "short": {}}
    values |= {"retired": {}, "confirmed": 0, "to_confirm": 0, "outdated": 0, "no_place": [], "surface": None}
    return {"rules": {"grounded": values | parts}, "without_clean_answers": []}


def test_the_build_is_told_by_style_with_what_was_wanted_and_what_declined(run):
    build = rule(
        planted={"polite_frame": 1, "name_swapped": 2},
        short={"name_swapped": [2, 3], "figure_added": [0, 3]},
        no_place=["unit_changed", "date_shifted"],
        left_out={"the answer declines": 9},
        declined={"name_swapped": {"no other name": 4, "a quote": 1}, "polite_frame": {"the quota was full": 9}},
    )
    build["without_clean_answers"] = ["my_rule"]
    made = dict(zip(("name_swapped", "polite_frame"), (Set.PLANTED, Set.NEAR_MISS), strict=True))
    challenges = [replace(run.challenges[0], style=style, set=set_) for style, set_ in made.items()]
    assert plants_text(challenges, build, show=0) == (
        "grounded: 1,048 items, set abcd\n"
        "  planted    name_swapped                2 of 3 wanted\n"
        "  near miss  polite_frame                1\n"
        "  none       figure_added                0 of 3 wanted\n"
        "  no place in the quota: unit_changed, date_shifted\n"
        "  left out: 9 (the answer declines)\n"
        "  declined, name_swapped: 4 no other name; 1 a quote\n"
        "my_rule: no saved answer is trusted under this rule\n"
    )


def test_a_style_that_no_answer_took_is_told_with_the_reason_where_the_quota_wants_none_of_each():
    build = rule(
        no_place=["unit_changed"],
        declined={"name_swapped": {"no other name": 24}, "unit_changed": {"the quota was full": 1}},
    )
    assert plants_text((), build, show=0) == (
        "grounded: 1,048 items, set abcd\n"
        "  none       name_swapped                0\n"
        "  no place in the quota: unit_changed\n"
        "  declined, name_swapped: 24 no other name\n"
    )


def test_a_look_that_tells_mistakes_from_right_answers_is_told():
    build = rule(surface={"look": "length", "auc": 0.844})
    assert plants_text((), build, show=0) == (
        "grounded: 1,048 items, set abcd\n"
        "  ! the length of an answer alone tells mistakes from right answers here: AUC 0.84 (0.50 tells nothing)\n"
    )


def test_what_people_decided_is_told_and_unread_plants_come_first(run):
    build = rule(retired={"name_swapped": {"a namesake": 2}}, confirmed=1, to_confirm=3)
    assert plants_text((), build, show=0) == (
        "grounded: 1,048 items, set abcd\n"
        "  confirmed by a person: 1\n"
        "  waiting to be confirmed, in no set until then: 3\n"
        "  retired, name_swapped: 2 a namesake\n"
    )
    changed = [one for one in run.challenges if one.set is not Set.CLEAN][:3]
    ids = [one.item.item_id for one in changed]
    marks = {ids[0]: "confirmed", ids[2]: "to confirm"}
    text = plants_text(changed, EMPTY, show=3, marks=marks)
    assert sorted(ids, key=text.index) == [ids[2], ids[1], ids[0]]
    assert text.count("(confirmed)") == text.count("(to confirm)") == 1


def test_a_plant_is_shown_in_its_place_with_its_proof(run):
    text = plants_text(run.challenges[:1], EMPTY, show=1)
    assert text.splitlines()[1:] == [
        f"{run.challenges[0].item.item_id}  planted figure changed, from notice-period, must fail",
        "  question  How many days of notice must I give?",
        "  answer    You give [-45-]{+30+} days of notice, in writing [notice]. "
        "In the first month no notice is needed [notice].",
        '  proof     "30" stands in no passage, in any spelling; the passages say "45".',
    ]


def test_a_long_text_is_cut_aloud_on_both_sides():
    text = "a" * 200 + "NEW" + "b" * 200
    site = Site(where="answer", start=200, before="OLD", after="NEW")
    one = challenge("c", "grounded", Set.PLANTED, "s", Outcome.FAIL, answer=text, sites=(site,))
    assert f"  answer    ... {'a' * 90}[-OLD-]{{+NEW+}}{'b' * 90} ...\n" in plants_text([one], EMPTY, show=1)


def test_changed_passages_and_a_changed_order_are_shown_too(run):
    text = plants_text(run.challenges[3:4] + run.challenges[6:], EMPTY, show=9)
    assert "  passages  [-hours notice leave-]{+leave hours notice+}\n" in text
    assert "  passage:hours The desk is open from [-08:00-]{+8 a.m.+} to 17:30.\n" in text


def test_every_style_comes_once_before_any_comes_twice(run):
    figure, clean, outside = run.challenges[:3]
    text = plants_text([figure, figure, clean, outside], EMPTY, show=2)
    assert text.count("must fail") == 2
    assert "figure changed" in text
    assert "outside fact" in text
    assert "must pass" not in text


def test_clean_answers_are_not_printed(run):
    assert plants_text(run.challenges[1:2], EMPTY, show=5) == ""


def test_hostile_text_cannot_break_a_line_or_reach_the_terminal(run):
    text = plants_text(poisoned_run(run).challenges, EMPTY, show=9)
    assert visible(text) == text
    assert on_one_line(PAYLOAD) in text
    assert "\u2028" not in text


@given(st.text(), st.text(), st.text(min_size=1), st.text())
def test_the_changed_text_can_be_read_back_from_what_is_shown(before, removed, added, after):
    site = Site(where="answer", start=len(before), before=removed, after=added)
    one = challenge(
        "c", "grounded", Set.PLANTED, "s", Outcome.FAIL, answer=before + added + after, sites=(site,), proof="p"
    )
    text = plants_text([replace(one, item=replace(one.item, question="q"))], EMPTY, show=1)
    [line] = [line for line in text.split("\n") if line.startswith("  answer ")]
    shown = f"[-{removed}-]{{+{added}+}}" if removed else f"{{+{added}+}}"
    assert on_one_line(shown) in line
    assert len(text.split("\n")) == 6
