"""Data in a page: what was packed comes out again, whatever characters it holds."""

import base64
import gzip
import json

from hypothesis import given
from hypothesis import strategies as st

from tests.text.odd_text import odd_text
from workbench.report.packing import json_text, pack, with_signs
from workbench.report.page_items import page_text


def test_a_frequent_word_stands_as_one_sign_and_a_rare_one_as_itself():
    texts, signs = with_signs(["day by day, rain", "by day, by night"])
    # "day, " and "by " come twice, "day ", "rain" and "night" once.
    assert signs == {"\x01": "by ", "\x02": "day, "}
    assert texts == ["day \x01\x02rain", "\x01\x02\x01night"]


@given(st.lists(st.lists(odd_text, max_size=4), max_size=3))
def test_signs_give_back_every_text(values):
    texts = [json_text([page_text(text) for text in value * 2]) for value in values]
    short, signs = with_signs(texts)
    assert [text.translate(str.maketrans(signs)) for text in short] == texts
    assert sum(map(len, short)) <= sum(map(len, texts))
    assert gzip.decompress(base64.b64decode(pack(json_text(short)))).decode() == json_text(short)
    assert json.loads(json_text(short)) == short


def test_a_text_that_holds_every_sign_is_left_as_it_is():
    text = "".join(map(chr, range(0x20, 0x900))) + " day day"
    short, signs = with_signs([json_text([text])])
    # Of the signs only those are free that JSON never holds.
    assert max(signs, default="") < " "
    assert json.loads(short[0].translate(str.maketrans(signs))) == [text]
