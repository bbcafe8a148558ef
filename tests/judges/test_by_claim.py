"""Judging claim by claim: what is asked, with which passages, and what the verdicts on claims make of an answer."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY
from workbench.judges.by_claim import ByClaim, ClaimsJudge
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, candidate_spec
from workbench.judges.claude.judge import claude_judges
from workbench.judges.controls import CONTROLS
from workbench.judges.judge import CachedPrompts, JudgeInParts
from workbench.judges.prompt import claim_text, system_text
from workbench.judges.rubric import Judged, shipped_rubric
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import Reply
from workbench.records.rules import GROUNDED
from workbench.records.verdict import FAIL, PASS, ErrorCode, Outcome, Verdict

BY_CLAIM = ByClaim(not_found="Not in the sources.")
TIMEOUT = Verdict(error=ErrorCode.TIMEOUT)
REFUSED = Verdict(error=ErrorCode.REFUSED)
PASSAGES = (
    Passage(id="prices", text="A day costs £32. A week costs £150."),
    Passage(id="wren", title="The Wren", text="It folds, and goes 60 km."),
)


def item(answer, passages=PASSAGES):
    return Item.of(question="What does a day on the folding bike cost?", passages=passages, answer=answer)


def whole(answer, *verdicts, passages=PASSAGES):
    """The verdict on an answer whose calls bring these verdicts, in the order of its claims."""
    one = item(answer, passages)
    parts = BY_CLAIM.parts(one)
    replies = [
        Reply(verdict=verdict, reason="as told", evidence=f"words {number}") for number, verdict in enumerate(verdicts)
    ]
    return BY_CLAIM.whole(one, {part.item_id: reply for part, reply in zip(parts, replies, strict=True)})


def test_a_claim_is_shown_with_the_passages_that_it_cites_and_never_with_the_question():
    first, second, third = BY_CLAIM.parts(item("A day costs £32 [prices]. It folds [wren]. Ask Ann."))
    assert [(part.question, part.answer) for part in (first, second, third)] == [
        ("", "A day costs £32."),
        ("", "It folds."),
        ("", "Ask Ann."),
    ]
    assert [part.passages for part in (first, second)] == [PASSAGES[:1], PASSAGES[1:]]
    assert third.passages == PASSAGES  # it cites nothing, so any of them may support it


def test_a_claim_that_comes_twice_with_the_same_passages_is_asked_about_once():
    assert len(BY_CLAIM.parts(item("- It folds [wren].\n- It folds [wren].\n- It folds [prices]."))) == 2
    assert whole("- It folds [wren].\n- It folds [wren].", PASS).reason == "2 of 2 claims supported."


@pytest.mark.parametrize(
    "answer", ["Not in the sources.", "The passages do not say what it costs. Please ask the staff."]
)
def test_an_answer_that_only_declines_passes_without_a_call(answer):
    reply = whole(answer)
    assert (reply.verdict, reply.score) == (PASS, None)
    assert "claims nothing" in reply.reason


@pytest.mark.parametrize(
    "answer",
    [
        "### Dogs ride free on every train",
        "The sources do not mention helmets and dogs ride free.",
        "Did you know that dogs ride free?",
        "Feel free to ask the chairman, who was arrested for fraud",
        "I hope this helps!",
        "",
    ],
)
def test_no_other_answer_passes_before_a_judge_was_asked(answer):
    assert len(BY_CLAIM.parts(item(answer))) == 1
    assert whole(answer, FAIL).verdict == FAIL


def test_a_citation_of_what_was_not_shown_and_an_answer_without_passages_fail_without_a_call():
    unknown = whole("A day costs £32 [prices]. It folds [wren-2].", PASS)
    assert (unknown.verdict, unknown.score) == (FAIL, 0.5)
    assert (
        unknown.reason == '1 of 2 claims supported. No support for "It folds.": it cites wren-2, which was not shown.'
    )
    # Ids that are words: `[hall]` looks like `[prices]`.
    assert BY_CLAIM.parts(item("A day costs £32 [hall].")) == ()
    assert "it cites hall, which was not shown" in whole("A day costs £32 [hall].").reason
    nothing = whole("A day costs £32.", passages=())
    assert (nothing.verdict, nothing.score) == (FAIL, 0.0)
    assert "no passage was shown" in nothing.reason


@pytest.mark.parametrize(
    ("verdicts", "expected", "score"),
    [
        ((PASS, PASS, PASS), PASS, 1.0),
        ((PASS, FAIL, PASS), FAIL, 2 / 3),
        ((PASS, TIMEOUT, PASS), TIMEOUT, None),
        ((PASS, TIMEOUT, REFUSED), TIMEOUT, None),
        # The failed call could not have made it pass.
        ((FAIL, TIMEOUT, PASS), FAIL, None),
    ],
)
def test_one_claim_without_support_fails_an_answer_and_a_failed_call_never_passes_it(verdicts, expected, score):
    reply = whole("A day costs £32 [prices]. It folds [wren]. It goes 60 km [wren].", *verdicts)
    assert (reply.verdict, reply.score) == (expected, score)
    assert reply.reason.startswith(f"{verdicts.count(PASS)} of 3 claims supported.")
    assert reply.reason.count("No support for") == verdicts.count(FAIL)
    assert reply.reason.count("No verdict (error:") == 3 - verdicts.count(PASS) - verdicts.count(FAIL)


def test_the_evidence_are_the_words_without_support_or_else_what_was_quoted_for_each():
    answer = "A day costs £32 [prices]. It folds [wren]."
    assert whole(answer, PASS, FAIL).evidence == "It folds [wren]."
    assert whole(answer, PASS, PASS).evidence == "words 0 ... words 1"
    told = json.loads(whole(answer, PASS, FAIL).raw)
    assert [(one["claim"], one["cites"], one["verdict"]) for one in told] == [
        ("A day costs £32 [prices].", ["prices"], "pass"),
        ("It folds [wren].", ["wren"], "fail"),
    ]


@given(st.text(max_size=80), st.lists(st.sampled_from((PASS, FAIL, TIMEOUT)), min_size=1))
def test_whatever_the_answer_no_verdict_is_better_than_that_of_its_claims(answer, verdicts):
    one = item(f"{answer}\n- A day costs £32 [prices].")
    parts = BY_CLAIM.parts(one)
    replies = {part.item_id: Reply(verdict=verdicts[n % len(verdicts)]) for n, part in enumerate(parts)}
    given_back = BY_CLAIM.whole(one, replies).verdict
    came = {reply.verdict for reply in replies.values()}
    assert given_back.outcome is not Outcome.PASS or came == {PASS}
    assert FAIL not in came or given_back == FAIL


def test_the_control_items_have_one_claim_each():
    assert [len(BY_CLAIM.parts(control.item)) for control in CONTROLS[GROUNDED]] == [1, 1]


def candidate(**changes):
    rubric = shipped_rubric(GROUNDED, judged=Judged.CLAIM)
    fields = {"name": "claims", "rule": GROUNDED, "rubric": rubric, "model": "claude-haiku-5-5", "by_claim": BY_CLAIM}
    return ModelCandidate(**{**fields, **changes})


def test_the_version_holds_how_claims_are_cut_and_what_a_decline_is():
    details = candidate_spec(candidate(), ClaudeSettings()).details
    assert details["by"] == "claim"
    assert details["not_found"] == "Not in the sources."
    assert details["splitter"]
    other = candidate(by_claim=ByClaim(not_found="No idea."))
    assert candidate_spec(other, ClaudeSettings()).judge_id != candidate_spec(candidate(), ClaudeSettings()).judge_id
    assert "by" not in candidate_spec(candidate(by_claim=None), ClaudeSettings()).details


def test_the_prompt_speaks_of_a_claim_and_holds_neither_question_nor_answer_markers():
    (part,) = BY_CLAIM.parts(item("It folds [wren]."))
    system, task = system_text(shipped_rubric(GROUNDED, judged=Judged.CLAIM)), claim_text(part)
    assert "one claim" in system
    assert "<answer-" not in system + task
    assert "<question-" not in system + task
    assert task.startswith("<claim-")


def test_over_the_sdk_a_model_is_sent_the_claim_and_the_cited_passage_alone(monkeypatch):
    async def calls(one):
        (judge,) = claude_judges([candidate()], ClaudeSettings())
        in_parts = ClaimsJudge(judge, BY_CLAIM)
        assert isinstance(in_parts, JudgeInParts)
        assert isinstance(in_parts, CachedPrompts)
        try:
            replies = {part.item_id: await in_parts.judge(part, 0) for part in in_parts.parts(one)}
            return in_parts.whole(one, replies)
        finally:
            await in_parts.close()

    with MessagesServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        # The server fails what has a figure that none of the passages in its request holds.
        reply = asyncio.run(calls(item("A day costs £32 [prices]. It goes 60 km [prices].")))
    assert (reply.verdict, reply.score) == (FAIL, 0.5)
    assert [len(body["messages"]) for body in server.api.bodies] == [1, 1]
    sent = json.dumps(server.api.bodies, ensure_ascii=False)
    assert "What does a day on the folding bike cost?" not in sent
    assert "It folds, and goes 60 km." not in sent
