"""Judges of one's own through the real command line: functions and commands, from settings to the gate."""

import json
import sys

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import refused, run_folder, workbench, write
from tests.support.chat_server import ChatServer

FUNCTION = """
def stands_there(question, passages, answer):
    print("a word that is no result")
    figures = [word for word in answer.replace("£", " ").split() if word[0].isdigit()]
    shown = " ".join(passage["text"] for passage in passages)
    return {"verdict": all(figure.strip(".") in shown for figure in figures), "reason": ", ".join(figures)}
"""
COMMAND = """
import json, sys

for line in sys.stdin:
    told = json.loads(line)
    words = set(told["answer"].split())
    shown = set(" ".join(passage["text"] for passage in told["passages"]).split())
    print(json.dumps({"id": told["id"], "score": len(words & shown) / len(words)}))
"""
SETTINGS = f"""
[judge.mine]
rule = "grounded"
call = "my_judges:stands_there"

[judge.shares]
rule = "grounded"
command = [{sys.executable!r}, "shares.py"]
threshold = 0.2
"""


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path)
    write(folder / "my_judges.py", FUNCTION)
    write(folder / "shares.py", COMMAND)
    write(folder / "workbench.toml", 'answers = "answers"\njudges = ["floor", "mine", "shares"]\n' + SETTINGS)
    return folder


def test_they_are_measured_and_gated_like_any_other_until_their_source_changes(bench):
    ran = workbench("run", "--json", cwd=bench)
    assert ran.code == 0, ran.said
    judges = {judge["name"]: judge for judge in ran.json["judges"]}
    assert [judges[name]["kind"] for name in ("floor", "mine", "shares")] == ["script", "python", "command"]
    assert all(judge["calls"] and not judge["errors"] for judge in judges.values())
    assert judges["mine"]["planted"]["hits"]
    assert "a word that is no result" in ran.err
    report = (bench / "runs" / ran.json["run_id"] / "report.md").read_text(encoding="utf-8")
    assert "Python function" in report
    assert "Run it again" not in workbench("gate", cwd=bench).said
    write(bench / "my_judges.py", FUNCTION + "\n# another thought\n")
    write(bench / "shares.py", COMMAND + "\n# another thought\n")
    for name in ("mine", "shares"):
        gate = workbench("gate", name, cwd=bench)
        assert gate.code == 4
        assert "its own source has changed" in gate.said


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('call = "my_judges"', ("judge mine: call", "package.module:function")),
        ('call = "my_judges:nothing"', ("judge mine: call", "a function nothing in my_judges")),
        ('call = "my_judges:stands_there"\nmodels = ["m"]', ("judge mine", "models besides")),
        ('call = "my_judges:stands_there"\ncommand = ["x"]', ("judge mine", "command besides")),
        ('call = "my_judges:stands_there"\nthreshold = 7', ("judge mine: threshold", "0 to 1")),
        ('call = "my_judges:stands_there"\npasses = "at_most"', ("judge mine", "a threshold beside passes")),
        ('call = "my_judges:stands_there"\nthreshold = 0.5\npasses = "above"', ("passes", "at_least, at_most")),
        ('command = "python judge.py"', ("mine: command", "a list of texts")),
        ('command = ["no-such-program"]', ("judge mine", "no program 'no-such-program'")),
        ('command = ["x"]\nworkers = 0', ("mine: workers", "a whole number from 1")),
        ("threshold = 0.5", ("judge mine", "threshold besides")),
    ],
)
def test_settings_that_make_no_judge_are_refused_and_nothing_is_written(bench, settings, says):
    write(bench / "workbench.toml", f'answers = "answers"\n[judge.mine]\nrule = "grounded"\n{settings}\n')
    refused(bench, "run", "--judges", "mine", says=says)


def test_a_program_that_is_missing_here_leaves_its_judge_out_and_says_so(bench):
    text = (bench / "workbench.toml").read_text(encoding="utf-8")
    write(bench / "workbench.toml", text.replace(repr(sys.executable), '"no-such-program"'))
    ran = workbench("run", "--json", cwd=bench)
    assert ran.code == 0
    assert [judge["name"] for judge in ran.json["judges"]] == ["floor", "mine"]
    assert any("shares" in note and "no-such-program" in note for note in ran.json["notes"])


CHAT = """
[judge.local]
rule = "grounded"
openai_url = "URL"
models = ["qwen-small", "qwen-large"]
key_env = "LOCAL_KEY"
"""


def with_chat(bench, url, judges='["local"]'):
    settings = f'answers = "answers"\njudges = {judges}\n' + CHAT.replace("URL", url)
    write(bench / "workbench.toml", settings)
    return bench


def test_a_rubric_on_a_chat_server_is_measured_on_each_of_its_models_and_gated_offline(bench):
    with ChatServer(key="local-1") as server:
        with_chat(bench, server.url)
        ran = workbench("run", "--json", cwd=bench, LOCAL_KEY="local-1")
        assert ran.code == 0, ran.said
        one = workbench("run", "--models", "qwen-large", "--json", cwd=bench, LOCAL_KEY="local-1")
    judges = [(judge["name"], judge["model"], judge["kind"], judge["errors"]) for judge in ran.json["judges"]]
    assert judges == [("local", "qwen-small", "model", {}), ("local", "qwen-large", "model", {})]
    assert [judge["model"] for judge in one.json["judges"]] == ["qwen-large"]
    assert {judge["cost"]["known"] for judge in ran.json["judges"]} == {False}
    manifest = (bench / "runs" / ran.json["run_id"] / "manifest.json").read_text(encoding="utf-8")
    assert '"response_format": "json_schema"' in manifest
    assert "local-1" not in manifest
    # The server is gone; what it takes cannot be asked, and is no change.
    assert "Run it again" not in workbench("gate", "local", "--model", "qwen-large", cwd=bench).said
    with_chat(bench, "http://elsewhere.test/v1")
    assert "openai_url was 127.0.0.1" in workbench("gate", "local", "--model", "qwen-large", cwd=bench).said


