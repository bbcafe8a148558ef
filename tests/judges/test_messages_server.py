"""The local Messages API itself, over the real SDK and as a process of its own."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import anthropic
import pytest

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY, ask
from tests.support.server_faults import Faults
from tests.support.server_verdicts import Policy

ROOT = Path(__file__).parents[2]


def client(url, **options):
    return anthropic.Anthropic(base_url=url, api_key=KEY, max_retries=0, **options)


def test_it_refuses_what_the_api_refuses():
    message = {"model": "claude-opus-5-5", "max_tokens": 9, "messages": [{"role": "user", "content": "hello"}]}
    prefilled = [*message["messages"], {"role": "assistant", "content": "{"}]
    with MessagesServer() as server, client(server.url) as sdk:
        for changed in (
            {"extra_body": {"temperature": 0}},
            {"messages": prefilled},
            {"tools": [], "tool_choice": {"type": "any"}},
        ):
            with pytest.raises(anthropic.BadRequestError):
                sdk.messages.create(**{**message, **changed})


def test_it_counts_tokens_and_lists_models():
    with MessagesServer(models=["claude-haiku-5-5"]) as server, client(server.url) as sdk:
        counted = sdk.messages.count_tokens(model="m", messages=[{"role": "user", "content": "x" * 400}])
        assert counted.input_tokens == 100  # four characters a token
        assert [model.id for model in sdk.models.list()] == ["claude-haiku-5-5"]
        assert sdk.models.retrieve("claude-haiku-5-5").id == "claude-haiku-5-5"
        with pytest.raises(anthropic.NotFoundError):
            sdk.models.retrieve("claude-haiku-9")


def test_scripted_words_decide_before_the_policy(serve, item):
    serve(policy=Policy("pass", scripted=[("4 metres", "fail")]))
    (reply,) = ask(item)
    assert str(reply.verdict) == "fail"


def test_faults_come_at_their_share():
    faults = Faults({"server_error": 0.3, "drop": 0.2}, seed=1)
    drawn = [faults.draw() for _ in range(2000)]
    # Means 600 and 400, standard deviations 20.5 and 17.9; the bounds are five of them either way.
    assert 497 < drawn.count("server_error") < 703
    assert 310 < drawn.count("drop") < 490
    with pytest.raises(ValueError, match="unknown kinds"):
        Faults({"earthquake": 0.1})


def test_as_a_process_it_outlives_its_clients_and_logs_each_request(tmp_path, monkeypatch, item):
    port_file, log = tmp_path / "port", tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "tests.support.messages_server", "--port-file", port_file, "--log", log]
    process = subprocess.Popen([*command, "--policy", "pass", "--script", "fail=4 metres"], cwd=ROOT)
    try:
        while not port_file.exists():
            assert process.poll() is None
            time.sleep(0.02)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{port_file.read_text().strip()}")
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        assert [str(reply.verdict) for reply in ask(item, times=2)] == ["fail", "fail"]
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        assert [line["number"] for line in lines] == [1, 2]
        assert lines[0]["request"] == lines[1]["request"]
        assert lines[0]["usage"]["output_tokens"] > 0
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
