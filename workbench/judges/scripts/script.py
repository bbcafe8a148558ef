"""A script judge: a check in code behind the judge protocol."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbench.identity import digest
from workbench.judges.source import source_digest
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import Outcome, Verdict
from workbench.text.citations import citations


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a check says of an item, and why.

    Attributes:
        outcome: Pass or fail.
        reason: Why, in a sentence.
        evidence: The words that decided.
        score: What was compared with the threshold, 0 to 1; None where nothing was.
    """

    outcome: Outcome
    reason: str
    evidence: str = ""
    score: float | None = None


Check = Callable[[Item], Finding]


class ScriptJudge:
    """A check in code. Every repeat gives the same verdict; nothing is sent anywhere."""

    def __init__(
        self,
        *,
        name: str,
        rule: str,
        check: Check,
        settings: Mapping[str, str | float | bool],
        kind: JudgeKind = JudgeKind.SCRIPT,
        code: tuple[str, ...] = (),
    ) -> None:
        """Make a judge of a check.

        Args:
            name: The judge's name in settings and reports.
            rule: The rule that it decides.
            check: What it does. Its module and the text package are part of the judge version.
            settings: What the check was made with.
            kind: What it is called: a script, or a learned judge.
            code: Modules and packages besides that are part of the judge version.
        """
        self._check = check
        details = {
            "settings": dict(settings),
            "code": source_digest(check.__module__, __name__, "workbench.text", *code),
        }
        self._spec = JudgeSpec(
            name=name,
            rule=rule,
            model=str(kind),
            kind=kind,
            judge_id=digest({"name": name, "rule": rule, **details}),
            details=details,
        )

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Run the check once; see `Judge.judge`."""
        begun = time.perf_counter()
        found = self._check(item)
        return Reply(
            verdict=Verdict(outcome=found.outcome),
            reason=found.reason,
            evidence=found.evidence,
            score=found.score,
            latency_s=time.perf_counter() - begun,
        )

    async def close(self) -> None:
        """Nothing to release."""


def passed(reason: str, *, score: float | None = None) -> Finding:
    """Return a finding that passes."""
    return Finding(outcome=Outcome.PASS, reason=reason, score=score)


def failed(reason: str, evidence: str = "", *, score: float | None = None) -> Finding:
    """Return a finding that fails."""
    return Finding(outcome=Outcome.FAIL, reason=reason, evidence=evidence, score=score)


def without_citations(item: Item) -> str:
    """Return the answer with its citation marks taken out: an id is no claim about the world."""
    return citations(item.answer, [passage.id for passage in item.passages]).uncited
