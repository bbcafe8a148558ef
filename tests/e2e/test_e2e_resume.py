"""Going on with a run: only as what it was, and its errors again only where that is asked for."""

import shutil
from collections import Counter

import pytest

from tests.e2e.benches import first_answers, set_line
from tests.e2e.command_line import refused, run_folder, summary_of, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults
from workbench.gate.chain import Replies
from workbench.gate.ledger import read_ledger
from workbench.judges.rubric import shipped_rubric
from workbench.store.journal_reader import read_attempts

SETTINGS = """\
judges = ["mine"]
models = ["some-model"]
repeats = 2
plants = 4
near_misses = 2
concurrency = 4
seed = 7
[judge.mine]
rule = "grounded"
rubric = "mine.md"
"""


@pytest.fixture(scope="module")
def stopped(tmp_path_factory, sample):
    """A bench whose run was stopped in the middle by a key that was taken back."""
    bench = first_answers(tmp_path_factory.mktemp("stopped") / "bench", SETTINGS, sample, 5)
    write(bench / "mine.md", shipped_rubric("grounded").text)
    faults = Faults(next_up=[*[None] * 12, *["unauthorized"] * 8])
    with MessagesServer(faults=faults) as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 5
    return bench


@pytest.fixture
def bench(stopped, tmp_path):
    return shutil.copytree(stopped, tmp_path / "bench")


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new))


def an_answer(bench):
    """A saved answer that does not decline, so that it is trusted as grounded."""
    files = sorted((bench / "plants" / "answers").iterdir())
    return next(path for path in files if "Not in the sources" not in path.read_text(encoding="utf-8"))


def everything(bench):
    edit(bench / "mine.md", "# Grounded", "# Strict")
    set_line(bench, "seed", "8")
    set_line(bench, "plants", "3")
    edit(an_answer(bench), "## Answer\n\n", "## Answer\n\nYes. ")


def another_model_and_an_answer_less(bench):
    set_line(bench, "models", '["other"]')
    an_answer(bench).unlink()


@pytest.mark.parametrize(
    ("change", "options", "says"),
    [
        (everything, (), ("some-model: its rubric has", "seed was 7 and is 8", "plants was 4 and is 3", "(changed: ")),
        (another_model_and_an_answer_less, (), ("judge mine on other: is new", "some-model: is not asked", "(gone: ")),
        (lambda bench: None, ("--repeats", "3"), ("repeats was 2 and is 3",)),
        (lambda bench: None, ("--with-holdout", "--repeats", "2"), ("the held-out styles were not opened and are",)),
    ],
)
def test_an_unfinished_run_is_not_left_behind_and_what_changed_is_named(bench, change, options, says):
    change(bench)
    with MessagesServer() as server:
        says = ("is not finished, 12 of its", "--again", *says)
        refused(bench, "run", *options, says=says, **with_server(server))
        assert server.api.controls == server.api.bodies == []


def test_again_leaves_the_unfinished_run_as_it_is_and_it_goes_on_when_the_change_is_taken_back(bench):
    before = run_folder(bench) / "journal.jsonl"
    kept = before.read_bytes()
    rubric = (bench / "mine.md").read_text(encoding="utf-8")
    write(bench / "mine.md", rubric + "\nBe strict.\n")
    with MessagesServer() as server:
        elsewhere = {"ANTHROPIC_BASE_URL": server.url.replace("127.0.0.1", "localhost")}
        says = ("its rubric has changed; it was asked at 127.0.0.1 and is asked at localhost",)
        refused(bench, "run", says=says, **{**with_server(server), **elsewhere})
        assert workbench("run", "--again", cwd=bench, **with_server(server)).code == 0
        assert before.read_bytes() == kept
        calls = len(server.api.bodies)
        write(bench / "mine.md", rubric)
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.bodies) == calls + calls - 12
    assert before.read_bytes().startswith(kept)
    assert len(list(bench.glob("runs/*/summary.json"))) == 2


