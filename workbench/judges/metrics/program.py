"""One metric of another library, as a program that answers JSON lines; see `judges/own/command.py` for the lines.

It is run by whichever Python has the library, apart from the workbench: these libraries patch event loops, pin versions
that the workbench cannot share, and may hang. So it needs nothing but the standard library and the metric's own, and
nothing imports it. It asks the one server that it is given: every other connection is refused, telemetry is off, and
nothing is written.

usage: program.py METRIC URL MODEL KEY_ENV TIMEOUT_S
"""

import asyncio
import json
import math
import os
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

Shown = dict[str, Any]
Metric = Callable[[Shown], Awaitable[dict[str, Any]]]

_QUIET = {
    "RAGAS_DO_NOT_TRACK": "true",
    # Where ragas would keep an id of the user: nowhere.
    "XDG_DATA_HOME": os.devnull,
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "DEEPEVAL_DISABLE_DOTENV": "1",
    "DEEPEVAL_FILE_SYSTEM": "READ_ONLY",
    # Asking again, and how long a call may take, are the runner's business.
    "DEEPEVAL_RETRY_MAX_ATTEMPTS": "1",
    "DEEPEVAL_DISABLE_TIMEOUTS": "1",
    "OTEL_SDK_DISABLED": "true",
    "HF_HUB_OFFLINE": "1",
}
_CODES = {
    "RateLimitError": "rate_limited",
    "APITimeoutError": "timeout",
    "APIConnectionError": "connection",
    "InternalServerError": "api_5xx",
    "APIStatusError": "api_4xx",
}
# ASCII with escapes: what a metric says may hold half a character, which is no UTF-8.
_encode = json.JSONEncoder(allow_nan=False).encode
_STOPPING = ("AuthenticationError", "PermissionDeniedError", "NotFoundError")
_spent: ContextVar[Counter[str]] = ContextVar("spent")
_answered: ContextVar[list[str]] = ContextVar("answered")


class Model:
    """The model that a metric asks, at the one server."""

    def __init__(self, *, url: str, name: str, key: str, timeout_s: float) -> None:
        from openai import DefaultAsyncHttpxClient

        self.name = name
        self.url = url
        self.key = key or "none"
        self._timeout_s = timeout_s
        self._http = DefaultAsyncHttpxClient(event_hooks={"response": [_count]})

    def client(self) -> Any:  # noqa: ANN401 - of a library that may not be there
        """Return an async OpenAI client, that asks once and counts what it spends."""
        from openai import AsyncOpenAI

        return AsyncOpenAI(
            base_url=self.url, api_key=self.key, timeout=self._timeout_s, max_retries=0, http_client=self._http
        )


def ragas_faithfulness(model: Model) -> Metric:
    """The share of the answer's statements that the passages support."""
    from ragas.llms.base import llm_factory
    from ragas.metrics.collections import Faithfulness

    metric = Faithfulness(llm=llm_factory(model.name, client=model.client()))

    async def judge(shown: Shown) -> dict[str, Any]:
        result = await metric.ascore(
            user_input=shown["question"], response=shown["answer"], retrieved_contexts=_texts(shown)
        )
        return {"score": result.value, "reason": result.reason or ""}

    return judge


def deepeval_faithfulness(model: Model) -> Metric:
    """The share of the answer's claims that do not contradict the passages."""
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.models import LocalModel
    from deepeval.test_case import LLMTestCase

    # The library's own model for such servers, with our client in place of the one that it would make for each call.
    asked = LocalModel(model=model.name, base_url=model.url, api_key=model.key)
    asked.load_model = lambda async_mode=False: model.client()

    async def judge(shown: Shown) -> dict[str, Any]:
        # A metric holds what it found, so that each item has one of its own.
        metric = FaithfulnessMetric(model=asked)
        case = LLMTestCase(input=shown["question"], actual_output=shown["answer"], retrieval_context=_texts(shown))
        score = await metric.a_measure(case, _show_indicator=False)
        return {"score": score, "reason": metric.reason or ""}

    return judge


def autoevals_faithfulness(model: Model) -> Metric:
    """The share of the answer's statements that the passages support."""
    from autoevals.ragas import Faithfulness

    metric = Faithfulness(client=_autoevals_client(model), model=model.name)

    async def judge(shown: Shown) -> dict[str, Any]:
        result = await metric.eval_async(
            input=shown["question"], output=shown["answer"], context="\n\n".join(_texts(shown))
        )
        found = (result.metadata or {}).get("faithfulness") or []
        wrong = [f"{one.get('statement')}: {one.get('reason')}" for one in found if not one.get("verdict")]
        return {"score": result.score, "reason": "\n".join(wrong)}

    return judge


