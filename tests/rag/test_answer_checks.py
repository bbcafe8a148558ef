"""Citations, figures and overlap without a model: small answers whose faults are known, and what is said of them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.e2e.command_line import write
from workbench.cli.stage import stage as command
from workbench.rag.answer_checks import check_answers
from workbench.rag.citation_check import check_citations
from workbench.rag.figure_check import check_figures
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved
from workbench.report.answer_checks_text import answer_checks_text
from workbench.steps.stage import stages

DECLINE = "Not in the sources."
PRICES = Passage(id="prices", title="Price list", text="Day hire is £32. A week of hire costs £150.")
WREN = Passage(id="wren", text="The Wren folds in ten seconds.")


def case(answer, *passages, name="one", label="pass", trace=()):
    return Case(
        case_id=name, question="What?", passages=passages or (PRICES, WREN), answer=answer, label=label, trace=trace
    )


def cited(answer, *passages, **more):
    return check_citations(case(answer, *passages), not_found=DECLINE, **more)


def figures(answer, *passages):
    return check_figures(case(answer, *passages), not_found=DECLINE)


def said(*cases, says=None, width=400):
    found = check_answers(cases, not_found=DECLINE, says=says)
    return " ".join(answer_checks_text(found, width=width).split())


def test_every_cited_id_that_was_not_sent_is_named_and_a_dropped_one_as_that():
    assert cited("The Wren folds [wren]. It costs £2 [wren-2].").unknown == ("wren-2",)
    trace = (Retrieved(passage=PRICES, dropped=True), Retrieved(passage=WREN))
    found = check_citations(case("A day costs £32 [prices].", WREN, trace=trace), not_found=DECLINE)
    # "prices" has not the form of an id, and is one all the same: the search brought it.
    assert (found.unknown, found.dropped, found.uncited) == (("prices",), ("prices",), ())
    assert "one: [prices], dropped before the model" in said(case("A day costs £32 [prices].", WREN, trace=trace))
    # It is a passage of another answer.
    assert cited("The Wren folds [hall; wren].", known=["hall"]).unknown == ("hall",)


def test_claims_that_cite_nothing_are_listed_where_most_trusted_claims_cite():
    citing = case("A day is £32 [prices]. The Wren folds [wren].", name="citing")
    silent = case("The Wren folds. A week costs £150 [prices].", name="silent", label="fail")
    assert check_citations(silent, not_found=DECLINE).uncited == ("The Wren folds.",)
    # Answers labelled pass: 2 of 2 claims cite.
    assert 'cite, so each must): 1 answer. silent, labelled fail: "The Wren folds."' in said(citing, silent)
    bare = [case("A day is £32.", name=f"bare {number}") for number in range(2)]
    # Now 2 of 4 do, which is not most; 1 + 2 claims cite nothing.
    assert "Claims that cite nothing: 3. No fault here: 2 of 4 claims" in said(citing, silent, *bare)


@pytest.mark.parametrize("answer", [DECLINE, "The passages do not say.", "", "## Hours\n\nI hope this helps!"])
def test_an_answer_that_claims_nothing_need_not_cite_and_is_not_measured(answer):
    found = cited(answer)
    assert (found.claims, found.citing, found.uncited, found.weak) == (0, 0, (), ())
    assert "Not measured: no answer claims anything." in said(case(answer))


def test_a_claim_is_flagged_where_the_passages_that_it_cites_hold_few_of_its_words():
    # Glue words (is, a, of, in, the) count for nothing. Day, hire, 32: three of three.
    assert cited("Day hire is £32 [prices].").weak == ()
    # Wren, folds, ten, seconds: none of four in the prices, though all of them in the other passage.
    (weak,) = cited("The Wren folds in ten seconds [prices].").weak
    assert (weak.cited, weak.share, weak.missing) == (("prices",), 0.0, ("wren", "folds", "ten", "seconds"))
    # Week, hire, costs are there, 140 is not: three of four is just enough, three of five is not.
    assert cited("A week of hire costs £140 [prices].").weak == ()
    (weak,) = cited("A week of hire costs only £140 [prices].").weak
    assert weak.share == pytest.approx(3 / 5)
    # The line above a list does not count against its items.
    assert cited("Per the latest list [prices]:\n- Day hire is £32").weak == ()
    # The words of the title count, and "passage 2" is no claim.
    assert cited("Price list: day hire £32 [prices]. Passage 2: the Wren folds.").weak == ()


def test_figures_of_no_passage_are_listed_as_quantities():
    found = figures("It costs £45 a day, £150 for 7 days, and folds in 10 seconds [wren]..")
    assert (found.figures, found.missing) == (4, ("£45", "7 days"))
    assert figures("See [1]. It folds.").figures == 0
    # A clock time is one figure, and so is a date.
    assert figures("Open from 9:00 to 16:00, or 9 am to 4 pm, since 12 May 2025.").figures == 5
    assert figures("Open from 9:30.").missing == ("9:30",)
    assert "Figures in no passage, 2 of 4 (each may be a wrong fact): 1 answer. one: £45, 7 days" in said(
        case("It costs £45 a day, £150 for 7 days, and folds in 10 seconds [wren]..")
    )


def test_overlap_is_the_share_of_runs_of_three_words_and_flags_next_to_none():
    # "the wren folds" and "wren folds at" and "folds at once": one of three.
    assert figures("The Wren folds at once [wren].").overlap == pytest.approx(1 / 3)
    assert figures(DECLINE).overlap is None
    assert figures("Ten seconds.").overlap is None
    assert "(look at these; it is no proof): 1 answer. one: 0.0%" in said(case("Nothing here is like that."))
    assert "Overlap: not measured, no answer has three words." in said(case(DECLINE))


def test_what_the_system_says_of_its_answer_is_shown_beside_a_fault_and_changes_nothing():
    wrong = case("It costs £45 [prices-9].", label="fail")
    says = {"one": {"status": "supported", "confidence": "0.97", "citations": "prices"}}
    assert check_answers([wrong], not_found=DECLINE).answers[0].citations.unknown == ("prices-9",)
    told = said(wrong, says=says)
    assert "[prices-9] (the system says: status supported, confidence 0.97)" in told
    assert "status: supported 1. It proves nothing, and was not used." in told


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ({"status": "supported"}, {"status": "supported"}),
        ({"confidence": 0.5, "citations": ["a", "b"]}, {"confidence": "0.5", "citations": "a, b"}),
        ({"status": {"ok": True}, "grounded": False}, {"status": "an object", "grounded": "false"}),
        ({"status": "\ud800", "citations": [{"id": 1}]}, {"status": "\\ud800", "citations": "a list of 1"}),
        ({"status": "x" * 1000}, {"status": "x" * 96 + " ..."}),
        ({"status": None, "citations": []}, {"citations": ""}),
    ],
)
def test_the_fields_in_which_a_system_says_something_of_itself_may_hold_anything(tmp_path, field, shown):
    row = {"id": "one", "question": "What?", "passages": ["£32"], "answer": "£32", "label": "fail", **field}
    path = write(tmp_path / "real.jsonl", json.dumps(row) + "\n")
    (found,) = stages(tmp_path, answers=path).checks.answers
    assert found.says == shown


def test_the_command_prints_both_sections_and_gives_every_answer_as_json(tmp_path, capsys):
    row = {"id": "one", "question": "What?", "passages": [{"id": "p1", "text": "Day hire is £32."}]}
    path = write(
        tmp_path / "real.jsonl",
        "".join(
            json.dumps({**row, **more}) + "\n"
            for more in (
                {"answer": "A day costs £45 [p7].", "label": "fail"},
                {"id": "two", "answer": "Day hire is £32 [p1].", "label": "pass"},
            )
        ),
    )
    command(path, bench=tmp_path)
    text = capsys.readouterr().out
    assert "\nCITATIONS: 2 of 2 claims of 2 answers cite\n" in text
    assert "\nFIGURES AND OVERLAP\n" in text
    command(path, bench=tmp_path, as_json=True)
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert (checks["must_cite"], checks["trusted_claims_that_cite"], checks["trusted_claims"]) == (True, 1, 1)
    one = next(answer for answer in checks["answers"] if answer["case_id"] == "one")
    assert one["citations"]["unknown"] == ["p7"]
    assert one["figures"]["missing"] == ["£45"]


@given(st.text(max_size=60), st.text(min_size=1, max_size=40), st.integers(2, 200))
def test_whatever_stands_in_an_answer_is_checked_and_printed_as_text(answer, passage, width):
    one = case(answer + " [p9] 77 km\x1b[31m", Passage(id="p1", text=passage), label="fail")
    found = check_answers([one], not_found="", says={"one": {"status": "\x1b]0;x\x07"}})
    text = answer_checks_text(found, width=width)
    assert not {"\x1b", "\x07"} & set(text)
    assert all(0 <= weak.share < 0.75 for weak in found.answers[0].citations.weak)
