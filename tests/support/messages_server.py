"""A local HTTP server that speaks the Messages API well enough for the real SDK.

In a test: `with MessagesServer(policy=Policy("pass")) as server:` and set ANTHROPIC_BASE_URL to `server.url`. As a
process that outlives a killed client: `python -m tests.support.messages_server --port-file F --log F`.
"""

import argparse
import asyncio
import hashlib
import itertools
import json
import signal
import threading
from contextlib import suppress
from pathlib import Path

from aiohttp import web

from tests.support.messages_batches import BatchesApi
from tests.support.prompt_cache import PromptCache, tokens
from tests.support.request_checks import refused
from tests.support.server_controls import RightOnControls, is_control
from tests.support.server_faults import BODY_FAULTS, CONNECTION_FAULTS, HTTP_FAULTS, Faults, broken_message
from tests.support.server_models import ModelRoutes
from tests.support.server_verdicts import Policy

THINKING_TOKENS = 40
HANG_S = 3600


class MessagesApi:
    """The routes and what they remember.

    Attributes:
        bodies: Every message request as it came, in order of arrival, but for those about control items.
        headers: The headers of each.
        controls: The requests about control items. They are answered right and meet no fault, unless `control_policy`
            and `control_faults` say otherwise: a judge that errs on its bench still comes through the self-test.
        peak: The most message requests in flight at once.
        batches: The message batches; None for a server without them.
    """

    def __init__(
        self,
        *,
        policy=None,
        faults=None,
        control_policy=None,
        control_faults=None,
        latency_s=0.0,
        retry_after="",
        log=None,
        models=(),
        facts=None,
        key=None,
        limit=None,
        batches=True,
    ):
        self.policy = policy or Policy()
        self.faults = faults or Faults()
        self.control_policy = control_policy or RightOnControls()
        self.control_faults = control_faults or Faults()
        self.latency_s = latency_s
        self.retry_after = retry_after
        self.model_routes = ModelRoutes(models=models, facts=facts)
        self.key = key
        self.limit = limit
        self.bodies, self.headers, self.controls = [], [], []
        self.peak = self._in_flight = 0
        self._cache = PromptCache()
        self._numbers = itertools.count(1)
        self._log = log
        self.batches = BatchesApi(self) if batches else None

    def app(self):
        """Return the web application."""
        app = web.Application(client_max_size=300 * 2**20)
        app.router.add_post("/v1/messages", self._messages)
        self.model_routes.add_to(app)
        if self.batches:
            self.batches.add_to(app)
        return app

    async def _messages(self, request):
        self._in_flight += 1
        self.peak = max(self.peak, self._in_flight)
        try:
            return await self._answer(request, next(self._numbers))
        finally:
            self._in_flight -= 1

    async def _answer(self, request, number):
        body = await request.json()
        control = is_control(body)
        (self.controls if control else self.bodies).append(body)
        if not control:
            self.headers.append(dict(request.headers))
        turned_away = self._turned_away(request, body)
        if turned_away is not None:
            return self._logged(number, body, "refused", turned_away)
        if self.limit is not None and not self.limit.admits():
            return self._limited(number, body)
        fault = (self.control_faults if control else self.faults).draw()
        usage, keys = self._cache.count(body)
        await asyncio.sleep(self.latency_s)
        if fault in HTTP_FAULTS:
            return self._logged(number, body, fault, self._http_fault(fault, number))
        if fault in CONNECTION_FAULTS:
            self._note(number, body, fault, {})
            return await _break_connection(fault, request)
        self._cache.written(keys)
        policy = self.control_policy if control else self.policy
        message = self.message(body, usage, policy, f"msg_{number:06}")
        return self._logged(number, body, fault, self._sent(fault, message, number), message["usage"])

    def _turned_away(self, request, body):
        bearer = request.headers.get("Authorization", "")
        if not bearer.startswith("Bearer ") or (self.key and bearer != f"Bearer {self.key}"):
            return _error(401, "authentication_error", "invalid bearer token", "req_auth")
        if not request.headers.get("anthropic-version"):
            return _error(400, "invalid_request_error", "anthropic-version: header is required", "req_version")
        models = self.model_routes.models
        if models and body["model"] not in models:
            return _error(404, "not_found_error", f"model: {body['model']}", "req_model")
        why = refused(body)
        return _error(400, "invalid_request_error", why, "req_shape") if why else None

    def _limited(self, number, body):
        response = self._http_fault("rate_limit", number)
        response.headers.update(self.limit.headers())
        return self._logged(number, body, "rate_limit", response)

    def _http_fault(self, kind, number):
        status, error, message, code = HTTP_FAULTS[kind]
        response = _error(status, error, message, f"req_{number:06}", code)
        if self.retry_after and kind in ("rate_limit", "overloaded"):
            response.headers["retry-after"] = self.retry_after
        return response

    def message(self, body, usage, policy, message_id):
        """Return the message that answers a request."""
        outcome = policy.outcome(body)
        text = policy.reply_text(body, outcome)
        spent = {"output_tokens": tokens(text) + THINKING_TOKENS}
        details = {"output_tokens_details": {"thinking_tokens": THINKING_TOKENS}}
        return {
            "id": message_id,
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "thinking", "thinking": "", "signature": "c2ln"}, {"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {**usage, **spent, **details},
        }

    def _sent(self, fault, message, number):
        headers = {"request-id": f"req_{number:06}"} | (self.limit.headers() if self.limit else {})
        if fault is None:
            return web.json_response(message, headers=headers)
        if fault in BODY_FAULTS:
            return _broken_body(fault, message, headers)
        return web.json_response(broken_message(fault, message), headers=headers)

    def _logged(self, number, body, fault, response, usage=None):
        self._note(number, body, fault, usage or {})
        return response

    def _note(self, number, body, fault, usage):
        if self._log is None:
            return
        canonical = json.dumps(body, sort_keys=True, ensure_ascii=False)
        line = {
            "number": number,
            "model": body["model"],
            "request": hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest(),
            "fault": fault,
            "usage": usage,
        }
        self._log.write(json.dumps(line) + "\n")
        self._log.flush()


