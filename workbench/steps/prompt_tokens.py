"""How many tokens a judge's prompts have: counted by the model where it can be asked, else estimated from bytes."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.judges.by_claim import asked_about
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, effort_of
from workbench.judges.claude.enquiry import Enquiry
from workbench.judges.controls import CONTROLS
from workbench.judges.prompt import passages_text, system_text, task_text
from workbench.judges.request import build_request
from workbench.judges.rubric import Rubric
from workbench.records.item import Item

# Four characters a token until Opus 4.7, and 30 % more tokens since.
_BYTES_A_TOKEN = 4 / 1.3
# No text has more tokens than bytes. This much the API may add itself, for the form of the reply.
_API_ADDS = 1000
# Prose in any language has at least two bytes a token. What is denser, the server refuses, and bills nothing for it.
_DENSEST_PROSE = 2

COUNTED_BEFORE_A_RUN = 8
"""Prompts of each judge that its model counts before a run, from the shortest to the longest. An estimate counts more
of them, to say better what a run costs about; at most it may cost what the run itself will take it to cost."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptParts:
    """The tokens of a prompt, by where the prompt cache may cut it: after the rubric, and after the passages."""

    rubric: int
    passages: int
    rest: int

    @property
    def total(self) -> int:
        """Tokens of the whole prompt."""
        return self.rubric + self.passages + self.rest


class PromptTokens:
    """The prompts of one judge on one model.

    Attributes:
        counted: Tokens of the prompts that the model counted, by item id.
        sure: Those of them that a run has counted too, so that its budget knows what they have.
    """

    def __init__(self, rubric: Rubric) -> None:
        self.counted: dict[str, int] = {}
        self.sure: frozenset[str] = frozenset()
        self._rubric = _bytes(system_text(rubric))
        self._judged = rubric.judged
        self._sizes: dict[str, tuple[int, int]] = {}
        self._tokens_a_byte = 1 / _BYTES_A_TOKEN

    def add_counts(self, counts: Iterable[tuple[Item, int]], *, sure: Iterable[str]) -> None:
        """Take in what the model counted; the other prompts are estimated by it from now on.

        Args:
            counts: Items and the tokens of their prompts.
            sure: Items that a run counts too.
        """
        pairs = list(counts)
        self.sure = frozenset(sure)
        self.counted.update({item.item_id: tokens for item, tokens in pairs})
        if pairs:
            self._tokens_a_byte = sum(tokens for _, tokens in pairs) / sum(self.bytes(item) for item, _ in pairs)

    def parts(self, item: Item) -> PromptParts:
        """Return about how many tokens each part has. Where the prompt was counted, they add up to what it has."""
        size = self.bytes(item)
        total = self.counted.get(item.item_id) or round(size * self._tokens_a_byte)
        rubric = round(total * self._rubric / size)
        shown = round(total * self._size(item)[0] / size)
        return PromptParts(rubric=rubric, passages=shown, rest=total - rubric - shown)

    def at_most(self, item: Item) -> int:
        """Return how many tokens the prompt has at most: exactly, where a run counts it."""
        counted = self.counted.get(item.item_id) if item.item_id in self.sure else None
        return counted or self.bytes(item) + _API_ADDS

    def most_likely(self, item: Item) -> int:
        """Return an upper estimate for prose; exactly, where the prompt was counted."""
        return self.counted.get(item.item_id) or self.bytes(item) // _DENSEST_PROSE

    def bytes(self, item: Item) -> int:
        """Return the bytes of the prompt."""
        return self._rubric + sum(self._size(item))

    def spread(self, items: Iterable[Item], count: int) -> list[Item]:
        """Choose items to count: evenly from the shortest prompt to the longest, both included."""
        by_size = sorted(items, key=lambda item: (self.bytes(item), item.item_id))
        if len(by_size) <= count:
            return by_size
        return [by_size[place * (len(by_size) - 1) // (count - 1)] for place in range(count)]

    def _size(self, item: Item) -> tuple[int, int]:
        """Bytes of the passages, and of what is judged."""
        size = self._sizes.get(item.item_id)
        if size is None:
            size = _bytes(passages_text(item.passages)), _bytes(task_text(item, self._judged))
            self._sizes[item.item_id] = size
        return size


async def count_prompts(
    candidate: ModelCandidate,
    settings: ClaudeSettings,
    items: Sequence[Item],
    *,
    room: int | None,
    enquiry: Enquiry | None,
    sample: int,
) -> PromptTokens:
    """Count some prompts of a candidate, those of its self-test, and all of those that may not fit its window.

    A judge that is asked about parts of an item has a prompt for each part.

    Args:
        candidate: The candidate.
        settings: How it is asked.
        items: What it is shown.
        room: Tokens that a prompt may have; None where nobody knows.
        enquiry: Who counts; None where nobody can be asked.
        sample: How many prompts to count, from 2; the others are estimated by them.
    """
    prompts = PromptTokens(candidate.rubric)
    if enquiry is None:
        return prompts
    by_claim = candidate.by_claim
    controls = [part for control in CONTROLS[candidate.rule] for part in asked_about(by_claim, control.item)]
    every = {part.item_id: part for item in items for part in asked_about(by_claim, item)}.values()
    risky = [item for item in every if room is not None and prompts.at_most(item) > room]
    before_a_run = {item.item_id: item for item in (*prompts.spread(every, COUNTED_BEFORE_A_RUN), *risky, *controls)}
    wanted = before_a_run | {item.item_id: item for item in prompts.spread(every, sample)}
    effort = effort_of(candidate, settings)
    requests = (
        build_request(
            item, rubric=candidate.rubric, model=candidate.model, effort=effort, max_tokens=settings.max_tokens
        )
        for item in wanted.values()
    )
    counts = await asyncio.gather(*(enquiry.count(request) for request in requests))
    found = zip(wanted.values(), counts, strict=True)
    told = ((item, tokens) for item, tokens in found if tokens is not None)
    prompts.add_counts(told, sure=before_a_run)
    return prompts


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
