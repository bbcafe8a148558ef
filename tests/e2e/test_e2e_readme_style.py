"""The style that the README shows works as it stands there."""

import json
import re

import pytest

from tests.e2e.benches import answer
from tests.e2e.command_line import ROOT, workbench, write

pytestmark = pytest.mark.slow


def test_the_style_of_the_readme_is_planted(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (source,) = (block for block in blocks if "boats" in block)
    write(tmp_path / "my_styles.py", source)
    write(tmp_path / "answers" / "one.md", answer("What is lent?", "A bike is lent.", "A bike is lent [p1]."))
    write(tmp_path / "workbench.toml", 'answers = "answers"\nstyles = ["my_styles:boats"]\n')
    assert workbench("plant", "--plants", "all", cwd=tmp_path).code == 0
    lines = (tmp_path / "plants" / "grounded.jsonl").read_text(encoding="utf-8").splitlines()
    (made,) = [one for one in map(json.loads, lines) if one["style"] == "boats"]
    # A quarter of the planted copies get a neutral change besides, such as a courtesy after the answer.
    assert made["item"]["answer"].startswith("A boat is lent [p1].")
