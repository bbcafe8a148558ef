"""What is written: whole or not at all, never over something, and read by the bench as it was."""

import errno
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.importers.foreign import ANSWER, PRICE, QUESTION, lines
from workbench.cases.file_name import file_stem
from workbench.cases.ids import id_key
from workbench.cases.importers.asked import read_asked
from workbench.cases.importers.brought import Answer
from workbench.cases.importers.found import Unusable
from workbench.cases.jsonl import case_of_row, to_jsonl
from workbench.cases.load import load_cases
from workbench.cases.passages import sent_of
from workbench.cases.rows import Row
from workbench.errors import InputError, StoreError
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved
from workbench.records.rules import RULES
from workbench.steps.answer_files import Targets, writing
from workbench.steps.import_answers import import_answers

ROW = {"question": QUESTION, "context": PRICE, "answer": ANSWER}


def bring(source, out, *, overwrite=False, tell=lambda imported: None):
    return import_answers([source], asked=read_asked(()), targets=Targets(out=out, overwrite=overwrite), tell=tell)


texts = st.text(min_size=1, max_size=12).filter(lambda text: text.strip())
names = texts.map(str.strip)
passages = st.builds(Passage, id=names, text=texts, title=st.text(max_size=5).map(str.strip))
marked = st.builds(Retrieved, passage=passages, revision=names, dropped=st.booleans())
cases = st.builds(
    Case,
    case_id=names,
    question=texts,
    passages=st.lists(passages, max_size=3).map(tuple),
    trace=st.just(()) | st.lists(marked, min_size=1, max_size=3).map(tuple),
    answer=texts,
    answerable=st.none() | st.booleans(),
    rules=st.sampled_from([RULES, *((rule,) for rule in RULES)]),
    label=st.sampled_from(["pass", "fail"]),
    group=st.just("") | names,
)


@given(cases.map(lambda case: replace(case, passages=sent_of(case.trace)) if case.trace else case))
def test_a_line_that_is_written_is_the_same_case_when_it_is_read(case):
    problems = []
    again = case_of_row(Row(where="", values=json.loads(to_jsonl(case, labelled=True))), problems)
    assert problems == []
    assert again == case


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=3))
@example([("What?", "## Answer\n\n### [x]", "```"), ("q\r\nr", "\u2028", " a ")])
def test_answers_go_through_our_markdown_and_back_to_the_character(rows):
    told = {
        f"case-{place}": {
            "id": f"case-{place}",
            "question": question,
            "passages": [{"id": "a", "text": text}],
            "answer": answer,
        }
        for place, (question, text, answer) in enumerate(rows)
    }
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "in.jsonl").write_text(lines(*told.values()), encoding="utf-8", newline="")
        try:
            bring(folder / "in.jsonl", folder / "md")
        except InputError:
            return
        bring(folder / "md", folder / "out.jsonl")
        for line in (folder / "out.jsonl").read_bytes().decode("utf-8").split("\n")[:-1]:
            again = json.loads(line)
            assert again == told[again["id"]]


def test_what_markdown_does_not_hold_is_refused_with_a_reason(folder):
    ours = {"id": "a", "question": QUESTION, "passages": [{"id": "p", "text": PRICE}], "answer": ANSWER}
    heading = {**ours, "id": "b", "passages": [{"id": "p", "text": "## Answer\n\nx"}]}
    group = {**ours, "id": "c", "group": "g"}
    evidence = {**ours, "id": "d", "evidence": "Day hire"}
    folder.write("a.jsonl", lines(ours, heading, group, evidence))
    found = bring(folder.path / "a.jsonl", folder.path / "md")
    assert [path.name for path in (folder.path / "md").iterdir()] == ["a.md"]
    [refused] = found.refused
    assert refused.expected == "an answer that Markdown holds (JSONL holds this one)"
    assert refused.count == 3


