"""Sending one batch, so that it is never sent twice: written down, sent, and written down again with its id."""

import secrets
from collections.abc import Sequence

from workbench.judges.batch import BatchCallFailed, BatchRequest, BatchService
from workbench.records.batch import Batch
from workbench.records.verdict import ErrorCode
from workbench.runner.batches.packs import Packed
from workbench.runner.batches.patience import Patience
from workbench.runner.batches.state import BatchBook
from workbench.runner.batches.tally import BatchTally
from workbench.runner.batches.waits import BatchWatch
from workbench.runner.clock import utc_now
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending

_NOT_MADE = (ErrorCode.API_4XX, ErrorCode.RATE_LIMITED, ErrorCode.SPEND_LIMIT, ErrorCode.CONTEXT_TOO_LONG)
"""Answers after which it is certain that no batch was made; after any other failure it may have been."""


class Sender:
    """Sends batches, and says what came of it."""

    def __init__(
        self, tally: BatchTally, book: BatchBook, watch: BatchWatch, *, patience: Patience, limits: Limits
    ) -> None:
        self._tally = tally
        self._book = book
        self._watch = watch
        self._patience = patience
        self._limits = limits

    async def send(self, service: BatchService, pack: Sequence[Packed], newest: str) -> None:
        """Send a batch. Where the sending gets no answer, the batch stays in doubt.

        Args:
            service: Where it is sent.
            pack: What is in it.
            newest: The id of the provider's newest batch before it.
        """
        batch = Batch(
            label=secrets.token_hex(8),
            at=utc_now(),
            after=newest,
            url=service.server.url,
            key_env=service.server.key_env,
            calls=tuple(self._tally.next_call(packed.cell) for packed in pack),
        )
        requests = [
            BatchRequest(custom_id=batch.custom_id(call), params=packed.params)
            for call, packed in zip(batch.calls, pack, strict=True)
        ]
        self._book.announce(batch)
        failures = 0
        while True:
            try:
                batch_id = await service.create(requests)
            except BatchCallFailed as failure:
                failures += 1
                if not self._may_send_again(batch, failure, failures):
                    return
                await self._patience.pause_after(failure.reply, failures)
            else:
                self._book.sent(batch.label, batch_id, at=utc_now())
                self._watch.noted(f"sent batch {batch_id} with {len(pack):,} calls")
                return

    def drop(self, batch: Batch, reason: str) -> None:
        """Write down that there is no such batch, so that its calls may be made again."""
        self._book.drop(batch.label, reason, at=utc_now())
        self._tally.meter.give_back(batch.calls)

    def _may_send_again(self, batch: Batch, failure: BatchCallFailed, failures: int) -> bool:
        reply = failure.reply
        if reply.verdict.error not in _NOT_MADE and not failure.unknown:
            self._watch.noted(f"the sending of {len(batch.calls):,} calls got no answer: {reply.reason}")
            return False
        if reply.retryable and failures < self._limits.max_attempts and not self._patience.over:
            return True
        self.drop(batch, reply.reason)
        self._patience.stop(Ending.STOPPED, f"{reply.verdict}: {reply.reason}")
        return False
