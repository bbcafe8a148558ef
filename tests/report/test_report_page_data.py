"""What the page reads: every item whole, opened again from the packed data."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from tests.report.hostile import PAYLOAD, poisoned_run
from tests.report.packed import as_shown, joined, unpacked
from tests.report.pages import page_of
from tests.report.written_key import ANSWER, PLANTED_ANSWER
from tests.report.written_run import attempts_of
from tests.text.odd_text import odd_text
from workbench.records.decision import Decided, JudgeVersion, PersonDecision
from workbench.records.verdict import FAIL, PASS
from workbench.report.html import html_report
from workbench.report.page_data import CHUNK, page_data
from workbench.report.page_items import page_text
from workbench.report.replies import FinalReplies
from workbench.report.view import item_views
from workbench.report.visible import visible


@pytest.fixture(scope="module")
def opened(run):
    return unpacked(page_of(run))


def item(opened, challenge):
    [found] = [one for one in opened[1] if one["id"] == visible(challenge.item.item_id)]
    return found


def test_the_answer_gives_back_both_texts_to_the_character(run, opened):
    answer = item(opened, run.challenges[0])["answer"]
    assert joined(answer, without=1) == PLANTED_ANSWER
    assert joined(answer, without=2) == ANSWER
    assert [part for part in answer if part[0]] == [[1, "45"], [2, "30"]]


def test_question_and_passages_are_there_in_full(run, opened):
    for challenge in run.challenges:
        found = item(opened, challenge)
        assert as_shown(found["question"]) == visible(challenge.item.question)
        texts = [joined(passage["text"], without=1) for passage in found["passages"]]
        assert texts == [visible(passage.text) for passage in challenge.item.passages]


def test_every_verdict_and_reason_is_there(run, opened):
    judges = [judge.judge_id for judge in run.summary.judges]
    for attempt in run.attempts:
        [found] = [one for one in opened[1] if one["id"] == attempt.item_id]
        [opinion] = [
            one for ruling in found["rulings"] for one in ruling["opinions"] if judges[one["judge"]] == attempt.judge_id
        ]
        assert opinion["verdicts"][attempt.repeat] == str(attempt.reply.verdict)
        [saying] = [one for one in opinion["sayings"] if attempt.repeat in one["repeats"]]
        assert as_shown(saying["reason"]) == visible(attempt.reply.reason)
        assert as_shown(saying["evidence"]) == visible(attempt.reply.evidence)


def test_hidden_characters_come_as_marked_numbers_and_as_nothing_else(run, opened):
    assert item(opened, run.challenges[6])["question"] == "When does the desk open\ue000[U+202E]\ue001?"
    hostile = json.dumps(unpacked(page_of(poisoned_run(run))), ensure_ascii=False)
    assert json.dumps(as_shown(page_text(PAYLOAD)), ensure_ascii=False)[1:-1] in as_shown(hostile)
    assert visible(as_shown(hostile)) == as_shown(hostile)


@given(odd_text)
def test_a_text_is_told_apart_from_its_stand_ins(text):
    told = page_text(text)
    assert as_shown(told) == visible(text)
    assert told.count("\ue000") == told.count("\ue001") == sum(1 for _ in hidden(told))


def hidden(told):
    for piece in told.split("\ue000")[1:]:
        name, _, _ = piece.partition("\ue001")
        assert name.startswith("[U+")
        yield name


def test_the_index_tells_the_same_of_an_item_as_its_text(run, opened):
    index, items = opened
    assert len(index["ids"]) == len(items) == 7
    for place, found in enumerate(items):
        assert found["id"].startswith(index["ids"][place])
        assert index["cases"][index["case"][place]] == [found["case"], found["question"]]
        for ruling in found["rulings"]:
            for opinion in ruling["opinions"]:
                judge = index["judges"][opinion["judge"]]
                key = index["keys"][index["rulings"][judge["rule"]][place]]
                assert [key[name] for name in ("rule", "set", "style", "must")] == [
                    ruling[name] for name in ("rule", "set", "style", "must")
                ]
                state = index["states"][index["said"][opinion["judge"]][place]]
                assert len(state["marks"]) == len(opinion["verdicts"])
                assert ("disagreement" in state["tags"]) == bool(opinion["kind"])


def test_the_rubric_of_a_model_judge_can_be_read_beside_its_verdicts(run, opened):
    rubrics = [judge["rubric"] for judge in opened[0]["judges"]]
    assert rubrics == [spec.rubric for spec in run.specs]
    assert rubrics[0].startswith("# grounded\n")


def test_what_people_decided_is_shown_and_is_read(run):
    figure = run.challenges[0]
    judge = run.summary.judges[0]
    decision = PersonDecision(
        id="0a",
        prev="",
        at="2026-11-30T12:00:00Z",
        by="mona",
        run=run.summary.run_id,
        item=figure.item.item_id,
        judges=(JudgeVersion(rule="grounded", judge="grounded", judge_id=judge.judge_id),),
        decision=Decided.JUDGE_WRONG,
        note="read 30 as \u202e45",
        saw_reasons=False,
    )
    for decided, read in ((Decided.JUDGE_WRONG, 1), (Decided.RUBRIC_UNCLEAR, 0), (Decided.PLANT_WRONG, 2)):
        views = item_views(run.summary, run.challenges, FinalReplies.among(run.attempts))
        told = [replace(decision, decision=decided)]
        page = html_report(run.summary, views, run.specs, decisions=told, tool_version="0.1.0")
        index, items = unpacked(page)
        # Its first judge has five to read, the script one.
        assert ("4 unread" in page, "all read" in page) == (read > 0, read == 2)
        place = [one["id"] for one in items].index(figure.item.item_id)
        tags = [index["states"][row[place]]["tags"] for row in index["said"] if row[place] >= 0]
        # A decision about the text is read for every judge; the second judge is right and has nothing to read.
        assert sum("read" in one for one in tags) == read
        [line] = index["decided"]
        assert line["judges"] == [{"rule": "grounded", "judge": "grounded", "judge_id": judge.judge_id}]
        assert (line["decision"], line["by"], line["saw_reasons"]) == (decided, "mona", False)
        assert as_shown(line["note"]) == "read 30 as [U+202E]45"


def test_equal_runs_give_equal_bytes_and_a_chunk_holds_no_more_than_its_items(run):
    clean = run.challenges[1]
    many = [
        replace(clean, parent=f"case {number}", item=replace(clean.item, item_id=f"{number:016x}"))
        for number in range(60)
    ]
    attempts = [one for each in many for one in attempts_of(each, "aaaa000011112222", (PASS, "ok"), (FAIL, "no"))]
    views = item_views(run.summary, many, FinalReplies.among(attempts))
    data = page_data(views, run.summary, run.specs, (), {})
    assert data == page_data(reversed(views), run.summary, run.specs, (), {})
    assert len(data.chunks) == -(-60 // CHUNK) == 3


def test_names_of_items_are_as_short_as_they_can_be_told_apart(run):
    clean = run.challenges[1]
    ids = ("aaaaaaaa11111111", "aaaaaaaa22222222", "bbbbbbbb11111111")
    many = [replace(clean, parent=name, item=replace(clean.item, item_id=name)) for name in ids]
    attempts = [one for each in many for one in attempts_of(each, "aaaa000011112222", (PASS, "ok"))]
    views = item_views(run.summary, many, FinalReplies.among(attempts))
    page = html_report(run.summary, views, run.specs, decisions=(), tool_version="0.1.0")
    assert unpacked(page)[0]["ids"] == ["aaaaaaaa1", "aaaaaaaa2", "bbbbbbbb1"]
