"""Judges on servers that settings name: where they are asked, with which key, and what of it is a version."""

import asyncio

import pytest

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY
from tests.support.server_verdicts import Policy
from workbench.errors import InputError, SetupError
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, candidate_spec
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.chat.request import ReplyForm, Shape
from workbench.judges.claude.judge import claude_judges
from workbench.judges.rubric import shipped_rubric
from workbench.judges.server import Server, url_problem
from workbench.steps.changes import judge_differences
from workbench.steps.settings import read_settings

OTHER_KEY = "other-key-987654"


def candidate(server, model="claude-haiku-5-5"):
    return ModelCandidate(
        name="grounded", rule="grounded", rubric=shipped_rubric("grounded"), model=model, server=server
    )


def ask_each(item, *servers):
    async def calls():
        judges = claude_judges([candidate(server) for server in servers], ClaudeSettings(timeout_s=10))
        try:
            return [await judge.judge(item, 0) for judge in judges]
        finally:
            for judge in judges:
                await judge.close()

    return asyncio.run(calls())


def test_two_judges_are_asked_at_two_servers_each_with_its_own_key(serve, item, monkeypatch):
    usual = serve(policy=Policy("pass"))
    monkeypatch.setenv("OTHER_KEY", OTHER_KEY)
    with MessagesServer(policy=Policy("fail"), key=OTHER_KEY) as other:
        first, second = ask_each(item, Server(), Server(url=other.url, key_env="OTHER_KEY"))
        assert [str(first.verdict), str(second.verdict)] == ["pass", "fail"]
        assert usual.headers[0]["Authorization"] == f"Bearer {KEY}"
        assert other.api.headers[0]["Authorization"] == f"Bearer {OTHER_KEY}"
        assert len(usual.headers) == len(other.api.headers) == 1


def test_a_server_without_a_key_of_its_own_is_not_sent_the_usual_one(serve, item, monkeypatch):
    usual = serve()
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Team: secret-7\nX-Other: 1")
    with MessagesServer() as other:
        _, reply = ask_each(item, Server(), Server(url=other.url))
        sent, held_back = ({name.lower() for name in api.headers[0]} for api in (usual, other.api))
        assert sent >= {"authorization", "x-team", "x-other"}
        assert not held_back & {"authorization", "x-team", "x-other"}
        assert not any(KEY in value for value in other.api.headers[0].values())
    # The test server lets nobody in without a key.
    assert str(reply.verdict) == "error:api_4xx"
    assert reply.stops_run
    assert reply.reason.endswith("; no key was sent: key_env in settings names the variable that holds one")


def test_a_key_that_a_server_turns_down_is_not_said_to_be_missing(item, monkeypatch):
    monkeypatch.setenv("OTHER_KEY", "wrong-key-123456")
    with MessagesServer(key=OTHER_KEY) as other:
        (reply,) = ask_each(item, Server(url=other.url, key_env="OTHER_KEY"))
    assert "401" in reply.reason
    assert "no key was sent" not in reply.reason


def test_a_key_that_a_server_repeats_is_kept_nowhere(item, monkeypatch):
    monkeypatch.setenv("OTHER_KEY", OTHER_KEY)
    with MessagesServer(policy=Policy("pass", reason=f"I was sent {OTHER_KEY}.")) as other:
        (reply,) = ask_each(item, Server(url=other.url, key_env="OTHER_KEY"))
    assert reply.reason == "I was sent [OTHER_KEY]."
    assert OTHER_KEY not in reply.raw


@pytest.mark.parametrize("value", ["", "two words", "line\nend", "schlüssel"])
def test_a_key_that_is_missing_or_cannot_be_sent_is_said_before_anything_is(item, monkeypatch, value):
    monkeypatch.setenv("OTHER_KEY", value)
    with pytest.raises(SetupError, match="OTHER_KEY") as raised:
        ask_each(item, Server(url="http://127.0.0.1:9", key_env="OTHER_KEY"))
    assert not value or value not in str(raised.value)


