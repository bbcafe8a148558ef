import pytest
from hypothesis import given
from odd_text import odd_text

from workbench.text.sentences import sentences


def texts(text):
    return [span.text for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Reid checks it. It costs £1.50 a day.", ["Dr. Reid checks it.", "It costs £1.50 a day."]),
        ("Use a pump, e.g. a hand pump. Then ride.", ["Use a pump, e.g. a hand pump.", "Then ride."]),
        ("- Open the lid\n- Take it out\n", ["Open the lid", "Take it out"]),
        ("1. Hold the button.\n2. Let go.", ["Hold the button.", "Let go."]),
        ("## Hours\n\nOpen from nine.", ["Hours", "Open from nine."]),
        ("| Day | £32 |\n| Week | £140 |", ["| Day | £32 |", "| Week | £140 |"]),
        ("今日は晴れです。明日は雨です。", ["今日は晴れです。", "明日は雨です。"]),
        ("यह चालू है। वह बंद है।", ["यह चालू है।", "वह बंद है।"]),
        ("هل هو مفتوح؟ نعم.", ["هل هو مفتوح؟", "نعم."]),
        ("One line without a stop\nand its end", ["One line without a stop\nand its end"]),
        ("Two things.\u2028A third.", ["Two things.", "A third."]),
        ("", []),
        (" \n\t\n", []),
        ("no stop at all", ["no stop at all"]),
    ],
)
def test_a_text_is_cut_where_a_reader_would(text, expected):
    assert texts(text) == expected


def test_a_paragraph_that_was_wrapped_is_read_through_its_line_ends():
    text = "The deposit is returned within ten days of the end of the hire, unless\nthe bike came back damaged. Ask us."
    assert texts(text) == [text[: text.index(" Ask")], "Ask us."]


@given(odd_text)
def test_sentences_stand_where_they_say_in_order_and_leave_out_white_space_and_marks_only(text):
    end = 0
    for span in sentences(text):
        assert text[span.start : span.end] == span.text
        assert span.text == span.text.strip() != ""
        assert not any(char.isalpha() for char in text[end : span.start])
        end = span.end
    assert not any(char.isalpha() for char in text[end:])


def test_a_paragraph_of_a_hundred_thousand_characters_is_cut_whole():
    text = "The stand opens at nine. " * 4000
    assert texts(text) == ["The stand opens at nine."] * 4000
