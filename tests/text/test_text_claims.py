"""The claims of an answer: what each says alone, what it cites, and that no figure is lost on the way."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_text import odd_text
from written_answers import CLAIMS, DECLINES, JOINERS

from workbench.text.citations import citations
from workbench.text.claims import claims
from workbench.text.declines import declines
from workbench.text.figures import FigureKind, figures

SHOWN = ("p1", "p2")
NOT_FOUND = "Not in the sources."

marked_text = st.lists(
    st.one_of(
        odd_text,
        st.sampled_from(
            ("It costs £32.", " [p1]", "[p2] ", "[p9].", "\n", "\n\n", "- ", "  - ", "| Bike | £2 |\n", "|---|---|\n")
        ),
        st.sampled_from(
            ("Yes. ", "The prices are:\n", "```\n", "## ", "Sources: ", "? ", NOT_FOUND, "I hope this helps.")
        ),
    ),
    max_size=10,
).map("".join)


def told(answer):
    return [claim.text for claim in claims(answer, SHOWN, not_found=NOT_FOUND)]


def cited(answer):
    return [(claim.text, claim.cited, claim.unknown) for claim in claims(answer, SHOWN, not_found=NOT_FOUND)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("A day costs £32. Helmets are free.", ["A day costs £32.", "Helmets are free."]),
        (
            "The prices are:\n- £32 for a day\n- £150 for a week",
            ["The prices are:\n£32 for a day", "The prices are:\n£150 for a week"],
        ),
        ("1. **Wren**\n   It costs £2. It folds.\n", ["**Wren**\nIt costs £2.", "**Wren**\nIt folds."]),
        ("- Wren\n  - £2 a day\n  - 60 km", ["Wren\n£2 a day", "Wren\n60 km"]),
        (
            "- The Wren folds.\n  - It needs no key.",
            ["The Wren folds.", "The Wren folds.\nIt needs no key."],
        ),
        (
            "Prices:\n\n| Bike | Price |\n|---|---|\n| Wren | £2 |\n| Heron | £5 |",
            ["Prices:\n| Bike | Price |\n| Wren | £2 |", "Prices:\n| Bike | Price |\n| Heron | £5 |"],
        ),
        ("| Bike | Price |\r\n|---|---|\r\n| Wren | £2 |\r\n", ["| Bike | Price |\n| Wren | £2 |"]),
        ("Bike | Price\n--- | ---\nWren | £2\n\nAsk Ann.", ["Bike | Price\nWren | £2", "Ask Ann."]),
        ("Set it:\n```\nspeed = 25\n```\nThen ride.", ["Set it:\nspeed = 25", "Then ride."]),
        ("Yes. Dogs may ride.", ["Yes. Dogs may ride."]),
        ("Yes.", ["Yes."]),
        ("## Hours\n\nIt is open on Sundays. I hope this helps!", ["It is open on Sundays."]),
        ("Dogs pay. Would you like to know more?", ["Dogs pay."]),
        # What tells something is no heading, no question and no opening of a list.
        ("### Dogs ride free", ["Dogs ride free"]),
        ("It folds.\n\n## Dogs ride free\n\nIt goes far.", ["It folds.", "Dogs ride free", "It goes far."]),
        ("Did you know that dogs ride free?", ["Did you know that dogs ride free?"]),
        ("Dogs ride free on every train:\n- Thanks", ["Dogs ride free on every train:"]),
        ("Dogs ride free:\n\n| ? | ? |\n|---|---|\n| ? | ? |", ["Dogs ride free:"]),
        ("## Only £32\n\nAsk for it.", ["Only £32", "Ask for it."]),
        ("There are 3 stands:\n- ?\n", ["There are 3 stands:"]),
        (NOT_FOUND, []),
        ("**Not in the sources**", []),
        ("The passages do not say what the 40 bikes cost.", []),
        (
            "The passages do not give a price, but Ann asks £32.",
            ["The passages do not give a price, but Ann asks £32."],
        ),
        (
            "The list names a lock, but it does not mention a cover.",
            ["The list names a lock, but it does not mention a cover."],
        ),
        ("If you cannot find it, ask Ann.", ["If you cannot find it, ask Ann."]),
        ("Not in the sources. It is probably £32.", ["It is probably £32."]),
        ("Not in the sources, but Ann asks £32.", ["Not in the sources, but Ann asks £32."]),
        ("The passages do not say. Please ask the staff.", []),
        ("It folds. Please ask the staff.", ["It folds.", "Please ask the staff."]),
        # Nothing to leave out, and no decline: the judge is asked about the whole.
        ("I hope this helps!", ["I hope this helps!"]),
        ("## Summary", ["## Summary"]),
        ("✔", ["✔"]),
        ("", [""]),
    ],
)
def test_an_answer_is_cut_into_what_can_be_checked_alone(answer, expected):
    assert told(answer) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "It costs £32 [p1]. It folds [p1][p2], they say [p9].",
            [("It costs £32.", ("p1",), ()), ("It folds, they say.", ("p1", "p2"), ("p9",))],
        ),
        ("It costs £32. [1] It folds. [2]", [("It costs £32.", ("p1",), ()), ("It folds.", ("p2",), ())]),
        ("[p1] It costs £32. [p2] It folds.", [("It costs £32.", ("p1",), ()), ("It folds.", ("p2",), ())]),
        ("It costs £32.\n[p2]", [("It costs £32.", ("p2",), ())]),
        (
            "The prices [p1]:\n- £32 a day\n- £150 a week [p2]",
            [("The prices:\n£32 a day", ("p1",), ()), ("The prices:\n£150 a week", ("p2",), ())],
        ),
        ("The list does not mention a cover [p1].", [("The list does not mention a cover.", ("p1",), ())]),
        ("As passage 2 says, it folds.", [("As passage 2 says, it folds.", ("p2",), ())]),
        ("It folds.\n\nSources: [p1] [p2]", [("It folds.", ("p1", "p2"), ())]),
    ],
)
def test_each_claim_has_what_it_cites_and_reads_without_the_marks(answer, expected):
    assert cited(answer) == expected


@pytest.mark.parametrize(
    ("answer", "cited"),
    [
        ("| a | b |\n|---|---|\n| one | 4 |\n| two | 5 |\n\n[p1]", [("p1",), ("p1",)]),
        ("- One is 4\n- Two is 5 [p2]\n\n[p1]", [("p1",), ("p2", "p1")]),
        ("It is 4. And it is 5.\n\nSources: [p1]", [("p1",), ("p1",)]),
        # The raised number at the beginning of a footnote claims nothing.
        ("It is 4.¹\n\n¹ [p1]", [("p1",)]),
        # What comes below is another matter.
        ("- One is 4\n\nSource: [p1]\n\nIt is 5.", [("p1",), ()]),
    ],
)
def test_a_line_of_citations_alone_belongs_to_the_block_before_it(answer, cited):
    assert [claim.cited for claim in claims(answer, ["p1", "p2"])] == cited


@given(marked_text)
def test_every_claim_is_a_part_of_its_answer_and_no_two_meet(answer):
    end = 0
    for claim in claims(answer, SHOWN, not_found=NOT_FOUND):
        assert end <= claim.start <= claim.end <= len(answer)
        assert claim.start < claim.end or not answer
        own = "".join(answer[claim.start : claim.end].split())
        assert set("".join(claim.text.split("\n")[-1].split())) <= set(own)
        end = claim.end


@given(marked_text)
def test_no_figure_is_lost_but_in_a_citation_and_in_a_decline(answer):
    found = claims(answer, SHOWN, not_found=NOT_FOUND)
    marks = citations(answer, SHOWN).marks
    for figure in figures(answer):
        marked = any(mark.apart and mark.start <= figure.start < mark.end for mark in marks)
        if figure.kind is FigureKind.PLAIN and not marked and not any(map(declines, answer.split("\n"))):
            at_home = any(claim.start <= figure.start < claim.end for claim in found)
            assert at_home or any(figure.text in claim.text for claim in found)


@given(marked_text)
def test_every_id_that_is_cited_in_a_claim_is_one_that_the_answer_cites(answer):
    whole = citations(answer, SHOWN)
    for claim in claims(answer, SHOWN, not_found=NOT_FOUND):
        assert set(claim.cited) <= set(whole.shown)
        assert set(claim.unknown) <= set(whole.unknown)


@pytest.mark.parametrize(
    "piece", ["| a | 1 |\n", "- a:\n  ", "Yes. ", NOT_FOUND, "It is £1. [1] ", "a:\n- 1\n", ".[1]", "[p1]"]
)
def test_time_grows_with_the_length_of_an_answer_and_not_with_its_square(piece):
    def seconds(count):
        begun = time.perf_counter()
        claims((piece * count)[: 4 * count], SHOWN, not_found=NOT_FOUND)
        return time.perf_counter() - begun

    seconds(10)
    assert min(seconds(2_000) for _ in range(2)) < 30 * max(seconds(500), 0.01)


@pytest.mark.parametrize(
    "manners",
    [
        "I hope this helps!",
        "Great question!",
        "Happy to help with that.",
        "Please get in touch if you have any further questions.",
        "If you need anything else, just let me know.",
        "Thank you for your question.",
    ],
)
def test_manners_claim_nothing_and_what_says_more_than_manners_does(manners):
    assert told(f"{manners} It folds.") == ["It folds."]
    assert told(f"{manners.rstrip('.!')}, and dogs ride free.") != []


PIECES_BESIDE = (
    *DECLINES,
    "I hope this helps!",
    "Thanks",
    "Would you like to know more?",
    "## Summary\n\n",
    "Sources:",
)


@given(st.sampled_from(PIECES_BESIDE), st.sampled_from(JOINERS), st.sampled_from(CLAIMS), st.booleans(), st.booleans())
def test_whatever_a_claim_is_joined_to_and_however_it_is_dressed_it_is_sent(beside, joiner, claim, first, asked):
    claim = f"{claim.rstrip('.')}?" if asked else claim
    answer = f"{claim.rstrip('.')}{joiner}{beside}" if first else f"{beside.rstrip('.!')}{joiner}{claim}"
    for dressed in (answer, f"## {answer}", f"- {answer}", f"**{answer}**", f"{answer}\n- Thanks"):
        assert set(re.findall(r"\w+", claim)) <= set(re.findall(r"\w+", "\n".join(told(dressed))))


def test_an_answer_need_not_cite_for_its_headings_and_questions():
    found = claims("## The Wren\n\nWhat is it? It folds.", SHOWN)
    assert [(claim.text, claim.is_statement) for claim in found] == [
        ("The Wren", False),
        ("What is it?", False),
        ("It folds.", True),
    ]
