"""The wheel: installed into an environment of its own, it brings the sample along."""

import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.e2e.command_line import ROOT, environment

pytestmark = pytest.mark.slow


@pytest.mark.skipif(find_spec("pip") is None or find_spec("hatchling") is None, reason="needs pip and hatchling")
def test_an_installed_workbench_runs_the_demo_in_any_folder(tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    binaries = tmp_path / "venv" / "bin"
    plain = {name: value for name, value in environment().items() if name != "PYTHONPATH"}

    def call(*command, cwd):
        done = subprocess.run(command, cwd=cwd, env=plain, capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr.decode("utf-8") + done.stdout.decode("utf-8")
        return done.stdout.decode("utf-8")

    libraries = call(binaries / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path)
    site = tmp_path / "libraries.pth"
    site.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    site.rename(f"{libraries.strip()}/libraries.pth")
    pip = (sys.executable, "-m", "pip", "--python", binaries / "python", "--disable-pip-version-check")
    call(
        *pip,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--force-reinstall",
        ROOT,
        cwd=tmp_path,
    )

    where = call(binaries / "python", "-c", "import workbench; print(workbench.__file__)", cwd=tmp_path)
    assert where.startswith(str(tmp_path / "venv"))
    page = Path(where.strip()).parent / "report" / "page"
    assert sorted(path.name for path in page.rglob("*")) == ["built", "page.css", "page.js"]
    said = call(binaries / "workbench", "demo", "my-bench", cwd=tmp_path)
    page = said.rstrip("\n").rpartition("report  ")[2]
    assert page.endswith("report.html")
    assert (tmp_path / page).read_text(encoding="utf-8").startswith("<!doctype html>")
    shipped = {path.name: path.read_bytes() for path in (ROOT / "plants" / "answers").iterdir()}
    copied = {path.name: path.read_bytes() for path in (tmp_path / "my-bench" / "plants" / "answers").iterdir()}
    assert copied == shipped


def test_nothing_of_the_sample_is_stored_twice(tmp_path):
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    listed = subprocess.run(
        ["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, check=True, timeout=300
    ).stdout.decode("utf-8")
    blobs = [(line.split()[1], line.split("\t")[1]) for line in listed.splitlines()]
    sample = {blob for blob, name in blobs if name.startswith("plants/answers/") or name == "plants/questions.jsonl"}
    assert len(sample) > 20
    assert len([name for blob, name in blobs if blob in sample]) == len(sample)
    assert not [name for _, name in blobs if "_sample" in name]
