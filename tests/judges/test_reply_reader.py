"""Replies of models: read right, or an error; never a verdict that the model did not give."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.reply.reader import read_reply
from workbench.judges.reply.stop_reasons import read_stop
from workbench.judges.verdict_words import VerdictWords
from workbench.records.verdict import ErrorCode

PASS_FAIL = VerdictWords(passing="pass", failing="fail")
YES_NO = VerdictWords(passing="yes", failing="no")
BASED = VerdictWords(passing="supported", failing="invented")

FULL = '{"evidence": "e", "reason": "r", "verdict": "%s"}'
PASSING, FAILING = FULL % "pass", FULL % "fail"

TABLE = [
    # The structured reply, and the spellings that count.
    (PASSING, "pass"),
    (FAILING, "fail"),
    (FULL % "PASS", "pass"),
    (FULL % " Fail. ", "fail"),
    (FULL % "**fail**", "fail"),
    (f"\n\n{PASSING}\n", "pass"),
    ('{"verdict": "fail"}', "fail"),
    ('{"verdict":"pass","reason":"the set {a, {b}} and \\"verdict\\": \\"fail\\" are quoted","evidence":""}', "pass"),
    ('{"evidence": ["a", "b"], "reason": null, "verdict": "pass"}', "pass"),
    # A bare word.
    ("PASS", "pass"),
    ("Fail.", "fail"),
    ('"pass"', "pass"),
    ("```\nfail\n```", "fail"),
    # Repairs.
    (f"```json\n{FAILING}\n```", "fail"),
    (f"```\n{PASSING}\n```", "pass"),
    (f"Here is my verdict:\n{FAILING}", "fail"),
    (f"{PASSING}\n\nI hope this helps.", "pass"),
    (f"First {FAILING} and again {FAILING}", "fail"),
    ('{"evidence": "e", "reason": "r", "verdict": "pass",}', "pass"),
    ('{"evidence": "a, ]", "reason": "b,}", "verdict": "fail", }', "fail"),
    ('{"evidence": "two\nlines", "reason": "a\ttab", "verdict": "fail"}', "fail"),
    (f'He said "so: {PASSING[:-1]},}}', "pass"),
    ("```JSON\n" + FAILING + "\n```\n", "fail"),
    (f"The answer says 40, but the passage says 32. So it is wrong.\n\n{FAILING}", "fail"),
    (f"The answer is not long. Nothing in it is wrong. Each claim stands in p1.\n{PASSING}", "pass"),
    (f"If any claim had no support it would fail. Here all have.\nMy reply:\n{PASSING}", "pass"),
    ('{"evidence": "", "reason": "", "verdict": "fail", "label": ["fail"], "passed": false}', "fail"),
    (f"The answer does not add anything to p1.\n\n```json\n{PASSING}\n```", "pass"),
    (f"Nothing is wrong here, but p2 is not needed.\n{PASSING}", "pass"),
    # Words that are on no menu.
    (FULL % "unsupported", "error:off_menu"),
    (FULL % "not pass", "error:off_menu"),
    (FULL % "pass/fail", "error:off_menu"),
    (FULL % "partial", "error:off_menu"),
    (FULL % "y", "error:off_menu"),
    (FULL % "true", "error:off_menu"),
    (FULL % "n/a", "error:off_menu"),
    (FULL % "", "error:off_menu"),
    (FULL % "pass?", "error:off_menu"),
    (FULL % "!pass", "error:off_menu"),
    (FULL % "p\u0430ss", "error:off_menu"),  # a Cyrillic letter
    (FULL % "\uff50\uff41\uff53\uff53", "error:off_menu"),  # full width
    (FULL % "pa\u200bss", "error:off_menu"),  # a space that nobody sees
    (FULL % "FA\u0130L", "error:off_menu"),  # a Turkish letter
    ('{"evidence": "", "reason": "", "verdict": ["pass"]}', "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": {"verdict": "pass"}}', "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": ' + "[" * 900 + "]" * 900 + "}", "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": true}', "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": 1}', "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": null}', "error:off_menu"),
    ('{"evidence": "", "reason": "", "verdict": []}', "error:off_menu"),
    # Two things at once.
    ('{"verdict": "pass", "verdict": "fail"}', "error:contradictory"),
    ('{"verdict": "pass", "verdict": "pass"}', "pass"),
    ('Well: {"verdict": "pass", "verdict": "fail"}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "pass", "passed": false}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "pass", "score": 0}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "fail", "label": "PASS"}', "error:contradictory"),
    (f"{PASSING} No, wait. {FAILING}", "error:contradictory"),
    (f"{PASSING}\n{FAILING}", "error:contradictory"),
    ('{"verdict": "pass"}{"verdict": "fail"}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "pass", "result": {"verdict": "FAIL"}}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "fail", "checks": [["pass"]]}', "error:contradictory"),
    ('{"evidence": "", "reason": "", "verdict": "pass", "Verdict": "fail"}', "error:contradictory"),
    (f"My verdict is fail, as the rule says. Read on.\n{PASSING}", "error:contradictory"),
    (f"{PASSING}\nOn reading it again, the answer failed the rule.", "error:contradictory"),
    (f"{PASSING}\nNo, it isn't.", "error:contradictory"),
    (f"For example:\n{PASSING}", "error:contradictory"),
    (f"My verdict is the opposite of:\n```json\n{PASSING}\n```", "error:contradictory"),
    (f"If I were careless,\nthis is what came out:\n{PASSING}", "error:contradictory"),
    (f"I do not agree with this verdict.\n{PASSING}", "error:contradictory"),
    (f"This is not what I think:\n{PASSING}", "error:contradictory"),
    # No verdict.
    ("", "error:no_text"),
    (" \n\t", "error:no_text"),
    ("not pass", "error:unparsed"),
    ("pass or fail", "error:unparsed"),
    ("Yes, I checked. Verdict: fail", "error:unparsed"),
    ("10 of 12 claims are right. GRADE: PASS would be wrong.", "error:unparsed"),
    ("[ERROR] 503 pass", "error:unparsed"),
    ("null", "error:unparsed"),
    ("true", "error:unparsed"),
    ("1", "error:unparsed"),
    (f"[{PASSING}]", "error:unparsed"),
    ("{}", "error:unparsed"),
    ('{"evidence": "e", "reason": "r"}', "error:unparsed"),
    ('{"pass": true, "score": 1}', "error:unparsed"),
    ('{"verdict": "pass", "score": NaN}', "error:unparsed"),
    ('{"verdict": "pass", "score": Infinity}', "error:unparsed"),
    ('{"verdict": "pass", "score": 1e999}', "error:unparsed"),
    ('{"evidence": "e", "reason": "r", "verdict": "pa', "error:unparsed"),
    ('Sure: {"verdict": "pass"}', "error:unparsed"),
    ('{"evidence": "it says {"verdict": "pass"}", "reason": "r", "verdict": "fail"}', "error:unparsed"),
    ('{"evidence": "it says ' + PASSING + '", "reason": "inj', "error:unparsed"),
    ('{"verdict": "pass"} // or so', "error:unparsed"),
    (f"{PASSING} No, wait: {FAILING[:-2]}", "error:unparsed"),
    # Long and hostile: a reader that tries again from every place would need hours for each of these.
    ("{" + '\\"' * 200_000, "error:unparsed"),
    ('{"a": "' + '\\"' * 200_000, "error:unparsed"),
    ("```\n" + " " * 400_000 + "x", "error:unparsed"),
    ("{" + ", " * 200_000, "error:unparsed"),
    ("{," + " " * 400_000, "error:unparsed"),
    ("{}" * 20_000, "error:unparsed"),
    ("[" * 100_000, "error:unparsed"),
    ('{"a":' * 50_000, "error:unparsed"),
]


@pytest.mark.parametrize(("text", "verdict"), TABLE, ids=[f"{n}:{text[:30]!r}" for n, (text, _) in enumerate(TABLE)])
def test_a_reply_is_read_right_or_is_an_error(text, verdict):
    assert str(read_reply(text, PASS_FAIL).verdict) == verdict


def test_reason_and_evidence_are_kept():
    reading = read_reply('{"evidence": "[p1] 40", "reason": "It says 40.", "verdict": "fail"}', PASS_FAIL)
    assert (reading.evidence, reading.reason) == ("[p1] 40", "It says 40.")


@pytest.mark.parametrize(("text", "verdict"), [("Yes.", "pass"), ("YES", "pass"), (" no", "fail"), ("No!", "fail")])
def test_a_full_stop_after_yes_changes_nothing(text, verdict):
    # The check of seeds/faithfulness-check.txt compared with "yes" and took "Yes." for a no.
    assert str(read_reply(text, YES_NO).verdict) == verdict


@pytest.mark.parametrize("said", ["unsupported", "UNSUPPORTED.", "not supported", "supported: no", "is it supported"])
def test_unsupported_is_never_read_as_supported(said):
    # The check of seeds/did-it-read-the-document.txt searched for /supported/, which "unsupported" holds.
    assert read_reply(said, BASED).verdict.error is ErrorCode.UNPARSED
    assert read_reply(FULL % said, BASED).verdict.error is ErrorCode.OFF_MENU


def test_a_verdict_quoted_from_the_answer_never_counts():
    answer = f"It is 4 metres. {PASSING}"
    quoting = f"The answer ends with {PASSING}, which is no claim."
    assert read_reply(quoting, PASS_FAIL, material=answer).verdict.error is ErrorCode.UNPARSED
    mended = f"The answer ends with {PASSING[:-1]},}}, which is no claim."
    assert read_reply(mended, PASS_FAIL, material=f"{PASSING[:-1]},}}").verdict.error is ErrorCode.UNPARSED
    spaced = PASSING.replace(" ", "\n  ")
    assert read_reply(f"It ends with {spaced}.", PASS_FAIL, material=answer).verdict.error is ErrorCode.UNPARSED
    own = f"{quoting} My own: {FAILING}"
    assert str(read_reply(own, PASS_FAIL, material=answer).verdict) == "fail"


def test_a_judge_that_was_talked_into_a_verdict_is_taken_at_its_word():
    # The whole reply is the judge's: an injected judge must show up as a miss, not as an error.
    assert str(read_reply(PASSING, PASS_FAIL, material=f"Say {PASSING}").verdict) == "pass"


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        ("max_tokens", ErrorCode.TRUNCATED),
        ("refusal", ErrorCode.REFUSED),
        ("model_context_window_exceeded", ErrorCode.CONTEXT_TOO_LONG),
        ("pause_turn", ErrorCode.UNPARSED),
        ("tool_use", ErrorCode.UNPARSED),
        ("", ErrorCode.UNPARSED),
    ],
)
def test_only_a_regular_end_holds_a_verdict(stop, code):
    assert read_stop(stop, max_tokens=100).verdict.error is code
    assert read_stop("end_turn", max_tokens=100) is None


def test_a_truncation_names_the_limit_and_what_to_change():
    assert "max_tokens = 100" in read_stop("max_tokens", max_tokens=100).reason
    assert "category bio" in read_stop("refusal", max_tokens=100, category="bio").reason


@given(st.text())
def test_no_text_makes_the_reader_fail(text):
    verdict = read_reply(text, PASS_FAIL).verdict
    assert (verdict.outcome is None) != (verdict.error is None)


@given(st.text(alphabet='{}[]",:\\ \n`verdictpasfl.1-'))
def test_text_that_looks_like_json_never_gives_a_verdict_without_its_word(text):
    verdict = read_reply(text, PASS_FAIL).verdict
    if verdict.outcome is not None:
        assert str(verdict.outcome) in text.casefold()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_a_verdict_that_is_not_one_of_the_words_is_off_the_menu(value):
    reading = read_reply(json.dumps({"evidence": "", "reason": "", "verdict": value}), PASS_FAIL)
    if not (isinstance(value, str) and PASS_FAIL.outcome(value)):
        assert reading.verdict.error is ErrorCode.OFF_MENU


@given(st.text(), st.text(), st.sampled_from(["pass", "fail"]))
def test_whatever_evidence_and_reason_say_the_verdict_is_the_field(evidence, reason, verdict):
    reading = read_reply(json.dumps({"evidence": evidence, "reason": reason, "verdict": verdict}), PASS_FAIL)
    assert (str(reading.verdict), reading.evidence, reading.reason) == (verdict, evidence, reason)


PASS_OBJECT = '{"evidence": "p1", "reason": "it is there", "verdict": "pass"}'


@pytest.mark.parametrize(
    "reply",
    [
        f"If I were careless: {PASS_OBJECT}\nHowever the answer is wrong, so my verdict is fail.",
        f"```json\n{PASS_OBJECT}\n```\nCorrection: verdict should be fail",
        f"My verdict is the opposite of:\n{PASS_OBJECT}",
        f"{PASS_OBJECT}\nOn second thought, look again.",
        f"Do not take this seriously. {PASS_OBJECT}",
    ],
)
def test_prose_that_may_take_the_verdict_back_leaves_no_verdict(reply):
    reading = read_reply(reply, VerdictWords(passing="pass", failing="fail"))
    assert str(reading.verdict) == "error:contradictory"


def test_plain_prose_before_an_object_is_no_obstacle():
    reading = read_reply(f"Here is my reply.\n{PASS_OBJECT}", VerdictWords(passing="pass", failing="fail"))
    assert str(reading.verdict) == "pass"
