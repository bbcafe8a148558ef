"""What is committed as built is what the sources build, byte for byte, and it is small."""

import shutil
import subprocess

import pytest

from tests.page.made_run import made_run, write_bench
from tests.test_house_rules import ROOT
from workbench.steps.report import report
from workbench.steps.settings import read_settings

PAGE = ROOT / "workbench" / "report" / "page"
BUILT = ("page.css", "page.js")


def test_the_built_page_is_that_of_its_sources(tmp_path):
    if shutil.which("node") is None or not (PAGE / "node_modules").is_dir():
        pytest.skip("node or the page's tools are not here: make page")
    subprocess.run([PAGE / "node_modules" / ".bin" / "tsc", "--noEmit"], cwd=PAGE, check=True)
    subprocess.run(["node", "build.mjs", tmp_path], cwd=PAGE, check=True)
    for name in BUILT:
        assert (tmp_path / name).read_bytes() == (PAGE / "built" / name).read_bytes(), f"{name}: make page"


def test_script_and_styles_are_small_and_bring_their_licence():
    script, styles = [(PAGE / "built" / name).read_text(encoding="utf-8") for name in reversed(BUILT)]
    assert len(script) + len(styles) < 80_000
    assert "Permission is hereby granted" in script
    # It stands inside a page, so nothing in it may end its element.
    assert "</script" not in script
    assert "</style" not in styles


# A language: of 1,000 words the second is written half as often as the first, the third a third as often, and so on.
_LANGUAGE = [f"{number * 7919 % 9973:x}" for number in range(1, 1001) for _ in range(1 + 500 // number)]


def test_a_report_of_one_hundred_items_two_judges_and_three_models_is_half_a_megabyte_at_most(tmp_path):
    folder = write_bench(tmp_path, made_run(100, seed=8, words=_LANGUAGE))
    report(read_settings(tmp_path), run=None)
    assert folder.report_html.stat().st_size < 500_000
