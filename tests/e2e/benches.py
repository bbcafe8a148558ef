"""Benches to drive: the sample with settings of a test's own, and small ones written here."""

import shutil
from pathlib import Path

from tests.e2e.command_line import write

SAMPLE = """\
answers = "plants/answers"
questions = "plants/questions.jsonl"
not_found = "Not in the sources."
"""


def first_answers(folder, settings, sample, count):
    """Make a bench of the sample's first answers, for tests that start many processes."""
    for path in sorted((sample / "plants" / "answers").iterdir())[:count]:
        write(folder / "plants" / "answers" / path.name, path.read_text(encoding="utf-8"))
    write(folder / "workbench.toml", 'answers = "plants/answers"\n' + settings)
    return folder


def with_sample(folder, settings, sample):
    """Copy the sample's answers and questions into a folder and give it settings. Top-level settings come first."""
    shutil.copytree(sample / "plants" / "answers", folder / "plants" / "answers")
    shutil.copy(sample / "plants" / "questions.jsonl", folder / "plants" / "questions.jsonl")
    write(folder / "workbench.toml", SAMPLE + settings)
    return folder


def set_line(bench, name, value):
    """Change one setting of a bench."""
    path = bench / "workbench.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    places = [place for place, line in enumerate(lines) if line.partition("=")[0].strip() == name]
    assert len(places) == 1, f"{name} stands {len(places)} times in {path}"
    lines[places[0]] = f"{name} = {value}"
    write(path, "\n".join(lines) + "\n")


def answer(question, passage, text, *, title="Price list"):
    """A saved answer as Markdown."""
    return f"## Question\n\n{question}\n\n## Sources\n\n### [p1] {title}\n\n{passage}\n\n## Answer\n\n{text}\n"


def small(folder: Path):
    """A bench with two answers, without settings for judges."""
    write(
        folder / "answers" / "day.md",
        answer("What does a day cost?", "Day hire is £32. A week is £150.", "A day costs £32 [p1]."),
    )
    write(
        folder / "answers" / "week.md",
        answer("What does a week cost?", "Day hire is £32. A week is £150.", "A week costs £150 [p1]."),
    )
    write(folder / "workbench.toml", 'answers = "answers"\njudges = ["floor", "numbers"]\n')
    return folder
