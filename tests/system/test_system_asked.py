"""A function, a command and a server as the system under test: told the same, heard alike."""

import asyncio
import json
import socket
import sys

import pytest

from tests.support.canned_server import CannedServer, http
from tests.support.own_judges import write
from workbench.errors import InputError
from workbench.judges.server import Server
from workbench.records.passage import Passage
from workbench.records.system import Ask
from workbench.system.command import CommandSystem
from workbench.system.function import FunctionSystem
from workbench.system.server import ServerSystem

ECHO = """
import json, sys

def answer(question, passages, identity=""):
    print("a word that is no result", file=sys.stderr)
    return {"answer": json.dumps([question, passages, identity]), "candidates": passages}

def main():
    for line in sys.stdin:
        told = json.loads(line)
        given = {name: part for name, part in told.items() if name != "id"}
        print(json.dumps({"id": told["id"], **answer(**given)}), flush=True)

if __name__ == "__main__":
    main()
"""
PLAIN = "Content-Type: text/plain; charset=utf-8"
JSON = "Content-Type: application/json"
PAGE = "Content-Type: text/html"
ASKS = (
    Ask(question="What does a day cost?", passages=(Passage(id="p1", title="Prices", text="A day is £32."),)),
    Ask(question="And a week?", passages=None, identity="guest"),
)
TOLD = (
    ["What does a day cost?", [{"id": "p1", "title": "Prices", "text": "A day is £32."}], ""],
    ["And a week?", None, "guest"],
)


def function(root, call, timeout_s=10.0):
    return FunctionSystem(call=call, root=root, timeout_s=timeout_s)


def command(root, *words, timeout_s=20.0):
    return CommandSystem(command=words, root=root, timeout_s=timeout_s, workers=1)


def ask(system, *asks, identities=False):
    async def calls():
        connected = await system.connect(identities=identities)
        try:
            return await asyncio.gather(*(connected.ask(one) for one in asks))
        finally:
            await connected.close()

    return asyncio.run(calls())


def test_a_function_is_told_question_passages_and_who_asks_and_nothing_else(tmp_path):
    write(tmp_path, assistant=ECHO)
    replies = ask(function(tmp_path, "assistant:answer"), *ASKS, identities=True)
    assert [json.loads(reply.answer) for reply in replies] == [*TOLD]
    assert replies[0].candidates == ASKS[0].passages


def test_a_command_is_told_the_same(tmp_path):
    write(tmp_path, assistant=ECHO)
    replies = ask(command(tmp_path, sys.executable, "assistant.py"), *ASKS)
    assert [json.loads(reply.answer) for reply in replies] == [*TOLD]


def test_a_server_is_sent_the_key_that_settings_name_and_follows_no_redirect(monkeypatch):
    monkeypatch.setenv("MY_KEY", "secret-123")
    with CannedServer() as server:
        system = ServerSystem(server=Server(url=f"{server.url}/ask", key_env="MY_KEY"), timeout_s=10)
        server.answer = http('{"answer": "A day is £32, says secret-123."}')
        (reply,) = ask(system, ASKS[0])
        assert reply.answer == "A day is £32, says [MY_KEY]."
        assert server.heads[0].startswith("POST /ask ")
        assert "authorization: bearer secret-123" in server.heads[0].lower()
        server.answer = http("A day is £32.", PLAIN)
        assert ask(system, ASKS[0])[0].answer == "A day is £32."
        server.answer = http("", f"Location: {server.url}/elsewhere", status=307)
        (reply,) = ask(system, ASKS[0])
        assert "a redirect to" in reply.error
        assert all(head.startswith("POST /ask ") for head in server.heads)


@pytest.mark.parametrize(
    ("answer", "says", "stops"),
    [
        (http("overloaded", status=503), "the server answered 503: overloaded", False),
        (http("no such question", status=422), "the server answered 422", False),
        (http('{"detail": "no such key"}', status=401), "the server answered 401", True),
        (http('{"error": "index is gone"}'), "the system says: index is gone", False),
        (http(""), "the answer is empty", False),
        (http("NaN"), "expected the answer as text", False),
        (b"", "the connection failed", False),
        (http("Not in the sources.", PLAIN).replace(b": 19", b": 90"), "the connection failed", False),
        # What came with a good status, and is a failure of something on the way all the same.
        (http("<html><body>Please log in. Not found.</body></html>", PAGE), "got text/html: <html>", False),
        (http("Not found. Please log in.", PAGE), "got text/html", False),
        (http("<!DOCTYPE html><p>Not found.", PLAIN), "a page of HTML", False),
        (http('{"answer": "<html>Not found</html>"}', JSON), "a page of HTML", False),
        (http('{"answer": "Not in the sources', JSON), "got application/json", False),
        (http('{"answer": "Not in the sources', PLAIN), "JSON that breaks off", False),
        (http("Not in the sources.", JSON), "got application/json", False),
        (http("Not in the sources."), "got no content type", False),
        (http("data: Not in the sources.", "Content-Type: text/event-stream"), "got text/event-stream", False),
        (http('{"detail": "not found"}', JSON), 'fields with "answer"', False),
        (http('{"detail": "not found"}', PLAIN), 'fields with "answer"', False),
        (http('["Not in the sources."]', JSON), "got list", False),
        (http("Not found, queued.", PLAIN, status=202), "the server answered 202", False),
        (http('{"answer": "Not in the sour', PLAIN, status=206), "the server answered 206", False),
    ],
)
def test_what_a_server_fails_at_is_an_error(answer, says, stops):
    with CannedServer() as server:
        server.answer = answer
        (reply,) = ask(ServerSystem(server=Server(url=server.url), timeout_s=10), ASKS[0])
    assert (reply.answer, says in reply.error, reply.stops) == ("", True, stops), reply.error


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (http('{"answer": "A day is £32."}', JSON), "A day is £32."),
        (http('\ufeff{"answer": "A day is £32."}', "Content-Type: application/vnd.us+json"), "A day is £32."),
        (http('{"answer": "A day is £32."}', JSON, status=201), "A day is £32."),
        # An object that says "answer" can be nothing else, whatever the server calls it.
        (http('{"answer": "A day is £32."}', PAGE), "A day is £32."),
        (http('"A day is £32."', JSON), "A day is £32."),
        (http("1987", PLAIN), "1987"),
        (http("A **day** is £32.", "Content-Type: Text/Markdown"), "A **day** is £32."),
    ],
)
def test_json_with_an_answer_and_plain_text_are_what_a_server_may_answer(answer, expected):
    with CannedServer() as server:
        server.answer = answer
        (reply,) = ask(ServerSystem(server=Server(url=server.url), timeout_s=10), ASKS[0])
    assert (reply.answer, reply.error) == (expected, "")