def version(**server):
    return candidate_spec(candidate(Server(**server)), ClaudeSettings()).judge_id


def test_host_port_and_path_are_part_of_the_version_and_the_key_is_not():
    urls = ("http://one.test", "http://two.test", "http://one.test:81", "http://one.test/api")
    assert len({version(url=url) for url in urls} | {version()}) == 5
    assert version(url="http://one.test", key_env="A") == version(url="https://ONE.test/", key_env="B")
    assert version() == version(key_env="A")


def test_a_server_that_settings_name_shows_in_the_details(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://proxy.test:81/claude/")
    assert candidate_spec(candidate(Server()), ClaudeSettings()).details["server"] == "proxy.test/claude"
    details = candidate_spec(candidate(Server(url="https://one.test:8443/api/")), ClaudeSettings()).details
    assert details["base_url"] == "one.test:8443/api"
    assert "server" not in details


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8080",
        "ftp://one.test",
        "http://",
        "http://one.test:port",
        "http://one.test?key=1",
        "http://one.test#a",
        "http://one.test/a b",
        "http://[::1",
        "http://me:sk-secret@one.test",
    ],
)
def test_a_url_that_is_no_servers_is_refused_and_what_may_be_a_key_is_not_repeated(url, tmp_path):
    assert url_problem(url)
    (tmp_path / "workbench.toml").write_text(f'[judge.mine]\nbase_url = "{url}"\n', encoding="utf-8")
    with pytest.raises(InputError, match="judge: mine: base_url: expected the base URL of a server") as raised:
        read_settings(tmp_path)
    assert "sk-secret" not in str(raised.value)


@pytest.mark.parametrize("url", ["http://localhost:8080", "https://one.test/v1/", "http://[::1]:80", "http://10.0.0.1"])
def test_a_url_that_is_a_servers_is_taken(url):
    assert url_problem(url) is None


@pytest.mark.parametrize(
    ("written", "messages", "chat"),
    [
        ("http://a.test", "http://a.test", "http://a.test/v1"),
        ("http://a.test/", "http://a.test", "http://a.test/v1"),
        ("http://a.test/v1", "http://a.test", "http://a.test/v1"),
        ("http://a.test/v1/", "http://a.test", "http://a.test/v1/"),
        ("http://a.test/gate/way", "http://a.test/gate/way", "http://a.test/gate/way"),
    ],
)
def test_a_url_may_be_written_with_v1_or_without(tmp_path, written, messages, chat):
    settings = f'[judge.one]\nbase_url = "{written}"\n[judge.two]\nopenai_url = "{written}"\n'
    (tmp_path / "workbench.toml").write_text(settings, encoding="utf-8")
    judges = read_settings(tmp_path).judge
    assert (judges["one"].base_url, judges["two"].openai_url) == (messages, chat)


def test_a_key_written_where_its_name_belongs_is_refused_and_not_repeated(tmp_path):
    (tmp_path / "workbench.toml").write_text('[judge.mine]\nkey_env = "sk-ant-123"\n', encoding="utf-8")
    with pytest.raises(InputError, match="the name of an environment variable") as raised:
        read_settings(tmp_path)
    assert "sk-ant-123" not in str(raised.value)


def test_a_chat_server_that_takes_another_form_than_before_is_named_as_what_changed():
    asked = ChatCandidate(
        name="mine",
        rule="grounded",
        rubric=shipped_rubric("grounded"),
        model="m",
        server=Server(url="http://127.0.0.1:1/v1"),
        max_tokens=100,
        timeout_s=1.0,
    )
    before, now = (asked.spec_with(Shape(response_format=form)) for form in (ReplyForm.JSON_SCHEMA, ReplyForm.TEXT))
    assert list(judge_differences(before, now)) == [
        "its server took response_format json_schema, token_limit max_tokens"
        " and takes response_format text, token_limit max_tokens"
    ]
    assert list(judge_differences(before, asked.spec)) == []
