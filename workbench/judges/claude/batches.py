"""Message batches of the API: made, watched, fetched and cancelled. What their results mean is the judge's to say."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from workbench.errors import SetupError
from workbench.judges.api_errors import Refusal, meaning, status_of
from workbench.judges.batch import BatchCallFailed, BatchRequest, BatchResult, BatchStatus
from workbench.judges.claude.client import SharedClient, called, failed
from workbench.judges.claude.message import text_of
from workbench.judges.server import LARGEST_BODY, Server
from workbench.judges.storable import storable_reply
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.messages import MessageBatch

_CALL_S = 120.0
_UPLOAD_S = 900.0
"""A batch may be as large as 256 MB, and is answered once it has arrived whole."""
_PAGE = 100
_PIECE = 2**18
_NO_SUCH = (404, 405, 501)
"""Statuses with which a server says that it has no such batch, or no batches at all."""
_NO_BATCH = "the server said success, but sent no message batch"


class ClaudeBatches:
    """The batches of the workspace that a client's key belongs to. See `BatchService`."""

    def __init__(self, client: SharedClient) -> None:
        self._client = client

    @property
    def server(self) -> Server:
        """Where they are made."""
        return self._client.server

    async def newest(self) -> str:
        """Return the id of the newest batch; empty where there is none."""
        page = await self._answer(self._sdk.messages.batches.list(limit=1))
        made = getattr(page, "data", None)
        if not isinstance(made, list):
            raise BatchCallFailed(failed(ErrorCode.UNPARSED, _NO_BATCH, retryable=True), unknown=True)
        return _status(made[0]).batch_id if made else ""

    async def made_after(self, batch_id: str) -> tuple[BatchStatus, ...]:
        """Return the batches made after one, newest first."""
        newer: list[BatchStatus] = []

        async def listed() -> None:
            async for batch in self._sdk.messages.batches.list(limit=_PAGE):
                if batch.id == batch_id:
                    return
                newer.append(_status(batch))

        await self._answer(listed())
        return tuple(newer)

    async def create(self, requests: Sequence[BatchRequest]) -> str:
        """Make a batch and return its id."""
        return _status(await self._answer(self._created(requests), _UPLOAD_S)).batch_id

    async def status(self, batch_id: str) -> BatchStatus:
        """Say how a batch is."""
        return _status(await self._answer(self._sdk.messages.batches.retrieve(batch_id)))

    async def results(self, batch_id: str) -> AsyncGenerator[BatchResult, None]:
        """Give the results line by line.

        They are fetched by the path of the API and not from the batch's `results_url`: behind a gateway that names
        another host, to which no key of ours may go. They are decoded here, for the SDK's decoder takes them in
        pieces of 64 bytes, which costs several times what reading does.
        """
        from anthropic import AsyncStream

        path = f"/v1/messages/batches/{quote(batch_id, safe='')}/results"
        opened = await self._answer(self._sdk.get(path, cast_to=object, stream=True, stream_cls=AsyncStream[object]))
        response = cast("AsyncStream[object]", opened).response
        try:
            lines = _lines(response.aiter_bytes())
            while (line := await _next(lines)) is not None:
                if line.strip():
                    yield _result(line)
        finally:
            await response.aclose()

    async def cancel(self, batch_id: str) -> None:
        """Ask to make no further request of a batch."""
        await self._answer(self._sdk.messages.batches.cancel(batch_id))

    async def _created(self, requests: Sequence[BatchRequest]) -> object:
        """Send a batch through the SDK, but in pieces: `batches.create` writes all of it at once.

        While hundreds of megabytes are written at once, nothing else in this process gets its turn.
        """
        from anthropic.types.messages import MessageBatch

        body = b'{"requests":[%b]}' % b",".join(_encoded(one) for one in requests)
        headers = {"content-type": "application/json", "content-length": str(len(body))}
        options: Any = {"headers": headers, "timeout": _UPLOAD_S}
        return await self._sdk.post(
            "/v1/messages/batches", content=_pieces(body), options=options, cast_to=MessageBatch
        )

    @property
    def _sdk(self) -> "AsyncAnthropic":
        return self._client.sdk

    async def _answer(self, call: Awaitable[object], limit: float = _CALL_S) -> object:
        """Return what a call gave.

        Raises:
            BatchCallFailed: it failed.
        """
        import anthropic

        unknown = False

        async def asked() -> object:
            nonlocal unknown
            try:
                return await call
            except anthropic.APIStatusError as error:
                unknown = error.status_code in _NO_SUCH
                raise

        answer = await called(asked(), limit, self._client.server)
        if isinstance(answer, Reply):
            raise BatchCallFailed(storable_reply(answer, self._client.server.key_env), unknown=unknown)
        return answer


