"""The SDK client of a run, and what each way in which a call can fail means."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from workbench.judges.api_errors import Refusal, meaning, redirected, retry_after_s
from workbench.judges.claude.message import text_of
from workbench.judges.rate_limits import room_left
from workbench.judges.server import LARGEST_BODY, Server
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict

if TYPE_CHECKING:
    from ssl import SSLContext

    from anthropic import APIStatusError
    from httpx2 import Response

_STREAMED = "/results"


class SharedClient:
    """One SDK client for all judges of a run: one pool of connections, released once."""

    def __init__(self, *, timeout_s: float, users: int, server: Server | None = None) -> None:
        from anthropic import AsyncAnthropic, DefaultAioHttpClient

        self._users = users
        self._timeout_s = timeout_s
        self.server = server or Server()
        # Retries are the runner's: two layers multiply, and only one of them is counted.
        self.sdk = AsyncAnthropic(
            max_retries=0,
            timeout=timeout_s,
            # Key and documents are for this server alone, so that no redirect is followed.
            http_client=DefaultAioHttpClient(
                timeout=timeout_s,
                follow_redirects=False,
                event_hooks={"response": [_read_bounded]},
                verify=_trusted(),
            ),
            **_access(self.server),
        )
        # Put together once: the SDK would take both parts to pieces for every call.
        self._messages_url = f"{str(self.sdk.base_url).rstrip('/')}/v1/messages"

    async def message(self, body: Callable[[], bytes]) -> object:
        """Send one request once. Returns the message, or a reply with an error verdict that says what went wrong.

        The message has `_request_id`, as the SDK's have, and `_headers`, those of the response.

        Args:
            body: Gives what is sent. What cannot be encoded is an error verdict too.
        """
        message = await called(self._sent(body), self._timeout_s, self.server)
        if isinstance(message, Reply) or getattr(message, "type", None) == "message":
            return message
        reason = f"the server said success, but sent no message; is {self._named} a Messages API?"
        return replace(failed(ErrorCode.UNPARSED, reason, retryable=True), raw=str(message))

    async def _sent(self, body: Callable[[], bytes]) -> object:
        """Send a request through the SDK, but write and read the bodies here.

        The SDK's own `messages.create` checks and copies what is right already, which takes a third of the time of a
        call, and hides the headers, which say how much of the rate limits is left.
        """
        from httpx2 import Response

        response = await self.sdk.post(self._messages_url, content=body(), cast_to=Response)
        message = json.loads(response.content, object_hook=_attributes)
        if isinstance(message, SimpleNamespace):
            message._headers = response.headers
            message._request_id = response.headers.get("request-id")
        return message

    @property
    def _named(self) -> str:
        return "the base_url of settings" if self.server.url else "ANTHROPIC_BASE_URL"

    async def release(self) -> None:
        """Let go; the last user to do so closes the connections."""
        self._users -= 1
        if self._users == 0:
            await self.sdk.close()


def encoded(request: dict[str, Any]) -> bytes:
    """Return a request as it is sent.

    Raises:
        UnicodeEncodeError: it holds a lone surrogate.
    """
    return json.dumps(request, ensure_ascii=False, allow_nan=False).encode()


@cache
def _trusted() -> "SSLContext":
    """Whom every client trusts: reading the certificates takes as long as all else that it is made of."""
    from httpx2 import create_ssl_context

    return create_ssl_context()


async def _read_bounded(response: "Response") -> None:
    """Read a body up to a bound before the SDK reads all of it, however long it is or unpacks to."""
    if response.is_success and response.request.url.path.endswith(_STREAMED):
        return
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LARGEST_BODY:
            break
    await response.aclose()
    # As `aread` leaves it, which has no bound.
    response._content = bytes(body[:LARGEST_BODY])


def _attributes(fields: dict[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(**fields)


def _access(server: Server) -> dict[str, Any]:
    """Where to ask and with which key. The SDK looks up the usual ones itself, where it is told nothing."""
    from anthropic import Omit

    if not server.url:
        return {"api_key": server.key} if server.key_env else {}
    # What the environment has the SDK send to the usual server was meant for no other one.
    own = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
    left_out: dict[str, Any] = {line.partition(":")[0].strip(): Omit() for line in own if ":" in line}
    if server.key_env:
        return {"base_url": server.url, "api_key": server.key, "default_headers": left_out}
    # Told no key at all, it would take the usual one.
    return {"base_url": server.url, "api_key": "none", "default_headers": {**left_out, "Authorization": Omit()}}


async def called(call: Awaitable[object], limit: float, server: Server) -> object:
    """Wait for a call of the SDK. Returns what came, or a reply with an error verdict that says what went wrong.

    Args:
        call: The call.
        limit: Seconds on the wall clock; the SDK's own limit starts anew with every byte.
        server: Who is asked.
    """
    import anthropic

    try:
        async with asyncio.timeout(limit):
            return await call
    except (TimeoutError, anthropic.APITimeoutError) as error:
        return failed(ErrorCode.TIMEOUT, f"no reply within {limit:g} s ({_causes(error)})", retryable=True)
    except anthropic.APIConnectionError as error:
        return failed(ErrorCode.CONNECTION, f"the connection failed: {_causes(error)}", retryable=True)
    except anthropic.APIStatusError as error:
        return _refused_call(error, server)
    except (RecursionError, UnicodeDecodeError, json.JSONDecodeError, anthropic.APIResponseValidationError) as error:
        reason = f"the server said success, but its body cannot be read: {error}"
        return failed(ErrorCode.UNPARSED, reason, retryable=True)
    except anthropic.AnthropicError as error:
        return replace(failed(ErrorCode.API_4XX, f"the client refused: {_causes(error)}"), stops_run=True)
    except UnicodeEncodeError as error:
        reason = f"the item holds a lone surrogate ({error.reason}), which no request can carry; mend its file"
        return failed(ErrorCode.JUDGE_CRASHED, reason)


def failed(code: ErrorCode, reason: str, *, retryable: bool = False) -> Reply:
    """Return the reply that stands for a failed call."""
    return Reply(verdict=Verdict(error=code), reason=reason, retryable=retryable)


def _refused_call(error: "APIStatusError", server: Server) -> Reply:
    refusal = Refusal(
        status=error.status_code,
        kind=text_of(error, "type"),
        code=text_of(error, "error_code"),
        message=redirected(error.status_code, error.response.headers)
        or text_of(error, "api_message")
        or text_of(error, "message"),
    )
    means = meaning(refusal)
    kind = f" {refusal.kind}" if refusal.kind else ""
    keyless = server.refused_without_key(refusal.status)
    return Reply(
        verdict=Verdict(error=means.code),
        reason=f"the API answered {refusal.status}{kind}: {refusal.message}{keyless}",
        request_id=text_of(error, "request_id"),
        retryable=means.retryable,
        retry_after_s=retry_after_s(error.response.headers) if means.retryable else None,
        stops_run=means.stops_run,
        room=room_left(error.response.headers, {}),
    )


def _causes(error: BaseException) -> str:
    """Name an exception and what it came from: the SDK's own words hide whether it was DNS, TLS or a reset."""
    told: list[str] = []
    current: BaseException | None = error
    while current is not None and len(told) < 3:
        told.append(f"{type(current).__name__}: {current}".removesuffix(": "))
        current = current.__cause__
    return "; ".join(told)
