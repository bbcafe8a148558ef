"""Who may ask the review server: this machine's browser that holds the printed link, and no page of anybody else.

Another user of the machine lacks the token. A web page lacks the cookie, which is not sent from other sites; one on
another port of this machine would have it sent, and is told by where its request comes from. A name that was pointed at
this machine (DNS rebinding) is told by the host that was asked for.
"""

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "cache-control": "no-store",
    # A page's own policy cannot say who may frame it.
    "content-security-policy": "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""On every answer."""

_HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.ASCII | re.IGNORECASE)
_READING = ("GET", "HEAD")


@dataclass(frozen=True, kw_only=True)
class Session:
    """The secrets of one server; they live as long as it does and are written nowhere.

    Attributes:
        port: The port that is bound. Cookies do not tell ports apart, so the cookie's name does.
        token: Stands in the printed link.
        once: Stands in the link that is handed to a browser on its command line, where others can read it: it opens the
            page once.
        cookie: What a token is swapped for.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    once: set[str] = field(default_factory=lambda: {secrets.token_urlsafe(32)})
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def cookie_name(self) -> str:
        """The name of the cookie."""
        return f"workbench-review-{self.port}"

    def link(self, token: str) -> str:
        """The link that opens the page."""
        return f"http://127.0.0.1:{self.port}/?token={token}"

    def takes(self, token: str) -> bool:
        """Say whether a token opens the page; one for once is used up by it."""
        if _same(token, self.token):
            return True
        used = {one for one in self.once if _same(token, one)}
        self.once.difference_update(used)
        return bool(used)

    def knows(self, cookie: str | None) -> bool:
        """Say whether a cookie is the one that was given."""
        return cookie is not None and _same(cookie, self.cookie)


class Guard:
    """Stands before the application and turns away whoever may not ask."""

    def __init__(self, app: "ASGIApp", session: Session) -> None:
        self._app = app
        self._session = session

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request, or have it answered; every answer gets the headers."""
        from starlette.requests import Request
        from starlette.responses import PlainTextResponse

        if scope["type"] != "http":
            return

        async def send_guarded(message: "Message") -> None:
            if message["type"] == "http.response.start":
                more = [(name.encode("ascii"), value.encode("ascii")) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        refusal = self._refusal(Request(scope))
        app = self._app if refusal is None else PlainTextResponse(refusal[1], status_code=refusal[0])
        await app(scope, receive, send_guarded)

    def _refusal(self, request: "Request") -> tuple[int, str] | None:
        """Return status and reason where a request is turned away."""
        host = request.headers.get("host", "")
        if not _HOST.fullmatch(host):
            return 421, "This server answers to 127.0.0.1 and localhost only."
        if request.method not in _READING and not _from_own_page(request, host):
            return 403, "Decisions are taken from the page of this server only."
        if self._session.knows(request.cookies.get(self._session.cookie_name)):
            return None
        if request.method == "GET" and request.url.path == "/" and "token" in request.query_params:
            return None
        return 401, "Open the link that workbench review printed: the server was started anew, or this is not its link."


def _from_own_page(request: "Request", host: str) -> bool:
    """Say whether a request comes from a page of this server: browsers tell, and a page cannot make them lie."""
    headers = request.headers
    return (
        headers.get("sec-fetch-site", "same-origin") == "same-origin"
        and headers.get("origin") == f"http://{host}"
        and headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
    )


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8"))
