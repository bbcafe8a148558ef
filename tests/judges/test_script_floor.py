"""The lexical floor: exact on the fixtures of its source, Unicode words, claims by sentence."""

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.judges.catalogue import script_judge
from workbench.judges.scripts.floor import THRESHOLD
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.text.support import AS_WRITTEN, GLUE, LONG_GLUE, Matching, StopWords, coverage

# The fixtures and the printed output of seeds/grounding-gate-floor.txt.
PASSAGES = [
    Passage(
        id="doc1",
        text="The Acme Kettle is priced at 40 pounds on the official store. It ships in a recyclable box.",
    ),
    Passage(
        id="doc2",
        text="This reviewer rated the Acme Kettle 3 of 5 stars. They liked the design but said it descales slowly.",
    ),
    Passage(id="doc3", text="The Acme Kettle holds 1.5 litres and has a stainless steel base."),
]
PRINTED = [
    ("The Acme Kettle is priced at 40 pounds.", "1.00", "SUPPORTED", []),
    (
        "One reviewer gave it 3 of 5 stars and noted it descales slowly.",
        "0.67",
        "UNSUPPORTED",
        ["one", "gave", "noted"],
    ),
    (
        "On the US store the same kettle costs 50 dollars.",
        "0.33",
        "UNSUPPORTED",
        ["us", "costs", "50", "dollars"],
    ),
    (
        "That makes it the best value 1.5 litre kettle under 50 dollars.",
        "0.30",
        "UNSUPPORTED",
        ["makes", "best", "value", "litre", "under", "50", "dollars"],
    ),
    ("It holds 1.5 litres and has a stainless steel base.", "1.00", "SUPPORTED", []),
]


def judged(item, **settings):
    return asyncio.run(script_judge("floor", not_found="Not in the sources.", settings=settings).judge(item, 0))


@pytest.mark.parametrize(("claim", "printed", "verdict", "missing"), PRINTED)
def test_coverage_missing_words_and_verdict_are_those_of_the_source(claim, printed, verdict, missing):
    shown = {form for passage in PASSAGES for form in AS_WRITTEN.forms(passage.text)}
    found = coverage(claim, shown)
    assert f"{found.share:.2f}" == printed
    assert list(found.missing) == missing
    assert ("SUPPORTED" if found.share >= THRESHOLD else "UNSUPPORTED") == verdict


@pytest.mark.parametrize(("claim", "printed", "verdict", "missing"), PRINTED)
def test_the_judge_says_the_same_of_each_claim_as_an_answer(claim, printed, verdict, missing):
    reply = judged(Item.of(question="Q?", passages=PASSAGES, answer=claim))
    assert str(reply.verdict) == ("pass" if verdict == "SUPPORTED" else "fail")
    if missing:
        assert reply.reason == f"coverage {printed}, not in the passages: {', '.join(missing)}"
        assert reply.evidence == claim


def test_the_whole_answer_of_the_source_fails_with_its_three_low_claims():
    answer = " ".join(claim for claim, *_ in PRINTED)
    reply = judged(Item.of(question="Q?", passages=PASSAGES, answer=answer))
    assert str(reply.verdict) == "fail"
    assert reply.evidence.split("\n") == [claim for claim, _, verdict, _ in PRINTED if verdict == "UNSUPPORTED"]


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_on_ascii_the_words_are_runs_of_letters_and_digits(text):
    assert AS_WRITTEN.words(text) == [word for word in re.findall("[a-z0-9]+", text.lower()) if word not in GLUE]


def test_words_of_other_scripts_are_words():
    assert AS_WRITTEN.words("Ωμέγα 4 Straße, naïve") == ["ωμέγα", "4", "straße", "naïve"]


def test_a_word_that_comes_twice_counts_twice():
    # red, boat, boat: one of three stands in the passages.
    assert coverage("The red boat is a boat.", {"red"}).share == pytest.approx(1 / 3)
    assert coverage("It is.", set()).share == 1.0


def test_the_threshold_itself_passes_and_is_a_setting():
    # Three of four words: exactly 0.75.
    item = Item.of(question="Q?", passages=[Passage(id="p", text="one two three")], answer="one two three four")
    assert str(judged(item).verdict) == "pass"
    assert str(judged(item, threshold=0.76).verdict) == "fail"


def test_citation_marks_are_no_words_of_a_claim():
    passages = [Passage(id="kb-7", text="The hall seats 90.")]
    assert str(judged(Item.of(question="Q?", passages=passages, answer="The hall seats 90 [kb-7].")).verdict) == "pass"


def test_a_title_is_shown_too():
    passages = [Passage(id="a", title="Hall", text="seats 90")]
    assert str(judged(Item.of(question="Q?", passages=passages, answer="The hall seats 90.")).verdict) == "pass"


@pytest.mark.parametrize("passages", [[], PASSAGES])
def test_a_decline_claims_nothing_and_passes(passages):
    item = Item.of(question="Q?", passages=passages, answer="Not in the sources.")
    assert judged(item).reason == "the answer declines, and claims nothing"


@given(st.text(), st.text(), st.text())
def test_no_text_makes_the_floor_fail_to_answer(question, passage, answer):
    reply = judged(Item.of(question=question, passages=[Passage(id="p", text=passage)], answer=answer))
    assert reply.verdict.outcome is not None


def test_stems_let_litre_meet_litres_and_name_what_is_missing_as_it_was_written():
    # The edge that the source names: with stems 4 of its 10 words stand there, as "litre" does now; without, 3.
    claim = "That makes it the best value 1.5 litre kettle under 50 dollars."
    by_stem = Matching(stems=True)
    found = coverage(claim, {form for passage in PASSAGES for form in by_stem.forms(passage.text)}, by_stem)
    assert f"{found.share:.2f}" == "0.40"
    assert found.missing == ("makes", "best", "value", "under", "50", "dollars")
    # An honest paraphrase is flagged all the same.
    item = Item.of(question="Q?", passages=PASSAGES, answer=PRINTED[1][0])
    assert str(judged(item, stems=True, stop_words="long").verdict) == "fail"


def test_the_long_list_leaves_out_pronouns_and_keeps_every_word_that_turns_a_claim():
    turning = "no not nor never one two all any both each few more most only before after because if unless without"
    strength = "must may might can could shall should will would under over above below until since or"
    assert not LONG_GLUE & {*turning.split(), *strength.split()}
    assert GLUE < LONG_GLUE
    assert Matching(stop_words=StopWords.LONG).words("He has not been told what his bike must cost.") == [
        *("not", "told", "bike", "must", "cost")
    ]


def test_each_way_to_match_is_a_version_of_its_own():
    ways = [{}, {"stems": True}, {"stop_words": "long"}, {"stems": True, "stop_words": "long"}]
    assert len({script_judge("floor", settings=way).spec.judge_id for way in ways}) == 4
    written = {"stems": False, "stop_words": "short", "threshold": 0.75}
    assert script_judge("floor", settings=written).spec == script_judge("floor").spec


def test_another_list_and_options_of_another_script_are_refused():
    with pytest.raises(InputError, match="stop_words of judge floor: expected one of short, long, got 'huge'"):
        script_judge("floor", settings={"stop_words": "huge"})
    with pytest.raises(InputError, match='no setting called "stems" in judge overlap'):
        script_judge("overlap", settings={"stems": True})
