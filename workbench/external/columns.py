"""Which column is what: guessed by name, shown before it is used, and overruled by whoever knows better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from workbench.cases.column_names import known_name
from workbench.errors import InputError, Problem

_KNOWN: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "case", "case_id", "id", "example_id", "sample_id", "question_id", "row_id", "uid"),
    "judge": ("judge", "judge_name", "judge_model", "judge_id", "grader", "evaluator"),
    "repeat": ("repeat", "repeat_index", "trial", "epoch"),
    "verdict": ("verdict", "judge_verdict", "judgement", "judgment", "prediction", "predicted"),
    "score": ("score", "judge_score"),
    "label": ("label", "human", "human_label", "gold", "gold_label", "expected", "truth", "ground_truth", "annotation"),
    "style": ("style", "error_type", "mistake"),
    "group": ("group", "group_id", "source_id", "document_id", "doc_id", "parent_id"),
}
_SEVERAL = {"verdict": "verdicts.", "score": "scores."}


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The name of the column for each thing that a row tells; empty where the file does not tell it.

    Attributes:
        item: What tells one answer from another.
        label: What a person said of it; empty where nobody was asked.
        verdict: What the judge said; several columns are several judges.
        score: Its score likewise.
        judge: Who judged.
        repeat: Which of several calls about one item it is.
        style: The kind of mistake.
        group: What tells from which source an answer comes: those of one source are not independent.
    """

    item: str
    label: str
    verdict: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    judge: str = ""
    repeat: str = ""
    style: str = ""
    group: str = ""

    @property
    def used(self) -> frozenset[str]:
        """Every column that is looked at."""
        single = {self.item, self.label, self.judge, self.repeat, self.style, self.group}
        return frozenset({*single, *self.verdict, *self.score})

    def __str__(self) -> str:
        told = ((field.name, getattr(self, field.name)) for field in fields(self))
        named = ((role, ", ".join(name) if isinstance(name, tuple) else name) for role, name in told)
        return "; ".join(f"{role} = {name}" for role, name in named if name)


def find_columns(
    names: Sequence[str], given: Sequence[str] = (), *, labelled: bool = True, instead: str = ""
) -> Columns:
    """Find the column for each thing: the one that was given, else the first known name that the file has.

    Names are compared without case and the signs between words. A column that stands for nothing known is passed over.

    Args:
        names: The columns of the file.
        given: `thing=column` as a person gave them; `verdict` and `score` may come several times. `thing=` alone says
            that the file does not tell it.
        labelled: Whether the file must tell a label.
        instead: What a person may give instead of labels in the file, in words; empty where there is nothing.

    Raises:
        InputError: an unknown thing or column, or nothing for item, label, and verdict or score. All at once.
    """
    problems: list[Problem] = []
    chosen = _read_given(names, given, problems)
    found = {role: chosen[role] if role in chosen else _guess(role, names) for role in _KNOWN}
    listed = ", ".join(names)
    for role in ("item", *(("label",) if labelled else ())):
        if not found[role] and not any(problem.where.endswith(f"{role}=") for problem in problems):
            elsewhere = f" (or give {instead})" if instead and role == "label" else ""
            expected = f"a column for {role}: name it with --column {role}=NAME{elsewhere}"
            problems.append(Problem(where="columns", expected=expected, got=listed))
    if not found["verdict"] and not found["score"]:
        expected = "a column of verdicts or scores: name it with --column verdict=NAME or --column score=NAME"
        problems.append(Problem(where="columns", expected=expected, got=listed))
    if problems:
        raise InputError(problems)
    single = {role: (found[role] or ("",))[0] for role in _KNOWN if role not in _SEVERAL}
    return Columns(**single, verdict=found["verdict"], score=found["score"])


def _read_given(names: Sequence[str], given: Sequence[str], problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    chosen: dict[str, tuple[str, ...]] = {}
    for text in given:
        role, sign, name = text.partition("=")
        where = f"--column {text}"
        if not sign or role not in _KNOWN:
            problems.append(Problem(where=where, expected=f"THING=NAME with one of {', '.join(_KNOWN)}"))
        elif name and name not in names:
            problems.append(Problem(where=where, expected=f"a column of the file: {', '.join(names)}"))
        elif role in chosen and (role not in _SEVERAL or name in chosen[role]):
            problems.append(Problem(where=where, expected=f"one column for {role}", got="another one"))
        else:
            chosen[role] = (*chosen.get(role, ()), *([name] if name else []))
    return chosen


def known_column(role: str, names: Sequence[str]) -> str:
    """Return the first column that has a known name for a thing; empty where none has."""
    return next(iter(_guess(role, names)), "")


def _guess(role: str, names: Sequence[str]) -> tuple[str, ...]:
    name = known_name(_KNOWN[role], names)
    if name or role not in _SEVERAL:
        return (name,) if name else ()
    return tuple(name for name in names if name.casefold().startswith(_SEVERAL[role]))
