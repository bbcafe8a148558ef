"""Sending JSON to one address, once, and what each way in which that can fail means.

aiohttp is here already, as what the Anthropic SDK sends with; the openai package would add eight more for one POST, and
retries and error classes of its own to keep out of the way.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from workbench.judges.server import LARGEST_BODY
from workbench.records.verdict import ErrorCode

if TYPE_CHECKING:
    from aiohttp import ClientResponse

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a server answered.

    Attributes:
        status: The HTTP status.
        headers: Its headers.
        text: The body as text, as far as it was read.
        whole: Whether that is all of it.
    """

    status: int
    headers: Mapping[str, str]
    text: str
    whole: bool

    @cached_property
    def body(self) -> object:
        """The JSON of the body; the text itself where it is none."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return self.text

    @property
    def is_json(self) -> bool:
        """Whether the body is JSON."""
        return self.body is not self.text


class NoResponse(Exception):
    """Nothing came back.

    Attributes:
        code: Why.
        retryable: Whether asking again may help.
    """

    def __init__(self, code: ErrorCode, reason: str, *, retryable: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.retryable = retryable


class JsonClient:
    """The connections to one address. Make it where an event loop runs."""

    def __init__(self, url: str, *, key: str, timeout_s: float) -> None:
        """Connect to nothing yet. The key, where there is one, is sent as a bearer token."""
        from aiohttp import ClientSession, ClientTimeout, TCPConnector

        self.url = url
        self._timeout_s = timeout_s
        self._proxy = _proxy(url)
        self._session = ClientSession(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            # How many calls there are at once is the caller's business, and how long one may take is ours.
            connector=TCPConnector(limit=0),
            timeout=ClientTimeout(total=None),
        )

    async def post(self, request: Mapping[str, Any]) -> Answer:
        """Send one request once, and return what the server answered.

        Raises:
            NoResponse: it did not.
        """
        try:
            body = _encode(request).encode("utf-8")
        except UnicodeEncodeError as error:
            reason = f"the item holds a lone surrogate ({error.reason}), which no request can carry; mend its file"
            raise NoResponse(ErrorCode.JUDGE_CRASHED, reason) from error
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._sent(body)
        except TimeoutError:
            reason = f"no reply within {self._timeout_s:g} s"
            raise NoResponse(ErrorCode.TIMEOUT, reason, retryable=True) from None

    async def close(self) -> None:
        """Close the connections. Calling it twice is harmless."""
        await self._session.close()

    async def _sent(self, body: bytes) -> Answer:
        import aiohttp

        headers = {"Content-Type": "application/json"}
        try:
            # A key is for this server alone, so that no redirect is followed.
            async with self._session.post(
                self.url, data=body, headers=headers, allow_redirects=False, proxy=self._proxy
            ) as response:
                text, whole = await _read(response)
        except (aiohttp.ClientError, OSError) as error:
            said = f"{type(error).__name__}: {error}".removesuffix(": ")
            raise NoResponse(ErrorCode.CONNECTION, f"the connection failed: {said}", retryable=True) from error
        return Answer(status=response.status, headers=response.headers, text=text, whole=whole)


async def _read(response: "ClientResponse") -> tuple[str, bool]:
    """Read a body up to a bound, and say whether that is all of it."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(2**16):
        body += chunk
        if len(body) > LARGEST_BODY:
            break
    return body[:LARGEST_BODY].decode("utf-8-sig", "replace"), len(body) <= LARGEST_BODY


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for a server."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)
