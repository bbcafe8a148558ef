"""The review server answers the browser that holds its link, and nobody else; whatever is sent, no file changes."""

import json
import re
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.e2e.command_line import tree
from tests.page.chromium import chromium, missing
from tests.page.reviewing import Client, lines, served
from tests.report.packed import unpacked
from workbench.review.app import BODY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(reviewed, tmp_path_factory):
    bench = shutil.copytree(reviewed, tmp_path_factory.mktemp("guarded") / "bench")
    with served(bench) as started:
        yield started


@pytest.fixture(scope="module")
def client(server):
    return Client.of(server)


@pytest.fixture(scope="module")
def index(client):
    return unpacked(client.ask("GET", "/").text)


@pytest.fixture
def disputed(index):
    """An item on which somebody disagrees, and all judges."""
    item = next(item for item in index[1] if any(one["kind"] for one in item["rulings"][0]["opinions"]))
    return item["id"], [one["id"] for one in index[0]["judges"]]


@pytest.fixture
def unchanged(server):
    """At the end the bench is what it was, to the byte."""
    before = tree(server.bench)
    yield
    assert tree(server.bench) == before


def test_without_the_link_there_is_nothing_to_see(server, unchanged):
    stranger = Client(server.port)
    assert stranger.ask("GET", "/").status == 401
    assert stranger.ask("GET", f"/?token={server.token}x").status == 401
    assert stranger.ask("GET", "/?token=").status == 401
    assert stranger.ask("GET", "/?token=%FF%00%ED%A0%80").status == 401
    guessed = Client(server.port, f"workbench-review-{server.port}={server.token}")
    assert guessed.ask("GET", "/").status == 401


def test_the_token_is_swapped_for_a_cookie_that_no_script_and_no_other_site_gets(server):
    answer = Client(server.port).ask("GET", f"/?token={server.token}")
    assert (answer.status, answer.headers["location"]) == (303, "/#/read/unread")
    cookie = answer.headers["set-cookie"]
    name, _, rest = cookie.partition("=")
    assert name == f"workbench-review-{server.port}"
    assert len(server.token) * 6 >= 256
    assert server.token not in cookie
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in rest.split(";")}


def test_every_answer_may_be_framed_stored_and_guessed_by_nobody(server, client):
    for answer in (client.ask("GET", "/"), client.ask("GET", "/nothing"), Client(server.port).ask("GET", "/")):
        headers = answer.headers
        assert headers["content-security-policy"] == "frame-ancestors 'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["server"] is None
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', client.ask("GET", "/").text)[1]
    assert "connect-src &#39;self&#39;" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1.evil.com",
        "evil.test",
        "localhost.evil.test:80",
        "",
        "127.0.0.1:1:2",
        "127.0.0.1:8733@evil",
        "0.0.0.0",
    ],
)
def test_a_name_that_was_pointed_at_this_machine_is_turned_away(client, unchanged, host):
    assert client.ask("GET", "/", Host=host).status in (400, 421)


@pytest.mark.parametrize("host", ["localhost:9999", "127.0.0.1:1", "[::1]:8733", "LOCALHOST"])
def test_a_forwarded_port_is_as_good_as_the_own(client, disputed, host):
    assert client.ask("GET", "/", Host=host).status == 200
    # The decision is refused for what it says and not for where it comes from.
    _, answer = client.decide("no such item", [], Host=host, Origin=f"http://{host}")
    assert answer.status == 400
    assert "nothing to decide" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": None},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Content_Type": "text/plain"},
        {"Content_Type": "application/x-www-form-urlencoded"},
        {"Content_Type": None},
    ],
)
def test_a_decision_that_comes_from_elsewhere_is_refused(client, disputed, unchanged, headers):
    assert client.decide(*disputed, **headers)[1].status == 403


def test_a_decision_without_the_cookie_is_refused(server, disputed, unchanged):
    assert Client(server.port).decide(*disputed)[1].status == 401


def test_there_is_one_page_and_no_other_path(client, unchanged):
    for path in ("/../../etc/passwd", "/runs/decisions.jsonl", "//", "/decisions", "/%2e%2e/", "/docs", "/report.html"):
        assert client.ask("GET", path).status in (404, 405), path
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert client.ask(method, "/").status in (403, 405), method


