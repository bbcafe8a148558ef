"""Files as they come: any encoding, packed or not, damaged, hostile. One bad row does not cost the others."""

import gzip
import io
import json
import os
import zipfile

import pytest

from tests.importers import foreign
from tests.importers.foreign import ANSWER, PRICE, QUESTION, csv_text, lines
from workbench.cases.importers.asked import read_asked
from workbench.errors import InputError
from workbench.steps.answer_files import Targets
from workbench.steps.import_answers import import_answers

ROW = {"question": QUESTION, "context": PRICE, "answer": ANSWER}
TEXT = lines(ROW, {**ROW, "question": "Übrigens?"})


def refusal(folder, name, **options):
    with pytest.raises(InputError) as caught:
        folder.read(name, **options)
    return str(caught.value).replace(f"{folder.path}/", "")


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.replace("\n", "\r\n").encode(),
        gzip.compress(TEXT.encode()),
        json.dumps([json.loads(line) for line in TEXT.splitlines()], indent=2).encode(),
        json.dumps(
            {"columns": list(ROW), "index": [0, 1], "data": [list(ROW.values()), ["Übrigens?", PRICE, ANSWER]]}
        ).encode(),
        csv_text(ROW, {**ROW, "question": "Übrigens?"}).encode(),
        csv_text(ROW, {**ROW, "question": "Übrigens?"}, delimiter=";").encode("utf-8-sig"),
        csv_text(ROW, {**ROW, "question": "Übrigens?"}, delimiter="\t").encode("utf-16"),
        gzip.compress(csv_text(ROW, {**ROW, "question": "Übrigens?"}).encode()),
    ],
)
def test_a_file_is_told_by_its_content_and_not_by_its_name(folder, data):
    folder.write("export", data)
    cases = folder.cases("export")
    assert sorted(case.question for case in cases) == [QUESTION, "Übrigens?"]
    assert {case.answer for case in cases} == {ANSWER}


def test_text_of_a_cell_keeps_its_line_ends(folder):
    answer = 'One,\r\ntwo\nand "three".'
    folder.write("a.csv", csv_text({**ROW, "answer": answer}))
    assert [case.answer for case in folder.cases("a.csv")] == [answer]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", "", "an empty file"),
        ("a.csv", "\n \n", "an empty file"),
        ("a.bin", bytes(range(256)), "got other bytes"),
        ("a.json", "hello", "a.json: expected JSON, got expecting value at character 1"),
        ("a.json", '[{"question": 1},', "a.json: expected JSON"),
        ("a.json", "[1, 2]", "a.json, entry 2: expected an object, got the number 2"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", '{"a": 1, "a": 2}', 'the key "a" twice'),
        ("a.json", "[" + "9" * 5_000 + "]", "a number with too many digits"),
        ("a.jsonl", "not json\n", "a.jsonl:1: expected one JSON object"),
        ("a.csv", "a,a\n1,2\n", "each column named once"),
        ("a.jsonl.gz", gzip.compress(TEXT.encode() * 99)[:-9], "a file that can be read"),
        ("a.parquet", b"PAR1nothing", "a Parquet file that can be read"),
        ("a.eval", b"PK\x03\x04nothing", "an archive that can be read"),
    ],
)
def test_what_cannot_be_read_at_all_is_said_with_its_place(folder, name, content, said):
    folder.write(name, content)
    assert said in refusal(folder, name)


def test_columns_that_cannot_be_told_are_all_named_at_once(folder):
    folder.write("a.csv", "foo,bar\n1,2\n")
    said = refusal(folder, "a.csv")
    for thing in ("question", "passages", "answer"):
        assert f"a column for {thing}: name it with --column {thing}=NAME, got foo, bar" in said
    folder.write("b.jsonl", lines(ROW))
    assert "a column of b.jsonl" in refusal(folder, "b.jsonl", column=["question=wrong"])
    assert "one of id, question" in refusal(folder, "b.jsonl", column=["quest=question"])
    assert 'no format called "rags"' in refusal(folder, "b.jsonl", form="rags")


