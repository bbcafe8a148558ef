from dataclasses import replace

import pytest

from tests.gate.summaries import judge, rate, unseen
from workbench.gate.decide import decide, exit_code
from workbench.gate.evidence import FreshEvidence
from workbench.gate.looks import Burn
from workbench.gate.policy import Policy, changed_bars, read_policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level, Standing, StyleRate

POLICY = Policy()


def decided(summary, *, repeats=5, unread=0, fresh=None, **seen):
    return decide(
        summary, POLICY, repeats=repeats, seen=unseen(summary, **seen), read=Reading(unread=unread), fresh=fresh
    )


def line(decision, name, level=Level.PROVISIONAL):
    return next(found for found in decision.lines[str(level)] if found.line == name)


def said(decision):
    return " ".join(decision.reasons)


def test_the_grounding_judge_of_the_seed_needs_two_more_plants():
    summary = judge(plants=(6, 6), clean=(11, 11), held=(2, 2), unanimous=(19, 19), calls=38)
    decision = decided(summary, repeats=2)
    assert decision.level is Level.PLUMBING_ONLY
    # 0.05^(1/6) = 0.607, said as 60 % because a bound is never rounded in the judge's favour.
    assert decision.reasons[0] == (
        "6 of 6 planted mistakes caught; with 6 cases the true catch rate could be as low as 60%. "
        "2 more plants (all caught) make it provisional."
    )
    assert len(decision.reasons) == 1
    assert line(decision, "planted").missing == "2 more plants, all caught"
    # 1 - 0.05^(1/11) = 0.2384.
    assert line(decision, "clean and near-miss sources").figure == "0 of 11 alarmed, at most 24%"
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_the_declining_judge_of_the_seed_needs_three_more_plants_and_one_more_held_out():
    summary = judge(plants=(5, 5), clean=(11, 11), held=(1, 1), unanimous=(17, 17), calls=34)
    decision = decided(summary, repeats=2)
    assert decision.level is Level.PLUMBING_ONLY
    assert line(decision, "planted").missing == "3 more plants, all caught"
    assert line(decision, "held out").missing == "1 more held-out mistake, caught"
    assert "1 more held-out mistake, caught" in said(decision)
    assert "not measured" not in said(decision)


def test_a_judge_that_earned_provisional_may_warn_and_hears_what_certifies_it():
    decision = decided(judge())
    assert decision.level is Level.PROVISIONAL
    assert decision.reasons[0].startswith("May warn")
    # 8 of 8 fresh plants: 27 in a row reach an e-value of 20, so 19 more; of 11 sources, 16 more.
    assert line(decision, "planted", Level.CERTIFIED).missing == "19 more fresh plants, all caught"
    assert line(decision, "clean and near-miss sources", Level.CERTIFIED).missing.startswith("16 more fresh clean")
    assert (exit_code(decision, Level.PROVISIONAL), exit_code(decision, Level.CERTIFIED)) == (0, 4)


def test_one_miss_is_not_enough_evidence_and_the_words_say_how_it_can_still_pass():
    decision = decided(judge(plants=(7, 8)))
    assert decision.level is Level.PLUMBING_ONLY
    assert said(decision) == (
        "Not shown: the judge missed 1 of 8 planted mistakes. A judge this good can still pass: "
        "4 more plants, all caught (11 of 12)."
    )
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_one_false_alarm_can_still_pass():
    decision = decided(judge(clean=(10, 11)))
    assert "3 more clean answers, none alarmed (13 of 14 passed)" in said(decision)


def test_a_style_that_is_never_caught_is_against_the_judge_at_both_levels_and_named_first():
    styles = (
        StyleRate(set="planted", style="figure changed", rate=rate(44, 44)),
        StyleRate(set="planted", style="negation turned", rate=rate(0, 2)),
        StyleRate(set="held_out", style="outside fact", rate=rate(2, 2)),
    )
    decision = decided(judge(plants=(44, 46), by_style=styles, clean=(40, 40)))
    for level in (Level.PROVISIONAL, Level.CERTIFIED):
        assert line(decision, "every style", level).standing is Standing.AGAINST
        assert exit_code(decision, level) == 3
    assert decision.reasons[0].startswith('Not caught: "negation turned" (planted), 0 of 2.')


