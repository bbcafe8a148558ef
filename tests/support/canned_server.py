"""A local server that answers whatever comes with the same bytes, for answers that no web framework would send."""

import socketserver
import threading


class CannedServer:
    """The server in threads of its own, on a free port of the loopback interface.

    In a test: `with CannedServer() as server:` and set `server.answer`, best with `http`.

    Attributes:
        heads: Request line and headers of every request that came.
    """

    def __init__(self):
        self.answer = http("{}")
        self.heads = []

    def __enter__(self):
        canned = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                head = b"".join(iter(self.rfile.readline, b"\r\n"))
                lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                self.rfile.read(int(lengths[0].partition(b":")[2]) if lengths else 0)
                canned.heads.append(head.decode("latin-1"))
                self.wfile.write(canned.answer)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exception):
        self._server.shutdown()
        self._server.server_close()


def http(body, *headers, status=200):
    """Return an HTTP answer, after which the connection is closed."""
    body = body if isinstance(body, bytes) else body.encode("utf-8")
    lines = [f"HTTP/1.1 {status} As asked", f"content-length: {len(body)}", "connection: close", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
