"""A run's meter, asked for calls that are sent in batches."""

import asyncio
from collections.abc import Iterable

from workbench.records.batch import BatchedCall
from workbench.records.reply import Reply
from workbench.runner.batches.state import CellKey
from workbench.runner.meter import Meter
from workbench.runner.schedule import Cell


class BatchMeter:
    """Lets calls into batches as long as the meter does.

    Attributes:
        full: Why no further call may be sent; empty where one may.
    """

    def __init__(self, meter: Meter) -> None:
        self.full = ""
        self._meter = meter
        self._in_flight: dict[CellKey, Cell] = {}

    async def let_through(self, cells: Iterable[Cell]) -> list[Cell]:
        """Reserve calls in their order, and return those that may be sent now.

        A meter may want to wait for calls in flight. Those of a batch end when the batch does, so nothing is waited
        for here: what has to wait is asked about again when results are in.
        """
        let: list[Cell] = []
        for cell in cells:
            try:
                async with asyncio.timeout(0):
                    self.full = self.full or await self._meter.start(cell)
            except TimeoutError:
                return let
            if self.full:
                return let
            self._in_flight[cell.key] = cell
            let.append(cell)
        return let

    def end(self, call: BatchedCall, reply: Reply) -> None:
        """Count a call. One that an earlier session sent was never reserved here, and is not counted."""
        cell = self._in_flight.pop(call.key, None)
        if cell is not None:
            self._meter.end(cell, reply)

    def give_back(self, calls: Iterable[BatchedCall]) -> None:
        """Take back calls that are not made."""
        for call in calls:
            cell = self._in_flight.pop(call.key, None)
            if cell is not None:
                self._meter.give_back(cell)