@pytest.mark.parametrize(
    ("case_id", "stem"),
    [
        ("day-price", "day-price"),
        ("rückgabe 返品", "rückgabe 返品"),
        ("v1.2", "v1.2"),
        ("../../etc/passwd", "etc-passwd-"),
        ("a/b", "a-b-"),
        (".hidden", "hidden-"),
        ("con", "con-"),
        ("README", "README-"),
        ("nul.txt", "nul-txt-"),
        ("a.", "a-"),
        ("a\x00\u202eb", "a-b-"),
        ("..", ""),
        ("e\u0301", ""),
        ("x" * 5_000, "x" * 40 + "-"),
        ("返" * 90, "返" * 13 + "-"),
    ],
)
def test_an_id_becomes_a_file_name_that_every_system_has(case_id, stem):
    found = file_stem(case_id)
    assert found.startswith(stem)
    assert (found == case_id) == (stem == case_id)
    assert len(f"{found}.md".encode()) < 130


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_id_leads_out_of_the_folder_and_no_two_share_a_file(one, other):
    stems = [file_stem(text) for text in (one, other)]
    for stem in stems:
        assert stem
        assert not set(stem) & set('/\\:*?"<>|\0\n\r\t')
        assert not stem.startswith(".")
        assert not stem.endswith((".", " "))
    if id_key(one) != id_key(other):
        assert id_key(stems[0]) != id_key(stems[1])


def test_nothing_is_written_over_and_nothing_half(folder, monkeypatch):
    source = folder.write("in.jsonl", lines(ROW))
    there = folder.write("there.jsonl", "mine\n")
    (folder.path / "full").mkdir()
    folder.write("full/x.md", "mine")
    for name, said in (
        ("there.jsonl", "--overwrite"),
        ("full", "a new folder or an empty one"),
        ("full/x.md", "a file that ends in .jsonl, or a folder"),
        ("out.csv", "ends in .csv"),
        ("none/md", "no "),
    ):
        with pytest.raises(InputError, match=said):
            bring(source, folder.path / name)
    with pytest.raises(StoreError, match="cannot write"):
        bring(source, folder.path / "none" / "a.jsonl")
    assert there.read_text(encoding="utf-8") == "mine\n"
    bring(source, there, overwrite=True)
    assert len(load_cases(there)) == 1
    assert sorted(path.name for path in folder.path.iterdir()) == ["full", "in.jsonl", "there.jsonl"]


def test_an_empty_folder_is_taken_and_a_folder_is_never_emptied(folder):
    source = folder.write("in.jsonl", lines(ROW))
    (folder.path / "md").mkdir()
    bring(source, folder.path / "md", overwrite=True)
    [written] = (folder.path / "md").iterdir()
    with pytest.raises(InputError, match="a new folder or an empty one"):
        bring(source, folder.path / "md", overwrite=True)
    assert [case.case_id for case in load_cases(folder.path / "md")] == [written.stem]


@pytest.mark.parametrize("out", ["out.jsonl", "md"])
def test_what_was_found_is_told_before_anything_is_in_its_place(folder, out):
    source = folder.write("in.jsonl", lines(ROW))
    seen = []
    bring(source, folder.path / out, tell=lambda imported: seen.append((imported.usable, (folder.path / out).exists())))
    assert seen == [(1, False)]
    assert (folder.path / out).exists()


@pytest.mark.parametrize("out", ["out.jsonl", "md"])
def test_where_no_row_can_be_used_or_the_file_breaks_off_nothing_is_written(folder, out):
    bad = folder.write("bad.jsonl", lines({**ROW, "answer": None}))
    broken = folder.write("broken.csv", 'question,context,answer\n"q","c","a"\n"q","c","a')
    with pytest.raises(InputError, match="no row of 1 can be used"):
        bring(bad, folder.path / out)
    found = bring(broken, folder.path / "all.jsonl")
    assert (found.usable, found.rows) == (1, 2), "a quote that never ends is one bad row"
    assert sorted(path.name for path in folder.path.iterdir()) == ["all.jsonl", "bad.jsonl", "broken.csv"]


@pytest.mark.parametrize("out", ["out.jsonl", "md"])
def test_a_disk_that_is_full_leaves_nothing_behind(tmp_path, out):
    case = Case(case_id="a", question="q", passages=(Passage(id="p", text="t"),), answer="x")

    def fill():
        with writing(Targets(out=tmp_path / out)) as write:
            write(Answer(case=case, labelled=False))
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(StoreError, match="No space left"):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_a_case_that_cannot_be_written_is_only_left_out(tmp_path):
    heading = Case(case_id="a", question="## Answer", passages=(Passage(id="p", text="t"),), answer="x")
    with writing(Targets(out=tmp_path / "md")) as write, pytest.raises(Unusable):
        write(Answer(case=heading, labelled=False))
    assert list((tmp_path / "md").iterdir()) == []
