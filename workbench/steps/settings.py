"""The settings of a bench: `[tool.workbench]` in pyproject.toml, or workbench.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.cases.holdout import HoldoutFolder
from workbench.cases.path_text import path_text
from workbench.cases.reading import read_text
from workbench.errors import InputError, Problem, unknown_name
from workbench.gate.policy import Policy, read_policy
from workbench.judges.candidates import ClaudeSettings
from workbench.records.rules import RULES
from workbench.steps.judge_settings import JudgeSettings, read_judge
from workbench.steps.settings_fields import LARGEST_SEED, MOST_REPEATS, SettingsReader
from workbench.steps.system_settings import SystemSettings, read_system

FILE = "workbench.toml"
_TABLE = "[tool.workbench] of pyproject.toml"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings of a bench, with defaults for what is not named. Paths are absolute.

    Attributes:
        root: The bench's folder.
        name: How reports call the bench.
        answers: Folder or file of saved answers; None where none is named.
        questions: The questions file; None where there is none.
        natural: File or folder of real answers that a person labelled; None where there is none.
        not_found: The exact words with which the system declines.
        judges: Names of the judges to run, in order.
        judge: Settings of single judges, by name.
        models: The models that model judges run on.
        plants: Planted mistakes a rule; None for all that can be planted.
        near_misses: Near misses a rule; None for all.
        held_out_plants: Held-out mistakes a rule; None for all.
        styles: Styles of the user's own, as `module:name`; a module is a file below the bench's folder, or installed.
        held_out: The styles that are held out.
        repeats: Repeats of a tuning run.
        gate_repeats: Repeats of a run with the held-out styles.
        seed: Seeds planting and the order of calls.
        concurrency: Calls at once to one model.
        claude: How models are asked.
        prices: The user's own price file; None for the one that ships.
        system: The system under test; None where none is named.
        policy: The gate's policy.
    """

    root: Path
    name: str
    answers: Path | None = None
    questions: Path | None = None
    natural: Path | None = None
    not_found: str = "Not in the sources."
    judges: tuple[str, ...] = ("floor", "numbers", "overlap", "citations", "declines", *RULES)
    judge: Mapping[str, JudgeSettings] = field(default_factory=dict)
    models: tuple[str, ...] = ("claude-haiku-5-5",)
    plants: int | None = 12
    near_misses: int | None = 24
    held_out_plants: int | None = 12
    styles: tuple[str, ...] = ()
    held_out: tuple[str, ...] = (
        "outside_fact",
        "dropped_condition",
        "evidence_removed",
        "evidence_edited",
        "injected_passage",
        "cause_invented",
        "evasive_decline",
    )
    repeats: int = 2
    gate_repeats: int = 5
    seed: int = 7
    concurrency: int = 16
    claude: ClaudeSettings = field(default_factory=ClaudeSettings)
    prices: Path | None = None
    system: SystemSettings | None = None
    policy: Policy = field(default_factory=Policy)

    @property
    def runs(self) -> Path:
        """Where the runs are."""
        return self.root / "runs"

    @property
    def ledger(self) -> Path:
        """Where it is kept which judge version was run on which cases. Held-out styles have a ledger of their own."""
        return self.runs / "ledger.jsonl"

    @property
    def decisions(self) -> Path:
        """What people decided about disagreements."""
        return self.runs / "decisions.jsonl"

    @property
    def certificates(self) -> Path:
        """What judges have earned."""
        return self.runs / "certificates"

    @property
    def holdout(self) -> HoldoutFolder:
        """The held-out folder. Tuning commands do not open it."""
        return HoldoutFolder(self.root / "holdout")


def read_settings(folder: Path) -> Settings:
    """Read the settings of the bench in a folder or, failing that, in the nearest folder above it.

    The search ends at the top of a repository (a folder that holds `.git`): what lies above is another project. A
    folder for which nothing is found is a bench with default settings and no saved answers.

    Raises:
        InputError: there is no such folder, or a setting is unknown or of the wrong kind; all of them at once.
    """
    if not folder.is_dir():
        got = "a file" if folder.exists() else "nothing there"
        raise InputError(Problem(where=str(folder), expected="the folder of a bench", got=got))
    folder = folder.resolve()
    for root in (folder, *folder.parents):
        found = settings_file(root)
        if found is not None and found.name == FILE:
            return _settings(root, _toml(found), where=str(found))
        if found is not None:
            return _settings(root, _toml(found)["tool"]["workbench"], where=f"{_TABLE} in {root}")
        if (root / ".git").exists():
            break
    return Settings(root=folder, name=_name(folder))


def settings_file(folder: Path) -> Path | None:
    """Return the file of a folder that holds settings of a bench; None where there is none.

    Raises:
        InputError: its pyproject.toml is no TOML file.
    """
    own, shared = folder / FILE, folder / "pyproject.toml"
    if own.is_file():
        return own
    tools = _toml(shared).get("tool") if shared.is_file() else None
    return shared if isinstance(tools, dict) and "workbench" in tools else None


def _name(folder: Path) -> str:
    return path_text(Path(folder.name))


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InputError(Problem(where=str(path), expected="a TOML file", got=str(error))) from error


def _settings(root: Path, table: Mapping[str, Any], *, where: str) -> Settings:
    read = SettingsReader(table, root=root, where=where)
    plain = Settings(root=root, name=_name(root))
    claude = ClaudeSettings()
    settings = Settings(
        root=root,
        name=read.text("name", plain.name),
        answers=read.path("answers"),
        questions=read.path("questions"),
        natural=read.path("natural"),
        not_found=read.words("not_found", plain.not_found),
        judges=read.names("judges", plain.judges, least=1),
        judge={name: read_judge(read.table("judge").table(name)) for name in read.table("judge").keys()},
        models=read.names("models", plain.models),
        plants=read.quota("plants", plain.plants),
        near_misses=read.quota("near_misses", plain.near_misses),
        held_out_plants=read.quota("held_out_plants", plain.held_out_plants),
        styles=read.names("styles", plain.styles),
        held_out=read.names("held_out", plain.held_out),
        repeats=read.count("repeats", plain.repeats, most=MOST_REPEATS),
        gate_repeats=read.count("gate_repeats", plain.gate_repeats, most=MOST_REPEATS),
        seed=read.count("seed", plain.seed, least=0, most=LARGEST_SEED),
        concurrency=read.count("concurrency", plain.concurrency),
        claude=ClaudeSettings(
            effort=read.text("effort", claude.effort),
            max_tokens=read.count("max_tokens", claude.max_tokens),
            timeout_s=read.number("timeout_s", claude.timeout_s),
        ),
        prices=read.path("prices"),
        system=read_system(read.table("system")),
        policy=_policy(read, where=f"{where}: gate"),
    )
    read.done()
    return settings


def _policy(read: SettingsReader, *, where: str) -> Policy:
    try:
        return read_policy(read.mapping("gate"), where=where)
    except InputError as error:
        read.also(error.problems)
        return Policy()


def known_rule(rule: str, *, where: str) -> str:
    """Return a rule's name if the workbench knows it.

    Raises:
        InputError: it is none of the known rules.
    """
    if rule not in RULES:
        raise unknown_name("rule", rule, RULES, where=where)
    return rule
