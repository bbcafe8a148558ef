"""Sending requests that are no judgements, such as those for mistakes that a model writes."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbench.errors import SetupError
from workbench.judges.candidates import ClaudeSettings
from workbench.judges.claude.client import SharedClient, encoded
from workbench.judges.claude.message import stopped, visible_text
from workbench.judges.keys import missing_key
from workbench.judges.storable import storable
from workbench.records.reply import Reply

_AT_ONCE = 4
"""Requests in flight, for no runner schedules them."""


async def ask_once(
    requests: Sequence[dict[str, Any]], settings: ClaudeSettings, on_text: Callable[[int, str], None]
) -> tuple[str, ...]:
    """Send requests that are no judgements, each once and a few at a time.

    Args:
        requests: Bodies for the Messages API.
        settings: How models are asked.
        on_text: Told the number of a request and the text of its reply, as each comes in.

    Returns:
        What went wrong with those that gave no text, in words.

    Raises:
        SetupError: no API key is set.
    """
    missing = missing_key()
    if missing:
        raise SetupError(missing)
    client = SharedClient(timeout_s=settings.timeout_s, users=1)
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def ask(number: int, request: dict[str, Any]) -> str:
        async with at_once:
            message = await client.message(partial(encoded, request))
        failed = message if isinstance(message, Reply) else stopped(message, settings.max_tokens)
        if failed is not None:
            return storable(failed.reason)
        on_text(number, storable(visible_text(message)))
        return ""

    try:
        said = await asyncio.gather(*(ask(number, request) for number, request in enumerate(requests)))
    finally:
        await client.release()
    return tuple(reason for reason in said if reason)
