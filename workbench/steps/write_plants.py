"""Asking a model for mistakes of a described kind. They wait in `plants/written.jsonl` until a person confirms them."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import InputError, StoppedError
from workbench.identity import digest
from workbench.judges.claude.once import ask_once
from workbench.judges.claude_models import accepted_efforts, check_model
from workbench.judges.writer import read_writing, writing_request
from workbench.plants.given.written_by_model import written_challenge, written_style
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.prices import read_prices
from workbench.records.item import Item
from workbench.records.rules import GROUNDED
from workbench.runner.clock import utc_now
from workbench.steps.bench import Bench
from workbench.store.written_plants import WrittenPlant, append_written, read_written

MOST_UNASKED = 20
"""Calls that are made without a word of the user; more need a yes."""

# For the estimate: characters a token, and output tokens beyond the copied answer (thinking, what and why).
_CHARACTERS = 4
_BEYOND = 600


@dataclass(frozen=True, kw_only=True)
class WritingPlan:
    """What would be asked.

    Attributes:
        model: The model.
        asked: The kind of mistake, as described.
        style: The style that it becomes.
        grounds: The answers to change, one call each.
        requests: The bodies of the calls.
        dollars: About what they cost; None where the model has no known price.
    """

    model: str
    asked: str
    style: str
    grounds: tuple[Ground, ...]
    requests: tuple[dict[str, Any], ...]
    dollars: float | None


@dataclass(frozen=True, kw_only=True)
class Writing:
    """What came of it.

    Attributes:
        style: The style of the written plants.
        written: Plants written down, each to be confirmed.
        refused: Replies that did not pass the checks, by reason.
        failed: Calls that gave no reply, by what went wrong.
    """

    style: str
    written: int
    refused: Mapping[str, int]
    failed: Mapping[str, int]


def plan_writing(bench: Bench, *, model: str, asked: str, count: int) -> WritingPlan:
    """Choose the answers and make the requests. Nothing is sent.

    Answers for which a plant of the same style is written already are passed over: nothing is paid for twice.

    Raises:
        InputError: the model is unknown, there is no description, the answers are not the bench's own, or none is left.
        StoreError: the written plants cannot be read.
    """
    if not asked.strip():
        raise InputError('say what kind of mistake to write, as in --style "a condition that was made stricter"')
    if not bench.own:
        raise InputError("plants are written for the bench's own answers: leave the answers of the command line out")
    check_model(model)
    style = written_style(asked)
    grounds = _grounds(bench, style)[:count]
    if not grounds:
        raise InputError(f"no answer is left to change: each that is trusted under {GROUNDED} has a plant of {style}")
    claude = bench.settings.claude
    effort = claude.effort if accepted_efforts(model) else None
    requests = tuple(
        writing_request(_item(ground), asked, model=model, effort=effort, max_tokens=claude.max_tokens)
        for ground in grounds
    )
    return WritingPlan(
        model=model,
        asked=asked,
        style=style,
        grounds=tuple(grounds),
        requests=requests,
        dollars=_dollars(bench, model, grounds, requests),
    )


def write_plants(bench: Bench, plan: WritingPlan) -> Writing:
    """Ask, check every reply, and write down what passes. Each is on the disk as soon as it came.

    Raises:
        SetupError: no API key is set.
        StoppedError: no call gave a reply.
        StoreError: the plants cannot be written.
    """
    refused: Counter[str] = Counter()
    written: list[str] = []

    def on_text(number: int, text: str) -> None:
        mistake = read_writing(text)
        if mistake is None:
            refused["the reply is not in the form that was asked for"] += 1
            return
        proof = f"{mistake.change} {mistake.why} (in the words of {plan.model})".strip()
        try:
            challenge = written_challenge(plan.grounds[number], style=plan.style, answer=mistake.answer, proof=proof)
        except Declined as why:
            refused[why.reason] += 1
            return
        plant = WrittenPlant(at=utc_now(), by=plan.model, asked=plan.asked, challenge=challenge)
        append_written(bench.written, plant)
        written.append(challenge.item.item_id)

    failed = Counter(asyncio.run(ask_once(plan.requests, bench.settings.claude, on_text)))
    if sum(failed.values()) == len(plan.requests):
        raise StoppedError("no call gave a reply\n  " + "\n  ".join(sorted(failed)))
    return Writing(style=plan.style, written=len(written), refused=dict(refused), failed=dict(failed))


def _grounds(bench: Bench, style: str) -> list[Ground]:
    """Trusted answers that claim something, in an order that depends on their content alone."""
    have = {one.challenge.parent for one in read_written(bench.written) if one.challenge.style == style}
    library = Library(bench.cases)
    trusted = [case for case in bench.cases if case.label == "pass" and GROUNDED in case.rules]
    grounds = [
        Ground(case, library, not_found=bench.settings.not_found) for case in trusted if case.case_id not in have
    ]
    seed = bench.settings.seed
    return sorted((one for one in grounds if not one.declined), key=lambda one: digest([seed, style, one.case_key]))


def _item(ground: Ground) -> Item:
    return Item.of(question=ground.case.question, passages=ground.case.passages, answer=ground.case.answer)


def _dollars(bench: Bench, model: str, grounds: list[Ground], requests: tuple[dict[str, Any], ...]) -> float | None:
    said = sum(len(request["system"]) + len(request["messages"][0]["content"][0]["text"]) for request in requests)
    written = sum(len(ground.case.answer) for ground in grounds)
    usage = {
        "input_tokens": said // _CHARACTERS,
        "output_tokens": written // _CHARACTERS + _BEYOND * len(requests),
    }
    return read_prices(bench.settings.prices).dollars(model, usage)