def test_a_run_that_a_chat_server_stopped_goes_on_where_it_was(bench):
    with ChatServer(key="local-1") as server:
        with_chat(bench, server.url)
        settings = (bench / "workbench.toml").read_text(encoding="utf-8")
        write(bench / "workbench.toml", "concurrency = 1\n" + settings)
        # The self-test of two items for each model, a few verdicts, and then there is no money left.
        server.faults = [None] * 8 + ["quota"]
        stopped = workbench("run", cwd=bench, LOCAL_KEY="local-1")
        assert stopped.code == 5, stopped.said
        asked = len(server.bodies)
        whole = workbench("run", "--json", cwd=bench, LOCAL_KEY="local-1")
    assert whole.code == 0, whole.said
    assert len([*(bench / "runs").glob("*/journal.jsonl")]) == 1
    verdicts = sum(judge["calls"] for judge in whole.json["judges"])
    # Nothing that had a verdict was asked again: the call that was refused is the one too many.
    assert len(server.bodies) == verdicts + 4 + 1
    assert 4 < asked < len(server.bodies)


def test_a_chat_server_without_its_key_or_out_of_reach_is_said_and_nothing_is_written(bench):
    with_chat(bench, "http://127.0.0.1:9/v1", judges='["floor", "local"]')
    refused(bench, "run", "--judges", "local", says=("judge local", "set LOCAL_KEY"))
    left_out = workbench("run", "--json", cwd=bench)
    assert [judge["name"] for judge in left_out.json["judges"]] == ["floor"]
    with_chat(bench, 'http://127.0.0.1:9/v1"\nbase_url = "http://127.0.0.1:9')
    refused(bench, "run", says=("judge local", "base_url or openai_url"), LOCAL_KEY="k")
    write(
        bench / "workbench.toml",
        'answers = "answers"\n[judge.local]\nrule = "grounded"\nopenai_url = "http://a.test"\n',
    )
    refused(bench, "run", "--judges", "local", says=("judge local", "in its own models"))


@pytest.mark.parametrize("url", ["openai_url", "base_url"])
def test_a_server_of_ones_own_is_asked_for_no_model_but_those_that_its_settings_name(bench, url):
    # Many such servers answer to any name, and the report would show that name.
    settings = f'rule = "grounded"\n{url} = "http://127.0.0.1:9/v1"\nmodels = ["qwen-small"]\n'
    write(bench / "workbench.toml", f'answers = "answers"\n[judge.local]\n{settings}')
    says = ("expected a judge that runs on a model", "got none that settings put on claude-haiku-5-5")
    refused(bench, "run", "--judges", "local", "--models", "claude-haiku-5-5", says=says)


def test_a_metric_whose_library_is_missing_is_left_out_with_what_would_bring_it(bench):
    settings = '[judge.theirs]\nrule = "grounded"\nmetric = "ragas:faithfulness"\npython = "no/python"\n'
    write(
        bench / "workbench.toml",
        'answers = "answers"\njudges = ["floor", "theirs"]\n' + settings + 'openai_url = "http://127.0.0.1:9/v1"\n'
        'models = ["qwen-small"]\nthreshold = 0.8\n',
    )
    ran = workbench("run", "--json", cwd=bench)
    assert [judge["name"] for judge in ran.json["judges"]] == ["floor"]
    assert any("theirs on qwen-small; ragas is not installed" in note for note in ran.json["notes"])
    write(bench / "workbench.toml", 'answers = "answers"\n' + settings + 'models = ["qwen-small"]\n')
    refused(bench, "run", "--judges", "theirs", says=("judge theirs", "openai_url", "threshold"))


def test_the_options_of_the_floor_stand_in_settings_and_in_its_version(tmp_path):
    bench = small(tmp_path)
    options = '[judge.floor]\nstems = true\nstop_words = "long"\n'
    write(bench / "workbench.toml", f'answers = "answers"\njudges = ["floor"]\n{options}')
    assert workbench("run", cwd=bench).code == 0
    manifest = json.loads((run_folder(bench) / "manifest.json").read_text(encoding="utf-8"))
    told = manifest["identity"]["judges"][0]["details"]["settings"]
    assert (told["threshold"], told["stems"], told["stop_words"]) == (0.75, True, "long")
    write(bench / "workbench.toml", 'answers = "answers"\njudges = ["floor"]\n[judge.floor]\nstems = "yes"\n')
    refused(bench, "run", says=["floor: stems: expected true or false"])
    write(bench / "workbench.toml", 'answers = "answers"\njudges = ["floor"]\n[judge.floor]\nmodels = ["m"]\n')
    refused(bench, "run", says=["only threshold, stems, stop_words"])
