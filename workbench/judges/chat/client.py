"""Sending a request to a chat server, once."""

from typing import Any

from workbench.judges.json_client import Answer, JsonClient, NoResponse
from workbench.judges.own.given import no_verdict
from workbench.judges.server import Server
from workbench.records.reply import Reply

__all__ = ["Answer", "ChatClient"]

_PATH = "/chat/completions"


class ChatClient:
    """The connections of one judge to its server. Make it where an event loop runs."""

    def __init__(self, server: Server, *, timeout_s: float) -> None:
        self.server = server
        url = server.url.rstrip("/")
        self.url = url if url.endswith(_PATH) else url + _PATH
        self._client = JsonClient(self.url, key=server.key, timeout_s=timeout_s)

    async def post(self, request: dict[str, Any]) -> Answer | Reply:
        """Send one request once. Returns what the server answered, or a reply that says why it did not."""
        try:
            return await self._client.post(request)
        except NoResponse as none:
            return no_verdict(none.code, str(none), retryable=none.retryable)

    async def close(self) -> None:
        """Close the connections. Calling it twice is harmless."""
        await self._client.close()
