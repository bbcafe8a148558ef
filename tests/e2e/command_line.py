"""Driving the real command line: `python -m workbench` as a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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


def workbench(*arguments, cwd, timeout=120, **more):
    """Run a command in a folder; keyword arguments are environment variables."""
    done = subprocess.run(command(*arguments), cwd=cwd, env=environment(**more), capture_output=True, timeout=timeout)
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert "Traceback" not in err, err
    return Ran(done.returncode, out, err)


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
