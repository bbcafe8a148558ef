"""The parts of the README that the workbench prints itself. `make docs` renews them, `test_docs.py` compares them."""

import re
import subprocess
import sys
import tempfile
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from pathlib import Path
from random import Random

from tests.page.chromium import missing, take_picture
from workbench.judges.candidates import ClaudeSettings
from workbench.plants.catalogue import STYLES
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Example, Style
from workbench.records.case import Case
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.steps.settings import Settings

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PICTURE = ROOT / ".github" / "report.png"
_SHOWN = ("RETRIEVAL CHECK", "JUDGE TRUST REPORT", "GATE")
# The folder itself, and tables of their own.
_NO_SETTINGS = ("root", "judge", "claude", "system", "policy")
HELD_OUT = Settings(root=ROOT, name="").held_out


def block(text: str, name: str) -> str:
    """Return what stands between the marks of one block."""
    return re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", text, re.DOTALL).group(1)


def with_block(text: str, name: str, content: str) -> str:
    """Return the text with one block replaced."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, _, rest = text.partition(start)
    return before + start + content + end + rest.partition(end)[2]


def styles_table() -> str:
    """Return the table of styles, made of the catalogue and its examples."""
    rows = ["| style | set | rules | what it does | example |", "|---|---|---|---|---|"]
    order = sorted(STYLES.values(), key=lambda style: (style.set is Set.NEAR_MISS, style.name in HELD_OUT))
    rows += [_row(style) for style in order]
    return "\n".join(rows) + "\n"


def _row(style: Style) -> str:
    part = "held out" if style.name in HELD_OUT else str(style.set).replace("_", " ")
    cells = (f"`{style.name}`", part, ", ".join(f"`{rule}`" for rule in style.rules), style.summary, _shown(style))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _shown(style: Style) -> str:
    example: Example = style.examples[0]
    changed = _changed_answer(style, example)
    before = example.answer if changed else " / ".join(example.passages)
    return f"{before} **becomes** {example.becomes}".replace("\n", "<br>")


def _changed_answer(style: Style, example: Example) -> bool:
    """Whether the style changes the answer of an example, and not the passages alone."""

    def case(case_id: str, texts: tuple[str, ...], **fields: str | None) -> Case:
        shown = tuple(Passage(id=f"p{number}", text=text) for number, text in enumerate(texts, start=1))
        return Case(case_id=case_id, passages=shown, group=case_id, **fields)

    mine = case("mine", example.passages, question=example.question, answer=example.answer, evidence=example.evidence)
    question, answer = example.other
    other = case("other", example.elsewhere or example.passages, question=question, answer=answer)
    library = Library((mine, other) if example.elsewhere or question else (mine,))
    draft = style.plant(Ground(mine, library, not_found="Not in the sources."), Random(0))
    return draft.answer != example.answer


def settings_table() -> str:
    """Return the table of settings, made of what the code says of each and of its default."""
    rows = ["| setting | what it says | default |", "|---|---|---|"]
    for kind in (Settings, ClaudeSettings):
        said = re.findall(r"(?m)^    (?:    )?(\w+): ((?:.|\n {8,})+)", cleandoc(kind.__doc__))
        told = {name: " ".join(text.split()) for name, text in said}
        rows += [_setting(one, told[one.name]) for one in fields(kind) if one.name not in _NO_SETTINGS]
    return "\n".join(rows) + "\n"


def _setting(one: Field, text: str) -> str:
    text = re.sub(r"; None where [^.]*", "", text).replace("None for all", '`"all"` for all')
    text = text.replace("None for the one that ships", "usually the one that ships")
    usual = ", ".join(one.default) if isinstance(one.default, tuple) else one.default
    shown = "" if usual in (MISSING, None, "") else f"`{usual}`"
    return f"| `{one.name}` | {text} | {shown} |"


def demo_output(picture: Path | None = None) -> str:
    """Run the demo and return the blocks of what it prints that a first look needs; take a picture of its report."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "workbench", "demo", str(Path(folder) / "bench")]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
        if picture:
            (report,) = Path(folder, "bench", "runs").glob("*/report.html")
            why = missing()
            if why:
                print(f"{picture.relative_to(ROOT)} stays as it is: {why}")
            else:
                take_picture(report, picture)
    blocks = ran.stdout.split("\n\n")
    shown = [block for block in blocks if block.startswith(_SHOWN)]
    assert len(shown) == len(_SHOWN)
    return "\n\n".join(shown) + "\n"


def readme(picture: Path | None = None) -> str:
    """Return the README as it should be."""
    text = with_block(README.read_text(encoding="utf-8"), "styles", styles_table())
    text = with_block(text, "settings", settings_table())
    return with_block(text, "demo", f"```text\n{demo_output(picture)}```\n")


if __name__ == "__main__":
    README.write_text(readme(PICTURE), encoding="utf-8", newline="\n")
