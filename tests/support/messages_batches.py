"""Message batches at the local Messages API.

A batch is worked on when it is made. It ends at once, or when `release` is called where `ends` is false. The results
come in another order than the requests.
"""

import asyncio
import itertools
import json
import random
from collections import Counter

from aiohttp import web

from tests.support.prompt_cache import PromptCache
from tests.support.request_checks import refused
from tests.support.server_faults import HTTP_FAULTS

CREATED_AT = "2026-11-30T08:00:00Z"
FATES = ("expired", "canceled", "missing", "double", "stranger", "unreadable")


class BatchesApi:
    """The batch routes of a `MessagesApi`, and what they remember: the second source for what was made and billed.

    Attributes:
        made: Every batch, in the order of making: id to the requests as they came.
        billed: How often each custom id was answered with a message, which is what costs money.
        calls: Every call about batches, as method and path.
        ends: Whether a batch ends before `release` is called.
        polls: How often a batch that ends is still said to be at work, alone or in the list.
        sendings: What the next sendings meet: None, `lost` (not made, no answer), `unanswered` (made, no answer),
            `odd` (made, and answered with no batch), `slow` (made, and answered as long after as `slow_s` says), or one
            of HTTP_FAULTS (not made).
        looks: What the next questions how a batch is meet: None, or one of HTTP_FAULTS.
        fates: What the next requests come to: None for a message, one of FATES, or one of HTTP_FAULTS for an error.
        cuts: After how many lines each of the next downloads breaks off, the last one included.
        meanwhile: Called when a batch was made and before that is answered.
    """

    def __init__(self, api):
        self._api = api
        self.made, self.billed, self.calls = {}, Counter(), []
        self.ends, self.polls = True, 0
        self.sendings, self.looks, self.fates, self.cuts = [], [], [], []
        self.slow_s = 0.0
        self.meanwhile = lambda: None
        self.limits = (100_000, 256_000_000)
        self._states, self._results, self._polls = {}, {}, {}
        self._numbers = itertools.count(1)
        self._cache = PromptCache()

    def add_to(self, app):
        """Add the routes."""
        app.router.add_post("/v1/messages/batches", self._create)
        app.router.add_get("/v1/messages/batches", self._list)
        app.router.add_get("/v1/messages/batches/{id}", self._retrieve)
        app.router.add_get("/v1/messages/batches/{id}/results", self._download)
        app.router.add_post("/v1/messages/batches/{id}/cancel", self._cancel)

    def release(self):
        """Let all batches end."""
        self.ends = True
        self._states.update(dict.fromkeys(self._states, "ended"))

    def make(self, requests):
        """Make a batch, as another user of the workspace would, and return its id."""
        batch_id = f"msgbatch_{next(self._numbers):04}"
        self.made[batch_id] = requests
        self._states[batch_id] = "ended" if self.ends and not self.polls else "in_progress"
        self._polls[batch_id] = self.polls
        lines = [line for request in requests for line in self._worked_on(request)]
        random.Random(batch_id).shuffle(lines)
        self._results[batch_id] = lines
        return batch_id

    def custom_ids(self):
        """Every custom id that ever came, in the order of coming."""
        return [request["custom_id"] for requests in self.made.values() for request in requests]

    async def _create(self, request):
        self._note(request)
        fate = self.sendings.pop(0) if self.sendings else None
        raw = await request.read()
        if fate == "lost":
            request.transport.abort()
            return web.Response()
        if fate in HTTP_FAULTS:
            return _error(*HTTP_FAULTS[fate])
        requests = json.loads(raw)["requests"]
        ids = [one["custom_id"] for one in requests]
        if len(set(ids)) < len(ids) or not all(0 < len(one) <= 64 for one in ids):
            return _error(400, "invalid_request_error", "requests: custom_id must be unique, of 1 to 64 characters")
        if len(ids) > self.limits[0] or len(raw) > self.limits[1]:
            return _error(413, "request_too_large", "Request exceeds the maximum size")
        batch_id = self.make(requests)
        self.meanwhile()
        if fate == "unanswered":
            request.transport.abort()
            return web.Response()
        if fate == "odd":
            return web.json_response({"made": True})
        if fate == "slow":
            await asyncio.sleep(self.slow_s)
        return web.json_response(self._state(request, batch_id))

    async def _list(self, request):
        self._note(request)
        ids = list(self.made)[::-1]
        after = request.query.get("after_id")
        start = ids.index(after) + 1 if after else 0
        limit = int(request.query.get("limit", 20))
        page = ids[start : start + limit]
        for batch_id in page:
            self._age(batch_id)
        return web.json_response(
            {
                "data": [self._state(request, batch_id) for batch_id in page],
                "has_more": len(ids) > start + limit,
                "first_id": page[0] if page else None,
                "last_id": page[-1] if page else None,
            }
        )

    async def _retrieve(self, request):
        self._note(request)
        batch_id = request.match_info["id"]
        fault = self.looks.pop(0) if self.looks else None
        if fault:
            return _error(*HTTP_FAULTS[fault])
        if batch_id not in self.made:
            return _error(404, "not_found_error", f"no batch {batch_id}")
        self._age(batch_id)
        return web.json_response(self._state(request, batch_id))

    async def _download(self, request):
        self._note(request)
        lines = self._results[request.match_info["id"]]
        cut = self.cuts.pop(0) if self.cuts else None
        response = web.StreamResponse(headers={"content-type": "application/x-jsonl"})
        await response.prepare(request)
        await response.write("".join(line + "\n" for line in lines[:cut]).encode())
        if cut is not None:
            # Half a line, so that a client must not take what it has for a whole result.
            await response.write("".join(lines[cut : cut + 1])[:20].encode())
            request.transport.abort()
        return response

    async def _cancel(self, request):
        self._note(request)
        batch_id = request.match_info["id"]
        if self._states[batch_id] != "ended":
            self._states[batch_id] = "ended"
            lines = [_line(one["custom_id"], {"type": "canceled"}) for one in self.made[batch_id]]
            self._results[batch_id] = lines
            self.billed.subtract(one["custom_id"] for one in self.made[batch_id])
        return web.json_response(self._state(request, batch_id))

    def _age(self, batch_id):
        self._polls[batch_id] -= 1
        if self.ends and self._polls[batch_id] < 0:
            self._states[batch_id] = "ended"

    def _worked_on(self, request):
        custom_id, params = request["custom_id"], request["params"]
        fate = self.fates.pop(0) if self.fates else None
        why = refused(params)
        if why or fate in HTTP_FAULTS:
            kind, message = ("invalid_request_error", why) if why else HTTP_FAULTS[fate][1:3]
            error = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_batch"}
            return [_line(custom_id, {"type": "errored", "error": error})]
        if fate in ("expired", "canceled"):
            return [_line(custom_id, {"type": fate})]
        if fate == "missing":
            return []
        line = _line(custom_id, {"type": "succeeded", "message": self._message(params)})
        self.billed[custom_id] += 1
        extra = {
            "double": _line(custom_id, {"type": "succeeded", "message": self._message(params)}),
            "stranger": _line("f" * 40, {"type": "succeeded", "message": self._message(params)}),
            "unreadable": '{"custom_id": "cut sh',
        }
        return [line, extra[fate]] if fate in extra else [line]

    def _message(self, params):
        usage, keys = self._cache.count(params)
        self._cache.written(keys)
        return self._api.message(params, usage, self._api.policy, "msg_batch")

    def _state(self, request, batch_id):
        state, held = self._states[batch_id], len(self.made[batch_id])
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        counts["succeeded" if state == "ended" else "processing"] = held
        url = f"https://elsewhere.invalid/v1/messages/batches/{batch_id}/results"
        return {
            "id": batch_id,
            "type": "message_batch",
            "processing_status": state,
            "request_counts": counts,
            "created_at": CREATED_AT,
            "expires_at": "2026-12-01T08:00:00Z",
            "ended_at": CREATED_AT if state == "ended" else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": url if state == "ended" else None,
        }

    def _note(self, request):
        self.calls.append(f"{request.method} {request.path}")


def _line(custom_id, result):
    return json.dumps({"custom_id": custom_id, "result": result})


def _error(status, kind, message, code=None):
    error = {"type": kind, "message": message} | ({"details": {"error_code": code}} if code else {})
    return web.json_response({"type": "error", "error": error, "request_id": "req_batch"}, status=status)
