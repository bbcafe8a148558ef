"""What a run may spend: a bound that calls in flight cannot break together, and what was spent so far."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from workbench.errors import InputError, Problem
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode
from workbench.runner.schedule import Cell

# A server that refuses a call, is too busy for it, or did not come to it in a batch, bills nothing.
_NOT_BILLED = frozenset(
    {
        ErrorCode.RATE_LIMITED,
        ErrorCode.OVERLOADED,
        ErrorCode.API_4XX,
        ErrorCode.API_5XX,
        ErrorCode.SPEND_LIMIT,
        ErrorCode.CONTEXT_TOO_LONG,
        ErrorCode.CANCELLED,
        ErrorCode.EXPIRED,
    }
)
_TINY = 1e-12


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The most that one command may spend; None where it is not bounded. Earlier sessions of a run do not count.

    Attributes:
        dollars: US dollars, more than 0.
        calls: Calls that cost money, failed ones included, from 1.

    Raises:
        InputError: a bound is out of its range.
    """

    dollars: float | None = None
    calls: int | None = None

    def __post_init__(self) -> None:
        problems = []
        if self.dollars is not None and not 0 < self.dollars < float("inf"):
            problems.append(Problem(where="--max-cost", expected="dollars, more than 0", got=f"{self.dollars:g}"))
        if self.calls is not None and self.calls < 1:
            problems.append(Problem(where="--max-calls", expected="a whole number from 1", got=str(self.calls)))
        if problems:
            raise InputError(problems)


@dataclass(frozen=True, kw_only=True)
class Spend:
    """What a command has spent so far.

    Attributes:
        calls: Calls made that cost money, failed ones and those in flight included.
        dollars: What was billed, as far as it is known.
        unsure: Calls whose bill is not known: they came back without a count of tokens but may have been billed, as
            after a timeout, or a model answered that has no known price.
        unsure_dollars: What these cost at the worst; None where the price of one is unknown.
    """

    calls: int = 0
    dollars: float = 0.0
    unsure: int = 0
    unsure_dollars: float | None = 0.0


@dataclass(frozen=True, kw_only=True)
class Tariff:
    """What calls cost.

    Attributes:
        paid: Whether a call of this cell costs money.
        worst: What one call of a cell costs at the worst, in dollars; None where the price is unknown.
        billed: What a reply with a count of tokens was billed, in dollars; None where the price is unknown.
    """

    paid: Callable[[Cell], bool]
    worst: Callable[[Cell], float | None]
    billed: Callable[[Cell, Reply], float | None]


class Budget:
    """The meter of a run: lets a call start only if it and all calls in flight still fit at their worst.

    Where a call does not fit while others are in flight, it waits for them: most cost far less than at their worst.
    What may have been billed without our knowing counts at its worst.
    """

    def __init__(self, tariff: Tariff, bounds: Bounds) -> None:
        self._tariff = tariff
        self._bounds = bounds
        self._calls = self._unsure = self._unpriced = self._in_flight = 0
        self._reserved = self._dollars = self._unsure_dollars = 0.0
        self._ended = asyncio.Event()

    @property
    def spend(self) -> Spend:
        """What was spent so far."""
        return Spend(
            calls=self._calls,
            dollars=self._dollars,
            unsure=self._unsure,
            unsure_dollars=None if self._unpriced else self._unsure_dollars,
        )

    async def start(self, cell: Cell) -> str:
        """Reserve one call at its worst; see `Meter.start`."""
        if not self._tariff.paid(cell):
            return ""
        worst = self._tariff.worst(cell)
        while refused := self._calls_reached() or self._dollars_reached(worst):
            if not self._in_flight or self._calls_reached():
                return refused
            self._ended.clear()
            await self._ended.wait()
        self._calls += 1
        self._in_flight += 1
        self._reserved += worst or 0.0
        return ""

    def end(self, cell: Cell, reply: Reply | None) -> None:
        """Put what a call was billed in the place of what was reserved for it."""
        if not self._tariff.paid(cell):
            return
        worst = self._tariff.worst(cell)
        self._free(worst)
        counted = reply is not None and any(reply.usage.values())
        billed = self._tariff.billed(cell, reply) if reply is not None and counted else None
        if billed is not None:
            self._dollars += billed
        elif counted or reply is None or reply.verdict.error not in _NOT_BILLED:
            self._unsure += 1
            self._unpriced += worst is None
            self._unsure_dollars += worst or 0.0

    def give_back(self, cell: Cell) -> None:
        """Take back a call that was not made."""
        if self._tariff.paid(cell):
            self._calls -= 1
            self._free(self._tariff.worst(cell))

    def _free(self, worst: float | None) -> None:
        self._in_flight -= 1
        self._reserved -= worst or 0.0
        self._ended.set()

    def _calls_reached(self) -> str:
        most = self._bounds.calls
        return f"--max-calls {most:,} is reached" if most is not None and self._calls >= most else ""

    def _dollars_reached(self, worst: float | None) -> str:
        most = self._bounds.dollars
        if most is None:
            return ""
        if worst is None:
            return "--max-cost cannot be kept: the price of the next call is unknown"
        booked = self._dollars + self._unsure_dollars
        # Sums of prices are exact to far less than this; without it, a bound of just the worst case would refuse it.
        if booked + self._reserved + worst <= most + _TINY:
            return ""
        said = f"--max-cost ${most:g} is reached: ${booked:.4f} spent, and the next call may cost up to ${worst:.4f}"
        return said if worst <= most else f"{said}, which only a higher bound lets through"
