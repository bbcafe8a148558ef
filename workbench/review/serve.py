"""Running the review server: on this machine only, until somebody stops it."""

import socket

from workbench.errors import InputError
from workbench.review.app import Reviewing, review_app
from workbench.review.guard import Session

PORT = 8733
"""Where it listens unless told otherwise, so that a forwarded port and a page that is still open find it again."""

_HOST = "127.0.0.1"
_CLOSING_S = 1


def listen(port: int | None) -> socket.socket:
    """Bind a port of this machine that no other machine reaches.

    Args:
        port: The port; None for `PORT`, or any free one where that is taken.

    Raises:
        InputError: the port is taken.
    """
    for number in (port,) if port is not None else (PORT, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # A server that was killed leaves connections that wait; they are no reason not to start again.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOST, number))
            listening.listen()
        except OSError as error:
            listening.close()
            why = error.strerror or str(error)
        else:
            return listening
    raise InputError(f"port {port} cannot be used: {why}", hint="give another one with --port, or 0 for any free one")


def serve(reviewing: Reviewing, session: Session, listening: socket.socket) -> None:
    """Serve until the process is interrupted; what is being answered is answered first."""
    import uvicorn

    config = uvicorn.Config(
        review_app(reviewing, session),
        # The link with its token is written to no log.
        access_log=False,
        log_level="warning",
        lifespan="off",
        # Nothing stands between the browser and this server that could speak for somebody else.
        proxy_headers=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_CLOSING_S,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        # The server has come to its end by now, and hands the signal on.
        return
