"""What the calls of a run cost, about and at most, before they are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.judges.by_claim import ByClaim
from workbench.judges.claude_models import ModelFacts
from workbench.judges.controls import CONTROLS
from workbench.prices import ModelPrice, PriceTable
from workbench.records.estimate import JudgeEstimate
from workbench.records.passage import Passage
from workbench.records.reply import JudgeSpec, Reply
from workbench.runner.budget import Tariff
from workbench.runner.schedule import Cell
from workbench.steps.prompt_tokens import PromptTokens

ASSUMED_OUTPUT = 600
"""Output tokens of a reply where no earlier run says more: thinking at medium effort, then a few sentences of JSON."""

_CONTROLS = frozenset(control.item.item_id for both in CONTROLS.values() for control in both)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A judge whose calls cost money, and what is known of its calls.

    Attributes:
        spec: The judge.
        facts: What the model takes.
        prompts: The tokens of its prompts; None where a library writes them, so that nobody can tell.
        max_tokens: The most output tokens of a reply.
        output: Mean output tokens of its recorded replies; None where there are none.
        in_batches: Whether it can be asked in message batches.
        by_claim: How it judges claim by claim; None where it is asked about the whole answer.
    """

    spec: JudgeSpec
    facts: ModelFacts
    prompts: PromptTokens | None
    max_tokens: int
    output: float | None
    in_batches: bool
    by_claim: ByClaim | None = None

    def calls(self, cell: Cell) -> list[Cell]:
        """Return the calls that a cell still takes."""
        if self.by_claim is None:
            return [cell]
        answered = {part for part, _ in cell.answered}
        parts = self.by_claim.parts(cell.item)
        return [cell.about(part) for part in parts if part.item_id not in answered]

    @property
    def room(self) -> int | None:
        """Tokens that a prompt may have; None where nobody knows."""
        return self.facts.room(self.max_tokens)


