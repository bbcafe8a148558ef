"""What the words of a file mean. Only `pass`, `fail` and `error:<code>` mean something by themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.errors import InputError, Problem
from workbench.external.coded import recoded
from workbench.records.verdict import Verdict

if TYPE_CHECKING:
    import pandas as pd

SKIP = "skip"
"""What a label may mean besides pass and fail: the item is left out, and counted."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """Word to meaning, as a person gave them, without case.

    Attributes:
        verdict: To `pass`, `fail` or `error:<code>`.
        label: To `pass`, `fail` or `skip`.
    """

    verdict: Mapping[str, str] = field(default_factory=dict)
    label: Mapping[str, str] = field(default_factory=dict)


def read_words(*, verdict: Sequence[str], label: Sequence[str]) -> Words:
    """Read `WORD=MEANING` as a person gave it for each.

    Raises:
        InputError: a meaning that is none, or a word with two. All at once.
    """
    problems: list[Problem] = []
    words = Words(
        verdict=_pairs("--verdict", verdict, "pass, fail or error:CODE", problems),
        label=_pairs("--label", label, "pass, fail or skip", problems),
    )
    if problems:
        raise InputError(problems)
    return words


def read_labels(texts: "pd.Categorical", words: Words, *, name: str, problems: list[Problem]) -> "pd.Categorical":
    """Return `pass`, `fail` or `skip` for each label; null where there is none.

    Words without a meaning are added to `problems`, each once, with how often it comes.
    """
    known = {"pass": "pass", "fail": "fail"} | dict(words.label)
    return recoded(texts, _meanings(texts, known, "--label", name, problems))


def read_verdicts(texts: "pd.Categorical", words: Words, *, name: str, problems: list[Problem]) -> "pd.Categorical":
    """Return the text form of each verdict; `error:missing` where there is none.

    Words without a meaning are added to `problems`, each once, with how often it comes.
    """
    forms = {text: text for text in map(str.casefold, texts.categories) if _is_verdict(text)}
    known = {"pass": "pass", "fail": "fail"} | forms | dict(words.verdict)
    return recoded(texts, _meanings(texts, known, "--verdict", name, problems), missing="error:missing")


def _meanings(
    texts: "pd.Categorical", known: Mapping[str, str], option: str, name: str, problems: list[Problem]
) -> list[str | None]:
    """Return the meaning of each category; None, and a problem, where it has none."""
    meanings = [known.get(text.casefold()) for text in texts.categories]
    if None in meanings:
        counts = texts.value_counts()
        unknown = {text: counts[text] for text, meaning in zip(texts.categories, meanings, strict=True) if not meaning}
        problems += [
            Problem(
                where=f'column "{name}"',
                expected=f'a word that means something: say what with {option} "{word}=pass" or {option} "{word}=fail"',
                got=f'"{word}" ({count:,} of {len(texts):,} rows)',
            )
            for word, count in sorted(unknown.items(), key=lambda pair: (-pair[1], pair[0]))
        ]
    return meanings


def _pairs(option: str, given: Sequence[str], asked: str, problems: list[Problem]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        word, _, meaning = text.rpartition("=")
        word = word.strip().casefold()
        is_meant = meaning == SKIP if option == "--label" else _is_verdict(meaning)
        if not word or not (is_meant or meaning in ("pass", "fail")):
            problems.append(Problem(where=option, expected=f"WORD={asked}", got=repr(text)))
        elif found.setdefault(word, meaning) != meaning:
            problems.append(Problem(where=option, expected=f'one meaning of "{word}"', got="two"))
    return found


def _is_verdict(text: str) -> bool:
    try:
        Verdict.read(text)
    except ValueError:
        return False
    return True