def test_a_style_with_one_item_and_no_catch_is_missing_and_not_against():
    styles = (
        StyleRate(set="planted", style="figure changed", rate=rate(15, 15)),
        StyleRate(set="planted", style="negation turned", rate=rate(0, 1)),
        StyleRate(set="held_out", style="outside fact", rate=rate(2, 2)),
    )
    decision = decided(judge(plants=(15, 16), by_style=styles))
    found = line(decision, "every style")
    assert found.standing is Standing.MISSING
    assert found.missing == '1 more item of "negation turned" (planted), caught'
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_several_styles_that_are_not_caught_are_named_once_with_one_count():
    styles = (
        *(StyleRate(set="planted", style=style, rate=rate(0, 1)) for style in "ab"),
        StyleRate(set="held_out", style="c", rate=rate(0, 1)),
        *judge().by_style,
    )
    found = line(decided(judge(by_style=styles)), "every style")
    assert found.figure == '"a", "b" (planted), "c" (held out), 0 of 1 each'
    assert found.missing == '1 more item of each of "a", "b" (planted), "c" (held out), caught'


def test_a_style_without_verdicts_is_missing_and_not_against():
    styles = (StyleRate(set="planted", style="a", rate=rate(0, 4, unresolved=4)), *judge().by_style)
    assert line(decided(judge(by_style=styles)), "every style").standing is Standing.MISSING


def test_a_style_that_is_caught_in_some_repeats_only_is_not_caught():
    # Two items, each caught in 4 of 5 repeats: no item is caught in every repeat.
    styles = (StyleRate(set="planted", style="a", rate=rate(0, 2, score=1.6)), *judge().by_style)
    assert line(decided(judge(by_style=styles)), "every style").standing is Standing.AGAINST


def test_what_the_repeats_say_stands_beside_the_strict_count():
    # Eight plants, each caught in four of five repeats: none in every repeat, 80 % on average.
    decision = decided(judge(planted=rate(0, 8, score=6.4)))
    assert line(decision, "planted").figure.startswith("0 of 8 caught in every repeat (80% on average), at least")


def test_catching_too_little_is_against_the_judge():
    # 2 of 12: the upper bound is 0.438, below the floor of 0.65.
    decision = decided(judge(plants=(2, 12)))
    assert line(decision, "planted").standing is Standing.AGAINST
    assert "2 of 12 planted mistakes caught; the true catch rate is at most 44%, and 65% is asked." in decision.reasons
    assert exit_code(decision, Level.PROVISIONAL) == 3


def test_alarming_on_clean_answers_is_against_the_judge():
    decision = decided(judge(clean=(0, 11)))
    assert line(decision, "clean and near-miss sources").standing is Standing.AGAINST
    # 1 - 0.2384 = 0.7616.
    assert "11 of 11 sources alarmed; the true false alarm rate is at least 76%, and at most 30% is asked." in said(
        decision
    )


def test_a_held_out_mistake_missed_in_a_first_look_is_against_the_judge():
    decision = decided(judge(held=(2, 3), held_styles=1))
    assert line(decision, "held out").standing is Standing.AGAINST
    assert "1 of 3 held-out mistakes missed in a first look." in said(decision)
    assert exit_code(decision, Level.PROVISIONAL) == 3


def test_held_out_that_was_not_opened_is_missing():
    decision = decided(judge(held=(0, 0)))
    found = line(decision, "held out")
    assert (found.standing, found.figure) == (Standing.MISSING, "not opened")
    assert "Held-out mistakes were not opened." in said(decision)


def test_a_burned_style_does_not_count_and_the_gate_says_when_and_by_whom():
    burned = {"unseen 0": Burn(judge_id="v0", at="2026-11-01T10:00:00Z", run="r1")}
    decision = decided(judge(held=(2, 2)), burned=burned)
    found = line(decision, "held out")
    assert found.standing is Standing.MISSING
    assert '"unseen 0" was opened on 2026-11-01T10:00:00Z by v0' in found.figure
    assert (
        'Held-out style "unseen 0" was opened on 2026-11-01T10:00:00Z by v0 and is now tuning data. Add a new style.'
        in said(decision)
    )
    assert line(decision, "held-out styles").standing is Standing.MISSING


