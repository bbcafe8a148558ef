"""Looking a phrase up in many texts finds what looking into each would find."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.rag.phrase_index import PhraseIndex
from workbench.rag.phrases import holds, phrase_form

TEXTS = st.one_of(st.text("ab1. ,", max_size=14), st.text(max_size=10)).map(phrase_form)


@given(st.lists(TEXTS, max_size=6, unique=True), TEXTS)
def test_the_index_finds_what_a_search_of_every_text_finds(texts, phrase):
    assert list(PhraseIndex(texts).holding(phrase)) == [text for text in texts if holds(text, phrase)]


@given(st.lists(TEXTS, min_size=1, max_size=4, unique=True), st.data())
def test_a_piece_of_a_text_is_found_in_it_unless_it_cuts_a_number(texts, data):
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text)))
    piece = phrase_form(text[start : data.draw(st.integers(start, len(text)))])
    assert (text in PhraseIndex(texts).holding(piece)) == holds(text, piece)


def test_ends_of_a_phrase_may_stand_within_words():
    index = PhraseIndex(["the re-entry fees are due", "entry fee", "no entry"])
    assert list(index.holding("entry fee")) == ["the re-entry fees are due", "entry fee"]
    assert list(index.holding("entry")) == ["the re-entry fees are due", "entry fee", "no entry"]
    assert list(index.holding("re-entry fees are")) == ["the re-entry fees are due"]
