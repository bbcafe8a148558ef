"""Model judges on the Messages API: one rubric on one model. The only file that knows the SDK."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.errors import SetupError
from workbench.judges.api_errors import Refusal, meaning, retry_after_s
from workbench.judges.candidates import ClaudeSettings, ModelCandidate, candidate_spec, check_candidates, effort_of
from workbench.judges.keys import missing_key, without_keys
from workbench.judges.reply_reader import Reading, read_reply
from workbench.judges.request import build_request, shown_material
from workbench.judges.stop_reasons import read_stop
from workbench.judges.surrogates import without_lone_surrogates
from workbench.judges.usage import flat_usage
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec, Reply
from workbench.records.verdict import ErrorCode, Verdict

if TYPE_CHECKING:
    from anthropic import APIStatusError


_AT_ONCE = 4
"""Requests in flight where no runner schedules them."""


def claude_judges(
    candidates: Sequence[ModelCandidate], settings: ClaudeSettings | None = None
) -> tuple["ClaudeJudge", ...]:
    """Return one judge a candidate, in order, over one client that is closed with the last of them.

    Raises:
        SetupError: no API key is set.
        InputError: a model or an effort level is unknown, or they do not go together.
    """
    settings = settings or ClaudeSettings()
    check_candidates(candidates, settings)
    missing = missing_key()
    if missing:
        raise SetupError(missing)
    client = _SharedClient(timeout_s=settings.timeout_s, users=len(candidates))
    return tuple(ClaudeJudge(candidate, settings, client) for candidate in candidates)


class _SharedClient:
    """One SDK client for all judges of a run: one pool of connections, released once."""

    def __init__(self, *, timeout_s: float, users: int) -> None:
        from anthropic import AsyncAnthropic, DefaultAioHttpClient

        self._users = users
        # Retries are the runner's: two layers multiply, and only one of them is counted.
        self.sdk = AsyncAnthropic(max_retries=0, timeout=timeout_s, http_client=DefaultAioHttpClient(timeout=timeout_s))

    async def release(self) -> None:
        self._users -= 1
        if self._users == 0:
            await self.sdk.close()


class ClaudeJudge:
    """One rubric on one model. Made by `claude_judges`."""

    def __init__(self, candidate: ModelCandidate, settings: ClaudeSettings, client: _SharedClient) -> None:
        self._rubric = candidate.rubric
        self._model = candidate.model
        self._effort = effort_of(candidate, settings)
        self._settings = settings
        self._client = client
        self._closed = False
        self._spec = candidate_spec(candidate, settings)

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Ask the model once. A failed call is a reply with an error verdict; see `Judge.judge`."""
        request = build_request(
            item,
            rubric=self._rubric,
            model=self._model,
            effort=self._effort,
            max_tokens=self._settings.max_tokens,
        )
        begun = time.perf_counter()
        reply = await self._ask(request, shown_material(item))
        return replace(
            reply,
            latency_s=time.perf_counter() - begun,
            reason=_storable(reply.reason),
            evidence=_storable(reply.evidence),
            raw=_storable(reply.raw),
        )

    async def close(self) -> None:
        """Let go of the shared client; the last judge to do so closes it."""
        if not self._closed:
            self._closed = True
            await self._client.release()

    async def _ask(self, request: dict[str, Any], material: str) -> Reply:
        message = await _create(self._client, request, self._settings.timeout_s)
        return message if isinstance(message, Reply) else self._read(message, material)

    def _read(self, message: object, material: str) -> Reply:
        text = _visible_text(message)
        stop_reason = str(getattr(message, "stop_reason", None) or "")
        stopped = _stopped(message, self._settings.max_tokens)
        reading = stopped or read_reply(text, self._rubric.words, material=material)
        return Reply(
            verdict=reading.verdict,
            reason=reading.reason,
            evidence=reading.evidence,
            raw=text,
            stop_reason=stop_reason,
            answered_by=str(getattr(message, "model", None) or ""),
            request_id=str(getattr(message, "_request_id", None) or ""),
            usage=flat_usage(getattr(message, "usage", None)),
        )