class Forecast:
    """What calls cost: before they are made, and when they have come back.

    The prices and facts are those of the moment at which it was made. Sums of many calls take the prompt cache as the
    runner uses it: the first call of a judge writes its rubric, the first on some passages writes those, all others
    read. In a message batch nobody can say what the cache holds, so there every call is taken to write.

    Attributes:
        attempts: How often a call is made at most.
    """

    def __init__(self, judges: Sequence[Asked], prices: PriceTable, *, attempts: int) -> None:
        self._judges = {one.spec.judge_id: one for one in judges}
        self._prices = prices
        self.attempts = attempts
        self._worst: dict[tuple[str, str, bool], float | None] = {}

    @property
    def prices_as_of(self) -> str:
        """Return the day on which the prices were checked last, ISO 8601."""
        return self._prices.as_of

    def estimate(
        self, cells: Sequence[Cell], *, done: Mapping[str, int] | None = None, batch: bool = False
    ) -> tuple[JudgeEstimate, ...]:
        """Return what some cells cost, by judge. Cells of judges that cost nothing are left out.

        Args:
            cells: What is owed, in the order of the calls.
            done: Verdicts that are there already, by judge id.
            batch: Whether calls are made in message batches, where a judge can be asked in one. Those of the self-test
                are made alone all the same.
        """
        owed: dict[str, list[Cell]] = {judge_id: [] for judge_id in self._judges}
        for cell in cells:
            if cell.judge_id in owed:
                owed[cell.judge_id] += self._judges[cell.judge_id].calls(cell)
        have = done or {}
        return tuple(
            self._judge(self._judges[judge_id], mine, have.get(judge_id, 0), batch=batch)
            for judge_id, mine in owed.items()
        )

    def worst(self, cell: Cell, *, batch: bool = False) -> float | None:
        """Return what one call costs at most, in dollars: nothing from the cache, and a reply of `max_tokens`.

        None where the price is unknown; 0.0 where the judge costs nothing.
        """
        asked = self._judges.get(cell.judge_id)
        if asked is None:
            return 0.0
        inside = batch and _may_be_inside(asked, cell)
        key = (cell.judge_id, cell.item.item_id, inside)
        if key not in self._worst:
            self._worst[key] = _dearest(self._prices, asked, cell, batch=inside)
        return self._worst[key]

    def is_paid(self, cell: Cell) -> bool:
        """Say whether the calls of a cell cost money."""
        return cell.judge_id in self._judges

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Return the models that are asked at an unknown price."""
        unknown = (one for one in self._judges.values() if one.prompts is None or self._price(one) is None)
        return tuple(dict.fromkeys(one.spec.model for one in unknown))

    def tariff(self) -> Tariff:
        """Return what a budget has to know."""
        return Tariff(paid=self.is_paid, worst=self.worst, billed=self._billed)

    def _billed(self, cell: Cell, reply: Reply) -> float | None:
        model = reply.answered_by or self._judges[cell.judge_id].spec.model
        return self._prices.dollars(model, reply.usage, batch=bool(reply.batch))

    def _price(self, asked: Asked) -> ModelPrice | None:
        return self._prices.price_of(asked.spec.model)

    def _judge(self, asked: Asked, cells: Sequence[Cell], done: int, *, batch: bool) -> JudgeEstimate:
        prompts, output = asked.prompts, ASSUMED_OUTPUT if asked.output is None else asked.output
        output = min(output, asked.max_tokens)
        known = prompts is not None
        return JudgeEstimate(
            spec=asked.spec,
            calls=len(cells),
            done=done,
            prompt_tokens=sum(prompts.parts(cell.item).total for cell in cells) if prompts is not None else None,
            counted=prompts is not None and all(cell.item.item_id in prompts.counted for cell in cells),
            output_tokens=round(output * len(cells)) if known else None,
            recorded=asked.output is not None,
            about=self._about(asked, cells, output, batch=batch),
            at_most=self._at_most(cells, batch=batch),
        )

    def _about(self, asked: Asked, cells: Sequence[Cell], output: float, *, batch: bool) -> float | None:
        if asked.prompts is None or self._price(asked) is None:
            return None
        alone, together = (_Cache(asked.prompts, asked.facts.cache_from, reads=reads) for reads in (True, False))
        total = 0.0
        for cell in cells:
            inside = batch and _may_be_inside(asked, cell)
            usage = {**(together if inside else alone).usage(cell), "output_tokens": round(output)}
            total += self._prices.dollars(asked.spec.model, usage, batch=inside) or 0.0
        return total

    def _at_most(self, cells: Sequence[Cell], *, batch: bool) -> float | None:
        total = 0.0
        for cell in cells:
            worst = self.worst(cell, batch=batch)
            if worst is None:
                return None
            total += worst * max(self.attempts - cell.attempts, 1)
        return total


def _may_be_inside(asked: Asked, cell: Cell) -> bool:
    """Say whether a call can be made in a message batch: those of the self-test come before any batch."""
    return asked.in_batches and cell.item.item_id not in _CONTROLS


def _written(batch: bool) -> str:
    """Name the tokens that a call writes to the prompt cache: a batch asks that they be kept for an hour."""
    return "cache_creation_1h" if batch else "cache_creation_5m"


class _Cache:
    """The prompt cache as one judge's calls find it, one after the other."""

    def __init__(self, prompts: PromptTokens, least: int | None, *, reads: bool) -> None:
        self._prompts = prompts
        self._least = least
        self._reads = reads
        self._written = _written(batch=not reads)
        self._rubric_is_there = False
        self._passages_there: set[tuple[Passage, ...]] = set()

    def usage(self, cell: Cell) -> dict[str, int]:
        """Return the prompt tokens of the next call, by how they are billed."""
        parts = self._prompts.parts(cell.item)
        least = self._least
        prefix = parts.rubric + parts.passages
        if least is None or prefix < least:
            return {"input_tokens": parts.total}
        read = 0
        if self._reads and cell.item.passages in self._passages_there:
            read = prefix
        elif self._reads and self._rubric_is_there:
            read = parts.rubric
        self._passages_there.add(cell.item.passages)
        self._rubric_is_there = self._rubric_is_there or parts.rubric >= least
        return {
            "input_tokens": parts.rest,
            self._written: prefix - read,
            "cache_read_input_tokens": read,
        }


def _dearest(prices: PriceTable, asked: Asked, cell: Cell, *, batch: bool) -> float | None:
    """The dearest that a call can be: all of its prompt written to the cache, or none of it, whichever costs more."""
    if asked.prompts is None:
        return None
    prompt = asked.prompts.at_most(cell.item)
    amounts = [
        prices.dollars(asked.spec.model, {kind: prompt, "output_tokens": asked.max_tokens}, batch=batch)
        for kind in ("input_tokens", _written(batch))
    ]
    return max((amount for amount in amounts if amount is not None), default=None)