def test_bad_lines_are_listed_and_the_others_read(folder):
    good = lines(ROW)
    folder.write(
        "a.jsonl", good.encode() + b'{"question": "\xff"}\n[1]\n{"question": NaN, "answer": "x", "context": "y"}\n{\n'
    )
    found = folder.read("a.jsonl")
    assert found.usable == 1
    told = {one.expected: [(where.rsplit(":", 1)[1], got) for where, got in one.places] for one in found.refused}
    assert told["UTF-8 text"] == [("2", "the byte 0xff (save the file as UTF-8)")]
    assert told["a question"] == [("4", "nothing")]
    assert [place for place, _ in told["one JSON object"]] == ["3", "5"]


def test_half_a_surrogate_pair_and_two_equal_ids_are_no_cases(folder):
    folder.write(
        "a.jsonl",
        '{"id": 1, "question": "q \\ud83d", "answer": "a", "context": "c"}\n'
        + lines({**ROW, "id": "A"}, {**ROW, "id": " a"}),
    )
    found = folder.read("a.jsonl")
    assert found.usable == 1
    assert {one.expected for one in found.refused} == {'"question" (text)', "an id of its own"}


@pytest.mark.parametrize("passages", [[""], ["One.", " "], []])
def test_what_was_shown_empty_is_not_made_up(folder, passages):
    folder.write("a.jsonl", lines({**ROW, "context": passages}))
    assert folder.read("a.jsonl").usable == 0


def test_an_answer_that_declines_may_have_been_shown_nothing(folder):
    folder.write("a.jsonl", lines({**ROW, "context": [], "answer": "Not in the sources."}))
    assert folder.read("a.jsonl").usable == 1


def test_a_label_is_pass_or_fail_or_a_word_that_somebody_explains(folder, labelled):
    rows = [
        {**ROW, "id": str(place), "label": word} for place, word in enumerate(("Pass", "fail", "good", None, 1, True))
    ]
    folder.write("a.jsonl", lines(*rows))
    found = folder.read("a.jsonl")
    assert found.labels == {"fail": 1, "pass": 1}
    assert {one.expected: one.count for one in found.refused} == {
        "a label that means something: --label WORD=pass, fail or skip": 3,
    }
    assert found.words == {"good": 1, "1": 1, "true": 1}
    assert (found.usable, found.unlabelled) == (3, 1), "the row without a label is nobody's pass"
    folder.bring("a.jsonl", in_use=True, label={"good": "pass", "1": "fail", "true": "skip"})
    assert labelled(folder.path / "out.jsonl") == {"0": "pass", "1": "fail", "2": "pass", "4": "fail"}
    assert folder.read("a.jsonl", column=["label="]).labels == {}


def test_our_own_lines_come_back_as_they_were(folder):
    saved = {
        "id": "day price",
        "question": "[1]",
        "passages": [{"id": "a", "title": "T", "text": "['x' 'y'"}, '{"text": "y"}'],
        "answer": '["a"]',
        "rule": "grounded",
        "group": "g",
        "evidence": "'x'",
    }
    folder.write("a.jsonl", lines(saved))
    folder.write("a.csv", csv_text({**saved, "passages": json.dumps(saved["passages"]), "answerable": "true"}))
    for name in ("a.jsonl", "a.csv"):
        [case] = folder.cases(name)
        assert (case.question, case.answer, case.rules, case.group) == ("[1]", '["a"]', ("grounded",), "g")
        assert [passage.text for passage in case.passages] == ["['x' 'y'", '{"text": "y"}']
        assert (case.evidence, case.answerable, case.passages[0].title) == ("'x'", True, "T")


def test_names_in_an_archive_are_no_paths_and_foreign_archives_are_refused(folder):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("samples/../../evil.json", "{}")
        archive.writestr("/samples/a_epoch_1.json", "{}")
        archive.writestr("word/document.xml", "<xml/>")
    folder.write("a.docx", data.getvalue())
    assert "an archive without samples/*.json" in refusal(folder, "a.docx")


