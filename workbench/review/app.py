"""What the review server answers: the page, and whether a decision is on the disk."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from workbench.review.guard import Guard, Session

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

BODY = 64 * 1024
"""The most bytes that a decision may have; a longer one is refused unread."""

_ARRIVES_S = 30

# What most needs reading; the page knows which item that is.
_START = "/#/read/unread"

# The one answer that is a page of its own: a browser that was sent here by another site gets the cookie, and sends it
# from now on because it is this page that goes on.
_GO_ON = (
    f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={_START}"><title>Opening</title>'
)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An answer: status and media type as in HTTP. Where something was refused, it is plain words."""

    status: int
    body: str
    media: str = "text/plain"


class Reviewing(Protocol):
    """Who makes the page and takes decisions. Both may be called from several threads at once."""

    def page(self) -> Answer:
        """Return the page as it is now."""

    def decide(self, body: bytes) -> Answer:
        """Take a decision, as the page sent it."""


def review_app(reviewing: Reviewing, session: Session) -> "ASGIApp":
    """Return the application: `GET /` and `POST /decisions`, and nothing else is there."""
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.routing import Route

    async def page(request: "Request") -> "Response":
        token = request.query_params.get("token")
        if token is not None:
            return _swapped(request, session, token)
        return _response(await run_in_threadpool(reviewing.page))

    async def decisions(request: "Request") -> "Response":
        body = await _body(request)
        return _response(body if isinstance(body, Answer) else await run_in_threadpool(reviewing.decide, body))

    routes = [Route("/", page, methods=["GET"]), Route("/decisions", decisions, methods=["POST"])]
    return Guard(Starlette(routes=routes), session)


def _swapped(request: "Request", session: Session, token: str) -> "Response":
    """Swap the token of a link for a cookie, and go on without it to the first disagreement that nobody has read."""
    from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

    if not session.takes(token):
        return PlainTextResponse("This link is of no use any more. Open the one that workbench review printed.", 401)
    elsewhere = request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    answer: Response = HTMLResponse(_GO_ON) if elsewhere else RedirectResponse(_START, 303)
    answer.set_cookie(session.cookie_name, session.cookie, path="/", httponly=True, samesite="strict")
    return answer


async def _body(request: "Request") -> bytes | Answer:
    """Return the whole body, or what to answer where it is too long or does not arrive."""
    from starlette.requests import ClientDisconnect

    body = b""
    try:
        async with asyncio.timeout(_ARRIVES_S):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    return Answer(status=413, body="A decision of more than 64 KB is not taken: write a shorter note.")
    except (ClientDisconnect, TimeoutError, asyncio.CancelledError):
        # The browser left, or the server is being stopped and gives up waiting.
        return Answer(status=408, body="The decision did not arrive whole, so it was not taken: send it again.")
    return body


def _response(answer: Answer) -> "Response":
    from starlette.responses import Response

    return Response(answer.body.encode("utf-8", "replace"), answer.status, media_type=answer.media)
