"""A plant made by hand: a copy of a saved answer, changed in an editor, with a few lines before its three sections.

parent: day-hire
style: swapped_stations
proof: the passages name Eskdale, never Wasdale

## Question
...
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.cases.markdown import parse_markdown
from workbench.cases.path_text import path_text
from workbench.cases.reading import lines, read_text
from workbench.errors import InputError, Problem
from workbench.records.case import Case

KEYS = ("parent", "style", "set", "rule", "proof")
_NEEDED = ("parent", "style")
_FIRST_SECTION = re.compile(r" {0,3}##[ \t]+question\b", re.IGNORECASE)
_PAIR = re.compile(r"[ \t]*(\w+)[ \t]*:[ \t]*(.*?)[ \t]*")


@dataclass(frozen=True, kw_only=True)
class HandMade:
    """One file, as it stands.

    Attributes:
        told: What the lines before the sections say, by key; those that are not there are missing.
        case: The changed copy. Its id is the file's name and identifies nothing.
        origin: The file.
    """

    told: dict[str, str] = field(default_factory=dict)
    case: Case
    origin: str


def read_hand_made(folder: Path) -> tuple[list[HandMade], list[Problem]]:
    """Read the plants made by hand in a folder, and everything that is wrong with them, sorted by file name.

    Every `.md` file directly in the folder is one, but for hidden files and `README.md`. A folder that is not there
    holds none.
    """
    found: list[HandMade] = []
    problems: list[Problem] = []
    for path in _files(folder):
        try:
            found.append(_read(path))
        except InputError as error:
            problems += error.problems
    return found, problems


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    named = (path for path in folder.iterdir() if path.suffix.lower() == ".md" and path.is_file())
    return sorted(path for path in named if not path.name.startswith(".") and path.name.lower() != "readme.md")


def _read(path: Path) -> HandMade:
    origin = path_text(path)
    rows = lines(read_text(path))
    head = next((place for place, row in enumerate(rows) if _FIRST_SECTION.match(row)), len(rows))
    told, problems = _head(rows[:head], origin)
    try:
        # Empty lines take the place of the head, so that every other message names the right line.
        case = parse_markdown("\n".join([""] * head + rows[head:]), case_id=path.stem, origin=origin)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from error
    if problems:
        raise InputError(problems)
    return HandMade(told=told, case=case, origin=origin)


def _head(rows: Sequence[str], origin: str) -> tuple[dict[str, str], list[Problem]]:
    told: dict[str, str] = {}
    problems: list[Problem] = []
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        where, match = f"{origin}:{number}", _PAIR.fullmatch(row)
        key = match[1].lower() if match else ""
        if match is None or key not in KEYS:
            got = row.strip()[:40]
            problems.append(Problem(where=where, expected=f"a line with one of {', '.join(KEYS)} and a colon", got=got))
        elif key in told or not match[2]:
            problems.append(Problem(where=where, expected=f"{key} once", got="a second one" if key in told else "none"))
        else:
            told[key] = match[2]
    missing = [key for key in _NEEDED if key not in told]
    if missing and not problems:
        expected = "lines `parent: <id of a saved answer>` and `style: <name>` before `## Question`"
        problems.append(Problem(where=origin, expected=expected, got=f"no {' and no '.join(missing)}"))
    return told, problems