def test_a_sample_that_is_damaged_or_too_large_costs_only_itself(folder, monkeypatch):
    monkeypatch.setattr("workbench.cases.importers.archive._MOST", 5_000)
    good, _ = foreign.inspect_samples()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("samples/good_epoch_1.json", json.dumps(good))
        archive.writestr("samples/bomb_epoch_1.json", b" " * 10_000_000)
        archive.writestr("samples/bytes_epoch_1.json", b"\xff\xfe")
        archive.writestr("samples/list_epoch_1.json", b"[]")
    folder.write("log.eval", data.getvalue())
    found = folder.read("log.eval")
    assert found.usable == 1
    told = [got for one in found.refused for _, got in one.places]
    assert len(told) == 3
    assert "more than 5,000 bytes, unpacked" in told


def test_an_attachment_that_is_gone_makes_no_answer(folder):
    good, _ = foreign.inspect_samples()
    folder.write("log.eval", foreign.inspect_archive({**good, "attachments": {}}))
    [refused] = folder.read("log.eval").refused
    assert [got for _, got in refused.places] == ["an attachment that is not there"]


def test_a_folder_means_the_files_in_it_that_hold_answers(folder):
    (folder.path / "in").mkdir()
    for name, content in (
        ("in/a.jsonl", lines(ROW)),
        ("in/.hidden.jsonl", "x"),
        ("in/notes.txt", "x"),
        ("in/b.csv", csv_text({**ROW, "question": "?"})),
    ):
        folder.write(name, content)
    found = folder.read("in")
    assert found.usable == 2
    assert sorted(path.rsplit("/", 1)[1] for files in found.files for path in files.files) == ["a.jsonl", "b.csv"]
    (folder.path / "none").mkdir()
    assert "a folder with files that end in" in refusal(folder, "none")


def test_a_pipe_is_refused_and_not_waited_for(folder):
    os.mkfifo(folder.path / "pipe")
    assert "a pipe or a device" in refusal(folder, "pipe")


def test_a_label_that_comes_late_is_not_overlooked(folder):
    late = {**ROW, "id": "late", "label": "fail"}
    folder.write("a.jsonl", lines(*({**ROW, "id": str(place)} for place in range(50)), late))
    said = refusal(folder, "a.jsonl")
    assert "a.jsonl:51: expected --column label=label, or --column label= to leave labels out" in said
    found = folder.read("a.jsonl", column=["label=label"])
    assert (found.labels, found.unlabelled) == ({"fail": 1}, 50), "nobody's silence is taken for a pass"
    assert folder.read("a.jsonl", column=["label="]).usable == 51
    assert "a column of a.jsonl" in refusal(folder, "a.jsonl", column=["label=labels"])


def test_answers_with_and_without_labels_are_not_written_into_one_file(folder):
    folder.write("a.jsonl", lines({**ROW, "label": "fail"}))
    folder.write("b.csv", csv_text({**ROW, "question": "?"}))
    found = folder.read("a.jsonl", "b.csv")
    assert (found.usable, found.labels, found.unlabelled) == (2, {"fail": 1}, 1)
    with pytest.raises(InputError, match="people labelled 1 answers, and 1 others not"):
        folder.cases("a.jsonl", "b.csv")
    assert not (folder.path / "out.jsonl").exists()
    assert len(folder.cases("a.jsonl", "b.csv", column=["label="])) == 2


def test_text_that_parquet_holds_as_bytes_is_text(folder):
    import pyarrow as pa
    from pyarrow import parquet

    columns = {name: pa.array([text.encode(), b"\xff"], pa.binary()) for name, text in ROW.items()}
    parquet.write_table(pa.table(columns), folder.path / "a.parquet")
    assert folder.read("a.parquet").usable == 1
    [case] = folder.cases("a.parquet")
    assert case.answer == ANSWER


