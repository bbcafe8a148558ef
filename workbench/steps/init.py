"""A new bench, to be filled or for answers that are there."""

import os
import shlex
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from workbench.cases.labelled import load_labelled
from workbench.cases.load import ENDINGS, load_cases
from workbench.cases.path_text import path_text
from workbench.errors import InputError, Problem
from workbench.judges.catalogue import SCRIPT_JUDGES, script_judge
from workbench.records.case import Case
from workbench.records.rules import RULES
from workbench.records.status import needs_judge
from workbench.report.made_bench import FoundAnswers, MadeBench
from workbench.steps.demo import make_demo
from workbench.steps.new_bench import is_bench, lay_out, own_rubrics, rubric_tables
from workbench.steps.settings import Settings
from workbench.steps.settings_lines import toml_text

_PLAIN = Settings(root=Path(), name="")

_EXAMPLE = """\
## Question
What does a day cost?
## Sources
### [price-hire] Price list 2026, hire
Day hire is £32.
## Answer
A day costs £32 [price-hire].
"""

_TO_FILL = """\
# Answers of your assistant that people trust: a folder of Markdown files, or a JSONL file. The form of a file stands in
# plants/answers/example.txt, which is not read: copy it to day-price.md, say.
answers = "plants/answers"
# What was asked, with the phrase of the documents that answers it; without it nobody knows whether the search failed.
# One JSON object a line:
#   {"id": "day-price", "question": "What does a day cost?", "evidence": "Day hire is £32"}
#   {"id": "dog-in-the-box", "question": "May a dog ride in the box?", "answerable": false}
questions = "plants/questions.jsonl"
# Real answers that a person labelled right or wrong, as JSONL or CSV: are planted mistakes like life?
# natural = "labelled.jsonl"
"""


def init_bench(folder: Path, *, answers: Path | None = None, sample: bool = False) -> MadeBench:
    """Make a bench in a folder: settings, rubrics to tune, and answers or room for them. Overwrites nothing.

    Args:
        folder: The folder; made where it is missing. One that is a bench already stays as it is.
        answers: Saved answers that are there, a folder or a file. They are named in settings, and left where they are.
        sample: Whether to fill it with the sample.

    Raises:
        InputError: the folder is a file, it holds something else than the sample could be put beside, or the answers
            cannot be read. Nothing is written.
        StoreError: the bench cannot be written. Nothing of it is left behind.
    """
    if sample and answers is not None:
        raise InputError(Problem(where="init", expected="--sample or --answers", got="both"))
    told = path_text(folder)
    if is_bench(folder):
        return MadeBench(folder=told, made=())
    if sample:
        return MadeBench(folder=told, made=make_demo(folder))
    if answers is None:
        files = {"plants/answers/example.txt": _EXAMPLE.encode("utf-8"), "plants/questions.jsonl": b""}
        return MadeBench(folder=told, made=lay_out(folder, {**own_rubrics(), **files}, _settings(_TO_FILL, RULES)))
    found = _found(answers, folder)
    rules = tuple(rule for rule in RULES if rule in found.rules)
    settings = _settings(_named(found), rules)
    return MadeBench(folder=told, made=lay_out(folder, own_rubrics(rules), settings), answers=found)


def _found(answers: Path, folder: Path) -> FoundAnswers:
    """Read answers, and say what they are."""
    if answers.is_file() and answers.suffix.lower() not in ENDINGS:
        expected = f"a folder, or a file that ends in {' or '.join(ENDINGS)}"
        hint = f"bring it in first: workbench import {shlex.quote(path_text(answers))} --out answers.jsonl"
        got = f"one that ends in {answers.suffix or 'nothing'}"
        raise InputError(Problem(where=path_text(answers), expected=expected, got=got), hint=hint)
    cases = load_cases(answers)
    labels = Counter(case.label for case in cases if case.labelled)
    return FoundAnswers(
        path=_from(folder, answers),
        count=len(cases),
        labels=dict(sorted(labels.items(), reverse=True)),
        rules=dict(Counter(rule for case in cases for rule in case.rules)),
        without_passages=sum(not needs_judge(case.passages) for case in cases),
        known=sum(case.answerable is not None for case in cases),
        natural=_natural(answers, cases),
    )


def _natural(answers: Path, cases: Sequence[Case]) -> bool:
    """Whether the answers can be measured on as real ones: all are labelled, and some wrong."""
    if not all(case.labelled for case in cases) or all(case.label == "pass" for case in cases):
        return False
    with suppress(InputError):
        return len(load_labelled(answers)) == len(cases)
    return False


def _from(folder: Path, answers: Path) -> str:
    """Return the path of the answers as settings of a bench in that folder name it, from the bench's folder."""
    # A link stays the link that it is: what it points to may be another file tomorrow.
    place = answers.absolute().parent.resolve() / answers.name
    root = folder.resolve()
    nothing_shared = os.path.commonpath((place, root)) == place.anchor
    told = path_text(place if nothing_shared else Path(os.path.relpath(place, root)))
    try:
        told.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(Problem(where=path_text(answers), expected="a path in UTF-8", got="other bytes")) from error
    return told


def _named(found: FoundAnswers) -> str:
    path = toml_text(found.path)
    natural = f"natural = {path}" if found.natural else '# natural = "labelled.jsonl"'
    return f"""\
# Answers of your assistant that people trust: those that are labelled pass, or all where none has a label.
answers = {path}
# What was asked, with the phrase of the documents that answers it, where the answers do not say so themselves. One JSON
# object a line: {{"id": "ID OF THE ANSWER", "question": "...", "evidence": "..."}}, or "answerable": false.
# questions = "questions.jsonl"
# Real answers that a person labelled right or wrong, as JSONL or CSV: are planted mistakes like life?
{natural}
"""


def _settings(answers: str, rules: Sequence[str]) -> str:
    """Write the settings that everybody sets, each with what it means."""
    scripts = [name for name in SCRIPT_JUDGES if script_judge(name).spec.rule in rules]
    held_out = "\n".join(f"    {toml_text(style)}," for style in _PLAIN.held_out)
    return f"""\
# A bench of the judge-calibration workbench. Is it ready, and what is next? workbench check
# Paths are read from the folder of this file. All settings, with their defaults, are in the README.

{answers}
# The exact words with which your assistant declines.
not_found = {toml_text(_PLAIN.not_found)}

# Who is tested: scripts, which cost nothing, then a judge on a model for each rule.
judges = {_list([*scripts, *rules])}
# The models that those are asked on, with the key in ANTHROPIC_API_KEY. Start small; move up only when a rerun shows
# that it is needed.
models = {_list(_PLAIN.models)}
# How often a judge is asked about each item: while you tune, and for the gate.
repeats = {_PLAIN.repeats}
gate_repeats = {_PLAIN.gate_repeats}

# Planted mistakes a rule, or "all".
plants = {_PLAIN.plants}
# Kinds of mistake that no rubric is tuned on. They stay sealed until workbench run --with-holdout, and count once.
held_out = [
{held_out}
]

{rubric_tables(tuple(rules))}"""


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(map(toml_text, names))}]"
