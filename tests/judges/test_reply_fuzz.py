"""Replies that nobody thought of: there is never a verdict that no reading of the text supports."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.reply.reader import read_reply
from workbench.judges.verdict_words import VerdictWords

WORDS = VerdictWords(passing="pass", failing="fail")
VALUES = st.sampled_from(
    ["pass", "fail", "PASS.", "Fail", "unsure", "passfail", "not pass", "", None, True, 0, ["pass"]]
)
PROSE = st.text(max_size=20) | st.sampled_from(
    [
        "Here is my verdict:",
        "No, wait.",
        "```json\n",
        "\n```",
        "not",
        "fail",
        "pass",
        "{",
        "}",
        '"',
        ",",
        "Thus it failed.",
    ]
)


@st.composite
def objects(draw):
    keys = draw(st.permutations(["evidence", "reason", "verdict"]))
    value = {key: draw(VALUES) if key == "verdict" else draw(st.text(max_size=8)) for key in keys}
    if draw(st.integers(0, 4)) == 0:
        value[draw(st.sampled_from(["score", "label", "passed", "Verdict"]))] = draw(VALUES)
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
    return text[:-1] + ",}" if draw(st.integers(0, 4)) == 0 else text


REPLIES = st.lists(PROSE | objects(), max_size=6).map("".join)


@st.composite
def damaged(draw):
    """A good reply in which some characters were lost, doubled or put in."""
    text = draw(objects())
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        put = draw(st.sampled_from(["", text[place : place + 5], '"', "{", "}", ",", "\\\\", "\n", "pass", "fail"]))
        text = text[:place] + put + text[place + draw(st.integers(0, 3)) :]
    return text


def said(text):
    """A second reading, by a pattern alone: every value that stands after a key `verdict`, as a bare word."""
    values = re.findall(r'(?<!\\)"verdict"\s*:\s*"([^"\\]*)"', text)
    return {re.sub(r"^\W+|\W+$", "", value).casefold() for value in values}


def supported(text, verdict):
    bare = text.strip("` \t\r\n.,;:'\"*_()[]{}<>#\u201c\u201d\u2018\u2019\u3002!\uff01").casefold()
    return bare.removeprefix("json").strip() == verdict or verdict in said(text)


@given(REPLIES | damaged())
def test_a_verdict_stands_in_the_text_and_the_other_one_does_not(text):
    verdict = read_reply(text, WORDS).verdict
    if verdict.outcome is not None:
        assert supported(text, str(verdict.outcome))
        assert said(text) <= {str(verdict.outcome)}


@given(objects(), st.lists(PROSE, min_size=1, max_size=3), st.sampled_from([" ", "\n", "\n\n  "]))
def test_what_is_quoted_from_the_material_is_never_the_verdict(quoted, prose, space):
    shown = f"It is 4 metres. {quoted} That is all."
    told = re.sub(r"(?<=[,:]) ", space, quoted)
    reading = read_reply(f"The answer ends with {told} {' '.join(prose)}", WORDS, material=shown)
    assert reading.verdict.outcome is None


@given(REPLIES, st.sampled_from(["pass", "fail"]))
def test_a_whole_object_is_read_by_its_field_whatever_text_it_holds(text, verdict):
    reading = read_reply(json.dumps({"evidence": text, "reason": text, "verdict": verdict}), WORDS, material=text)
    assert str(reading.verdict) == verdict
