"""The barest server that answers the Messages API, in a process of its own, so that a benchmark measures the client.

It passes every answer after a set time, but for the control item that must fail, checks nothing and keeps nothing but
counts. Whatever must be told apart, such as faults and prompt caching, is for `tests.support.messages_server`.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from urllib.request import urlopen

# The answer of a control item, without which no run begins.
_CONTRADICTED = b"The boathouse has 47 lockers"


def _message(verdict):
    text = json.dumps({"evidence": "[p] words", "reason": f"The lean server says {verdict}.", "verdict": verdict})
    return json.dumps(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "lean",
            "content": [{"type": "thinking", "thinking": "", "signature": "c2ln"}, {"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 900, "output_tokens": 60, "cache_read_input_tokens": 0},
        }
    ).encode()


def _response(body):
    head = (
        f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nrequest-id: req_1\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class _Connection(asyncio.Protocol):
    """One connection: requests one after the other, each answered after the latency."""

    passing, failing = _response(_message("pass")), _response(_message("fail"))

    def __init__(self, server):
        self._server = server
        self._held = b""
        self._wanted = 0

    def connection_made(self, transport):
        self._transport = transport

    def data_received(self, data):
        self._held = self._held + data if self._held else data
        if not self._wanted:
            end = self._held.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._held[:end].lower()
            if head.startswith(b"get /counts "):
                self._held = b""
                self._transport.write(_response(json.dumps(self._server.counts()).encode()))
                return
            if not head.startswith(b"post /v1/messages "):
                self._transport.write(_NOT_FOUND)
                self._transport.close()
                return
            _, _, length = head.partition(b"content-length:")
            self._wanted = end + 4 + int(length.split(b"\r\n", 1)[0])
        if len(self._held) >= self._wanted:
            self._answer = self.failing if _CONTRADICTED in self._held else self.passing
            self._held, self._wanted = self._held[self._wanted :], 0
            self._server.asked(self)

    def send(self):
        self._server.flying -= 1
        if not self._transport.is_closing():
            self._transport.write(self._answer)


class _Server:
    def __init__(self, latency_s):
        self.calls = self.flying = self.peak = 0
        self._latency_s = latency_s
        self._loop = asyncio.get_running_loop()

    def asked(self, connection):
        self.calls += 1
        self.flying += 1
        self.peak = max(self.peak, self.flying)
        if self._latency_s:
            self._loop.call_later(self._latency_s, connection.send)
        else:
            connection.send()

    def counts(self):
        return {"calls": self.calls, "peak": self.peak, "cpu_s": time.process_time()}


class LeanServer:
    """The server as a process: `url` to ask it at, `counts()` for what it saw and took."""

    def __init__(self, latency_s):
        self._latency_s = latency_s

    def __enter__(self):
        command = [sys.executable, __file__, "--latency-s", str(self._latency_s)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        return self

    def __exit__(self, *exception):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def counts(self):
        with urlopen(f"{self.url}/counts") as response:
            return json.load(response)


async def _serve(latency_s):
    server = _Server(latency_s)
    listening = await asyncio.get_running_loop().create_server(
        lambda: _Connection(server), "127.0.0.1", 0, backlog=1024
    )
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency-s", type=float, default=0.0)
    asyncio.run(_serve(parser.parse_args().latency_s))
