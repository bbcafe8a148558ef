"""A rubric that holds a piece of an item is refused before anything is sent or written."""

import pytest

from tests.e2e.benches import answer, small
from tests.e2e.command_line import refused, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from workbench.judges.rubric import shipped_rubric

SETTINGS = """\
answers = "answers"
judges = ["mine"]
models = ["some-model"]
[judge.mine]
rule = "grounded"
rubric = "mine.md"
"""
PASSAGE = "The battery of the Kestrel lasts two years, unless the bike was left in the rain overnight."


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path / "bench")
    text = answer("How long does the battery last?", PASSAGE, f"{PASSAGE[:-1]} [p1].")
    write(folder / "answers" / "battery.md", text)
    write(folder / "workbench.toml", SETTINGS)
    return folder


def with_example(bench, example):
    text = shipped_rubric("grounded").text.replace("## Must pass\n", f"## Must pass\n\n- {example}\n")
    return write(bench / "mine.md", text)


@pytest.mark.parametrize(
    ("example", "says"),
    [
        (
            '"How long does the battery last?" asks for a time.',
            '"how long does the battery last", words of the question',
        ),
        (
            "The Kestrel lasts TWO years, unless the bike was hit.",
            '"the kestrel lasts two years unless the bike was", words of the answer',
        ),
        (
            "What does a day cost? is a question.",
            '"what does a day cost", words of the question of a clean item (case day)',
        ),
    ],
)
def test_words_of_a_clean_item_are_refused_with_the_line_and_the_words(bench, example, says):
    with_example(bench, example)
    with MessagesServer() as server:
        refused(bench, "run", says=("rubric of mine, line 31", says, "in other words"), **with_server(server))
        assert server.api.bodies == server.api.controls == []


def test_a_rubric_for_a_chat_server_is_looked_at_too(bench):
    server = 'openai_url = "http://127.0.0.1:9/v1"\nmodels = ["any"]\nkey_env = "CHAT_KEY"\n'
    write(bench / "workbench.toml", SETTINGS + server)
    with_example(bench, PASSAGE)
    refused(bench, "run", says=("rubric of mine, line 31", "words of the answer of a clean item"), CHAT_KEY="k")


def test_a_held_out_item_is_not_looked_at_until_it_is_opened_and_then_its_words_are_not_repeated(bench):
    secret = "Sailing club members pay nine pounds a night"
    text = answer("How long does the battery last?", PASSAGE, f"{PASSAGE[:-1]} [p1]. {secret}.")
    write(bench / "holdout" / "club.md", f"parent: battery\nstyle: outside_fact\nproof: no club\n\n{text}")
    with_example(bench, f"{secret}.")
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        says = ("rubric of mine, line 31", "got 8 words in a row of a held-out item")
        refused(bench, "run", "--with-holdout", says=says, **with_server(server))
        ran = workbench("run", "--with-holdout", cwd=bench, **with_server(server))
    assert "sailing" not in ran.said.casefold()


def test_ordinary_words_and_declines_may_stand_in_a_rubric(bench):
    with_example(bench, "'Not in the sources.' or 'The passages do not say what the battery costs.' is a decline.")
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
