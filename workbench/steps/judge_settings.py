"""What settings say of single judges, under `[tool.workbench.judge.<name>]`."""

from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from workbench.judges.rubric import Judged
from workbench.judges.server import VARIABLE, chat_url, messages_url, url_problem
from workbench.judges.threshold import Passes
from workbench.records.vote import LEAST
from workbench.steps.settings_fields import MOST_REPEATS, SettingsReader


@dataclass(frozen=True, kw_only=True)
class JudgeSettings:
    """What settings say of one judge. What is empty or None was not said.

    Attributes:
        rule: The rule that it decides; empty for script judges and for those named like their rule.
        rubric: The Markdown file of its rubric; None for the one that ships with its rule.
        by: What its rubric is asked about, the whole answer or each claim of it; None for the answer.
        votes: The calls whose majority is its verdict on an answer, odd; 0 where each call is a verdict.
        models: The models that it runs on; empty for the bench's.
        base_url: The server that speaks the Messages API.
        openai_url: The server that speaks OpenAI's chat completions.
        key_env: The environment variable that holds the server's key.
        call: A Python function, as `package.module:function`.
        command: A program and its arguments.
        metric: A metric of another library, such as `ragas:faithfulness`.
        learned: The file of a learned judge; None for any other.
        python: The Python that has the library of the metric; empty for the one that runs the workbench.
        workers: The most processes of a command at once; 0 for as many as there are cores.
        at_once: The most items that a process of a command or metric has at once; 0 for the usual number.
        threshold: Where a score, 0 to 1, turns into the other verdict.
        passes: Which scores pass, `at_least` the threshold or `at_most`; None for `at_least`.
        stems: Whether the floor takes words of one stem for one word.
        stop_words: Which words count for nothing in the floor, `short` or `long`; empty for `short`.
        simulated: How a simulated judge behaves, such as `blind:outside_fact`; empty for real judges.
    """

    rule: str = ""
    rubric: Path | None = None
    by: Judged | None = None
    votes: int = 0
    models: tuple[str, ...] = ()
    base_url: str = ""
    openai_url: str = ""
    key_env: str = ""
    call: str = ""
    command: tuple[str, ...] = ()
    metric: str = ""
    learned: Path | None = None
    python: str = ""
    workers: int = 0
    at_once: int = 0
    threshold: float | None = None
    passes: Passes | None = None
    stems: bool = False
    stop_words: str = ""
    simulated: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """The settings that are there, by name."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


def read_judge(read: SettingsReader) -> JudgeSettings:
    """Read the table of one judge; what is wrong in it is told by the reader's `done`."""
    return JudgeSettings(
        rule=read.text("rule", ""),
        rubric=read.path("rubric"),
        by=_one_of(read, "by", Judged),
        votes=_votes(read),
        models=read.names("models", ()),
        base_url=messages_url(read_url(read, "base_url", "http://localhost:8080")),
        openai_url=chat_url(read_url(read, "openai_url", "http://localhost:8080/v1")),
        key_env=read_variable(read, "key_env"),
        call=read.text("call", ""),
        command=read.texts("command"),
        metric=read.text("metric", ""),
        learned=read.path("learned"),
        python=read.text("python", ""),
        workers=read.count("workers", 1) if "workers" in read.keys() else 0,
        at_once=read.count("at_once", 1) if "at_once" in read.keys() else 0,
        threshold=read.optional_number("threshold"),
        passes=_one_of(read, "passes", Passes),
        stems=read.flag("stems"),
        stop_words=read.text("stop_words", ""),
        simulated=read.text("simulated", ""),
    )


def _votes(read: SettingsReader) -> int:
    votes = read.count("votes", LEAST, least=LEAST, most=MOST_REPEATS)
    if "votes" not in read.keys():
        return 0
    if votes % 2 == 0:
        read.refuse("votes", "an odd number, so that one side has more", str(votes))
    return votes


Word = TypeVar("Word", bound=StrEnum)


def _one_of(read: SettingsReader, name: str, words: type[Word]) -> Word | None:
    value = read.text(name, "")
    if value and value not in tuple(words):
        read.refuse(name, f"one of {', '.join(words)}", repr(value))
        return None
    return words(value) if value else None


def read_url(read: SettingsReader, name: str, example: str) -> str:
    """Read an address; what is wrong with it is told without repeating it."""
    value = read.text(name, "")
    wrong = url_problem(value) if value else None
    if wrong:
        read.refuse(name, f"the base URL of a server, as in {example}", wrong)
        return ""
    return value


def read_variable(read: SettingsReader, name: str) -> str:
    """Read the name of an environment variable. What is no name is not repeated: it may be the key itself."""
    value = read.text(name, "")
    if value and not VARIABLE.fullmatch(value):
        read.refuse(name, "the name of an environment variable, as in MY_SERVER_KEY, and never a key", "something else")
        return ""
    return value