@asynccontextmanager
async def claude_batches(server: Server) -> AsyncIterator[ClaudeBatches]:
    """Give the batches of a server, to look after them without a judge.

    Raises:
        SetupError: an API key is missing.
    """
    missing = server.missing()
    if missing:
        raise SetupError(missing)
    client = SharedClient(timeout_s=_CALL_S, users=1, server=server)
    try:
        yield ClaudeBatches(client)
    finally:
        await client.release()


def errored_reply(result: object) -> Reply:
    """Return the reply that stands for a result without a message: errored, expired, canceled or something else."""
    kind = text_of(result, "type")
    if kind == "expired":
        reason = "the batch ended after its 24 hours before this request was made; nothing was billed for it"
        return failed(ErrorCode.EXPIRED, reason, retryable=True)
    if kind == "canceled":
        return failed(ErrorCode.CANCELLED, "the batch was cancelled before this request was made; nothing was billed")
    if kind != "errored":
        return failed(ErrorCode.UNPARSED, f"the batch holds a result of no known type: {kind[:80]!r}")
    answer = getattr(result, "error", None)
    # The API puts the error one level deeper than its type suggests; a server that does not is read too.
    error = getattr(answer, "error", None) or answer
    named = text_of(error, "type")
    message = text_of(error, "message")
    code = text_of(getattr(error, "details", None), "error_code")
    means = meaning(Refusal(status=status_of(named), kind=named, code=code, message=message))
    return Reply(
        verdict=Verdict(error=means.code),
        reason=f"the API answered {named or 'an error without a type'} in the batch: {message}",
        request_id=text_of(answer, "request_id"),
        retryable=means.retryable,
        stops_run=means.stops_run,
    )


def _encoded(request: BatchRequest) -> bytes:
    value = {"custom_id": request.custom_id, "params": request.params}
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]


def _status(batch: object) -> BatchStatus:
    """Read a batch.

    Raises:
        BatchCallFailed: the server said success, but sent no batch.
    """
    if not isinstance(getattr(batch, "id", None), str) or not hasattr(batch, "processing_status"):
        raise BatchCallFailed(failed(ErrorCode.UNPARSED, _NO_BATCH, retryable=True))
    known = cast("MessageBatch", batch)
    counts = vars(known.request_counts) if known.request_counts else {}
    held = sum(count for count in counts.values() if isinstance(count, int))
    return BatchStatus(batch_id=known.id, requests=held, ended=known.processing_status == "ended")


async def _next(lines: AsyncIterator[bytes]) -> bytes | None:
    """Return the next line; None where there is none.

    Raises:
        BatchCallFailed: the connection broke off.
    """
    import httpx2

    try:
        return await anext(lines, None)
    except (httpx2.HTTPError, httpx2.StreamError, OSError) as error:
        reason = f"the connection failed while results came in: {type(error).__name__}: {error}"
        raise BatchCallFailed(failed(ErrorCode.CONNECTION, reason, retryable=True)) from error


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    r"""Cut at `\n` only: other characters that count as line ends may stand inside a reply."""
    begun: list[bytes] = []
    async for chunk in chunks:
        first, *others = chunk.split(b"\n")
        begun.append(first)
        if sum(map(len, begun)) > LARGEST_BODY:
            raise BatchCallFailed(failed(ErrorCode.UNPARSED, f"a result has more than {LARGEST_BODY:,} bytes"))
        for other in others:
            yield b"".join(begun)
            begun = [other]
    yield b"".join(begun)


def _result(line: bytes) -> BatchResult:
    """Read one line into objects that are read by attribute, as those of the SDK are."""
    try:
        value = json.loads(line, object_hook=lambda fields: SimpleNamespace(**fields))
    except (ValueError, RecursionError):
        return BatchResult(custom_id="", result=None)
    custom_id = getattr(value, "custom_id", "")
    return BatchResult(custom_id=custom_id if isinstance(custom_id, str) else "", result=getattr(value, "result", None))