@pytest.mark.parametrize("names", [("chunk_2", "chunk_10", "chunk_1"), ("Context 2", "Context 10", "Context 1")])
def test_passages_may_stand_in_columns_with_numbers(folder, names):
    cells = dict(zip(names, ("Two.", "", "One."), strict=True))
    folder.write("a.csv", csv_text({"question": QUESTION, **cells, "answer": ANSWER}))
    [case] = folder.cases("a.csv")
    assert [passage.text for passage in case.passages] == ["One.", "Two."]
    [files] = folder.read("a.csv").files
    assert files.taken["passages"] == {f"{names[2]}, {names[0]}, {names[1]}": 1}
    assert files.unused == ()


def test_a_person_names_several_columns_of_passages(folder):
    folder.write("a.csv", csv_text({"question": QUESTION, "left": "One.", "right": "Two.", "answer": ANSWER}))
    [case] = folder.cases("a.csv", column=["passages=right,left"])
    assert [passage.text for passage in case.passages] == ["Two.", "One."]
    assert "a column of a.csv" in refusal(folder, "a.csv", column=["passages=right,middle"])


def test_objects_may_be_spread_over_columns(folder):
    row = {"inputs.question": QUESTION, "inputs.context": PRICE, "outputs.answer": ANSWER}
    folder.write("a.csv", csv_text({"reference_outputs.answer": "£32", **row, "metadata.answer": "x"}))
    [case] = folder.cases("a.csv")
    assert (case.question, case.answer, [one.text for one in case.passages]) == (QUESTION, ANSWER, [PRICE])


def test_an_object_with_samples_is_a_list_of_them(folder):
    said = [{"type": "human", "content": QUESTION}, {"type": "ai", "content": ANSWER}]
    folder.write("a.json", {"samples": [{"user_input": said, "retrieved_contexts": [PRICE]}]})
    [case] = folder.cases("a.json")
    assert (case.question, case.answer) == (QUESTION, ANSWER)


def test_a_row_of_a_table_is_where_its_first_line_is(folder):
    rows = [{**ROW, "answer": "One.\nTwo.\n"}, {**ROW, "answer": "Three.\nFour."}, {**ROW, "answer": None}]
    folder.write("a.csv", csv_text(*rows))
    found = folder.read("a.csv")
    assert [one.where.rsplit(":", 1)[1] for one in found.examples] == ["2", "5"]
    assert [where.rsplit(":", 1)[1] for where, _ in found.refused[0].places] == ["7"]


def test_passages_that_were_split_at_a_sign_are_shown_as_such(folder):
    row = {"input": QUESTION, "actual_output": ANSWER, "expected_output": "x", "retrieval_context": f"{PRICE}|Two."}
    folder.write("a.csv", csv_text(row))
    assert folder.read("a.csv").files[0].taken["passages"] == {"retrieval_context, split at each |": 1}


def test_dates_that_python_cannot_hold_cost_no_answer(folder):
    import pyarrow as pa
    from pyarrow import parquet

    far = {
        "asked_at": pa.array([10**15, 0], pa.timestamp("ms")),
        "unused": pa.array([10**7, 0], pa.date32()),
        "long": pa.array([2**62, 0], pa.duration("s")),
        "lists": pa.array([[{"day": 10**7}], []], pa.list_(pa.struct({"day": pa.date32()}))),
        "zone": pa.array([1, None], pa.timestamp("s", tz="Mars/One")),
    }
    texts = {name: [text, f"{text}?"] for name, text in ROW.items() if name != "asked_at"}
    parquet.write_table(pa.table({**texts, **far}), folder.path / "a.parquet")
    assert folder.read("a.parquet").usable == 2
    parquet.write_table(pa.table({**texts, "question": far["unused"]}), folder.path / "b.parquet")
    assert folder.read("b.parquet").usable == 0


def test_rows_are_read_once(folder):
    source = folder.write("a.jsonl", lines(*({**ROW, "id": str(place)} for place in range(50))))
    read = []
    import_answers([source], asked=read_asked(()), targets=Targets(), tell=lambda _: None, progressed=read.append)
    assert read == list(range(1, 51))
