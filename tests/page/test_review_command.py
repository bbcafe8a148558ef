"""`workbench review` as a command: how it begins, how it ends, and what it refuses."""

import os
import re
import shutil
import signal
import socket

import pytest

from tests.e2e.command_line import Forked, refused
from tests.page.reviewing import Client
from tests.report.packed import unpacked

pytestmark = pytest.mark.slow


def test_ctrl_c_ends_it_well_and_writes_the_report_again(reviewed, tmp_path):
    bench = shutil.copytree(reviewed, tmp_path / "bench")
    (report,) = (bench / "runs").glob("*/report.html")
    with Forked(["review", "--no-open", "--port", "0", "--by", "mona"], cwd=bench, more={}) as process:
        process.wait_until_said("Ctrl+C to stop")
        link = re.search(r"http://127.0.0.1:(\d+)/\?token=(\S+)", process.out)
        client = Client(int(link[1]))
        client.cookie = client.ask("GET", f"/?token={link[2]}").headers["set-cookie"].partition(";")[0]
        index, items = unpacked(client.ask("GET", "/").text)
        item = next(item for item in items if any(one["kind"] for one in item["rulings"][0]["opinions"]))
        assert client.decide(item["id"], [one["id"] for one in index["judges"]])[1].status == 200
        with _half_sent(client):
            # One browser leaves in the middle of a decision, another is still at it when the server is stopped.
            _half_sent(client).close()
            assert client.ask("GET", "/").status == 200
            os.kill(process.pid, signal.SIGINT)
            ran = process.ended()
    assert ran.code == 0
    assert "Traceback" not in ran.said
    assert "1 saved," in ran.said
    decided = unpacked(report.read_text(encoding="utf-8"))[0]["decided"]
    assert [one["item"] for one in decided] == [item["id"]]


def _half_sent(client):
    sending = socket.create_connection(("127.0.0.1", client.port))
    host = f"127.0.0.1:{client.port}"
    headers = {"Host": host, "Origin": f"http://{host}", "Cookie": client.cookie, "Content-Type": "application/json"}
    lines = ["POST /decisions HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    sending.sendall("\r\n".join([*lines, "Content-Length: 100", "", "{"]).encode())
    return sending


def test_what_cannot_be_served_is_refused(reviewed):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(reviewed, "review", "--no-open", "--port", port, says=[f"port {port} cannot be used"])
    refused(reviewed, "review", "no-such-run", "--no-open", says=["no-such-run"])
