"""A local HTTP server that speaks OpenAI's chat completions, as strictly or as loosely as a test asks.

In a test: `with ChatServer(policy=Policy("pass")) as server:` and point a judge at `server.url`.
"""

import asyncio
import json
import re
import threading

from aiohttp import web

from tests.support.server_verdicts import Policy

HTTP_FAULTS = {
    "rate_limit": (
        429,
        {"error": {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}},
    ),
    "quota": (429, {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}),
    "unauthorized": (401, {"error": {"message": "Incorrect API key", "code": "invalid_api_key"}}),
    "no_model": (404, {"error": {"message": "The model does not exist", "code": "model_not_found"}}),
    "too_long": (400, {"error": {"message": "This model's maximum context length is 8192 tokens."}}),
    "too_long_here": (400, {"error": {"code": 400, "message": "the request exceeds the available context size"}}),
    "filtered": (400, {"error": {"message": "The prompt was filtered", "code": "content_filter"}}),
    "odd": (422, {"detail": "unknown field"}),
    "server_error": (500, {"error": "pass: something broke"}),
    "unavailable": (503, {"message": "loading the model"}),
    "overloaded": (529, {}),
}


class ChatServer:
    """The server in a thread of its own, on a free port of the loopback interface.

    Attributes:
        bodies: The requests for verdicts, in order; trials of the shape are in `trials`.
        headers: The headers of every request.
        says: Headers of every answer that is no fault.
    """

    def __init__(self, *, policy=None, takes=("json_schema", "json_object"), limit="max_tokens", key=None, faults=()):
        self.policy = policy or Policy()
        self.takes, self.limit, self.key = takes, limit, key
        self.faults = list(faults)
        self.trial_faults = []
        self.change = lambda completion: completion
        self.says = {}
        self.bodies, self.trials, self.headers = [], [], []
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()), daemon=True)

    def __enter__(self):
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *exception):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self):
        self._stop = asyncio.Event()
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._completions)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _completions(self, request):
        body = await request.json()
        trial = "Leave evidence and reason empty" in body["messages"][-1]["content"]
        (self.trials if trial else self.bodies).append(body)
        self.headers.append(dict(request.headers))
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return web.json_response(HTTP_FAULTS["unauthorized"][1], status=401)
        refused = self._refused(body)
        if refused:
            return web.json_response({"error": {"message": refused, "type": "invalid_request_error"}}, status=400)
        faults = self.trial_faults if trial else self.faults
        fault = faults.pop(0) if faults else None
        if fault in HTTP_FAULTS:
            status, said = HTTP_FAULTS[fault]
            headers = {"retry-after": "0.01", "x-request-id": "req-9"} if status in (429, 503) else {}
            return web.json_response(said, status=status, headers=headers)
        if fault is not None:
            return await self._broken(fault, request)
        return web.json_response(self.change(self._completion(body, trial)), headers=self.says)

    def _refused(self, body):
        form = body.get("response_format", {}).get("type")
        if form and form not in self.takes:
            return f"'response_format.type': {form} is not supported"
        if self.limit and self.limit not in body:
            return f"Unsupported parameter. Use '{self.limit}' instead."
        return ""

    def _completion(self, body, trial):
        text = '{"evidence": "", "reason": "", "verdict": "pass"}' if trial else self._verdict(body)
        return {
            "id": f"chatcmpl-{len(self.bodies)}",
            "object": "chat.completion",
            "model": body["model"],
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "total_tokens": 120,
                "prompt_tokens_details": {"cached_tokens": 30},
                "completion_tokens_details": {"reasoning_tokens": 5},
            },
        }

    def _verdict(self, body):
        content = body["messages"][-1]["content"]
        judged = re.search("<(?:question|claim)-[0-9a-f]{8}>", content).start()
        # The policy reads requests of the Messages API: two blocks, passages first.
        blocks = [{"text": content[:judged]}, {"text": content[judged:]}]
        outcome = self.policy.outcome({"messages": [{"content": blocks}]})
        return json.dumps({"evidence": "[p] words", "reason": f"The local server says {outcome}.", "verdict": outcome})

    async def _broken(self, fault, request):
        if fault == "drop":
            request.transport.abort()
            return web.Response()
        if fault == "hang":
            await asyncio.sleep(60)
        if fault == "redirect":
            return web.Response(status=307, headers={"Location": self.url + "/chat/completions"})
        return web.Response(text=fault, content_type="application/json")
