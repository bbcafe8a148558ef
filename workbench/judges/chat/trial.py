"""Finding out, once, what a chat server takes."""

import asyncio

from workbench.errors import SetupError
from workbench.judges.chat.client import Answer, ChatClient
from workbench.judges.chat.reply import read_refusal
from workbench.judges.chat.request import ReplyForm, Shape, TokenLimit, trial_request
from workbench.judges.server import Server
from workbench.judges.verdict_words import VerdictWords
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode

_TOKENS = 64
_TRIES = 5
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 10.0

_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
# No other shape would be let in either.
_FINAL = frozenset({401, 402, 403, 404, 405, *(_PASSING - {500})})


async def agreed_shape(client: ChatClient, words: VerdictWords, *, model: str) -> Shape:
    """Return the strictest shape that a server takes, after one small request a shape.

    What may pass is asked again a few times first, so that a server that is busy for a moment is not taken for one that
    knows less.

    Raises:
        SetupError: the server cannot be reached, lets nobody in, does not know the model, or takes no shape.
    """
    limit = TokenLimit.MAX_TOKENS
    forms = list(ReplyForm)
    while True:
        shape = Shape(response_format=forms.pop(0), token_limit=limit)
        answer = await _tried(client, trial_request(words, model=model, max_tokens=_TOKENS, shape=shape))
        if isinstance(answer, Answer) and _completes(answer):
            return shape
        if _asks_for_other_limit(answer, limit):
            limit, forms = TokenLimit.MAX_COMPLETION_TOKENS, list(ReplyForm)
        elif not forms or isinstance(answer, Reply) or answer.status in _FINAL:
            raise SetupError(f"{client.url} cannot be asked: {_said(answer, client.server)}")


async def _tried(client: ChatClient, request: dict[str, object]) -> Answer | Reply:
    for attempt in range(_TRIES - 1):
        answer = await client.post(request)
        if isinstance(answer, Answer) and answer.status not in _PASSING:
            return answer
        asked = read_refusal(answer.status, answer.headers, answer.body) if isinstance(answer, Answer) else answer
        await asyncio.sleep(min(asked.retry_after_s or _FIRST_WAIT_S * 2**attempt, _LONGEST_WAIT_S))
    return await client.post(request)


def _completes(answer: Answer) -> bool:
    return answer.status == 200 and isinstance(answer.body, dict) and isinstance(answer.body.get("choices"), list)


def _asks_for_other_limit(answer: Answer | Reply, limit: TokenLimit) -> bool:
    named = isinstance(answer, Answer) and str(TokenLimit.MAX_COMPLETION_TOKENS) in str(answer.body)
    return named and limit is TokenLimit.MAX_TOKENS


def _said(answer: Answer | Reply, server: Server) -> str:
    if isinstance(answer, Reply):
        return answer.reason + ("; is it running?" if answer.verdict.error is ErrorCode.CONNECTION else "")
    hint = "; openai_url usually ends in /v1" if answer.status in (404, 405) else ""
    hint += server.refused_without_key(answer.status)
    return read_refusal(answer.status, answer.headers, answer.body).reason + hint
