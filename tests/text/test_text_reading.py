import re
import time

import pytest
from hypothesis import given
from odd_text import RUNS, odd_text

from workbench.text.citations import citations
from workbench.text.declines import declines, hedges, is_decline, plain_form
from workbench.text.figures import figures
from workbench.text.language import is_english
from workbench.text.names import names
from workbench.text.number_words import spelled_numbers
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set, content_words, overlap, stem, trigrams, words
from workbench.text.units import unit_after


@pytest.mark.parametrize(
    "answer",
    [
        "Not in the sources.",
        "not in the sources",
        "The passages do not say.",
        "I'm sorry, but the provided context does not answer that question.",
        "Based on the passages given, this cannot be answered.",
        "There is no information about this in the passages provided.",
        "The documents I was given are silent on this.",
        "I don't know.",
    ],
)
def test_an_answer_that_only_declines_is_a_decline(answer):
    assert is_decline(answer, "Not in the sources.")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "It costs £32.",
        "The battery cannot be taken out.",
        "The sources do not say exactly, but it is probably around 160.",
        "You must not ride it. It is not safe.",
    ],
)
def test_an_answer_that_says_something_is_no_decline(answer):
    assert not is_decline(answer, "Not in the sources.")


def test_the_exact_phrase_declines_in_any_language_and_in_no_longer_word():
    assert is_decline("資料にありません。", "資料にありません。")
    assert not is_decline("Nonexistent parts cost more.", "None")


def test_a_guess_is_seen_by_its_words():
    assert hedges("It is probably around 160.")
    assert not hedges("It is around 160.")


@pytest.mark.parametrize(
    ("answer", "shown", "known", "unknown"),
    [
        ("It does [p1].", ["p1"], ("p1",), ()),
        ("It does [p1, p2] and [p9].", ["p1", "p2"], ("p1", "p2"), ("p9",)),
        ("It does [1][2].", ["1"], ("1",), ("2",)),
        ("It does [sic], as [he] said.", ["p1"], (), ()),
        ("See [the guide](https://a.example/x) [guide-2].", ["guide-2"], ("guide-2",), ()),
        ("The ratio [Fe/H] is low.", ["p1"], (), ()),
        ("It does [a long title of mine].", ["a long title of mine"], ("a long title of mine",), ()),
    ],
)
def test_citation_marks_name_passages_and_nothing_else(answer, shown, known, unknown):
    found = citations(answer, shown)
    assert (found.shown, found.unknown) == (known, unknown)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("The stand is open from nine until five.", True),
        ("Der Stand ist von neun bis fünf offen.", False),
        ("Le stand est ouvert de neuf à cinq heures.", False),
        ("El puesto abre de nueve a cinco.", False),
        ("スタンドは9時から5時まで開いています。", False),
        ("Yes.", False),
        ("", False),
    ],
)
def test_english_prose_is_told_from_the_rest(text, english):
    assert is_english(text) is english


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When Laura Bennett is in Leeds.", [("Laura Bennett", "person"), ("Leeds", "city")]),
        ("Dr. Laura Bennett signs.", [("Laura Bennett", "person")]),
        ("Perth, Scotland is far from Texas.", [("Texas", "state")]),
        ("Victoria Park is open.", []),
        ("The Tarn Valley Railway runs.", []),
        ("Fell Street Bank pays in New Zealand.", [("Fell Street Bank", "organisation"), ("New Zealand", "country")]),
    ],
)
def test_names_come_out_with_their_kind(text, expected):
    assert [(name.text, str(name.kind)) for name in names(text)] == expected


@given(odd_text)
def test_words_are_runs_of_letters_and_digits_of_any_script(text):
    assert words(text) == re.findall(r"[^\W_]+", text.lower())


def test_words_meet_by_their_stem():
    assert stem("litres") == stem("litre")
    assert content_words("The batteries are charged.") == ["battery", "charg"]
    # {battery, charg} of {battery, charg, indoor}: 2 of 2 one way, 2 of 3 the other.
    assert overlap("batteries charged", "a battery is charged indoors") == 1.0
    assert overlap("a battery is charged indoors", "batteries charged") == pytest.approx(2 / 3)
    assert overlap("", "anything") == 1.0
    assert trigrams("a b c d") == {("a", "b", "c"), ("b", "c", "d")}


@given(odd_text)
def test_no_text_is_too_odd_to_read(text):
    declines(text), hedges(text), is_decline(text, text), plain_form(text), is_english(text)
    citations(text, ["1", text]), names(text), content_words(text), trigrams(text), Quantities(text)
    for name in names(text):
        assert text[name.start : name.end] == name.text
    for start, end, _ in spelled_numbers(text):
        assert 0 <= start < end <= len(text)
    for place in range(len(text) + 1):
        assert unit_after(text, place)[1] >= place


READERS = {
    "figures": figures.__wrapped__,
    "sentences": sentences.__wrapped__,
    "declines": lambda text: (declines.cache_clear(), is_decline(text, "no"), declines(text), hedges(text)),
    "citations": lambda text: citations(text, ["a"]),
    "language": is_english,
    "names": names.__wrapped__,
    "words": content_set.__wrapped__,
}


def seconds(reader, run, length, tail):
    text = (run * (length // len(run) + 1))[:length] + tail
    start = time.process_time()
    reader(text)
    return time.process_time() - start


def grows_tenfold(reader, run, tail):
    """Whether ten times the text takes about ten times as long: the square would take a hundred, thirty is neither."""
    return seconds(reader, run, 15_000, tail) < 30 * max(seconds(reader, run, 1_500, tail), 0.002)


@pytest.mark.parametrize("name", READERS)
def test_reading_time_grows_with_the_text_and_not_with_its_square(name):
    for run in RUNS:
        for tail in ("", "!x"):
            assert any(grows_tenfold(READERS[name], run, tail) for _ in range(3)), (run, tail)


OF_THE_SOURCES = (
    "Damage from a fall is not covered in the passages.",
    "This is not covered by the documents that I was given.",
    "In the sources provided, breakfast is not included.",
    "The price is not listed in any of the sources.",
    "The exact figure is not known.",
    "The specific range or value is not provided.",
    "It is not given.",
    "That is not available in the context.",
    "Unfortunately, this information is not available.",
    "Details of the refund were not found in these documents.",
    "The size of the quilt is not specified.",
    "The Italian meaning is not explicitly stated.",
    "The opening hours aren't mentioned.",
    "No information on this, but the name is not disclosed.",
)
OF_THE_WORLD = (
    "Damage from a fall is not covered.",
    "Breakfast is not included in the price.",
    "Helmets are not provided, so bring your own.",
    "Walk-in service is not currently available.",
    "The Wren is not listed for sale.",
    "The species is not found in the wild.",
    "The identities of those involved were not disclosed.",
    "Theft is not covered by the insurance.",
    "Keys are not given to guests.",
    "Wolves are not known in the valley.",
    "The clinic said that Lindsey was not available for comment.",
    "Batteries aren't included.",
)


@pytest.mark.parametrize("sentence", OF_THE_SOURCES)
def test_that_the_sources_do_not_hold_something_is_a_decline(sentence):
    assert declines(sentence)


@pytest.mark.parametrize("sentence", OF_THE_WORLD)
def test_that_something_is_not_so_in_the_world_is_no_decline(sentence):
    assert not declines(sentence)
    assert not is_decline(sentence)