def test_of_two_styles_only_the_first_look_counts():
    burned = {"unseen 0": Burn(judge_id="v0", at="2026-11-01", run="r1")}
    decision = decided(judge(held=(4, 4), held_styles=2), burned=burned)
    assert line(decision, "held out").standing is Standing.MET
    assert line(decision, "held out").figure == "2 of 2 caught in a first look"


def test_a_miss_in_a_burned_style_is_no_first_look_but_a_blind_style_still_counts():
    burned = {"unseen 0": Burn(judge_id="v0", at="2026-11-01", run="r1")}
    summary = judge(held=(0, 2), held_styles=1)
    decision = decided(summary, burned=burned)
    assert line(decision, "held out").standing is Standing.MISSING
    assert line(decision, "every style").standing is Standing.AGAINST


def test_flipping_is_missing_while_more_items_could_clear_it_and_against_when_they_cannot():
    # 18 of 21: (18 + 9) / (21 + 9) = 0.9, so nine more.
    some = line(decided(judge(unanimous=(18, 21))), "consistency")
    assert (some.standing, some.missing) == (Standing.MISSING, "9 more items, all unanimous")
    # 2 of 21: the upper bound is about 0.27.
    assert line(decided(judge(unanimous=(2, 21))), "consistency").standing is Standing.AGAINST


def test_where_all_items_must_be_unanimous_no_further_ones_make_up_for_one_that_is_not():
    strict = replace(POLICY, provisional=replace(POLICY.provisional, unanimous=1.0))
    for unanimous, standing in (((21, 21), Standing.MET), ((20, 21), Standing.AGAINST)):
        summary = judge(unanimous=unanimous)
        found = decide(summary, strict, repeats=5, seen=unseen(summary), read=Reading(unread=0))
        assert line(found, "consistency").standing is standing


@pytest.mark.parametrize(("errors", "standing"), [(5, Standing.MET), (6, Standing.MISSING)])
def test_five_percent_of_calls_may_fail(errors, standing):
    assert line(decided(judge(calls=100, errors=errors)), "errors").standing is standing


def test_errors_are_named_even_where_they_are_few():
    summary = judge(plants=(11, 12), calls=105, errors=4)
    summary = replace(summary, planted=replace(summary.planted, unresolved=1))
    assert decided(summary).reasons[-1] == (
        "4 of 105 calls failed (3.8%); they are neither pass nor fail. "
        "1 case has too few answers and counts against the judge."
    )


def test_eight_of_ten_with_two_errors_never_pass_on_the_smaller_denominator():
    # Eight caught and two without a verdict: 8 of 10 is not enough, although 8 of 8 would be.
    plants = rate(8, 10, unresolved=2)
    decision = decided(judge(planted=plants, calls=200, errors=10))
    found = line(decision, "planted")
    assert found.standing is Standing.MISSING
    assert found.figure.startswith("8 of 10 caught, 2 unresolved, at least 49%")
    assert decision.level is Level.PLUMBING_ONLY


def test_more_than_a_fifth_of_the_calls_in_error_make_the_run_invalid():
    assert decided(judge(calls=100, errors=20)).level is Level.PLUMBING_ONLY
    decision = decided(judge(calls=100, errors=21))
    assert decision.level is Level.INVALID
    assert "21 of 100 calls failed (21%)" in decision.reasons[0]
    assert exit_code(decision, Level.PROVISIONAL) == 4


def test_without_a_plant_there_is_nothing_to_decide():
    decision = decided(judge(plants=(0, 0), plant_styles=0))
    assert decision.level is Level.INVALID
    assert "No planted mistake was judged" in decision.reasons[0]
    assert line(decision, "planted").figure == "not measured"
    assert exit_code(decision, Level.CERTIFIED) == 4


def test_zero_clean_answers_are_not_measured_and_never_a_pass():
    decision = decided(judge(clean=(0, 0)))
    found = line(decision, "clean and near-miss sources")
    assert (found.standing, found.figure) == (Standing.MISSING, "not measured")
    assert found.missing == "10 more clean answers, none alarmed"


def test_unread_disagreements_are_missing_with_their_count():
    summary = judge(disagreements=("a", "b", "c"))
    decision = decided(summary, unread=2)
    assert line(decision, "disagreements").figure == "2 of 3 disagreements unread"
    assert "2 disagreements are unread." in decision.reasons
    assert line(decided(summary), "disagreements").standing is Standing.MET


