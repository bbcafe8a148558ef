"""The script judges on items made by hand, and the catalogue that names them."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.judges.catalogue import SCRIPT_JUDGES, script_judge
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import JudgeKind
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.support import trigram_share

NOT_FOUND = "Not in the sources."
TOWER = Passage(
    id="doc-1", title="Tower", text="The tower is 1,200 mm wide and was built in two years, at 40 pounds a day."
)


def judged(name, answer, passages=(TOWER,)):
    item = Item.of(question="How wide is it?", passages=passages, answer=answer)
    return asyncio.run(script_judge(name, not_found=NOT_FOUND).judge(item, 0))


NUMBERS = [
    ("It is 1200 mm wide.", "pass", ""),
    ("It is 1.2 metres wide.", "pass", ""),
    ("It took 24 months.", "pass", ""),
    ("It cost £40 a day.", "pass", ""),
    ("It is wide.", "pass", ""),
    ("It is 1300 mm wide.", "fail", "1300 mm"),
    ("It took three years.", "fail", "three years"),
    ("It cost $40 a day.", "fail", "$40"),
    ("It took two years, until 9:30.", "fail", "9:30"),
    # Citations are no figures, in whatever form.
    *((f"It took two years {mark}.", "pass", "") for mark in ("(1)", "【1】", "[^1]", "[Source 1]", "<sup>1</sup>")),
    ("It is 12 m wide, and took 25 months [doc-1].", "fail", "12 m, 25 months"),
]


@pytest.mark.parametrize(("answer", "verdict", "missing"), NUMBERS)
def test_figures_are_compared_as_quantities(answer, verdict, missing):
    reply = judged("numbers", answer)
    assert (str(reply.verdict), reply.evidence) == (verdict, missing)
    assert missing in reply.reason


def test_a_figure_without_passages_stands_nowhere():
    assert str(judged("numbers", "It is 5 m.", ()).verdict) == "fail"
    assert str(judged("numbers", NOT_FOUND, ()).verdict) == "pass"


def test_the_trigram_share_is_a_share_of_distinct_trigrams():
    # Of "a b c", "b c d" and "c d e" the first two stand in the passage.
    assert trigram_share("a b c d e", ["a b c d"]) == pytest.approx(2 / 3)
    # A trigram has to stand within one passage.
    assert trigram_share("a b c", ["a b", "c"]) == 0
    assert trigram_share("a b", ["a b"]) is None


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("The tower is 1,200 mm wide.", "pass"),
        ("Roughly as broad as any other of its kind.", "fail"),
        ("Broad.", "pass"),
        ("Not in the sources.", "pass"),
    ],
)
def test_overlap_near_zero_is_flagged(answer, verdict):
    reply = judged("overlap", answer)
    assert str(reply.verdict) == verdict
    if verdict == "fail":
        assert "a flag to look at this answer, not a proof" in reply.reason


def test_overlap_at_the_threshold_passes():
    # 22 words have 20 trigrams; one of them stands in the passage: 1 / 20 = 0.05.
    answer = "tower was built " + " ".join(f"w{n}" for n in range(19))
    item = Item.of(question="Q?", passages=[Passage(id="p", text="tower was built")], answer=answer)
    assert str(asyncio.run(script_judge("overlap").judge(item, 0)).verdict) == "pass"
    stricter = script_judge("overlap", settings={"threshold": 0.051})
    assert str(asyncio.run(stricter.judge(item, 0)).verdict) == "fail"


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        ("1,200 mm [doc-1].", "pass", "all 1 cited passages were shown"),
        ("1,200 mm [doc-2].", "fail", "cited, but not shown: doc-2"),
        ("1,200 mm [doc-1][doc-9].", "fail", "cited, but not shown: doc-9"),
        ("1,200 mm (1).", "pass", "all 1 cited passages were shown"),
        ("1,200 mm [^1].", "pass", "all 1 cited passages were shown"),
        ("As passage 1 says, 1,200 mm.", "pass", "all 1 cited passages were shown"),
        ("1,200 mm (Doc 3).", "fail", "cited, but not shown: 3"),
        ("1,200 mm, since [2024].", "fail", "the answer cites no passage"),
        ("1,200 mm.", "fail", "the answer cites no passage"),
        ("Not in the sources.", "pass", "the answer declines, and needs no citation"),
    ],
)
def test_citations_were_shown(answer, verdict, reason):
    reply = judged("citations", answer)
    assert (str(reply.verdict), reply.reason) == (verdict, reason)


@pytest.mark.parametrize(
    ("answer", "passages", "verdict"),
    [
        ("1,200 mm [doc-1].", (TOWER,), "pass"),
        ("1,200 mm.", (), "fail"),
        ("Not in the sources.", (TOWER,), "pass"),
        ("not in the sources", (), "pass"),
        ("The passages do not say how wide it is.", (TOWER,), "pass"),
        ("Not in the sources. It is probably around 2 metres.", (TOWER,), "fail"),
        ("The passages do not say, but I would guess 2 metres.", (TOWER,), "fail"),
        ("It is probably 1,200 mm wide.", (TOWER,), "pass"),
    ],
)
def test_a_guess_after_an_admission_is_a_guess(answer, passages, verdict):
    assert str(judged("declines", answer, passages).verdict) == verdict


@pytest.mark.parametrize("name", SCRIPT_JUDGES)
def test_each_script_judge_says_who_it_is(name):
    spec = script_judge(name, not_found=NOT_FOUND).spec
    assert (spec.name, spec.model, spec.kind) == (name, "script", JudgeKind.SCRIPT)
    assert spec.rule == (ANSWERS_WHEN_IT_CAN if name == "declines" else GROUNDED)
    assert spec.judge_id == script_judge(name, not_found=NOT_FOUND).spec.judge_id


def test_each_setting_and_each_script_is_a_version_of_its_own():
    specs = [script_judge(name, not_found=NOT_FOUND).spec for name in SCRIPT_JUDGES]
    specs.append(script_judge("floor", not_found="No.").spec)
    specs.append(script_judge("floor", not_found=NOT_FOUND, settings={"threshold": 0.8}).spec)
    assert len({spec.judge_id for spec in specs}) == len(SCRIPT_JUDGES) + 2


def test_a_threshold_that_is_written_out_is_the_same_version():
    written = script_judge("floor", settings={"threshold": 0.75})
    assert written.spec.judge_id == script_judge("floor").spec.judge_id


def test_unknown_names_and_settings_are_refused():
    with pytest.raises(InputError, match="did you mean: floor"):
        script_judge("flor")
    with pytest.raises(InputError, match='no setting called "treshold" in judge floor'):
        script_judge("floor", settings={"treshold": 0.5})
    with pytest.raises(InputError, match="no setting called"):
        script_judge("numbers", settings={"threshold": 0.5})
    with pytest.raises(InputError, match=r"expected 0 to 1, got 1\.5"):
        script_judge("overlap", settings={"threshold": 1.5})


@settings(max_examples=60)
@given(st.text(), st.text(), st.text(), st.sampled_from(sorted(SCRIPT_JUDGES)))
def test_every_script_answers_every_text_and_always_the_same(passage, title, answer, name):
    item = Item.of(question="", passages=[Passage(id="p", title=title, text=passage)], answer=answer)
    judge = script_judge(name, not_found=NOT_FOUND)
    one, other = (asyncio.run(judge.judge(item, repeat)) for repeat in range(2))
    assert one.verdict.outcome is not None
    assert (one.verdict, one.reason, one.evidence) == (other.verdict, other.reason, other.evidence)
