"""A bench, opened: its settings, its cases and what the search check says of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.cases.load import load_cases, questions_left
from workbench.cases.path_text import path_text
from workbench.errors import InputError
from workbench.rag.search_check import search_check
from workbench.records.case import Case
from workbench.records.search import SearchSummary
from workbench.steps.settings import Settings, read_settings


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A bench with its cases read.

    Attributes:
        settings: Its settings, with the answers that are used here.
        cases: All saved answers.
        own: Whether the answers are the bench's own, so that what is built of them is kept in its folders.
        search: What the search check found.
        unanswered: Ids of the questions that no saved answer has.
    """

    settings: Settings
    cases: tuple[Case, ...]
    own: bool
    search: SearchSummary
    unanswered: tuple[str, ...] = ()

    @property
    def plants(self) -> Path:
        """The folder of what was built."""
        return self.settings.root / "plants"

    @property
    def plant_decisions(self) -> Path:
        """The file with what people decided about plants."""
        return self.plants / "decisions.jsonl"

    @property
    def written(self) -> Path:
        """The file of plants that a model wrote."""
        return self.plants / "written.jsonl"


def open_bench(folder: Path, *, answers: Path | None = None, questions: Path | None = None) -> Bench:
    """Open the bench of a folder, on its own answers or on others.

    Args:
        folder: The bench's folder, or one below it.
        answers: Other saved answers than the settings name: a folder, a Markdown file or a JSONL file.
        questions: Their questions file.

    Raises:
        InputError: settings or files are not as expected, or there is no saved answer at all.
    """
    settings = read_settings(folder)
    own = answers is None
    asked = None if questions is None else questions.absolute()
    if answers is not None:
        settings = replace(
            settings, answers=answers.absolute(), questions=asked, name=path_text(Path(answers.absolute().stem))
        )
    elif asked is not None:
        settings = replace(settings, questions=asked)
    if settings.answers is None:
        raise InputError(
            f"no saved answers: neither workbench.toml nor [tool.workbench] of pyproject.toml in {settings.root} names "
            "any",
            hint="make a bench of them with: workbench init DIR --answers FOLDER; name them after the command; or get "
            "a bench to look at with: workbench demo DIR",
        )
    cases = load_cases(settings.answers, questions=settings.questions)
    return Bench(
        settings=settings,
        cases=cases,
        own=own,
        search=search_check(cases, not_found=settings.not_found),
        unanswered=questions_left(cases, settings.questions) if settings.questions else (),
    )


def with_options(bench: Bench, given: Mapping[str, object]) -> Bench:
    """Return the bench with some settings replaced; None means not given, and `all` as a quota means no limit."""
    changed: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for quota in ("plants", "near_misses", "held_out_plants"):
        if changed.get(quota) == "all":
            changed[quota] = None
    return replace(bench, settings=replace(bench.settings, **changed))
