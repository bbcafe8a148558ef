"""Model judges on the Messages API: one rubric on one model."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from workbench.errors import SetupError
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, candidate_spec, check_candidates, effort_of
from workbench.judges.claude.batches import ClaudeBatches, errored_reply
from workbench.judges.claude.client import SharedClient, encoded
from workbench.judges.claude.message import stop_reason, stopped, text_of, visible_text
from workbench.judges.rate_limits import room_left
from workbench.judges.reply.reader import read_reply
from workbench.judges.request import CACHE_LIFE_S, CacheTime, build_request, shown_material
from workbench.judges.storable import storable_reply
from workbench.judges.usage import flat_usage
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec, Reply

_BODIES = 32
"""Items whose requests are kept: the runner asks for the repeats of an item, and its variants, close together."""


def claude_judges(
    candidates: Sequence[ModelCandidate], settings: ClaudeSettings | None = None
) -> tuple["ClaudeJudge", ...]:
    """Return one judge a candidate, in order, over one client a server that is closed with the last of its judges.

    Raises:
        SetupError: an API key is missing.
        InputError: a model or an effort level is unknown, or they do not go together.
    """
    settings = settings or ClaudeSettings()
    check_candidates(candidates, settings)
    users = Counter(candidate.server for candidate in candidates)
    missing = [said for said in (server.missing() for server in users) if said]
    if missing:
        raise SetupError("\n  ".join(missing))
    clients = {
        server: SharedClient(timeout_s=settings.timeout_s, users=count, server=server)
        for server, count in users.items()
    }
    batches = {server: ClaudeBatches(client) for server, client in clients.items()}
    return tuple(
        ClaudeJudge(candidate, settings, clients[candidate.server], batches[candidate.server])
        for candidate in candidates
    )


class ClaudeJudge:
    """One rubric on one model. Made by `claude_judges`."""

    def __init__(
        self, candidate: ModelCandidate, settings: ClaudeSettings, client: SharedClient, batches: ClaudeBatches
    ) -> None:
        self._rubric = candidate.rubric
        self._model = candidate.model
        self._key_env = candidate.server.key_env
        self._effort = effort_of(candidate, settings)
        self._settings = settings
        self._client = client
        self._batches = batches
        self._closed = False
        self._spec = candidate_spec(candidate, settings)
        self._body = lru_cache(maxsize=_BODIES)(lambda item: encoded(self._request(item, CacheTime.FIVE_MINUTES)))
        self.rubric_used_at = -math.inf

    cache_life_s = CACHE_LIFE_S

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Ask the model once. A failed call is a reply with an error verdict; see `Judge.judge`."""
        begun = time.monotonic()
        message = await self._client.message(partial(self._body, item))
        took = time.monotonic() - begun
        if isinstance(message, Reply):
            reply = message
        else:
            self.rubric_used_at = begun
            reply = self._read(message, item, CacheTime.FIVE_MINUTES)
        return replace(storable_reply(reply, self._key_env), latency_s=took)

    @property
    def batches(self) -> ClaudeBatches:
        """Where its batches are made."""
        return self._batches

    def batch_request(self, item: Item) -> dict[str, Any]:
        """Return the body that asks about an item, for a batch.

        It is the body that is sent alone, but for the time that the prompt cache keeps what it holds: five minutes are
        over before most of a batch is worked on. A model never sees that time, so the judge version is the same.
        """
        return self._request(item, CacheTime.ONE_HOUR)

    def batch_reply(self, result: object, item: Item) -> Reply:
        """Read what came of a request. A message is read as one that came alone; see `Judge.judge`."""
        if getattr(result, "type", None) != "succeeded":
            return storable_reply(errored_reply(result), self._key_env)
        reply = self._read(getattr(result, "message", None), item, CacheTime.ONE_HOUR)
        return storable_reply(reply, self._key_env)

    async def close(self) -> None:
        """Let go of the shared client; the last judge to do so closes it."""
        if not self._closed:
            self._closed = True
            await self._client.release()

    def _request(self, item: Item, cache_time: CacheTime) -> dict[str, Any]:
        return build_request(
            item,
            rubric=self._rubric,
            model=self._model,
            effort=self._effort,
            max_tokens=self._settings.max_tokens,
            cache_time=cache_time,
        )

    def _read(self, message: object, item: Item, cache_time: CacheTime) -> Reply:
        text = visible_text(message)
        usage = flat_usage(getattr(message, "usage", None), cache_time)
        stop = stopped(message, self._settings.max_tokens)
        reading = stop or read_reply(text, self._rubric.words, material=shown_material(item))
        return Reply(
            verdict=reading.verdict,
            reason=reading.reason,
            evidence=reading.evidence,
            raw=text,
            stop_reason=stop_reason(message),
            answered_by=text_of(message, "model"),
            request_id=text_of(message, "_request_id"),
            usage=usage,
            room=room_left(getattr(message, "_headers", {}), usage),
        )
