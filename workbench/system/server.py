"""A server as the system under test: it is sent one JSON object by POST, and answers with another.

    {"question": "...", "passages": [{"id": "...", "title": "...", "text": "..."}]}
    {"answer": "A day costs £32 [price-hire]."}

`passages` is null where it searches itself; `identity` is there only where somebody else asks. Under `text/plain` or
`text/markdown` the body itself is the answer. Any other body (a page for a browser, JSON that breaks off) is an error,
whatever its status says. Where settings name a key it goes to this address as a bearer token; no redirect is followed.
What is busy (429, 503 and the like) is asked again by the rules that hold for judges.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from workbench.identity import digest
from workbench.judges.api_errors import Refusal, meaning, retry_after_s
from workbench.judges.json_client import Answer, JsonClient, NoResponse
from workbench.judges.server import LARGEST_BODY, Server
from workbench.records.system import Ask, SystemReply
from workbench.system.reply import failed, read_reply
from workbench.system.system import told

_SHOWN = 300
_REFUSED = (401, 403)
# Some frameworks call the answer to any POST "created". Other successes promise an answer, or give a part of one.
_ANSWERED = (200, 201)
_TEXT = ("text/plain", "text/markdown")


@dataclass(frozen=True, kw_only=True)
class ServerSystem:
    """An address that settings name.

    Attributes:
        server: The address, and the environment variable of its key.
        timeout_s: Wall-clock seconds of one question.
    """

    server: Server
    timeout_s: float

    @property
    def name(self) -> str:
        """Host, port and path."""
        return self.server.place

    @cached_property
    def version(self) -> str:
        """A hash of the address. What answers there may change without it."""
        return digest({"url": self.server.url})

    def missing(self) -> str | None:
        """Return what is missing to ask it, in words for the user; None where nothing is."""
        return self.server.missing()

    async def connect(self, *, identities: bool) -> "_Server":
        """Return the system. Nothing is sent before its first question."""
        return _Server(self)


class _Server:
    def __init__(self, system: ServerSystem) -> None:
        self._key_env = system.server.key_env
        self._client = JsonClient(system.server.url, key=system.server.key, timeout_s=system.timeout_s)

    async def ask(self, ask: Ask) -> SystemReply:
        try:
            answer = await self._client.post(told(ask))
        except NoResponse as none:
            return replace(failed(str(none), key_env=self._key_env), retryable=none.retryable)
        if answer.status in _ANSWERED:
            return _read(answer, self._key_env)
        reply = failed(_refusal(answer), key_env=self._key_env, stops=answer.status in _REFUSED)
        if answer.status < 400 or not meaning(Refusal(status=answer.status)).retryable:
            return reply
        return replace(reply, retryable=True, retry_after_s=retry_after_s(answer.headers))

    async def close(self) -> None:
        await self._client.close()


def _read(answer: Answer, key_env: str) -> SystemReply:
    kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not answer.whole:
        return failed(f"the body has more than {LARGEST_BODY:,} bytes", key_env=key_env)
    if isinstance(answer.body, Mapping) or not answer.text.strip():
        return read_reply(answer.body, key_env=key_env)
    if kind in _TEXT:
        return read_reply(answer.text, key_env=key_env)
    if answer.is_json:
        return read_reply(answer.body, key_env=key_env)
    got = f"{kind or 'no content type'}: {answer.text.strip()[:_SHOWN]}"
    return failed(f'expected JSON with "answer", or the answer alone under text/plain; got {got}', key_env=key_env)


def _refusal(answer: Answer) -> str:
    if 300 <= answer.status < 400:
        where = answer.headers.get("Location", "nowhere")
        return (
            f"the server answered {answer.status}, a redirect to {where}; name that address in settings if it is right"
        )
    return f"the server answered {answer.status}: {answer.text.strip()[:_SHOWN] or 'nothing'}"
