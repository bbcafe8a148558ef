"""Which field is what, where a person knows better than the guess: `THING=NAME`, as for files of verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.errors import InputError, Problem

THINGS = ("id", "question", "passages", "answer", "label", "group", "asked_at", "error", "confidence")


@dataclass(frozen=True)
class Asked:
    """What a person named.

    Attributes:
        paths: The field of each thing, with points where it stands inside others; empty where it is not told.
        words: What words of labels mean, in lower case: `pass`, `fail` or `skip`.
        form: The format of all files; None to tell it of each.
    """

    paths: Mapping[str, str]
    words: Mapping[str, str] = field(default_factory=dict)
    form: str | None = None

    def __getitem__(self, thing: str) -> str:
        """Return the field that was named for a thing; empty where none was."""
        return self.paths.get(thing, "")

    def leaves_out(self, thing: str) -> bool:
        """Say whether the person said that the file does not tell a thing."""
        return self.paths.get(thing) == ""


def read_asked(given: Sequence[str], *, words: Mapping[str, str] | None = None, form: str | None = None) -> Asked:
    """Read `THING=NAME` as a person gave it for each; `THING=` alone says that the file does not tell it.

    Args:
        given: As a person gave it.
        words: As for `Asked`.
        form: As for `Asked`.

    Raises:
        InputError: an unknown thing, or one that is named twice. All at once.
    """
    problems: list[Problem] = []
    paths: dict[str, str] = {}
    for text in given:
        thing, sign, name = text.partition("=")
        if not sign or thing not in THINGS:
            problems.append(Problem(where=f"--column {text}", expected=f"THING=NAME with one of {', '.join(THINGS)}"))
        elif thing in paths:
            problems.append(Problem(where=f"--column {text}", expected=f"one column for {thing}", got="another one"))
        else:
            paths[thing] = name
    if problems:
        raise InputError(problems)
    return Asked(paths, words=words or {}, form=form)
