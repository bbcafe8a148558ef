"""The stage of a fault from the command line, and what a judge is sent of passages that were dropped or cut."""

import json

from tests.e2e.command_line import refused, with_server, workbench, write
from tests.support.messages_server import MessagesServer

PASSAGES = [
    {"id": "price", "text": "Day hire is £32. A week is £150, with a helmet.", "truncated_at": 31},
    {"id": "terms", "text": "The deposit is £80 for each bike.", "dropped": True},
    {"id": "hours", "text": "The stand opens at seven."},
]
DAY = {"id": "day", "question": "What does a day cost?", "passages": PASSAGES, "answer": "A day costs £32 [price]."}
DEPOSIT = DAY | {"id": "deposit", "question": "How much is the deposit?", "evidence": "deposit is £80", "label": "fail"}
BARE = {"id": "bare", "question": "Who won?", "passages": [], "answer": "The red team won.", "answerable": False}


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_the_stage_is_told_and_what_is_wrong_with_a_file_is_told_at_once(tmp_path):
    labelled = write(tmp_path / "labelled.jsonl", lines(DEPOSIT))
    ran = workbench("stage", labelled, cwd=tmp_path)
    assert ran.code == 0
    assert "it was retrieved, and dropped before the model 1 context packing, order" in ran.said
    assert workbench("stage", labelled, "--json", cwd=tmp_path).json["stages"]["dropped"]["ids"] == ["deposit"]
    wrong = [PASSAGES[0] | {"truncated_at": 99}, PASSAGES[1] | {"dropped": 1}]
    write(labelled, lines(DEPOSIT | {"passages": wrong}))
    refused(
        tmp_path,
        *("stage", labelled),
        says=(
            "2 problems",
            "labelled.jsonl:1, passage 1",
            "which cuts nothing off",
            "passage 2",
            '"dropped" (true or false)',
        ),
    )


def test_a_model_is_sent_what_the_system_was_sent_and_nothing_where_that_is_nothing(tmp_path):
    write(tmp_path / "saved.jsonl", lines(DAY))
    write(
        tmp_path / "real.jsonl",
        lines(DAY | {"id": "real", "answer": "A day costs £99.", "label": "fail"}, BARE | {"label": "fail"}),
    )
    settings = 'answers = "saved.jsonl"\nnatural = "real.jsonl"\njudges = ["grounded"]\nplants = 1\nnear_misses = 1\n'
    write(tmp_path / "workbench.toml", settings)
    with MessagesServer() as server:
        ran = workbench("run", "--repeats", "1", "--no-self-test", "--json", cwd=tmp_path, **with_server(server))
        sent = [json.dumps(body, ensure_ascii=False) for body in server.api.bodies]
    assert ran.code == 0, ran.said
    assert sent
    assert any("A day costs £99." in body for body in sent)
    assert not any(words in body for body in sent for words in ("helmet", "£80", "red team", "Who won?"))
    reasons = ran.json["left_out"]
    assert [count for reason, count in reasons.items() if "nothing to judge it by" in reason] == [1]
