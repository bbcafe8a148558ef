"""At which stage an answer went wrong: a small system whose every fault is known, and what the command says of it."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.e2e.command_line import write
from workbench.cli.stage import stage as command
from workbench.errors import InputError
from workbench.rag.stage import find_stages
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved
from workbench.records.stage import LAYERS, Clues, Layer, Stage
from workbench.report.stage_text import stage_text
from workbench.steps.stage import stages

DECLINE = "Not in the sources."
HALL = "The hall opens on Monday at 8:00, and parking is £4 a day."
RULES = {"id": "rules", "revision": "2", "text": "Registration closes on Wednesday. Refunds take 14 days."}


def row(name, question, answer, *passages, label="fail", **more):
    return {"id": name, "question": question, "passages": list(passages), "answer": answer, "label": label} | more


CLOSING = row(
    "closing",
    "When does registration close?",
    "It closes on Friday [rules].",
    {"id": "hall", "text": HALL},
    RULES,
    evidence="closes on Wednesday",
)
MISSED = row("refund", "How long does a refund take?", "It takes 30 days.", HALL, evidence="Refunds take 14 days")
DROPPED = row(
    "entry", "What is entry?", "£9.", HALL, {"text": "Entry is £12.", "dropped": True}, evidence="Entry is £12"
)
CUT = row("parking", "What is parking?", DECLINE, {"text": HALL, "truncated_at": 33}, evidence="parking is £4")
NEEDLESS = row("opening", "When does the hall open?", DECLINE, HALL, evidence="opens on Monday")
INVENTED = row("lunch", "Is lunch included?", "Yes, for two.", HALL, answerable=False)
OPEN = row("dogs", "May dogs come?", "No.", HALL)
ODD = row("bus", "Which bus stops there?", DECLINE, HALL, answerable=False)
RIGHT = row("close-too", "When is the closing day?", "Wednesday.", RULES, label="pass", evidence="closes on Wednesday")
BY_HEART = row("fee", "What is the fee?", "It is £5.", HALL, label="pass", evidence="the fee is £5")
EVERY = [CLOSING, MISSED, DROPPED, CUT, NEEDLESS, INVENTED, OPEN, ODD, RIGHT, BY_HEART]
EVERY += [{"id": "late", "question": "Is it late?", "error": "timeout"}]


def labelled(folder, *rows, name="labelled.jsonl"):
    return write(folder / name, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows))


def placed(folder, *rows, **options):
    return stages(folder, answers=labelled(folder, *rows), **options).report


def fault(folder, one, **options):
    (found,) = placed(folder, one, **options).faults
    return found


def said(report, *, width=400):
    return " ".join(stage_text(report, ["real.jsonl"], width=width).split())


def test_evidence_in_the_title_of_a_passage_is_sent_with_it(tmp_path):
    opening = {"id": "hours", "title": "Open from Monday at 8:00", "text": HALL}
    told = row("title", "When does it open?", "On Sunday.", opening, evidence="from Monday at 8:00")
    found = fault(tmp_path, told)
    assert (found.stage, found.evidence.rank) == (Stage.NOT_FOLLOWED, 1)
    # A cut leaves the title whole.
    over = {**opening, "truncated_at": 3}
    assert fault(tmp_path, {**told, "passages": [over], "evidence": "8:00 The hall opens"}).stage is Stage.CUT_OFF
    assert fault(tmp_path, {**told, "passages": [over]}).stage is Stage.NOT_FOLLOWED
    missed = {**told, "id": "missed", "passages": [HALL]}
    assert placed(tmp_path, told, missed).faults[1].brought_by == "title"


def test_an_answer_without_a_label_beside_labelled_ones_is_neither_right_nor_wrong(tmp_path):
    silent = {**BY_HEART, "id": "silent", "label": None}
    found = stages(tmp_path, answers=labelled(tmp_path, CLOSING, RIGHT, silent))
    assert [one.case_id for one in found.report.faults] == ["closing"]
    # Of "close-too" alone: "Wednesday." is its one claim, and cites nothing.
    assert (found.report.right_with_evidence, found.checks.citing) == (1, (0, 1))
    # Where no answer has a label, all are trusted.
    assert stages(tmp_path, answers=labelled(tmp_path, silent)).checks.citing == (0, 1)


def test_each_wrong_answer_is_placed_and_its_layer_named(tmp_path):
    report = placed(tmp_path, *EVERY)
    assert {one.case_id: (one.stage, LAYERS.get(one.stage)) for one in report.faults} == {
        "closing": (Stage.NOT_FOLLOWED, Layer.INSTRUCTIONS),
        "refund": (Stage.NOT_RETRIEVED, Layer.DOCUMENTS),
        "entry": (Stage.DROPPED, Layer.CONTEXT),
        "parking": (Stage.CUT_OFF, Layer.CONTEXT),
        "opening": (Stage.DECLINED, Layer.INSTRUCTIONS),
        "lunch": (Stage.ANSWERED_ANYWAY, Layer.INSTRUCTIONS),
        "dogs": (Stage.UNKNOWN, None),
        "bus": (Stage.ODD_LABEL, None),
    }
    # 8 wrong; dogs and bus are placed nowhere: 1 + 2 + 3 of 6.
    assert (report.answers, report.placed, report.failures) == (10, 6, 1)
    assert [report.in_layer(layer) for layer in Layer] == [1, 2, 3]


def test_the_rank_of_the_evidence_is_that_among_all_that_was_retrieved(tmp_path):
    ranks = {one.case_id: one.evidence and one.evidence.rank for one in placed(tmp_path, *EVERY).faults}
    assert ranks == dict.fromkeys(["refund", "lunch", "dogs", "bus"]) | {
        "closing": 2,
        "entry": 2,
        "parking": 1,
        "opening": 1,
    }


def test_evidence_that_was_sent_in_a_worse_passage_was_sent(tmp_path):
    one = CUT | {"passages": [*CUT["passages"], {"id": "again", "text": "All parking is £4."}]}
    found = fault(tmp_path, one)
    assert (found.stage, found.evidence.rank) == (Stage.DECLINED, 2)


def test_where_the_search_brought_nothing_it_did_not_bring_the_evidence(tmp_path):
    assert fault(tmp_path, OPEN | {"passages": [], "answerable": True}).stage is Stage.NOT_RETRIEVED
    assert fault(tmp_path, OPEN | {"passages": []}).stage is Stage.UNKNOWN


def test_an_answer_is_right_without_its_evidence_where_that_was_not_sent(tmp_path):
    report = placed(tmp_path, *EVERY)
    assert (report.right_with_evidence, report.right_without) == (2, ("fee",))
    assert "Right without their evidence: 1 of 2 answers (fee)" in said(report)


def test_a_missed_passage_that_another_question_brought_is_in_the_index(tmp_path):
    assert fault(tmp_path, MISSED).brought_by == ""
    report = placed(tmp_path, *EVERY)
    (missed,) = report.of(Stage.NOT_RETRIEVED)
    assert missed.brought_by == "closing"
    assert "the search brought it for closing" in said(report)


def test_passages_in_two_revisions_are_named(tmp_path):
    old = RIGHT | {"id": "old", "passages": [RULES | {"revision": 1}]}
    report = placed(tmp_path, CLOSING, old)
    assert report.revisions == {"rules": ("2", "1")}
    assert "an index may be stale: [rules] 2, 1." in said(report)


@pytest.mark.parametrize(
    ("answer", "clues"),
    [
        ("It closes on Friday [rules].", {"nowhere": ("Friday",)}),
        ("On Monday.", {"elsewhere": {"Monday": ("hall",)}}),
        ("After two weeks.", {"beside": ("two weeks",)}),
        ("On Wednesday, by post.", {"evidence": ("Wednesday",)}),
        ("It never closes.", {}),
        ("For £4, on Friday or Sunday.", {"elsewhere": {"£4": ("hall",)}, "nowhere": ("Friday", "Sunday")}),
    ],
)
def test_a_wrong_answer_shows_where_its_figures_and_dates_stand(tmp_path, answer, clues):
    found = fault(tmp_path, CLOSING | {"answer": answer})
    missing = () if "Wednesday" in answer else ("Wednesday",)
    assert found.clues == Clues(**({"elsewhere": {}, "missing": missing} | clues))


def test_what_the_question_says_needs_no_source(tmp_path):
    one = NEEDLESS | {"question": "Does it open on Friday at 8:00?", "answer": "Yes, on Friday at 8:00."}
    assert fault(tmp_path, one).clues == Clues(elsewhere={}, missing=("Monday",))


def test_evidence_is_taken_from_the_questions_file_by_the_words_of_the_question(tmp_path):
    questions = write(
        tmp_path / "questions.jsonl",
        '{"id": "one", "question": "When does  registration close?", "evidence": "closes on Wednesday"}\n'
        '{"id": "two", "question": "May dogs come?", "answerable": false}\n',
    )
    bare = {name: value for name, value in CLOSING.items() if name != "evidence"}
    assert fault(tmp_path, bare).stage is Stage.UNKNOWN
    assert fault(tmp_path, bare, questions=questions).stage is Stage.NOT_FOLLOWED
    assert fault(tmp_path, OPEN, questions=questions).stage is Stage.ANSWERED_ANYWAY


def test_where_one_question_has_two_phrases_neither_is_taken_but_by_the_id(tmp_path):
    questions = write(
        tmp_path / "questions.jsonl",
        '{"id": "closing", "question": "When does registration close?", "evidence": "closes on Wednesday"}\n'
        '{"id": "other", "question": "When does registration close?", "evidence": "closes at noon"}\n',
    )
    bare = {name: value for name, value in CLOSING.items() if name != "evidence"}
    assert fault(tmp_path, bare, questions=questions).stage is Stage.NOT_FOLLOWED
    assert fault(tmp_path, bare | {"id": "third"}, questions=questions).stage is Stage.UNKNOWN


def test_the_settings_of_a_bench_name_what_is_looked_at(tmp_path):
    labelled(tmp_path, NEEDLESS | {"label": "pass"}, name="saved.jsonl")
    labelled(tmp_path, CLOSING, MISSED, name="real.jsonl")
    write(tmp_path / "workbench.toml", 'answers = "saved.jsonl"\nnatural = "real.jsonl"\n')
    found = stages(tmp_path)
    assert found.files == ("saved.jsonl", "real.jsonl")
    assert (found.report.answers, len(found.report.faults)) == (3, 2)
    labelled(tmp_path, OPEN, name="other.jsonl")
    assert len(stages(tmp_path, natural=tmp_path / "other.jsonl").report.faults) == 1
    assert stages(tmp_path, answers=tmp_path / "other.jsonl").report.answers == 1


def test_an_answer_in_both_files_is_one_and_its_label_is_that_of_the_person(tmp_path):
    labelled(tmp_path, {name: value for name, value in CLOSING.items() if name != "label"}, name="saved.jsonl")
    labelled(tmp_path, CLOSING, name="real.jsonl")
    write(tmp_path / "workbench.toml", 'answers = "saved.jsonl"\nnatural = "real.jsonl"\n')
    report = stages(tmp_path).report
    assert (report.answers, len(report.faults)) == (1, 1)
    labelled(tmp_path, CLOSING | {"answer": "On Sunday."}, name="real.jsonl")
    with pytest.raises(InputError, match="expected an id of its own"):
        stages(tmp_path)


def test_csv_says_the_same_as_jsonl(tmp_path):
    text = io.StringIO()
    names = ("id", "question", "passages", "answer", "label", "evidence", "answerable", "error")
    writer = csv.DictWriter(text, names)
    writer.writeheader()
    for one in EVERY:
        cells = {"passages": json.dumps(one["passages"])} if "passages" in one else {}
        writer.writerow(one | cells)
    path = write(tmp_path / "labelled.csv", text.getvalue())
    by_csv = [(one.case_id, one.stage, one.evidence, one.clues) for one in stages(tmp_path, answers=path).report.faults]
    assert by_csv == [(one.case_id, one.stage, one.evidence, one.clues) for one in placed(tmp_path, *EVERY).faults]


def test_many_answers_on_all_cores_are_placed_as_few_are(tmp_path):
    rows = [one | {"id": f"{one['id']}-{turn}"} for turn in range(8) for one in EVERY if "answer" in one]
    report = placed(tmp_path, *rows)
    assert report.answers == 80
    assert [len(report.of(stage)) for stage in Stage] == [
        8 * len(placed(tmp_path, *EVERY).of(stage)) for stage in Stage
    ]
    assert [one.case_id for one in report.faults] == [one["id"] for one in rows if one["label"] == "fail"]


def run(capsys, *arguments, **options):
    code = command(*arguments, **options)
    return code, capsys.readouterr().out


def test_the_command_prints_a_table_with_counts_layers_and_suspects(tmp_path, capsys):
    code, out = run(capsys, labelled(tmp_path, *EVERY), bench=tmp_path)
    assert code == 0
    assert "STAGE OF THE FAULT, labelled.jsonl: 8 wrong of 10 answers" in out
    for stage, layer, suspects in (
        ("the evidence was not retrieved", "documents", "search, index, revision"),
        ("it was retrieved, and dropped before the model", "context", "packing, order"),
        ("it was retrieved, and cut off before the model", "context", "where passages are cut"),
        ("it was sent, and the answer is wrong", "instructions", "prompt, model, place"),
    ):
        [row] = [line for line in out.splitlines() if line.startswith(f"{stage} ")]
        assert row.removeprefix(stage).split(maxsplit=2) == ["1", layer, suspects]
    plain = " ".join(out.split())
    assert "Layer to mend: documents 1 of 6, 16.7%" in plain
    assert 'closing: "closes on Wednesday" in [rules] at rank 2; revision 2; Friday in no passage' in plain
    assert 'parking: "parking is £4" in [p1] at rank 1; cut after 33 characters' in plain
    assert "The system failed on 1 question more" in plain


def test_json_lists_every_id_by_its_stage(tmp_path, capsys):
    code, out = run(capsys, labelled(tmp_path, *EVERY), bench=tmp_path, as_json=True)
    told = json.loads(out)
    assert (code, told["wrong"], told["failures"]) == (0, 8, 1)
    found = {stage: (one["layer"], one["ids"]) for stage, one in told["stages"].items()}
    assert found["dropped"] == ("context", ["entry"])
    assert found["unknown"] == (None, ["dogs"])
    assert told["layers"] == {"documents": 1, "context": 2, "instructions": 3}
    assert told["faults"][0]["evidence"]["rank"] == 2


@pytest.mark.parametrize(
    ("rows", "told"),
    [([RIGHT], "Nothing wrong to look for"), ([OPEN], "no wrong answer could be placed")],
)
def test_where_nothing_is_placed_nothing_is_measured(tmp_path, capsys, rows, told):
    code, out = run(capsys, labelled(tmp_path, *rows), bench=tmp_path)
    assert code == 4
    assert told in " ".join(out.split())


def test_saved_answers_in_markdown_are_trusted_and_nothing_is_wrong_with_them(sample_folder, capsys):
    code, out = run(capsys, bench=sample_folder)
    assert code == 4
    assert "0 wrong of 33 answers" in out


@pytest.fixture
def sample_folder():
    from tests.e2e.command_line import ROOT

    return ROOT


def test_without_any_answers_it_says_what_to_name(tmp_path):
    with pytest.raises(InputError, match=r"workbench stage labelled\.jsonl"):
        stages(tmp_path)


def test_hostile_names_and_phrases_are_shown_and_steer_nothing(tmp_path):
    hostile = "x\u202eevil\n## \x1b[31m"
    one = CLOSING | {"id": hostile, "evidence": f"Wednesday {hostile}"}
    text = stage_text(placed(tmp_path, one), ["a\x1b.jsonl"], width=80)
    assert not set(text) & set("\u202e\x1b")
    assert "[U+202E]" in text


WORDS = st.text(st.sampled_from("ab 1£.[]"), min_size=1, max_size=12).filter(str.strip)
TRACES = st.builds(
    lambda text, dropped, cut: Retrieved(
        passage=Passage(id="p", text=text),
        dropped=dropped,
        truncated_at=cut if not dropped and cut < len(text) else None,
    ),
    WORDS,
    st.booleans(),
    st.integers(1, 8),
)


@given(
    st.lists(
        st.builds(
            lambda answer, trace, evidence, answerable, label: Case(
                case_id="c",
                question="q",
                passages=tuple(sent for one in trace if (sent := one.sent)),
                answer=answer,
                evidence=evidence,
                answerable=answerable,
                label=label,
                trace=tuple(trace),
            ),
            st.one_of(WORDS, st.just(DECLINE)),
            st.lists(TRACES, max_size=3),
            st.one_of(st.none(), WORDS),
            st.sampled_from((None, True)),
            st.sampled_from(("pass", "fail")),
        ),
        max_size=6,
    )
)
def test_every_wrong_answer_is_in_one_stage_and_text_is_drawn_at_any_width(cases):
    report = find_stages(cases, not_found=DECLINE)
    assert sum(len(report.of(stage)) for stage in Stage) == sum(case.label == "fail" for case in cases)
    assert sum(report.in_layer(layer) for layer in Layer) == report.placed
    for width in (20, 100):
        assert stage_text(report, ["f"], width=width)
    for one in report.faults:
        if one.evidence is not None:
            assert one.evidence.sent == (one.stage in (Stage.NOT_FOLLOWED, Stage.DECLINED))
