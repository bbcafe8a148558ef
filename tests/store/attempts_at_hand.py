"""Attempts for the tests of the store, plain ones and any that Hypothesis can think of."""

from hypothesis import strategies as st

from workbench.records.reply import Attempt, JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import PASS, ErrorCode, Outcome, Verdict

# Every character that a Python string can hold, lone surrogates and line ends of all kinds among them.
ANY_TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\ud800\udc00\u2028\u2029\x85\r\n\0\ufeff")))
COUNTS = st.integers(0, 2**53)
VERDICTS = st.one_of(
    st.sampled_from(Outcome).map(lambda outcome: Verdict(outcome=outcome)),
    st.sampled_from(ErrorCode).map(lambda code: Verdict(error=code)),
)
SECONDS = st.floats(allow_nan=False, allow_infinity=False)
REPLIES = st.builds(
    Reply,
    verdict=VERDICTS,
    reason=ANY_TEXT,
    evidence=ANY_TEXT,
    score=st.none() | st.floats(0, 1),
    raw=ANY_TEXT,
    stop_reason=ANY_TEXT,
    answered_by=ANY_TEXT,
    request_id=ANY_TEXT,
    batch=ANY_TEXT,
    usage=st.dictionaries(ANY_TEXT, COUNTS, max_size=3),
    latency_s=SECONDS,
    retryable=st.booleans(),
    retry_after_s=st.none() | SECONDS,
    stops_run=st.booleans(),
)
# What was asked about a part of an item is never its verdict.
FINAL_AND_PART = st.one_of(st.just((True, "")), st.tuples(st.just(False), st.just("") | ANY_TEXT))
ATTEMPTS = st.builds(
    lambda final_and_part, **fields: Attempt(final=final_and_part[0], part=final_and_part[1], **fields),
    FINAL_AND_PART,
    item_id=ANY_TEXT,
    judge_id=ANY_TEXT,
    repeat=COUNTS,
    attempt=st.integers(1, 100),
    at=ANY_TEXT,
    reply=REPLIES,
)


def attempt(item_id="item", *, judge_id="judge-1", repeat=0, number=1, final=True, reply=None):
    return Attempt(
        item_id=item_id,
        judge_id=judge_id,
        repeat=repeat,
        attempt=number,
        final=final,
        at="2026-01-02T03:04:05.678+00:00",
        reply=reply or Reply(verdict=PASS, reason="because"),
    )


def spec(judge_id="judge-1", **changes):
    fields = {"name": "grounded", "rule": "grounded", "model": "model-a", "kind": JudgeKind.MODEL, **changes}
    return JudgeSpec(judge_id=judge_id, **fields)
