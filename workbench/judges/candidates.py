"""Candidates: a rubric on a model, how it is asked, and the version that follows from both."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.judges.by_claim import ByClaim
from workbench.judges.claude_models import EFFORTS, accepted_efforts, check_model
from workbench.judges.request import reply_schema
from workbench.judges.rubric import Rubric
from workbench.judges.server import Server
from workbench.judges.source import source_digest
from workbench.judges.votes import votes_details
from workbench.records.reply import JudgeKind, JudgeSpec

# What turns an item into a request and a reply into a verdict.
CODE = tuple(f"workbench.judges.{name}" for name in ("prompt", "request", "reply", "verdict_words"))


@dataclass(frozen=True, kw_only=True)
class ClaudeSettings:
    """How models are asked.

    Attributes:
        effort: The effort level, sent to every model that takes one.
        max_tokens: The most output tokens of a reply, thinking included.
        timeout_s: Wall-clock seconds of one attempt. Not part of the judge version: it can lose a verdict, not turn it.
    """

    effort: str = "medium"
    max_tokens: int = 8192
    timeout_s: float = 180.0


@dataclass(frozen=True, kw_only=True)
class ModelCandidate:
    """A rubric on a model.

    Attributes:
        name: The judge's name in settings and reports.
        rule: The rule that it decides.
        rubric: Its instructions.
        model: The model id.
        server: Where it is asked.
        by_claim: How it judges claim by claim; None where it is asked about the whole answer.
        votes: The calls whose majority is its verdict; 0 where each call is one.
    """

    name: str
    rule: str
    rubric: Rubric
    model: str
    server: Server = field(default_factory=Server)
    by_claim: ByClaim | None = None
    votes: int = 0


def effort_of(candidate: ModelCandidate, settings: ClaudeSettings) -> str | None:
    """Return the effort that is sent to a candidate's model; None where it takes none."""
    return settings.effort if accepted_efforts(candidate.model) else None


def candidate_spec(candidate: ModelCandidate, settings: ClaudeSettings) -> JudgeSpec:
    """Return who judges, with a version that changes with everything that can change a verdict."""
    details = {
        "rubric": candidate.rubric.version,
        "code": source_digest(*CODE),
        "schema": reply_schema(candidate.rubric.words),
        "model": candidate.model,
        # The usual server follows from the environment; one that settings name is a setting like any other.
        "base_url" if candidate.server.url else "server": candidate.server.place,
        "effort": effort_of(candidate, settings),
        "max_tokens": settings.max_tokens,
        **(candidate.by_claim.details if candidate.by_claim else {}),
        **votes_details(candidate.votes),
    }
    return JudgeSpec(
        name=candidate.name,
        rule=candidate.rule,
        model=candidate.model,
        kind=JudgeKind.MODEL,
        judge_id=digest({"rule": candidate.rule, **details}),
        details=details,
        rubric=candidate.rubric.text,
    )


def check_candidates(candidates: Sequence[ModelCandidate], settings: ClaudeSettings) -> None:
    """Refuse what no model would take, before anything is sent.

    A Claude model that is newer than the table is let through where its server can be asked.

    Raises:
        InputError: a model or an effort level is unknown, they do not go together, or a limit is not positive.
    """
    problems = [*_setting_problems(settings)]
    for candidate in candidates:
        server = candidate.server
        check_model(candidate.model, url=server.url, ask_server=server.missing() is None)
        accepted = accepted_efforts(candidate.model)
        if settings.effort in EFFORTS and accepted and settings.effort not in accepted:
            where = f"judge {candidate.name} on {candidate.model}"
            problems.append(Problem(where=where, expected=f"effort {' or '.join(accepted)}", got=settings.effort))
    if problems:
        raise InputError(problems)


def _setting_problems(settings: ClaudeSettings) -> list[Problem]:
    problems: list[Problem] = []
    if settings.effort not in EFFORTS:
        problems.append(Problem(where="effort", expected=f"one of {', '.join(EFFORTS)}", got=repr(settings.effort)))
    if settings.max_tokens < 1:
        problems.append(Problem(where="max_tokens", expected="at least 1", got=str(settings.max_tokens)))
    if not settings.timeout_s > 0:
        problems.append(Problem(where="timeout_s", expected="more than 0 seconds", got=str(settings.timeout_s)))
    return problems