def test_a_script_needs_one_repeat_and_is_deterministic():
    decision = decided(judge(kind="script", unanimous=(0, 0)), repeats=1)
    assert decision.level is Level.PROVISIONAL
    assert line(decision, "consistency").figure == "deterministic"


def certifiable(**more):
    values = {"plants": (40, 40), "plant_styles": 4, "clean": (40, 40), "held": (12, 12), "held_styles": 3}
    return judge(**{**values, "unanimous": (92, 92), "calls": 460, **more})


def test_a_judge_with_fresh_evidence_on_every_line_is_certified():
    decision = decided(certifiable())
    assert decision.level is Level.CERTIFIED
    assert decision.reasons == ("May block without a person.",)
    assert exit_code(decision, Level.CERTIFIED) == exit_code(decision, Level.PROVISIONAL) == 0


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"plant_styles": 3}, "plant styles"),
        ({"plant_styles": 2}, "largest style"),
        ({"held": (7, 7)}, "held out"),
        ({"held_styles": 2}, "held-out styles"),
        ({"clean": (26, 26)}, "clean and near-miss sources"),
        ({"plants": (26, 26)}, "planted"),
    ],
)
def test_each_line_alone_keeps_a_judge_from_the_certificate(change, name):
    decision = decided(certifiable(**change))
    assert decision.level is Level.PROVISIONAL
    assert line(decision, name, Level.CERTIFIED).standing is Standing.MISSING


def test_four_repeats_do_not_certify():
    assert decided(certifiable(), repeats=4).level is Level.PROVISIONAL


def test_cases_that_an_earlier_version_saw_do_not_certify():
    summary = certifiable()
    decision = decided(summary, stale=frozenset({"case-1"}))
    assert decision.level is Level.PROVISIONAL
    assert "No fresh plants were judged. 27 more fresh plants (all caught) are needed." in decision.reasons
    again = decided(summary, stale=frozenset({"case-1"}), fresh=FreshEvidence(summary=summary))
    assert again.level is Level.CERTIFIED


def test_a_number_fixed_beforehand_needs_fewer_cases_than_one_that_grew():
    summary = certifiable(plants=(19, 19), clean=(19, 19), held=(8, 8))
    assert decided(summary).level is Level.PROVISIONAL
    assert decided(summary, fresh=FreshEvidence(summary=summary, registered=True)).level is Level.CERTIFIED


def test_the_view_of_another_version_is_refused():
    summary = judge()
    with pytest.raises(ValueError, match="says nothing of"):
        decide(summary, POLICY, repeats=2, seen=unseen(replace(summary, judge_id="v2")), read=Reading())


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        decided(judge(), unread=-1)


def test_a_run_that_had_no_need_to_ask_about_a_mistake_says_something_of_the_judge_all_the_same():
    summary = judge(plants=(0, 0), held=(0, 2))
    decision = decided(replace(summary, planted=replace(summary.planted, not_asked=8)))
    assert decision.level is Level.PLUMBING_ONLY
    assert line(decision, "planted").figure == "not measured, 8 not asked"


@pytest.mark.parametrize("level", [Level.INVALID, Level.PLUMBING_ONLY])
def test_nobody_asks_for_a_level_that_is_not_earned(level):
    with pytest.raises(ValueError, match="PROVISIONAL or CERTIFIED"):
        exit_code(decided(judge()), level)


def test_every_line_that_is_not_met_says_what_would_mend_it():
    decision = decided(
        judge(plants=(3, 8), clean=(2, 11), held=(0, 0), unanimous=(9, 21), errors=9), unread=1, repeats=1
    )
    for lines in decision.lines.values():
        for found in lines:
            assert found.figure
            assert found.asked
            assert bool(found.missing) == (found.standing is not Standing.MET)


def test_every_bar_that_settings_moved_is_named_with_its_usual_place():
    assert changed_bars(Policy()) == ()
    moved = read_policy({"provisional": {"plants": 1, "catch_floor": 0.01}, "invalid_errors": 0.5})
    assert changed_bars(moved) == (
        "provisional.plants is 1, usually 8",
        "provisional.catch_floor is 0.01, usually 0.65",
        "invalid_errors is 0.5, usually 0.2",
    )
