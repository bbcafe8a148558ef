"""Metrics of other libraries as judges. Those that need a library run where one is: `make metrics` sees to that."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.metric_server import MetricServer
from tests.support.own_judges import ask, ask_one, item
from workbench.errors import InputError
from workbench.judges.metrics import candidate as metrics
from workbench.judges.metrics.candidate import METRICS, MetricCandidate
from workbench.judges.metrics.program import METRICS as OFFERED
from workbench.judges.server import Server
from workbench.judges.threshold import Threshold
from workbench.records.reply import JudgeKind

PYTHON = os.environ.get("WORKBENCH_METRICS_PYTHON") or sys.executable
ROOT = Path(__file__).parents[2]
KEY = "metric-key-123"
RIGHT, WRONG = item("The ladder is 4 metres long."), item("The ladder is 5 metres long.")


def candidate(metric, server="http://127.0.0.1:9/v1", **more):
    settings = {"threshold": Threshold(at=0.5), "root": Path.cwd(), "python": PYTHON, "timeout_s": 120.0, **more}
    place = Server(url=server if isinstance(server, str) else server.url, key_env=settings.pop("key_env", ""))
    fixed = {"name": "mine", "rule": "grounded", "model": "qwen-small", "at_once": 4}
    return MetricCandidate(metric=metric, server=place, **fixed, **settings)


@pytest.fixture(params=METRICS)
def metric(request):
    """A metric whose library is there."""
    library = request.param.partition(":")[0]
    if not metrics._installed(PYTHON, library):
        pytest.skip(f"{library} is not installed for {PYTHON}; make metrics runs this test")
    return request.param


def test_a_metric_passes_a_right_answer_and_fails_a_wrong_one_by_its_score(metric, tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    with MetricServer(key=KEY) as server:
        asked = candidate(metric, server, root=tmp_path, key_env="MY_KEY")
        right, wrong = ask(asked, RIGHT, WRONG)
        calls = len(server.bodies)
    assert (str(right.verdict), right.score, str(wrong.verdict), wrong.score) == ("pass", 1.0, "fail", 0.0)
    assert wrong.answered_by == "qwen-small"
    # The server bills the same for each call: 70 tokens of input and 20 of output.
    assert right.usage["input_tokens"] + wrong.usage["input_tokens"] == 70 * calls
    assert right.usage["output_tokens"] + wrong.usage["output_tokens"] == 20 * calls
    assert not [*home.rglob("*")]
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize(
    ("fault", "code", "retryable", "stops"),
    [
        ("rate_limit", "rate_limited", True, False),
        ("server_error", "api_5xx", True, False),
        ("unauthorized", "api_4xx", False, True),
        ("quota", "spend_limit", False, True),
    ],
)
def test_what_goes_wrong_at_the_server_has_its_code_and_is_asked_once(metric, fault, code, retryable, stops):
    with MetricServer(faults=[fault] * 20) as server:
        reply = ask_one(candidate(metric, server))
    assert str(reply.verdict) == f"error:{code}", reply.reason
    assert (reply.retryable, reply.stops_run) == (retryable, stops)


def test_what_a_metric_makes_nothing_of_is_an_error(metric):
    with MetricServer() as server:
        server.change = lambda completion: {**completion, "choices": []}
        reply = ask_one(candidate(metric, server))
    assert reply.verdict.error is not None
    assert reply.score is None


def test_the_program_offers_the_metrics_that_settings_can_name():
    assert tuple(OFFERED) == METRICS


def test_a_library_that_is_not_there_is_missing_with_the_command_that_brings_it(tmp_path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for metric in METRICS:
        library = metric.partition(":")[0]
        said = candidate(metric, python=str(tmp_path / "no-python")).missing()
        assert f"{library} is not installed for {tmp_path}" in said
        assert all(f"'{wanted}'" in said for wanted in project["optional-dependencies"][library])


def test_version_of_the_library_model_server_and_threshold_are_part_of_the_judges(monkeypatch):
    one = METRICS[0]
    monkeypatch.setattr(metrics, "_installed", lambda python, library: "1.0")
    first = candidate(one)
    others = [
        candidate(METRICS[1]),
        candidate(one, "http://127.0.0.1:10/v1"),
        candidate(one, threshold=Threshold(at=1)),
    ]
    versions = {asked.spec.judge_id for asked in (first, *others)}
    monkeypatch.setattr(metrics, "_installed", lambda python, library: "1.1")
    versions.add(candidate(one).spec.judge_id)
    assert len(versions) == 5
    assert (first.spec.kind, first.spec.model) == (JudgeKind.METRIC, "qwen-small")
    assert first.spec.details["library"] == "ragas 1.0"


def test_no_such_metric_no_server_and_no_threshold_are_refused():
    with pytest.raises(InputError, match="did you mean: ragas:faithfulness"):
        candidate("ragas:faithfullness")
    with pytest.raises(InputError, match="openai_url") as raised:
        candidate(METRICS[0], "", threshold=None)
    assert "threshold" in str(raised.value)


def test_a_metric_can_reach_its_own_server_and_nothing_else():
    program = f"""
        import importlib.util, socket, sys
        spec = importlib.util.spec_from_file_location("program", {str(metrics._PROGRAM)!r})
        program = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(program)
        listener = socket.create_server(("127.0.0.1", 0))
        other = socket.create_server(("127.0.0.2", 0))
        program.keep_to(f"http://localhost:{{listener.getsockname()[1]}}/v1")
        socket.create_connection(("localhost", listener.getsockname()[1]), timeout=5).close()
        for place in (other.getsockname(), ("telemetry.example", 443)):
            try:
                socket.create_connection(place, timeout=5)
            except OSError as error:
                print("refused", error)
    """
    done = subprocess.run([sys.executable, "-c", dedent(program)], capture_output=True, text=True, timeout=300)
    refused = done.stdout.splitlines()
    assert len(refused) == 2, done.stderr
    assert "it tried 127.0.0.2" in refused[0]
    assert "it tried telemetry.example" in refused[1]
