"""Judging an answer claim by claim: one call a claim, shown with the passages that it cites and nothing else.

For `grounded`. Neither the question nor the other claims are shown, so that nothing but the passages can talk a judge
into a claim. What a passage that is not cited says against it stays unseen. A claim that cites nothing is shown with
all passages: whether an answer must cite is a check of its own (`rag/citation_check.py`). No call is made for a claim
that cites a passage that was not shown, nor where no passage was shown at all: such a claim has no support. An answer
that only declines claims nothing, and passes without a call; any other has at least one claim to ask about.

One claim without support fails the answer, also where another call failed, whose verdict could not make it pass. An
answer passes only where every claim was found supported; else a failed call leaves it without a verdict.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from workbench.judges.judge import Judge
from workbench.judges.source import source_digest
from workbench.judges.storable import storable_reply
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec, Reply
from workbench.records.verdict import FAIL, PASS, Verdict
from workbench.text.claims import Claim, claims

_NEVER = float("-inf")
_QUOTED = 120
_APART = " ... "
"""Between words that do not stand together, so that each is looked up by itself."""


@dataclass(frozen=True, kw_only=True)
class ByClaim:
    """How an answer is cut into claims, and what their verdicts make of it.

    Attributes:
        not_found: The exact words that the system uses to decline; empty where it has none.
    """

    not_found: str

    @property
    def details(self) -> dict[str, Any]:
        """What of it is part of a judge version."""
        return {
            "by": "claim",
            "not_found": self.not_found,
            "splitter": source_digest(__name__, "workbench.text"),
        }

    def parts(self, item: Item) -> tuple[Item, ...]:
        """Return what is asked about an item: each claim that a call can say something of, once."""
        found = (_part(item, claim) for claim in self._claims(item) if not _needs_no_call(item, claim))
        return tuple({part.item_id: part for part in found}.values())

    def whole(self, item: Item, replies: Mapping[str, Reply]) -> Reply:
        """Make the verdict on an item; see the head of this file. Its score is the share of supported claims."""
        judged = [_judged(item, claim, replies) for claim in self._claims(item)]
        if not judged:
            return Reply(verdict=PASS, reason="the answer claims nothing: it only declines")
        lacking = [one for one in judged if one.verdict == FAIL]
        failed = [one for one in judged if one.verdict.error is not None]
        reply = Reply(
            verdict=FAIL if lacking else failed[0].verdict if failed else PASS,
            reason=" ".join(_told(judged)),
            evidence=_APART.join(one.quoted(item) for one in lacking) if lacking else _quotes(judged),
            score=None if failed else (len(judged) - len(lacking)) / len(judged),
            raw=json.dumps([one.told(item) for one in judged], ensure_ascii=False, allow_nan=False),
            answered_by=_same(reply.answered_by for reply in replies.values()),
            latency_s=sum(reply.latency_s for reply in replies.values()),
        )
        return storable_reply(reply)

    def _claims(self, item: Item) -> tuple[Claim, ...]:
        return _claims_of(item.answer, tuple(passage.id for passage in item.passages), self.not_found)


class ClaimsJudge:
    """A rubric on a model that is asked claim by claim; see `JudgeInParts`."""

    def __init__(self, judge: Judge, by_claim: ByClaim) -> None:
        """Make one of a judge whose rubric is about one claim."""
        self._judge = judge
        self.parts = by_claim.parts
        self.whole = by_claim.whole

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._judge.spec

    @property
    def cache_life_s(self) -> float:
        """How long its model keeps the beginning of a prompt; 0 where it keeps none."""
        return float(getattr(self._judge, "cache_life_s", 0.0))

    @property
    def rubric_used_at(self) -> float:
        """When its model was last sent the rubric; see `CachedPrompts`."""
        return float(getattr(self._judge, "rubric_used_at", _NEVER))

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Ask about one claim, as `parts` gives it."""
        return await self._judge.judge(item, repeat)

    async def close(self) -> None:
        """Release what it asks with."""
        await self._judge.close()


def asked_about(by_claim: ByClaim | None, item: Item) -> tuple[Item, ...]:
    """Return what a judge is asked about an item, one call each: the item itself, unless it judges by claim."""
    return (item,) if by_claim is None else by_claim.parts(item)


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """What came of one claim."""

    claim: Claim
    verdict: Verdict
    reason: str
    evidence: str = ""

    def quoted(self, item: Item) -> str:
        return " ".join(item.answer[self.claim.start : self.claim.end].split())

    def told(self, item: Item) -> dict[str, Any]:
        return {
            "claim": item.answer[self.claim.start : self.claim.end],
            "cites": [*self.claim.cited, *self.claim.unknown],
            "verdict": str(self.verdict),
            "reason": self.reason,
            "evidence": self.evidence,
        }


def _judged(item: Item, claim: Claim, replies: Mapping[str, Reply]) -> _Judged:
    without = _needs_no_call(item, claim)
    if without:
        return _Judged(claim=claim, verdict=FAIL, reason=without)
    reply = replies[_part(item, claim).item_id]
    return _Judged(claim=claim, verdict=reply.verdict, reason=reply.reason, evidence=reply.evidence)


def _needs_no_call(item: Item, claim: Claim) -> str:
    """Why a claim has no support, whatever a judge would say; empty where one has to be asked."""
    if claim.unknown:
        return f"it cites {', '.join(claim.unknown)}, which was not shown"
    return "" if item.passages else "no passage was shown"


def _part(item: Item, claim: Claim) -> Item:
    shown = [passage for passage in item.passages if passage.id in claim.cited or not claim.cited]
    return Item.of(question="", passages=shown, answer=claim.text)


@lru_cache(maxsize=4096)
def _claims_of(answer: str, shown_ids: tuple[str, ...], not_found: str) -> tuple[Claim, ...]:
    return claims(answer, shown_ids, not_found=not_found)


def _told(judged: list[_Judged]) -> Iterator[str]:
    supported = sum(one.verdict == PASS for one in judged)
    yield f"{supported} of {len(judged)} claims supported."
    for one in judged:
        if one.verdict != PASS:
            how = "No support for" if one.verdict == FAIL else f"No verdict ({one.verdict}) on"
            yield f'{how} "{_cut(one.claim.text)}": {one.reason.rstrip(".")}.'


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 4]} ..."


def _quotes(judged: list[_Judged]) -> str:
    return _APART.join(one.evidence for one in judged if one.evidence)


def _same(names: Iterator[str]) -> str:
    known = {name for name in names if name}
    return known.pop() if len(known) == 1 else ""