def _error(status, kind, message, request_id, code=None):
    error = {"type": kind, "message": message} | ({"details": {"error_code": code}} if code else {})
    body = {"type": "error", "error": error, "request_id": request_id}
    return web.json_response(body, status=status, headers={"request-id": request_id})


def _broken_body(kind, message, headers):
    whole = json.dumps(message)
    if kind == "invalid_json":
        return web.Response(text=whole[: len(whole) // 2], content_type="application/json", headers=headers)
    if kind == "not_json":
        return web.Response(text="<html>pass</html>", content_type="text/html", headers=headers)
    return web.json_response({"verdict": "pass"}, headers=headers)


async def _break_connection(kind, request):
    if kind == "hang":
        await asyncio.sleep(HANG_S)
    if kind in ("cut", "trickle"):
        response = web.StreamResponse(headers={"content-length": "100000", "content-type": "application/json"})
        await response.prepare(request)
        await response.write(b'{"type":')
        while kind == "trickle":
            await response.write(b" ")
            await asyncio.sleep(0.05)
    request.transport.abort()
    return web.Response()


class MessagesServer:
    """A `MessagesApi` in a thread of its own, on a free port of the loopback interface."""

    def __init__(self, **settings):
        self.api = MessagesApi(**settings)
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.url = ""

    def __enter__(self):
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *exception):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    def _run(self):
        self._loop.run_until_complete(self._serve())

    async def _serve(self):
        self._stop = asyncio.Event()
        runner, port = await _started(self.api)
        self.url = f"http://127.0.0.1:{port}"
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()


async def _started(api):
    runner = web.AppRunner(api.app(), handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return runner, site._server.sockets[0].getsockname()[1]


async def _serve_until_told(options):
    shares = {kind: float(share) for kind, _, share in (pair.partition("=") for pair in options.fault)}
    scripted = [(words, outcome) for outcome, _, words in (pair.partition("=") for pair in options.script)]
    with options.log.open("a", encoding="utf-8", newline="\n") as log:
        api = MessagesApi(
            policy=Policy(options.policy, scripted, options.seed),
            faults=Faults(shares, seed=options.seed),
            latency_s=options.latency_ms / 1000,
            retry_after=options.retry_after,
            log=log,
        )
        runner, port = await _started(api)
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        waiting = options.port_file.with_name(options.port_file.name + ".part")
        waiting.write_text(f"{port}\n", encoding="utf-8")
        waiting.replace(options.port_file)
        await stop.wait()
        await runner.cleanup()


def main(arguments=None):
    """Serve until SIGTERM; the port is in the port file once the server answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port-file", type=Path, required=True)
    parser.add_argument("--log", type=Path, required=True, help="JSONL, one line a message request")
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--policy", choices=("figures", "pass", "fail", "random"), default="figures")
    parser.add_argument("--script", action="append", default=[], metavar="OUTCOME=WORDS")
    parser.add_argument("--fault", action="append", default=[], metavar="KIND=SHARE")
    parser.add_argument("--retry-after", default="", help="seconds, sent with 429 and 529")
    parser.add_argument("--seed", type=int, default=0)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve_until_told(parser.parse_args(arguments)))


if __name__ == "__main__":
    main()
