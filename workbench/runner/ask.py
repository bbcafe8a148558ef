"""One attempt: ask a judge about a cell and bring back a reply, whatever happens."""

import time

from workbench.judges.judge import Judge
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict
from workbench.runner.schedule import Cell


async def ask(judge: Judge, cell: Cell) -> Reply:
    """Ask once. A judge that raises gives `error:judge_crashed`, with the type and message as the reason.

    The message is for people only and is never parsed. A crash is not asked again: a bug stays a bug. Cancellation
    and Ctrl+C pass through.
    """
    started = time.perf_counter()
    try:
        return await judge.judge(cell.item, cell.repeat)
    except Exception as error:  # noqa: BLE001 - users bring their own judges; the error is kept, as the verdict
        return Reply(
            verdict=Verdict(error=ErrorCode.JUDGE_CRASHED),
            reason=f"the judge raised {type(error).__name__}: {error}",
            latency_s=time.perf_counter() - started,
        )
