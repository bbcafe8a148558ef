"""What a judge is, what it gives back, and what is kept of every attempt."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from workbench.records.verdict import Verdict


class JudgeKind(StrEnum):
    """How a judge comes to its verdicts."""

    SCRIPT = "script"
    MODEL = "model"
    PYTHON = "python"
    COMMAND = "command"
    METRIC = "metric"
    LEARNED = "learned"
    SIMULATED = "simulated"
    RECORDED = "recorded"


IN_CODE = (JudgeKind.SCRIPT, JudgeKind.LEARNED)
"""Kinds that are asked in this process, free, and say the same every time."""


@dataclass(frozen=True, kw_only=True)
class JudgeSpec:
    """Who judged: a candidate, that is a judge on one model, in one version.

    Attributes:
        name: The judge's name in settings and reports, such as `grounded` or `floor`.
        rule: The rule that it decides.
        model: The model id that it runs on; the word of its kind where it names none.
        kind: How it comes to its verdicts.
        judge_id: The version: a hash of everything that can change a verdict (rubric, prompt, schema, model, settings).
        details: What went into the hash, for people to read. JSON values only.
        rubric: The rubric that a model was given, whole, so that whoever reads its verdicts can read it beside them;
            empty for any other judge. The version holds its hash.
    """

    name: str
    rule: str
    model: str
    kind: JudgeKind
    judge_id: str
    details: Mapping[str, Any] = field(default_factory=dict)
    rubric: str = ""

    @property
    def by_claim(self) -> bool:
        """Whether it is asked about one claim of an answer at a time."""
        return self.details.get("by") == "claim"

    @property
    def votes(self) -> int:
        """The calls whose majority is its verdict on an item; 0 where each call is a verdict of its own."""
        return int(self.details.get("votes", 0))

    @property
    def trained_on(self) -> str:
        """The hash of the items that a learned judge was trained on; empty for any other."""
        return str(self.details["settings"]["trained_on"]) if self.kind is JudgeKind.LEARNED else ""


@dataclass(frozen=True, kw_only=True)
class RateRoom:
    """What a rate limit has left, in calls like the one that was just answered.

    Attributes:
        calls: Calls that would be let through at once, 0 or more.
        per_s: Calls that are added each second, above 0.
    """

    calls: float
    per_s: float


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One reply of a judge to one item.

    Attributes:
        verdict: Pass, fail or an error.
        reason: Why, in the judge's words; for an error, what came back and what to do.
        evidence: What the judge quoted, where it quoted.
        score: The score that the verdict was read from, 0 to 1; None where the judge gave a verdict and no score, and
            for errors.
        raw: The whole reply text, untouched.
        stop_reason: Why the model stopped, as the API said it.
        answered_by: The model id that the API returned.
        request_id: The API's id of the request.
        batch: The API's id of the message batch that the reply came in, which is billed at a price of its own; empty
            where it was asked for alone.
        usage: Token counts as the API returned them, flat, integers only.
        latency_s: Wall-clock seconds of this attempt.
        retryable: Whether asking again may give a verdict.
        retry_after_s: How long the API asked us to wait, where it did.
        stops_run: True where every further call would fail in the same way (bad key, spend limit).
        room: What the API said that its rate limits have left; None where it said nothing. Only the runner reads it,
            to keep the pace; no journal has it.
    """

    verdict: Verdict
    reason: str = ""
    evidence: str = ""
    score: float | None = None
    raw: str = ""
    stop_reason: str = ""
    answered_by: str = ""
    request_id: str = ""
    batch: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    latency_s: float = 0.0
    retryable: bool = False
    retry_after_s: float | None = None
    stops_run: bool = False
    room: RateRoom | None = None


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One line of the journal: a reply, and the cell that it belongs to.

    A cell is one item, judged by one judge version, in one repeat. `final` is false while the runner means to ask
    again; the one final attempt of a cell is its verdict.

    `part` is the id of the part of the item that was asked about, such as one claim of its answer; empty where that was
    the item. The verdict on a part is never final: the item's is made of all of them.
    """

    item_id: str
    judge_id: str
    repeat: int
    attempt: int
    final: bool
    at: str
    reply: Reply
    part: str = ""
