"""Driving the real command line: `python -m workbench` as a process of its own."""

import atexit
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
KEY = "sk-ant-e2e-0123456789abcdef"
_OURS = ("ANTHROPIC", "WORKBENCH", "PYTHON", "LC_", "LANG", "NO_COLOR", "CI", "COLUMNS")


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """The one JSON document on stdout; NaN and Infinity are not JSON."""
        return json.loads(self.out, parse_constant=_no_constant)

    @property
    def said(self):
        """Both streams, each run of blanks as one, so that line breaks do not matter."""
        return " ".join(f"{self.out} {self.err}".split())


def environment(**more):
    """This environment without keys, locale and anything else that could change a result; then what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error::ResourceWarning", **more}


def command(*arguments):
    return [sys.executable, "-m", "workbench", *map(str, arguments)]


def workbench(*arguments, cwd, timeout=300, cold=False, **more):
    """Run a command in a folder; keyword arguments are environment variables.

    Where nothing depends on how Python starts, the command is forked from a process that has its libraries loaded.
    """
    depends = any(name.startswith(("PYTHON", "LC_", "LANG")) and name != "PYTHONIOENCODING" for name in more)
    run = _started if cold or depends or not hasattr(os, "fork") else _forked
    ran = run([str(argument) for argument in arguments], cwd=cwd, timeout=timeout, more=more)
    assert "Traceback" not in ran.err, ran.err
    return ran


def refused(folder, *arguments, says, code=2, **more):
    """Check that a command refuses, says why on stderr, prints no result and writes nothing at all."""
    before = tree(folder)
    ran = workbench(*arguments, cwd=folder, **more)
    assert ran.code == code, ran.said
    assert ran.out == ""
    for words in says:
        assert words in ran.err
    assert tree(folder) == before


def _started(arguments, *, cwd, timeout, more):
    done = subprocess.run(command(*arguments), cwd=cwd, env=environment(**more), capture_output=True, timeout=timeout)
    encoding = more.get("PYTHONIOENCODING", "utf-8")
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def _forked(arguments, *, cwd, timeout, more):
    with Forked(arguments, cwd=cwd, timeout=timeout, more=more) as process:
        return process.ended()


class Forked:
    """A command at work in a forked process, one at a time; `pid` is there to be killed."""

    def __init__(self, arguments, *, cwd, timeout=300, more):
        self._server = _warm_server()
        self._streams = TemporaryDirectory()
        self._encoding = more.get("PYTHONIOENCODING", "utf-8")
        # A command that is killed at once has opened neither.
        for name in ("out", "err"):
            (Path(self._streams.name) / name).touch()
        request = {
            "arguments": arguments,
            "cwd": str(cwd),
            "environment": environment(**more),
            "streams": self._streams.name,
            "timeout": timeout,
        }
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        self.pid = int(self._server.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._streams.cleanup()

    def wait_until_said(self, words):
        """Wait until some words are on stderr."""
        deadline = time.monotonic() + 300
        while words not in (Path(self._streams.name) / "err").read_text(encoding="utf-8"):
            assert time.monotonic() < deadline, f"not said: {words}"
            time.sleep(0.01)

    @property
    def out(self):
        """What is on stdout by now."""
        return (Path(self._streams.name) / "out").read_text(encoding="utf-8")

    def ended(self):
        """Wait for the end, and say what the command did."""
        code = int(self._server.stdout.readline())
        out, err = ((Path(self._streams.name) / name).read_bytes().decode(self._encoding) for name in ("out", "err"))
        return Ran(code, out, err)


@cache
def _warm_server():
    server = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("warm_start.py")],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    atexit.register(_stop, server)
    return server


def _stop(server):
    server.stdin.close()
    server.stdout.close()
    server.wait(300)


def with_server(server, **more):
    """The environment variables that send model judges to a local server."""
    return {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": KEY, **more}


def tree(folder):
    """Every file of a folder with its bytes, and every folder; locks hold nothing and are left out."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if path.suffix != ".lock" and path.name != ".lock"
    }


def run_folder(bench):
    """The folder of the only run of a bench."""
    (found,) = [path.parent for path in (bench / "runs").glob("*/manifest.json")]
    return found


def summary_of(bench):
    return json.loads((run_folder(bench) / "summary.json").read_text(encoding="utf-8"))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _no_constant(name):
    raise ValueError(f"{name} is not JSON")