def autoevals_factuality(model: Model) -> Metric:
    """Whether the answer agrees with the passages, which stand where the metric wants an expert's answer."""
    from autoevals import Factuality

    metric = Factuality(client=_autoevals_client(model), model=model.name)

    async def judge(shown: Shown) -> dict[str, Any]:
        result = await metric.eval_async(
            input=shown["question"], output=shown["answer"], expected="\n\n".join(_texts(shown))
        )
        told = result.metadata or {}
        return {"score": result.score, "reason": told.get("rationale") or "", "evidence": told.get("choice") or ""}

    return judge


METRICS: dict[str, Callable[[Model], Metric]] = {
    "ragas:faithfulness": ragas_faithfulness,
    "deepeval:faithfulness": deepeval_faithfulness,
    "autoevals:faithfulness": autoevals_faithfulness,
    "autoevals:factuality": autoevals_factuality,
}


def main(metric: str, url: str, model: str, key_env: str, timeout_s: str) -> None:
    """Answer lines until stdin ends."""
    # Libraries print; stdout is for replies, so they are given stderr.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    os.environ.update(_QUIET)
    keep_to(url, *getproxies().values())
    asked = Model(url=url, name=model, key=os.environ.get(key_env, "") if key_env else "", timeout_s=float(timeout_s))
    judge = METRICS[metric](asked)

    def reply(line: dict[str, Any]) -> None:
        out.write(_encode(line) + "\n")
        out.flush()

    asyncio.run(_serve(judge, reply))


def keep_to(*urls: str) -> None:
    """Refuse every connection of this process but those to the servers of some URLs."""
    names = {urlsplit(url).hostname for url in urls}
    addresses = {name for name in names if name}
    resolve = socket.getaddrinfo

    def ours_alone(host: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the library's
        name = host.decode() if isinstance(host, bytes) else host
        if name not in names and name not in addresses:
            raise OSError(f"a metric may ask {', '.join(sorted(addresses))} alone; it tried {name}")
        found = resolve(host, *args, **kwargs)
        addresses.update(str(info[4][0]) for info in found)
        return found

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in addresses:
            raise PermissionError(f"a metric may ask the server of settings alone; it tried {arguments[1][0]}")

    socket.getaddrinfo = ours_alone
    sys.addaudithook(watch)


async def _serve(judge: Metric, reply: Callable[[dict[str, Any]], None]) -> None:
    async def answer(line: bytes) -> None:
        shown = json.loads(line)
        reply({"id": shown["id"], **await _judged(judge, shown)})

    async with asyncio.TaskGroup() as tasks:
        while line := await asyncio.to_thread(sys.stdin.buffer.readline):
            tasks.create_task(answer(line))


async def _judged(judge: Metric, shown: Shown) -> dict[str, Any]:
    spent, answered = Counter[str](), list[str]()
    _spent.set(spent)
    _answered.set(answered)
    try:
        said = await judge(shown)
        score = said["score"]
        if not isinstance(score, int | float) or not math.isfinite(score):
            said = {"error": f"the metric gave no score but {score!r}", "code": "off_menu"}
    except Exception as error:  # noqa: BLE001 - of any library; what it was is told
        said = _failure(error)
    return {**said, "usage": dict(spent), "answered_by": answered[-1] if answered else ""}


def _failure(error: BaseException) -> dict[str, Any]:
    """Find what a library wrapped: an error of the client says more than that something went wrong."""
    told = {"error": f"{type(error).__name__}: {error}"[:2000]}
    inner: BaseException | None = error
    for _ in range(10):
        if inner is None:
            break
        names = [kind.__name__ for kind in type(inner).__mro__]
        code = next((code for name, code in _CODES.items() if name in names), "")
        if code:
            if getattr(inner, "code", None) == "insufficient_quota":
                return {**told, "code": "spend_limit", "stop": True}
            return {**told, "code": code, "stop": any(name in names for name in _STOPPING)}
        inner = inner.__cause__ or inner.__context__
    return told


def _texts(shown: Shown) -> list[str]:
    return [f"{one['title']}\n\n{one['text']}" if one["title"] else one["text"] for one in shown["passages"]]


def _autoevals_client(model: Model) -> Any:  # noqa: ANN401 - of a library that may not be there
    from autoevals.oai import LLMClient

    client = LLMClient(openai=model.client(), is_async=True)
    # It would ask a hundred times by itself where a server says that there were too many calls.
    client.RateLimitError = _Never
    return client


class _Never(Exception):
    """What nobody raises."""


async def _count(response: Any) -> None:  # noqa: ANN401 - of the client's HTTP library
    """Add up the tokens that the server billed for an item."""
    await response.aread()
    try:
        body = response.json()
        usage = body.get("usage") or {}
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        spent = {
            "input_tokens": usage.get("prompt_tokens", 0) - cached,
            "cache_read_input_tokens": cached,
            "output_tokens": usage.get("completion_tokens", 0),
        }
        _spent.get().update(spent)
        if body.get("model"):
            _answered.get().append(str(body["model"]))
    except (ValueError, AttributeError, TypeError, LookupError):
        # An error, or a body that the client will refuse as well.
        return


if __name__ == "__main__":
    main(*sys.argv[1:])
