"""Citations: the forms in which systems write them, what only looks like one, and that what is written is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_text import odd_text

from workbench.text.citations import citations

BY_NUMBER = ["p1", "p2", "p3"]
BY_NAME = ["price-hire", "rules", "faq-a"]
# Every form, with `{}` for a number.
FORMS = (
    "[{}]", "({})", "【{}】", "［{}］", "【{}†source】", "[^{}]", "<sup>{}</sup>", "[Source {}]", "(Doc {})",
    "(passage {})", "[Passage {}]", "(source: document {})", "(see passage {})", "[#{}]", "[doc{}]",
    "[{}](https://a.example/x)",
)  # fmt: skip
IN_PROSE = ("According to passage {}, it is so.", "Source {} says that it is so.", "It is so, as seen in document {}.")


def cited(answer, shown=BY_NUMBER):
    return [mark.ids for mark in citations(answer, shown).marks]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shown", [BY_NUMBER, BY_NAME])
def test_a_number_names_a_passage_in_every_form(form, shown):
    answer = f"The stand opens at nine {form.format(2)}. It closes at noon {form.format(3)}."
    assert cited(answer, shown) == [(shown[1],), (shown[2],)]


@pytest.mark.parametrize("sentence", IN_PROSE)
def test_a_passage_is_cited_in_running_text(sentence):
    (mark,) = citations(sentence.format(2), BY_NAME).marks
    assert mark.ids == ("rules",)
    assert not mark.apart


@pytest.mark.parametrize(
    ("answer", "shown", "expected"),
    [
        ("So it is [1, 2].", BY_NAME, [("price-hire", "rules")]),
        ("So it is [1][3].", BY_NUMBER, [("p1",), ("p3",)]),
        ("So it is ([1], [2]).", BY_NUMBER, [("p1",), ("p2",)]),
        ("So it is [1-3].", BY_NUMBER, [("p1", "p2", "p3")]),
        ("So it is (Passages 1 and 3).", BY_NUMBER, [("p1", "p3")]),
        ("As passages 1, 2 and 3 say.", BY_NUMBER, [("p1", "p2", "p3")]),
        ("So it is.¹ And so.²", BY_NUMBER, [("p1",), ("p2",)]),
        ("So it is.¹²", BY_NUMBER, [("p1", "p2")]),
        ("So it is.¹²", [f"p{n}" for n in range(1, 13)], [("p12",)]),
        ("So it is (p2).", BY_NUMBER, [("p2",)]),
        ("So it is [Source: price-hire].", BY_NAME, [("price-hire",)]),
        # The ids say which: passage 2 is p2, wherever it stands.
        ("So it is (2).", ["p2", "p3", "p1"], [("p2",)]),
        # No id ends in 1 or 2, so the places are meant.
        ("So it is [1]. And so [2].", ["doc-17", "doc-40"], [("doc-17",), ("doc-40",)]),
        # Counted from 0.
        ("So it is [0]. And so [2].", BY_NAME, [("price-hire",), ("faq-a",)]),
        ("So it is [^1].\n\n[^1]: The handbook.", BY_NUMBER, [("p1",)]),
    ],
)
def test_numbers_ranges_and_rows_are_read(answer, shown, expected):
    assert cited(answer, shown) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "It opened in [2024].",
        "(1) Open the lock, (2) lift the bar.",
        "You need: (1) a lock and (2) a lamp.",
        "1. A lock.\n2. A lamp.",
        "(1) A lock.\n(2) A lamp, not (1).",
        "There are two (2) locks and three locks (3).",
        "Follow step (2).",
        "It is 5 m² wide, 5 miles² in all, and weighs 10² g.",
        "The list documents 2 deaths and sources 3 parts.",
        "They had to document 2 cases.",
        "Passage 2 km from here.",
        "He said [sic] that [he] would.",
        "Set [Score] to [0].",
        "There were [1,000] of them.",
        "See [the guide](https://a.example/2).",
        "A remark (like this one) or f(1) cites nothing.",
        "It says 【4:0†source】.",
    ],
)
def test_what_only_looks_like_a_citation_is_none(answer):
    assert cited(answer) == cited(answer, BY_NAME) == []


@pytest.mark.parametrize(
    ("answer", "unknown"),
    [
        ("So it is [4].", ("4",)),
        ("So it is (Passage 4).", ("4",)),
        ("So it is [doc-4].", ("doc-4",)),
        ("As passage 4 says.", ("4",)),
        ("So it is 【9】.", ("9",)),
        ("So it is (1). And so (4).", ("4",)),
        ("So it is.¹ And so.⁴", ("4",)),
        # Nothing tells that such a number cites, where none like it does.
        ("So it is (4).", ()),
        ("So it is.⁴", ()),
    ],
)
def test_a_number_that_no_passage_has_is_unknown_where_it_surely_cites(answer, unknown):
    assert citations(answer, BY_NUMBER).unknown == unknown


WORDS = ["visa", "hotel"]


@pytest.mark.parametrize(
    ("answer", "shown", "unknown"),
    [
        ("It opens at nine [fees].", WORDS, ("fees",)),
        ("It opens at nine.[fees] It closes at noon [visa].", WORDS, ("fees",)),
        ("It opens at nine [fees] [visa], not at ten.", WORDS, ("fees",)),
        ("It opens at nine [visa, fees] on most days.", WORDS, ("fees",)),
        ("- It opens at nine [fees]\n- It closes [visa]", WORDS, ("fees",)),
        ("It opens at nine 【fees】。", WORDS, ("fees",)),
        ("It opens at nine [Visa Fees].", ["Travel Rules"], ("Visa Fees",)),
        ("It opens at nine [Visa fees.pdf].", ["Travel rules.pdf"], ("Visa fees.pdf",)),
        ("Открыто с девяти [отель].", ["виза"], ("отель",)),
        # No id that was shown looks like it.
        ("It opens at nine [fees].", BY_NUMBER, ()),
        ("It opens at nine [Fees].", WORDS, ()),
        # It does not stand where a citation does.
        ("[fees] opens at nine.", WORDS, ()),
        ("See [fees](https://a.example/2) and [fees][top] there.", WORDS, ()),
        ("The [fees] open at nine, as list[fees].", WORDS, ()),
        ("It opens at nine (fees).", WORDS, ()),
        # A remark.
        ("It opens at nine [sic].", WORDS, ()),
        ("- [x] lamp\n- bell [optional]\nAsk [name]. See [below].", WORDS, ()),
        ("It opens at nine [emphasis added].", ["travel rules"], ()),
        ("It opens at nine [...].", WORDS, ()),
        ("Run this:\n```\nshow [fees]\n```\nIt opens.", WORDS, ()),
    ],
)
def test_a_word_in_brackets_is_an_unknown_id_where_those_shown_are_words_and_it_stands_as_a_citation(
    answer, shown, unknown
):
    assert citations(answer, shown).unknown == unknown


@given(odd_text, st.sampled_from(["fees", "Fees", "fee-list", "x"]), st.sampled_from([WORDS, BY_NAME, ["Visa"], []]))
def test_a_known_id_is_never_unknown_whatever_stands_around_it(text, word, shown):
    assert not {*citations(f"{text} [{word}].", [*shown, word]).unknown} & {word}


@given(
    st.sampled_from(FORMS),
    st.integers(1, 9).flatmap(lambda count: st.tuples(st.just(count), st.integers(1, count))),
    st.sampled_from(["p{}", "doc-{}", "{}"]),
)
def test_a_mark_of_any_form_can_name_another_passage(form, counted, named):
    count, number = counted
    shown = [named.format(place) for place in range(1, count + 1)]
    answer = f"The stand opens early {form.format(1)}."
    found = citations(answer, shown)
    token = found.token(found.marks[0], shown[number - 1])
    if "](" in form:
        assert token is None  # the address says what it names
        return
    (one,) = found.marks[0].references
    changed = answer[: one.start] + token + answer[one.end :]
    assert cited(changed, shown) == [(shown[number - 1],)]
    assert changed == f"The stand opens early {form.format(number)}."


@given(odd_text, st.lists(st.sampled_from(["p1", "p2", "1", "2", "price-hire", "a b", ""]), max_size=4))
def test_marks_stand_in_order_and_name_what_is_written(text, shown):
    found = citations(text, shown)
    ends = [0]
    for mark in found.marks:
        assert ends[-1] <= mark.start < mark.end <= len(text)
        ends.append(mark.end)
        assert mark.references
        for one in mark.references:
            assert mark.start <= one.start < one.end <= mark.end
            assert one.id in {*found.shown, *found.unknown}
    assert {*found.shown} <= {*shown}
    assert not {*found.unknown} & {*shown}
