"""What settings say of single judges, under `[tool.workbench.judge.<name>]`."""

from dataclasses import dataclass, fields
from pathlib import Path

from workbench.judges.server import VARIABLE, url_problem
from workbench.steps.settings_fields import SettingsReader


@dataclass(frozen=True, kw_only=True)
class JudgeSettings:
    """What settings say of one judge. What is empty or None was not said.

    Attributes:
        rule: The rule that it decides; empty for script judges and for those named like their rule.
        rubric: The Markdown file of its rubric; None for the one that ships with its rule.
        models: The models that it runs on; empty for the bench's.
        base_url: The server that speaks the Messages API.
        key_env: The environment variable that holds the server's key.
        threshold: Where a score, 0 to 1, turns into the other verdict.
        simulated: How a simulated judge behaves, such as `blind:outside_fact`; empty for real judges.
    """

    rule: str = ""
    rubric: Path | None = None
    models: tuple[str, ...] = ()
    base_url: str = ""
    key_env: str = ""
    threshold: float | None = None
    simulated: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """The settings that are there, by name."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) not in ("", None, ()))


def read_judge(read: SettingsReader) -> JudgeSettings:
    """Read the table of one judge; what is wrong in it is told by the reader's `done`."""
    return JudgeSettings(
        rule=read.text("rule", ""),
        rubric=read.path("rubric"),
        models=read.names("models", ()),
        base_url=_url(read, "base_url"),
        key_env=_variable(read, "key_env"),
        threshold=read.optional_number("threshold"),
        simulated=read.text("simulated", ""),
    )


def _url(read: SettingsReader, name: str) -> str:
    value = read.text(name, "")
    wrong = url_problem(value) if value else None
    if wrong:
        read.refuse(name, "the base URL of a server, as in http://localhost:8080/v1", wrong)
    return value


def _variable(read: SettingsReader, name: str) -> str:
    """What is no name is not repeated: it may be the key itself."""
    value = read.text(name, "")
    if value and not VARIABLE.fullmatch(value):
        read.refuse(name, "the name of an environment variable, as in MY_SERVER_KEY, and never a key", "something else")
        return ""
    return value