def test_a_decision_is_sixty_four_kilobytes_at_most(client, disputed, unchanged):
    _, answer = client.decide(*disputed, note="x" * BODY)
    assert answer.status == 413


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decision": "maybe"}, "judge_wrong, plant_wrong"),
        ({"item": "../../x"}, "nothing to decide"),
        ({"judges": ["nobody"]}, "nothing to decide"),
        ({"judges": [1]}, "ids of judge versions"),
        ({"note": None}, "note: expected str"),
        ({"id": ""}, "a name for the decision"),
        ({"saw_reasons": 1}, "saw_reasons: expected bool"),
        ({"more": 1}, "an object with"),
        ({"decision": "plant_wrong", "note": "so"}, "nothing was planted in this item"),
        ({"decision": "trusted_answer_bad", "note": " "}, "say why, in a note"),
    ],
)
def test_what_is_no_decision_is_refused_with_its_reason(client, disputed, unchanged, change, says):
    item, judges = disputed
    wish = {
        "id": "0a",
        "prev": "",
        "item": item,
        "judges": judges,
        "decision": "judge_wrong",
        "note": "",
        "saw_reasons": True,
    }
    answer = client.ask("POST", "/decisions", json.dumps({**wish, **change}).encode())
    assert answer.status == 400
    assert says in answer.text


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.binary(max_size=200)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
def test_any_body_is_refused_and_none_is_an_error_of_ours(client, unchanged, body):
    assert client.ask("POST", "/decisions", body).status == 400


def test_one_decision_that_is_sent_twice_is_written_once(server, client, disputed):
    item, judges = disputed
    wish = {
        "id": "0b",
        "prev": "",
        "item": item,
        "judges": judges,
        "decision": "judge_wrong",
        "note": "",
        "saw_reasons": False,
    }
    first = client.ask("POST", "/decisions", json.dumps(wish).encode())
    # The second comes through a forwarded port.
    forwarded = {"Host": "localhost:9999", "Origin": "http://localhost:9999", "Sec_Fetch_Site": "same-origin"}
    again = client.ask("POST", "/decisions", json.dumps(wish).encode(), **forwarded)
    assert (first.status, again.status) == (200, 200)
    assert first.text == again.text
    assert [one["id"] for one in lines(server.bench)] == ["0b"]
    # Another one that does not know it is told of it.
    _, other = client.decide(item, judges, decision="rubric_unclear")
    assert other.status == 409
    assert json.loads(other.text)["id"] == "0b"


def test_decisions_that_are_damaged_are_said_to_be_and_nothing_is_added(server, client, disputed):
    path = server.bench / "runs" / "decisions.jsonl"
    before = path.read_bytes() if path.exists() else b""
    path.write_bytes(before + b"no line\n")
    for answer in (client.ask("GET", "/"), client.decide(*disputed)[1]):
        assert answer.status == 503
        assert "this is no decision; mend the line or restore the file" in answer.text
    assert path.read_bytes() == before + b"no line\n"
    path.write_bytes(before)
    assert client.ask("GET", "/").status == 200


def test_web_pages_of_others_reach_nothing_in_a_real_browser(server, disputed):
    why = missing()
    if why:
        pytest.skip(why)
    before = tree(server.bench)
    address = f"http://127.0.0.1:{server.port}"
    with OtherSite(_ATTACK.replace("SERVER", address)) as port, chromium(_RULES) as browser:
        context = browser.new_context()
        mine = context.new_page()
        mine.goto(server.link)
        mine.get_by_test_id("case").wait_for()
        for host in ("evil.test", "127.0.0.1"):
            page = context.new_page()
            statuses = []
            page.on("response", lambda answer, seen=statuses: seen.append((answer.request.method, answer.status)))
            page.goto(f"http://{host}:{port}/")
            page.locator("#done").wait_for(state="attached")
            assert page.locator("#done").inner_text() == "nothing was read"
            # What may not be framed is an error of the browser's own.
            assert page.frame(name="framed").url == "chrome-error://chromewebdata/"
            page.locator("form").evaluate("(form) => form.submit()")
            page.wait_for_url(f"{address}/decisions")
            assert ("POST", 403) in statuses
        rebound = context.new_page()
        answer = rebound.goto(f"http://rebind.test:{server.port}/?token={server.token}")
        assert answer.status == 421
    assert tree(server.bench) == before


_RULES = "--host-resolver-rules=MAP rebind.test 127.0.0.1, MAP evil.test 127.0.0.1"
_ATTACK = """<!doctype html><title>elsewhere</title>
<form method="post" action="SERVER/decisions" enctype="text/plain"><input name='{"id":"x' value='"}'></form>
<iframe name="framed" src="SERVER/"></iframe>
<script>
(async () => {
  const said = [];
  const json = {"content-type": "application/json"};
  for (const how of [{}, {credentials: "include"}, {mode: "no-cors", credentials: "include"}])
    for (const more of [{}, {method: "POST", body: "{}"}, {method: "POST", body: "{}", headers: json}])
      try { said.push(await (await fetch("SERVER/decisions", {...how, ...more})).text()); } catch { said.push(""); }
  const done = document.createElement("p");
  done.id = "done";
  done.textContent = said.join("") || "nothing was read";
  document.body.append(done);
})();
</script>"""


class OtherSite:
    """A web page on another port of this machine."""

    def __init__(self, text):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = text.encode()
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self._server.server_port

    def __exit__(self, *exception):
        self._server.shutdown()
        self._server.server_close()
