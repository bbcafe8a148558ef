"""What gate, canaries and notes make of a judge that votes: votes decide, and first calls say how steady it is."""

from dataclasses import replace

import pytest

from tests.analysis.answer_key import summaries
from tests.analysis.votes_at_hand import key_of, said, until_settled, voter
from tests.gate.summaries import judge, rate, unseen
from workbench.analysis.cascade import Ends, Recorded, Stage, replay
from workbench.errors import NotMeasured
from workbench.gate.canary_choice import canary_noise, choose_canaries
from workbench.gate.decide import decide
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level, Standing
from workbench.records.verdict import Outcome
from workbench.records.voting import Voting
from workbench.steps.vote_notes import vote_notes

OF_FIVE = Voting(votes=5, first=3, calls=300, errors=0, caught=0.9, passed=0.95)


def lines(found, repeats=5):
    decision = decide(found, Policy(), repeats=repeats, seen=unseen(found), read=Reading())
    return {line.line: line for line in decision.lines[Level.CERTIFIED]}


def test_the_lines_of_the_run_speak_of_votes_and_of_first_calls():
    told = lines(judge(voting=OF_FIVE, unanimous=(20, 21)))
    assert told["repeats"].figure == "5 repeats, judged by their majority"
    assert told["repeats"].standing is Standing.MET
    assert told["consistency"].asked == "at least 90% of items with one verdict over the first 3 of 5 calls"
    assert told["errors"].figure == "0 of 300 first calls"
    # A vote of three is no five repeats, whatever it saved.
    assert lines(judge(voting=replace(OF_FIVE, votes=3, first=2)), repeats=3)["repeats"].standing is Standing.MISSING


def test_errors_are_counted_on_calls_that_are_made_whatever_was_said():
    # 4 of 70 calls are too many; all calls together, more of them on items that had an error, are not asked about.
    few = lines(judge(voting=replace(OF_FIVE, calls=70, errors=4), calls=105, errors=4))
    assert few["errors"].standing is Standing.MISSING
    assert few["errors"].figure == "4 of 70 first calls"
    many = decide(
        judge(voting=replace(OF_FIVE, calls=70, errors=15), calls=105, errors=15),
        Policy(),
        repeats=5,
        seen=unseen(judge()),
        read=Reading(),
    )
    assert many.level is Level.INVALID
    assert "15 of 70 first calls failed (21.4%)" in many.reasons[0]


def test_a_tied_vote_is_told_as_one_without_a_majority():
    told = decide(
        judge(voting=OF_FIVE, planted=rate(7, 8, unresolved=1)),
        Policy(),
        repeats=5,
        seen=unseen(judge()),
        read=Reading(),
    )
    assert "1 case has no majority and counts against the judge." in told.reasons


def test_canaries_are_chosen_and_their_noise_is_counted_on_first_calls_alone():
    one, key = voter(5), key_of(8)
    # Clean, near miss, planted, held out, twice. The first three calls differ on none but the planted item "i6".
    calls = ["ppppp", "pppff", "ffffp", "fffff", "pppff", "ppppp", "ffpff", "fffff"]
    whole, early = said(calls, one), said([*map(until_settled, calls)], one)
    chosen = choose_canaries(key, whole, one)
    assert [canary.item for canary in chosen] == ["i0", "i1", "i2", "i4", "i5"]
    assert choose_canaries(key, early, one) == chosen
    # Of three calls on each of five steady items none is wrong, and of those on "i6" one of one: (1 + 1/2) / (16 + 1).
    assert canary_noise(key, whole, one) == canary_noise(key, early, one) == pytest.approx(1.5 / 17)


def test_the_note_says_what_the_vote_makes_of_single_calls():
    one = voter(3)
    # Half of the first two calls on the mistake are wrong, and the vote is right.
    [found] = summaries([one], key_of(3), said(["ppp", "ppp", "pff"], one), repeats=3)
    [note] = vote_notes([found])
    assert note.startswith("judge on claude-haiku-5-5 goes by the majority of 3 calls, and may be used only so.")
    assert "Mistakes caught by single calls 50%, by votes 100%" in note
    assert "right answers passed by single calls 100%, by votes 100% (single calls: the first 2 of an item)" in note
    [nothing] = summaries([one], key_of(3), said(["eee"] * 3, one), repeats=3)
    assert "Mistakes caught by single calls not measured, by votes not measured" in vote_notes([nothing])[0]
    assert vote_notes([judge()]) == ()


def recorded(case, expected, **verdicts):
    words = {"p": "pass", "f": "fail", "e": "error:timeout"}
    told = {name: tuple(words[letter] for letter in calls) for name, calls in verdicts.items()}
    return Recorded(case_id=case, expected=expected, verdicts=told)


def test_a_cascade_makes_no_more_calls_than_settle_a_vote():
    stages = [Stage(judge="a", ends=Ends.ON_FAIL), Stage(judge="b", ends=Ends.ALWAYS, calls=5, cost=2.0, votes=True)]
    cases = [
        recorded("1", Outcome.FAIL, a="f", b="fff"),
        recorded("2", Outcome.FAIL, a="p", b="fpffp"),
        recorded("3", Outcome.PASS, a="p", b="ppp"),
        recorded("4", Outcome.PASS, a="p", b="ppfef"),
    ]
    found = replay(cases, stages)
    # Four calls settle the second, three the third, and all five leave the fourth tied; the first never comes to it.
    assert found.calls == {"a": 4, "b": 12}
    assert found.reached == {"a": 4, "b": 3}
    assert found.cost == 2.0 * 12 / 4
    assert (found.catch.hits, found.catch.items) == (2, 2)
    assert (found.alarms.hits, found.alarms.unresolved) == (0, 1)
    open_vote = recorded("5", Outcome.PASS, a="p", b="pp")
    with pytest.raises(NotMeasured, match="b, 5 calls: 5"):
        replay([*cases, open_vote], stages)