def test_a_run_of_scripts_alone_only_says_what_is_left_unfinished(bench):
    ran = workbench("run", "--judges", "numbers", cwd=bench)
    assert ran.code == 0
    assert "is left unfinished, 12 of" in ran.said
    assert "judge mine on some-model: is not asked now" in ran.said
    # The run of scripts is the newest now, and does not hide the one that was paid for.
    with MessagesServer() as server:
        refused(bench, "run", "--repeats", "3", says=("is not finished, 12 of its",), **with_server(server))


def verdicts(bench):
    """The verdict of every cell as the journal has it: the last final attempt."""
    return {
        (one.item_id, one.judge_id, one.repeat): str(one.reply.verdict)
        for one in read_attempts(run_folder(bench) / "journal.jsonl")
        if one.final
    }


def test_errors_are_asked_again_only_where_that_is_asked_for_and_verdicts_never(bench):
    kinds = ["truncation", "refusal", "garbage", "truncation", "no_text"]
    with MessagesServer(faults=Faults(next_up=kinds)) as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
    before = verdicts(bench)
    assert Counter(before.values())["error:truncated"] == 2
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert server.api.bodies == []
        # A retry that is stopped keeps what was there, and can be given again.
        server.api.faults = Faults(next_up=["overloaded", *["unauthorized"] * 8])
        assert workbench("run", "--retry-errors", cwd=bench, **with_server(server)).code == 5
        assert verdicts(bench) == before
        assert summary_of(bench)["judges"][0]["errors"].keys() == {"truncated", "refused", "unparsed", "no_text"}
        server.api.bodies.clear()
        # One of the five is an error again, and one needs three attempts.
        server.api.faults = Faults(next_up=["rate_limit", "overloaded", "refusal"])
        server.api.retry_after = "0.01"
        ran = workbench("run", "--retry-errors", cwd=bench, **with_server(server))
        assert len(server.api.bodies) == 7
    assert ran.code == 0
    assert "5 errors were asked again" in ran.err
    assert "mine on some-model: 5 errors were asked again with --retry-errors, 4 of them have a verdict now" in ran.said
    after = verdicts(bench)
    assert after.keys() == before.keys()
    assert {key: after[key] for key in before if not before[key].startswith("error")}.items() <= before.items()
    assert sum(verdict.startswith("error") for verdict in after.values()) == 1
    (judge,) = summary_of(bench)["judges"]
    assert (judge["calls"], judge["errors"]) == (len(before), {"refused": 1})
    attempts = [*read_attempts(run_folder(bench) / "journal.jsonl")]
    assert sum(one.final for one in attempts) == len(before) + 5, "the replaced errors are kept"
    assert workbench("report", "--json", cwd=bench).json["judges"][0]["errors"] == {"refused": 1}


def test_without_a_run_there_is_no_error_to_ask_again(bench, tmp_path):
    shutil.rmtree(bench / "runs")
    with MessagesServer() as server:
        refused(
            bench, "run", "--retry-errors", says=("no run in", "no error to ask again"), code=4, **with_server(server)
        )
    refused(bench, "run", "--retry-errors", "--again", says=("give one of the two",))


def cut(bench, count):
    """Cut so many replies off the end of the journal."""
    journal = run_folder(bench) / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-count]))
    return len(lines)


def test_replies_that_were_cut_off_the_end_are_missed_and_not_asked_for_a_second_time(bench):
    kept = (run_folder(bench) / "journal.jsonl").read_bytes()
    lines = cut(bench, 3)
    with MessagesServer() as server:
        says = (f"{lines - 3} of the {lines} replies are there that", "ledger.jsonl knows of", "--again")
        refused(bench, "run", says=says, **with_server(server))
        assert not server.api.bodies
        (run_folder(bench) / "journal.jsonl").write_bytes(kept)
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        # A run that was complete knows its end as well.
        cut(bench, 1)
        refused(bench, "run", says=("replies are there that",), **with_server(server))


def test_a_session_that_was_killed_is_written_down_by_the_next_one(bench):
    """What a kill left behind is known once the run goes on, so that it cannot be cut off from then on."""
    ledger = bench / "runs" / "ledger.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))
    assert not [entry for entry in read_ledger(ledger).entries if isinstance(entry, Replies)]
    with MessagesServer(faults=Faults(next_up=["unauthorized"] * 4)) as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 5
        cut(bench, 1)
        refused(bench, "run", says=("replies are there that",), **with_server(server))
