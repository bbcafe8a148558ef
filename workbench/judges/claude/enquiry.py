"""What servers say before anything is judged: what their models take, and how many tokens a prompt has.

Neither is a judgement, and neither is billed. A server that does not know these questions, such as a gateway, may judge
all the same: then a dated table and an estimate take the place of its answers.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from workbench.judges.claude.client import SharedClient, called
from workbench.judges.claude_models import EFFORTS, ModelFacts
from workbench.judges.server import Server
from workbench.judges.storable import storable_reply
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode

PATIENCE_S = 10.0
"""Seconds that an answer may take. What is asked here helps, but no run waits long for it."""

_AT_ONCE = 16
_OF_THIS_REQUEST = (ErrorCode.CONTEXT_TOO_LONG, ErrorCode.JUDGE_CRASHED)
_OUT_OF_REACH = (ErrorCode.TIMEOUT, ErrorCode.CONNECTION)
_LIFECYCLES = ("active", "deprecated", "retired")


class Enquiry:
    """Asks one server what it knows. Made by `enquiries`."""

    def __init__(self, client: SharedClient, server: Server, patience_s: float) -> None:
        self._client = client
        self._key_env = server.key_env
        self._patience_s = patience_s
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._counts = True

    async def facts(self, model: str) -> ModelFacts | str:
        """Ask what a model takes. Returns why there is no answer, in words, where there is none."""
        async with self._at_once:
            said = await called(self._client.sdk.models.retrieve(model), self._patience_s, self._client.server)
        if isinstance(said, Reply):
            self._counts = self._counts and said.verdict.error not in _OUT_OF_REACH
            return storable_reply(said, self._key_env).reason
        if getattr(said, "type", None) != "model":
            return "what came back describes no model"
        return _facts(said)

    async def count(self, request: dict[str, Any]) -> int | None:
        """Count the prompt tokens of a request, as its model does; None where the server does not count.

        After one failure that is not about this request no further one is counted: it would fail alike, or hold up the
        run.
        """
        body = {name: value for name, value in request.items() if name != "max_tokens"}
        async with self._at_once:
            if not self._counts:
                return None
            said = await called(self._client.sdk.messages.count_tokens(**body), self._patience_s, self._client.server)
        if isinstance(said, Reply):
            self._counts = self._counts and said.verdict.error in _OF_THIS_REQUEST
            return None
        tokens = _tokens(getattr(said, "input_tokens", None))
        self._counts = self._counts and tokens is not None
        return tokens


@asynccontextmanager
async def enquiries(
    servers: Iterable[Server], *, patience_s: float = PATIENCE_S
) -> AsyncIterator[Mapping[Server, Enquiry]]:
    """Connect to those of some servers whose key is there."""
    able = [server for server in dict.fromkeys(servers) if server.missing() is None]
    clients = {server: SharedClient(timeout_s=patience_s, users=1, server=server) for server in able}
    try:
        yield {server: Enquiry(client, server, patience_s) for server, client in clients.items()}
    finally:
        for client in clients.values():
            await client.release()


def _facts(said: object) -> ModelFacts:
    """Read an answer attribute by attribute: a server may leave any of them out."""
    able = getattr(said, "capabilities", None)
    lifecycle = getattr(said, "lifecycle", None)
    return ModelFacts(
        efforts=_efforts(getattr(able, "effort", None)),
        structured_outputs=_supported(getattr(able, "structured_outputs", None)),
        window=_tokens(getattr(said, "max_input_tokens", None)),
        most_output=_tokens(getattr(said, "max_tokens", None)),
        lifecycle=lifecycle if lifecycle in _LIFECYCLES else None,
        retires=_day(getattr(said, "retires_at", None)),
    )


def _efforts(effort: object) -> tuple[str, ...] | None:
    supported = _supported(effort)
    if supported is None:
        return None
    return tuple(level for level in EFFORTS if supported and _supported(getattr(effort, level, None)))


def _supported(capability: object) -> bool | None:
    supported = getattr(capability, "supported", None)
    return supported if isinstance(supported, bool) else None


def _tokens(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None


def _day(value: object) -> str:
    """Return the day of a date and time; empty where there is none."""
    day = getattr(value, "date", None)
    return str(day()) if callable(day) else str(value or "")[:10]
