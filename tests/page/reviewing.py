"""A bench with disagreements, and `workbench review` at work on it as a process that can be killed."""

import http.client
import json
import os
import re
import secrets
import signal
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.benches import first_answers
from tests.e2e.command_line import Forked, workbench
from workbench.steps.demo import make_demo

# Wrong about everything, so that every set has disagreements; a script that is wrong about some of it.
_SETTINGS = """\
judges = ["mine", "numbers"]
plants = 10
near_misses = 2
held_out_plants = 2
gate_repeats = 2
[judge.mine]
rule = "grounded"
simulated = "flaky:1"
"""


def make_bench(folder):
    """A bench of a few answers, run once with its held-out mistakes opened."""
    make_demo(folder / "sample")
    bench = first_answers(folder / "bench", _SETTINGS, folder / "sample", 6)
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    return bench


@dataclass(frozen=True)
class Served:
    """A server at work."""

    bench: Path
    pid: int
    link: str

    @property
    def port(self):
        return int(re.search(r":(\d+)/", self.link)[1])

    @property
    def token(self):
        return self.link.partition("token=")[2]

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)


@contextmanager
def served(bench, *, port=0, by="mona"):
    """Serve a bench's only run; however it ends, the process is gone afterwards."""
    with Forked(["review", "--no-open", "--port", str(port), "--by", by], cwd=bench, more={}) as process:
        process.wait_until_said("Ctrl+C to stop")
        server = Served(bench, process.pid, re.search(r"http://\S+", process.out)[0])
        try:
            yield server
        finally:
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.ended()


def lines(bench):
    """What is in decisions.jsonl, without a last line that was cut off."""
    path = bench / "runs" / "decisions.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def line_of(bench, item):
    return [one for one in lines(bench) if one["item"] == item]


class Client:
    """Asks a server as a program may that makes up every header."""

    def __init__(self, port, cookie=""):
        self.port = port
        self.cookie = cookie

    @classmethod
    def of(cls, server):
        """One that has swapped the link's token for the cookie."""
        answer = cls(server.port).ask("GET", f"/?token={server.token}")
        assert answer.status == 303
        return cls(server.port, answer.headers["set-cookie"].partition(";")[0])

    def ask(self, method, path, body=None, **headers):
        """Ask; `_` in a header's name stands for `-`, and a header that is None is left out."""
        usual = {"Host": f"127.0.0.1:{self.port}"}
        if self.cookie:
            usual["Cookie"] = self.cookie
        if method == "POST":
            usual |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**usual, **given}.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            answer.text = answer.read().decode("utf-8")
            return answer

    def decide(self, item, judges, *, prev="", decision="judge_wrong", note="", **headers):
        """Send a decision as the page does; return its id and the answer."""
        name = secrets.token_hex(16)
        wish = {
            "id": name,
            "prev": prev,
            "item": item,
            "judges": list(judges),
            "decision": decision,
            "note": note,
            "saw_reasons": True,
        }
        return name, self.ask("POST", "/decisions", json.dumps(wish).encode(), **headers)
