"""Rules of the house that no linter knows."""

import ast
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from workbench.plants.build import Recipe, build
from workbench.plants.catalogue import STYLES
from workbench.records.case import Case
from workbench.records.challenge import Set
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.rules import RULES

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "workbench").rglob("*.py"))
PAGE = ROOT / "workbench" / "report" / "page" / "src"
EM_DASH = "\u2014"
HEAVY = (
    "pandas",
    "scipy",
    "sklearn",
    "pyarrow",
    "anthropic",
    "jinja2",
    "nupunkt",
    "num2words",
    "rapidfuzz",
    "starlette",
    "uvicorn",
)
_TEXT = re.compile(r"\.(py|md|toml|txt|yml|yaml|json|jsonl|html|css|js|mjs|ts|tsx|cfg|ipynb)$")


def tracked():
    """Files of the repository, or of an unpacked archive of it."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=300)
        names = [name for name in listed.stdout.decode("utf-8").split("\0") if name]
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    return [path for part in ("workbench", "tests", "plants") for path in (ROOT / part).rglob("*") if path.is_file()]


@cache
def calls(path):
    """The calls in a source; several rules are about them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def short(path):
    return str(path.relative_to(ROOT))


def test_no_em_dash_stands_in_any_file():
    texts = [path for path in tracked() if _TEXT.search(path.name) or "." not in path.name]
    assert len(texts) > 100
    marks = EM_DASH.encode()
    assert [short(path) for path in texts if marks in path.read_bytes()] == []


def test_no_file_of_the_package_is_longer_than_300_lines():
    long = {short(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: lines for name, lines in long.items() if lines > 300} == {}


def test_no_source_of_the_page_is_longer_than_300_lines_and_none_makes_html_of_text():
    sources = [path for path in PAGE.rglob("*") if path.suffix in (".ts", ".tsx", ".css")]
    assert len(sources) > 10
    texts = {short(path): path.read_text(encoding="utf-8") for path in sources}
    assert {name: len(text.splitlines()) for name, text in texts.items() if len(text.splitlines()) > 300} == {}
    assert [name for name, text in texts.items() if re.search("innerHTML|insertAdjacentHTML|eval\\(", text, re.I)] == []


def test_packages_hold_a_docstring_and_nothing_else():
    for path in SOURCES:
        if path.name == "__init__.py" and path.parent.name != "workbench":
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert len(body) == 1, short(path)
            assert isinstance(body[0], ast.Expr), short(path)


def test_text_is_opened_with_its_encoding():
    found = []
    for path in SOURCES:
        for call in calls(path):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in ("open", "read_text", "write_text") or _is_ours(path, call):
                continue
            modes = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
            binary = any(isinstance(mode, str) and "b" in mode for mode in modes)
            if not binary and not any(keyword.arg == "encoding" for keyword in call.keywords):
                found.append(f"{short(path)}:{call.lineno}")
    assert found == []


def _is_ours(path, call):
    """`read_text` of workbench.cases.reading is a function of ours, and `os.open` takes no encoding."""
    if isinstance(call.func, ast.Name):
        return call.func.id == "read_text"
    return isinstance(call.func.value, ast.Name) and call.func.value.id == "os"


def test_only_the_command_line_prints():
    printing = [
        f"{short(path)}:{call.lineno}"
        for path in SOURCES
        if "cli" not in path.parts
        for call in calls(path)
        if isinstance(call.func, ast.Name) and call.func.id == "print"
    ]
    assert printing == []


def test_json_is_written_without_nan_and_with_characters_as_themselves():
    found = []
    for path in SOURCES:
        for call in calls(path):
            if ast.unparse(call.func) not in ("json.dumps", "json.dump"):
                continue
            given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
            # Escapes are what that file is for: a terminal that lacks the characters.
            escapes = short(path) == "workbench/cli/output.py"
            if given.get("allow_nan") != "False" or (given.get("ensure_ascii") != "False" and not escapes):
                found.append(f"{short(path)}:{call.lineno}")
    assert found == []


@pytest.mark.slow
def test_the_import_contracts_are_kept(tmp_path):
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("import-linter is not installed")
    done = subprocess.run(
        [program, "--cache-dir", tmp_path / "cache"], cwd=ROOT, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout.decode("utf-8")


def test_an_item_holds_what_a_judge_may_see_and_nothing_else():
    assert [field.name for field in fields(Item)] == ["item_id", "question", "passages", "answer"]


def test_ids_of_clean_planted_held_out_and_near_miss_items_have_one_form():
    case = Case(
        case_id="price",
        question="What does a day cost?",
        passages=(
            Passage(
                id="p1", text="Day hire is £32, unless the bike is damaged. A week is £150. Anna Berg runs the shop."
            ),
            Passage(id="p2", text="The shop opens at 9 and closes at 17."),
        ),
        answer="A day costs £32, unless the bike is damaged. A week is £150 [p1].",
        answerable=True,
        evidence="Day hire is £32",
    )
    other = Case(case_id="hours", question="When?", passages=case.passages[1:], answer="It opens at 9 [p2].")
    sets = set()
    for rule in RULES:
        recipe = Recipe(
            rule=rule,
            styles=tuple(STYLES.values()),
            held_out=frozenset({"figure_changed", "wrong_decline"}),
            quota=dict.fromkeys(Set),
            seed=7,
            not_found="Not in the sources.",
        )
        for challenge in build([case, other], recipe).challenges:
            sets.add(challenge.set)
            assert re.fullmatch(r"[0-9a-f]{16}", challenge.item.item_id)
    assert {Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT} <= sets


def test_the_command_line_loads_no_heavy_library():
    program = f"""
import sys
import workbench.cli.app
print(sorted(name for name in {HEAVY} if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=300, check=True)
    assert done.stdout.decode("utf-8").strip() == "[]"