def test_an_answer_that_is_cut_at_the_bound_of_a_body_is_none(monkeypatch):
    monkeypatch.setattr("workbench.judges.json_client.LARGEST_BODY", 25)
    with CannedServer() as server:
        server.answer = http("Not in the sources. A day is £32.", PLAIN)
        (reply,) = ask(ServerSystem(server=Server(url=server.url), timeout_s=10), ASKS[0])
    assert (reply.answer, "the body has more than" in reply.error) == ("", True), reply.error


@pytest.mark.parametrize(
    ("answer", "again", "after"),
    [
        (http("slowly", "Retry-After: 7", status=429), True, 7.0),
        (http("busy", status=503), True, None),
        (b"", True, None),
        (http("what?", "Retry-After: 7", status=400), False, None),
        (http("no such question", status=404), False, None),
        (http('{"error": "index is gone"}', JSON), False, None),
    ],
)
def test_only_what_may_pass_is_worth_another_call(answer, again, after):
    with CannedServer() as server:
        server.answer = answer
        (reply,) = ask(ServerSystem(server=Server(url=server.url), timeout_s=10), ASKS[0])
    assert (reply.answer, reply.retryable, reply.retry_after_s) == ("", again, after)


def test_what_a_function_raises_and_what_takes_too_long_are_errors(tmp_path):
    write(
        tmp_path,
        broken="""
        import threading

        def raises(question, passages):
            raise KeyError("index")

        def hangs(question, passages):
            threading.Event().wait()
        """,
    )
    assert ask(function(tmp_path, "broken:raises"), ASKS[0])[0].error == "the system raised KeyError: 'index'"
    assert "within 0.05 s" in ask(function(tmp_path, "broken:hangs", timeout_s=0.05), ASKS[0])[0].error


def test_a_command_and_a_server_that_hang_are_errors_within_their_time(tmp_path):
    (reply,) = ask(
        command(tmp_path, sys.executable, "-c", "import threading; threading.Event().wait()", timeout_s=0.3), ASKS[0]
    )
    assert reply.error == "the command gave no answer within 0.3 s, and was killed"
    # It takes the connection, and says nothing.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = Server(url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        (reply,) = ask(ServerSystem(server=server, timeout_s=0.3), ASKS[0])
    assert reply.error == "no reply within 0.3 s"


def test_a_command_that_dies_or_cannot_be_started_is_an_error(tmp_path):
    (died,) = ask(command(tmp_path, sys.executable, "-c", "import sys; sys.exit('no index')"), ASKS[0])
    assert "ended with code 1; it said on stderr: no index" in died.error
    assert "no program 'no-such-program'" in command(tmp_path, "no-such-program").missing()


@pytest.mark.parametrize(
    ("call", "identities", "says"),
    [
        ("assistant", False, "package.module:function"),
        ("assistant:nothing", False, "a function nothing in assistant"),
        ("assistant:other", False, "expected def other(question, passages), got def other(query)"),
        (
            "assistant:plain",
            True,
            "expected def plain(question, passages, identity=None), for other identities ask too",
        ),
    ],
)
def test_a_function_that_cannot_be_asked_is_refused_before_any_call(tmp_path, call, identities, says):
    write(tmp_path, assistant="def other(query): ...\ndef plain(question, passages): ...\n")
    with pytest.raises(InputError, match="system: call") as refused:
        ask(function(tmp_path, call), ASKS[0], identities=identities)
    assert says in str(refused.value)


def test_the_version_is_what_the_source_says(tmp_path):
    write(tmp_path, assistant=ECHO)
    before = function(tmp_path, "assistant:answer").version, command(tmp_path, "python", "assistant.py").version
    write(tmp_path, assistant=ECHO + "\n# another thought\n")
    after = function(tmp_path, "assistant:answer").version, command(tmp_path, "python", "assistant.py").version
    assert not {*before} & {*after}
