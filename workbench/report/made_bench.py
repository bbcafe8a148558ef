"""What a new bench was made of, in words and as JSON."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line
from workbench.report.words import plural


@dataclass(frozen=True, kw_only=True)
class FoundAnswers:
    """What the answers are that settings name.

    Attributes:
        path: Their file or folder, as settings name it.
        count: How many there are.
        labels: Those that a person labelled, by label.
        rules: Answers by the rule that they are trusted or labelled under; one without a rule counts under each.
        without_passages: Those that no passages were shown for: no judge can be asked about them.
        known: Those of which is known whether the documents hold the answer.
        natural: Whether settings name the file as real answers to measure on, too.
    """

    path: str
    count: int
    labels: Mapping[str, int]
    rules: Mapping[str, int]
    without_passages: int
    known: int
    natural: bool


@dataclass(frozen=True, kw_only=True)
class MadeBench:
    """A bench that was made, or was there already.

    Attributes:
        folder: Its folder, as it was named; `.` for the one in which the command was given.
        made: Files that were written; none where it was a bench already.
        answers: The answers that it was made for; None where it has room for some.
    """

    folder: str
    made: tuple[str, ...]
    answers: FoundAnswers | None = None

    @property
    def next(self) -> str:
        """The one command to give next, ready to be copied."""
        if self.folder == ".":
            return "workbench check"
        # `cd` would read a name that begins with a minus as an option, or as the folder before.
        folder = f"./{self.folder}" if self.folder.startswith("-") else self.folder
        return f"cd {shlex.quote(folder)} && workbench check"


def made_text(made: MadeBench, *, width: int) -> str:
    """Say what was made, what was found in the answers, and what to do next."""
    lines = [line for text in _told(made) for line in paragraph(on_one_line(text), width=width, rest="  ")]
    return "".join(f"{line}\n" for line in (*lines, f"next: {on_one_line(made.next)}"))


def made_json(made: MadeBench) -> dict[str, Any]:
    """Return the same as a JSON document."""
    return {
        "format": 1,
        "folder": made.folder,
        "made": list(made.made),
        "answers": None if made.answers is None else asdict(made.answers),
        "next": made.next,
    }


def _told(made: MadeBench) -> Iterator[str]:
    if not made.made:
        yield f"{'here' if made.folder == '.' else made.folder} is a bench already; it stays as it is"
        return
    yield f"made a bench {'here' if made.folder == '.' else f'in {made.folder}'}: {_listed(made.made)}"
    if made.answers is not None:
        yield from _answers(made.answers)
    elif any(name.endswith("example.txt") for name in made.made):
        yield (
            "fill it: answers that people trust into plants/answers (example.txt there shows the form), their "
            "questions into plants/questions.jsonl, and the exact words with which your assistant declines into "
            "workbench.toml"
        )


def _answers(found: FoundAnswers) -> Iterator[str]:
    labels = ", ".join(f"{count:,} labelled {label}" for label, count in found.labels.items())
    rules = ", ".join(f"{rule} {count:,}" for rule, count in found.rules.items())
    yield f"answers: {found.count:,} in {found.path}, {labels or 'none labelled, so all are trusted'}; by rule: {rules}"
    if found.natural:
        yield "natural: the same file, as its labels say which real answers are wrong"
    elif "fail" in found.labels:
        yield "natural: not named, as some answers have no label; a file in which all have one can be"
    if found.without_passages:
        yield f"no passages: {plural(found.without_passages, 'answer')}; no judge is asked about them"
    known = f"{found.known:,} answers say whether the documents hold the answer"
    yield f"questions: {known if found.known else 'none known yet: name a file in settings, for workbench search'}"


def _listed(names: tuple[str, ...]) -> str:
    """Name files; of many in one folder, how many."""
    folders: dict[str, list[str]] = {}
    for name in names:
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    return ", ".join(
        f"{plural(len(mine), 'file')} in {folder}" if len(mine) > 3 else ", ".join(mine)
        for folder, mine in sorted(folders.items())
    )
