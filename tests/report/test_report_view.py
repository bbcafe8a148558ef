from dataclasses import replace

import pytest

from workbench.errors import InputError
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, Outcome
from workbench.report.passages import passages_note
from workbench.report.segments import Mark, changed_text, trusted_text
from workbench.report.view import Kind, disagreements, kind_of

P, F = Outcome.PASS, Outcome.FAIL


@pytest.fixture(scope="module")
def found(run):
    return {item.item_id: item for item in disagreements(run.summary, run.challenges, run.attempts)}


@pytest.mark.parametrize(
    ("outcomes", "expected", "kind"),
    [
        ([P, P, P], F, Kind.MISSED),
        ([F, F], P, Kind.FALSE_ALARM),
        ([P, F, P], F, Kind.SPLIT),
        ([F, P], P, Kind.SPLIT),
        ([P, None, P], F, Kind.MISSED),
        ([F, None], F, None),
        ([None, None], F, None),
        ([], P, None),
    ],
)
def test_the_kind_follows_from_valid_verdicts_alone(outcomes, expected, kind):
    assert kind_of(outcomes, expected) is kind


def test_every_disagreement_of_every_judge_is_there_once_in_the_judges_order(run, found):
    wanted = dict.fromkeys(item for judge in run.summary.judges for item in judge.disagreements)
    assert list(found) == list(wanted)
    assert len({item.anchor for item in found.values()}) == len(found) == 7


def test_the_answer_gives_back_the_planted_and_the_trusted_text(run, found):
    for challenge in run.challenges:
        item = found[challenge.item.item_id]
        assert changed_text(item.answer) == challenge.item.answer
    figure = found[run.challenges[0].item.item_id]
    assert trusted_text(figure.answer) == run.challenges[1].item.answer
    assert [part.text for part in figure.answer if part.mark is Mark.PLANTED] == ["30"]


def test_a_decline_in_place_of_an_answer_is_shown_whole(run, found):
    assert [found[challenge.item.item_id].whole for challenge in run.challenges] == [
        False,
        False,
        False,
        False,
        False,
        True,
        False,
    ]


def test_equal_reasons_are_said_once_with_their_repeats(run, found):
    opinions = found[run.challenges[0].item.item_id].rulings[0].opinions
    assert [(opinion.judge.model, opinion.kind) for opinion in opinions] == [
        ("claude-haiku-4-5", Kind.MISSED),
        ("claude-sonnet-5-5", None),
        ("script", Kind.MISSED),
    ]
    assert opinions[0].verdicts == ("pass", "pass", "error:timeout")
    assert [(saying.verdict, saying.repeats) for saying in opinions[0].sayings] == [
        ("pass", (0, 1)),
        ("error:timeout", (2,)),
    ]


def test_an_attempt_that_was_asked_again_is_not_shown(run):
    early = replace(run.attempts[0], final=False, reply=Reply(verdict=FAIL, reason="first try"))
    views = disagreements(run.summary, run.challenges, (early, *run.attempts))
    assert views == disagreements(run.summary, run.challenges, run.attempts)


def test_changes_of_passages_are_said_in_words(run, found):
    notes = [found[challenge.item.item_id].passages_note for challenge in run.challenges]
    assert notes[3] == ("reordered: was hours, notice, leave; now leave, hours, notice",)
    assert notes[4] == ("added: bikes",)
    site = replace(run.challenges[3].sites[0], before="a b c d", after="d x b a")
    assert passages_note([site]) == ("added: x", "removed: c", "reordered: was a, b, d; now d, b, a")


def test_the_changed_passage_is_marked_and_no_other(run, found):
    added = found[run.challenges[4].item.item_id]
    assert [(passage.id, passage.changed) for passage in added.passages] == [("leave", False), ("bikes", True)]
    respelled = found[run.challenges[6].item.item_id].passages[0]
    assert [(part.mark, part.text) for part in respelled.segments] == [
        (Mark.SAME, "The desk is open from "),
        (Mark.REMOVED, "08:00"),
        (Mark.PLANTED, "8 a.m."),
        (Mark.SAME, " to 17:30."),
    ]


def test_one_item_under_two_rules_is_one_entry_with_two_rulings(run):
    clean = run.challenges[1]
    other = replace(clean, rule="answers_when_it_can")
    judges = list(run.summary.judges)
    judges[2] = replace(judges[2], disagreements=(clean.item.item_id,))
    summary = replace(run.summary, judges=tuple(judges))
    views = disagreements(summary, (*run.challenges, other), run.attempts)
    [view] = [view for view in views if view.item_id == clean.item.item_id]
    assert [ruling.rule for ruling in view.rulings] == ["grounded", "answers_when_it_can"]


def test_an_item_that_the_answer_key_does_not_hold_is_refused(run):
    with pytest.raises(InputError, match="not of the same run"):
        disagreements(run.summary, run.challenges[1:], run.attempts)
