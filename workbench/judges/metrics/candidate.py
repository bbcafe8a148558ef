"""A metric of another library as a judge: which Python has the library, in which version, and how it is run."""

import subprocess
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from workbench.errors import InputError, Problem, unknown_name
from workbench.identity import digest
from workbench.judges.own.command import COMMAND_CODE, CommandCandidate, CommandJudge
from workbench.judges.server import Server
from workbench.judges.source import source_digest
from workbench.judges.threshold import Threshold, threshold_details
from workbench.judges.votes import votes_details
from workbench.records.reply import JudgeKind, JudgeSpec

METRICS = ("ragas:faithfulness", "deepeval:faithfulness", "autoevals:faithfulness", "autoevals:factuality")
# The same as the extras of pyproject.toml, for a Python that has no workbench.
_REQUIREMENTS = {
    "autoevals": ("autoevals>=0.4,<0.5", "openai>=2"),
    "deepeval": ("deepeval>=4.3,<5",),
    "ragas": ("langchain-community>=0.3.27,<0.4", "ragas>=0.4.3,<0.5"),
}
_PROGRAM = Path(__file__).with_name("program.py")
_ASK_VERSION = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
_ASK_S = 30.0


@dataclass(frozen=True, kw_only=True)
class MetricCandidate:
    """A metric on one model. Nothing of it is run before `connect`, but that a Python is asked what it has.

    Attributes:
        name: The judge's name in settings and reports.
        rule: The rule that it stands for.
        metric: One of `METRICS`.
        model: The model that it asks.
        server: A chat server, and the only place that it can ask.
        threshold: Where its score turns into the other verdict.
        root: The bench's folder.
        python: The Python that has the library.
        timeout_s: Wall-clock seconds of one item. Not part of the version, and neither is the rest below.
        at_once: Items at once; it waits for its server most of the time.
        votes: The calls whose majority is its verdict; 0 where each call is one.
    """

    name: str
    rule: str
    metric: str
    model: str
    server: Server
    threshold: Threshold | None
    root: Path
    python: str
    timeout_s: float
    at_once: int
    votes: int = 0

    def __post_init__(self) -> None:
        """Refuse what is no metric.

        Raises:
            InputError: there is no such metric, or no server or threshold for it.
        """
        where = f"judge {self.name}"
        if self.metric not in METRICS:
            raise unknown_name("metric", self.metric, METRICS, where=where)
        asked = {
            "openai_url, the server that the metric asks": self.server.url,
            "threshold, the score from which on an answer passes": self.threshold,
        }
        problems = [Problem(where=where, expected=what, got="none") for what, value in asked.items() if not value]
        if problems:
            raise InputError(problems)

    @cached_property
    def spec(self) -> JudgeSpec:
        """Who will judge, and in which version: the metric, its library's version, the model and the threshold."""
        details = {
            "metric": self.metric,
            "library": f"{self._library} {self._version or 'not installed here'}",
            "model": self.model,
            "openai_url": self.server.place,
            **threshold_details(self.threshold),
            **votes_details(self.votes),
            "code": source_digest(*COMMAND_CODE, "workbench.judges.metrics.program"),
        }
        return JudgeSpec(
            name=self.name,
            rule=self.rule,
            model=self.model,
            kind=JudgeKind.METRIC,
            judge_id=digest({"rule": self.rule, **details}),
            details=details,
        )

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        if not self._version:
            wanted = " ".join(f"'{requirement}'" for requirement in _REQUIREMENTS[self._library])
            return (
                f"{self._library} is not installed for {self.python}; have it there, with: pip install {wanted}, "
                "or name a Python that has it as python in settings"
            )
        return self.server.missing() or self._command.missing()

    async def connect(self) -> CommandJudge:
        """Return the judge. Its process is started with its first item."""
        return await self._command.connect()

    @property
    def _library(self) -> str:
        return self.metric.partition(":")[0]

    @cached_property
    def _version(self) -> str:
        return _installed(self.python, self._library)

    @cached_property
    def _command(self) -> CommandCandidate:
        words = (self.metric, self.server.url, self.model, self.server.key_env, f"{self.timeout_s:g}")
        return CommandCandidate(
            name=self.name,
            rule=self.rule,
            command=(self.python, str(_PROGRAM), *words),
            root=self.root,
            threshold=self.threshold,
            timeout_s=self.timeout_s,
            at_once=self.at_once,
            key_env=self.server.key_env,
            known_as=self.spec,
        )


@cache
def _installed(python: str, library: str) -> str:
    """Ask a Python which version of a library it has; empty where it has none, or is none."""
    try:
        done = subprocess.run(
            [python, "-P", "-c", _ASK_VERSION, library], capture_output=True, timeout=_ASK_S, check=True, text=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
