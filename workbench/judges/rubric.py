"""A rubric: the instructions of a model judge, one Markdown file with its near misses named.

The file opens with one title (`# ...`) and holds five sections: `## Rule`, `## Steps`, `## Must pass`, `## Must fail`
and `## Verdict words`, the last with two lines, `pass: <word>` and `fail: <word>`. Other sections may stand between
them. Headings inside code fences are text.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.judges.verdict_words import VerdictWords, plain_word

SECTIONS = ("Rule", "Steps", "Must pass", "Must fail", "Verdict words")

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,2})[ \t]+(.+?)[ \t]*#*[ \t]*")
_WORD_LINE = re.compile(r"\s*[-*]?\s*(pass|fail)\s*:\s*(.*?)\s*", re.IGNORECASE)


class Judged(StrEnum):
    """What a judge with a rubric is shown in one call."""

    ANSWER = "answer"
    """The question, the passages and the answer."""
    CLAIM = "claim"
    """One claim of the answer, and the passages that it cites."""


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """The instructions of a model judge.

    Attributes:
        title: What the judge is called for people.
        text: The whole file, as the model is given it.
        rule: The one thing that it decides.
        words: The words that it answers with.
        version: Hash of `text`: a change of one character is another rubric.
        judged: What it is for.
    """

    title: str
    text: str
    rule: str
    words: VerdictWords
    version: str
    judged: Judged = Judged.ANSWER


def read_rubric(source: Path | str, *, judged: Judged = Judged.ANSWER) -> Rubric:
    """Read a rubric from a file (`Path`) or from its text (`str`).

    Args:
        source: The file or the text.
        judged: What it is for.

    Raises:
        InputError: the file cannot be read, a part is missing or empty, or the verdict words contain one another.
            All that is wrong is listed at once.
    """
    where = str(source) if isinstance(source, Path) else "rubric"
    text = _file_text(source) if isinstance(source, Path) else _one_newline(source.removeprefix("\ufeff"))
    title, sections, problems = _parts(text, where)
    for name in SECTIONS:
        if not sections.get(name.casefold(), "").strip():
            problems.append(Problem(where=where, expected=f"a section `## {name}` with text", got="none"))
    words = _verdict_words(sections.get("verdict words", ""), where, problems)
    if problems or words is None:
        raise InputError(problems)
    return Rubric(
        title=title, text=text, rule=sections["rule"].strip(), words=words, version=digest(text), judged=judged
    )


def shipped_rubric(rule: str, *, judged: Judged = Judged.ANSWER) -> Rubric:
    """Return the rubric that ships with the workbench for one of its two rules, or for one claim."""
    name = rule if judged is Judged.ANSWER else str(judged)
    return read_rubric(Path(__file__).parent / "rubrics" / f"{name}.md", judged=judged)


def _file_text(path: Path) -> str:
    try:
        return _one_newline(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = Problem(where=str(path), expected="a Markdown file in UTF-8", got=f"byte {error.start} that is not")
        raise InputError(problem) from error
    except OSError as error:
        raise InputError(
            Problem(where=str(path), expected="a rubric file", got=error.strerror or str(error))
        ) from error


def _one_newline(text: str) -> str:
    """A checkout that writes CRLF is not another rubric."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parts(text: str, where: str) -> tuple[str, dict[str, str], list[Problem]]:
    """Cut the text into its title and its sections by name; a section that comes twice is a problem."""
    titles: list[str] = []
    sections: dict[str, list[str]] = {}
    problems: list[Problem] = []
    current: list[str] = []
    for line, heading in _lines(text):
        if heading is None:
            current.append(line)
            continue
        level, name = heading
        current = []
        if level == 1:
            titles.append(name)
        elif name.casefold() in sections:
            problems.append(Problem(where=where, expected=f"one section `## {name}`", got="more than one"))
        else:
            sections[name.casefold()] = current
    if len(titles) != 1:
        problems.append(Problem(where=where, expected="one title line, `# ...`", got=str(len(titles))))
    return (titles or [""])[0], {name: "\n".join(lines) for name, lines in sections.items()}, problems


def _lines(text: str) -> list[tuple[str, tuple[int, str] | None]]:
    """Return each line with its heading (level, name) where it is one outside code fences."""
    found: list[tuple[str, tuple[int, str] | None]] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark.group(1).startswith(fence) and not line[mark.end() :].strip()
            fence = "" if closes else fence
            found.append((line, None))
            continue
        fence = mark.group(1) if mark else ""
        heading = _HEADING.fullmatch(line)
        found.append((line, (len(heading.group(1)), heading.group(2)) if heading and not mark else None))
    return found


def _verdict_words(section: str, where: str, problems: list[Problem]) -> VerdictWords | None:
    if not section.strip():
        return None
    given: dict[str, list[str]] = {"pass": [], "fail": []}
    for line in section.split("\n"):
        match = _WORD_LINE.fullmatch(line)
        if match:
            given[match.group(1).lower()].append(match.group(2))
    for outcome, words in given.items():
        if len(words) != 1 or not plain_word(words[0]):
            got = ", ".join(words) or "none"
            problems.append(Problem(where=where, expected=f"one line `{outcome}: <word>` in Verdict words", got=got))
            return None
    passing, failing = given["pass"][0].strip("` "), given["fail"][0].strip("` ")
    one, other = plain_word(passing), plain_word(failing)
    if one in other or other in one:
        expected = "verdict words of which neither contains the other"
        problems.append(Problem(where=where, expected=expected, got=f"{passing!r} and {failing!r}"))
        return None
    return VerdictWords(passing=passing, failing=failing)