async def ask_once(
    requests: Sequence[dict[str, Any]], settings: ClaudeSettings, on_text: Callable[[int, str], None]
) -> tuple[str, ...]:
    """Send requests that are no judgements, each once and a few at a time.

    Args:
        requests: Bodies for the Messages API.
        settings: How models are asked.
        on_text: Told the number of a request and the text of its reply, as each comes in.

    Returns:
        What went wrong with those that gave no text, in words.

    Raises:
        SetupError: no API key is set.
    """
    missing = missing_key()
    if missing:
        raise SetupError(missing)
    client = _SharedClient(timeout_s=settings.timeout_s, users=1)
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def ask(number: int, request: dict[str, Any]) -> str:
        async with at_once:
            message = await _create(client, request, settings.timeout_s)
        failed = message if isinstance(message, Reply) else _stopped(message, settings.max_tokens)
        if failed is not None:
            return _storable(failed.reason)
        on_text(number, _storable(_visible_text(message)))
        return ""

    try:
        said = await asyncio.gather(*(ask(number, request) for number, request in enumerate(requests)))
    finally:
        await client.release()
    return tuple(reason for reason in said if reason)


async def _create(client: _SharedClient, request: dict[str, Any], limit: float) -> object:
    """Send one request once. Returns the message, or a reply with an error verdict that says what went wrong."""
    import anthropic

    try:
        async with asyncio.timeout(limit):
            message = await client.sdk.messages.create(**request)
    except (TimeoutError, anthropic.APITimeoutError) as error:
        return _failed(ErrorCode.TIMEOUT, f"no reply within {limit:g} s ({_causes(error)})", retryable=True)
    except anthropic.APIConnectionError as error:
        return _failed(ErrorCode.CONNECTION, f"the connection failed: {_causes(error)}", retryable=True)
    except anthropic.APIStatusError as error:
        return _refused_call(error)
    except (json.JSONDecodeError, anthropic.APIResponseValidationError) as error:
        reason = f"the server said success, but its body cannot be read: {error}"
        return _failed(ErrorCode.UNPARSED, reason, retryable=True)
    except anthropic.AnthropicError as error:
        return replace(_failed(ErrorCode.API_4XX, f"the client refused: {_causes(error)}"), stops_run=True)
    except UnicodeEncodeError as error:
        reason = f"the item holds a lone surrogate ({error.reason}), which no request can carry; mend its file"
        return _failed(ErrorCode.JUDGE_CRASHED, reason)
    if getattr(message, "type", None) != "message":
        reason = "the server said success, but sent no message; is ANTHROPIC_BASE_URL a Messages API?"
        return replace(_failed(ErrorCode.UNPARSED, reason, retryable=True), raw=str(message))
    return message


def _stopped(message: object, max_tokens: int) -> Reading | None:
    """The error that a stop reason stands for; None where the text may be read."""
    stop_reason = str(getattr(message, "stop_reason", None) or "")
    category = str(getattr(getattr(message, "stop_details", None), "category", None) or "")
    return read_stop(stop_reason, max_tokens=max_tokens, category=category)


def _visible_text(message: object) -> str:
    """Join the text blocks; thinking blocks, often the first and empty, are no part of the reply."""
    blocks = getattr(message, "content", None) or ()
    return "".join(str(getattr(block, "text", "")) for block in blocks if getattr(block, "type", None) == "text")


def _storable(text: str) -> str:
    return without_lone_surrogates(without_keys(text))


def _failed(code: ErrorCode, reason: str, *, retryable: bool = False) -> Reply:
    return Reply(verdict=Verdict(error=code), reason=reason, retryable=retryable)


def _refused_call(error: "APIStatusError") -> Reply:
    refusal = Refusal(
        status=error.status_code,
        kind=error.type or "",
        code=error.error_code or "",
        message=error.api_message or error.message,
    )
    means = meaning(refusal)
    kind = f" {refusal.kind}" if refusal.kind else ""
    return Reply(
        verdict=Verdict(error=means.code),
        reason=f"the API answered {refusal.status}{kind}: {refusal.message}",
        request_id=error.request_id or "",
        retryable=means.retryable,
        retry_after_s=retry_after_s(error.response.headers) if means.retryable else None,
        stops_run=means.stops_run,
    )


def _causes(error: BaseException) -> str:
    """Name an exception and what it came from: the SDK's own words hide whether it was DNS, TLS or a reset."""
    told: list[str] = []
    current: BaseException | None = error
    while current is not None and len(told) < 3:
        told.append(f"{type(current).__name__}: {current}".removesuffix(": "))
        current = current.__cause__
    return "; ".join(told)
