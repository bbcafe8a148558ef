"""Plants that a model writes, at the local Messages API: checked, kept, and in no set before a person confirms them."""

import json

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import tree, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults
from tests.support.server_plants import WritingPolicy

pytestmark = pytest.mark.slow

ASK = ("plant", "--written-by", "claude-haiku-5-5", "--style", "a deposit is added")
CHANGES = (("A day costs £32", "A day costs £32 and a deposit"), ("£150", "£32"))


def set_items(bench):
    lines = (bench / "plants" / "grounded.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["item"]["item_id"] for one in map(json.loads, lines)}


def written(bench):
    lines = (bench / "plants" / "written.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_written_plant_counts_only_after_a_person_confirmed_it(tmp_path):
    bench = small(tmp_path)
    with MessagesServer(policy=WritingPolicy(*CHANGES)) as server:
        ran = workbench(*ASK, cwd=bench, **with_server(server))
        assert ran.code == 0
        assert "2 calls to claude-haiku-5-5, about $" in ran.err
        # £32 stands in a passage, so that the second change may be no mistake.
        assert "not taken: 1 (a figure of the change stands in a passage)" in ran.said
        assert len(server.api.bodies) == 2
        again = workbench(*ASK, "--json", cwd=bench, **with_server(server))
        assert (again.json["calls"], again.json["written"]) == (1, 0)
    (line,) = written(bench)
    assert (line["status"], line["by"], line["asked"]) == ("to_confirm", "claude-haiku-5-5", "a deposit is added")
    item = line["challenge"]["item"]["item_id"]

    shown = workbench("plant", "--show", "1", cwd=bench)
    assert shown.said.count("(to confirm)") == 1
    assert "waiting to be confirmed, in no set until then: 1" in shown.said
    assert item not in set_items(bench)
    assert workbench("plant", "--confirm", item, cwd=bench).code == 0
    assert item in set_items(bench)
    assert workbench("run", cwd=bench).code == 0
    assert item in set_items(bench)

    # The saved answer changes: what a model made of the old one is in no set any more.
    path = bench / "answers" / "day.md"
    write(path, path.read_text(encoding="utf-8").replace("A day costs", "One day costs"))
    told = workbench("plant", cwd=bench)
    assert "written for an answer that has changed since, in no set: 1" in told.said
    assert item not in set_items(bench)


def test_more_than_twenty_calls_need_a_yes_and_nothing_is_sent_without_it(tmp_path):
    bench = small(tmp_path)
    day = (bench / "answers" / "day.md").read_text(encoding="utf-8")
    for number in range(20):
        write(bench / "answers" / f"more-{number}.md", day.replace("a day cost", f"day {number} cost"))
    with MessagesServer(policy=WritingPolicy(*CHANGES)) as server:
        ran = workbench(*ASK, "--count", "21", cwd=bench, **with_server(server))
        assert ran.code == 2
        assert "only with --yes" in ran.said
        assert server.api.bodies == []
        assert workbench(*ASK, "--count", "21", "--yes", "--json", cwd=bench, **with_server(server)).json["calls"] == 21


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("plant", "--written-by", "claude-haiku-5-5"), "say what kind of mistake to write"),
        (("plant", "--written-by", "claude-haiku-9", "--style", "x"), "no judge model called"),
        (("plant", "answers", "--written-by", "claude-haiku-5-5", "--style", "x"), "for the bench's own answers"),
        (ASK, "no API key"),
    ],
)
def test_what_cannot_be_asked_is_said_and_nothing_is_written(tmp_path, arguments, told):
    bench = small(tmp_path)
    before = tree(bench)
    ran = workbench(*arguments, cwd=bench)
    assert ran.code == 2
    assert told in ran.said
    assert tree(bench) == before


def test_calls_that_fail_are_told_and_never_become_plants(tmp_path):
    bench = small(tmp_path)
    with MessagesServer(policy=WritingPolicy(*CHANGES), faults=Faults(next_up=["refusal", "overloaded"])) as server:
        ran = workbench(*ASK, cwd=bench, **with_server(server))
    assert ran.code == 5
    assert "no call gave a reply" in ran.said
    assert "Overloaded" in ran.said
    with MessagesServer(policy=WritingPolicy(raw="not what was asked for")) as server:
        ran = workbench(*ASK, cwd=bench, **with_server(server))
    assert ran.code == 0
    assert "not taken: 2 (the reply is not in the form that was asked for)" in ran.said
    assert not (bench / "plants" / "written.jsonl").exists()
