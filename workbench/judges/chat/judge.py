"""A rubric on a model of a chat server."""

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from workbench.errors import SetupError
from workbench.identity import digest
from workbench.judges.by_claim import ByClaim
from workbench.judges.candidates import CODE
from workbench.judges.chat.client import Answer, ChatClient
from workbench.judges.chat.limits import chat_room_left
from workbench.judges.chat.reply import read_completion, read_refusal
from workbench.judges.chat.request import Shape, chat_request
from workbench.judges.chat.trial import agreed_shape
from workbench.judges.request import reply_schema, shown_material
from workbench.judges.rubric import Rubric
from workbench.judges.server import Server
from workbench.judges.source import source_digest
from workbench.judges.storable import storable, storable_reply
from workbench.judges.votes import votes_details
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply

_CODE = (*CODE, "workbench.judges.chat.request", "workbench.judges.chat.reply")


@dataclass(frozen=True, kw_only=True)
class ChatCandidate:
    """A rubric on a model of a chat server. Nothing is sent before `connect`.

    Attributes:
        name: The judge's name in settings and reports.
        rule: The rule that it decides.
        rubric: Its instructions.
        model: The model id, as the server knows it.
        server: Where it is asked.
        max_tokens: The most output tokens of a reply, thinking included.
        timeout_s: Wall-clock seconds of one attempt. Not part of the version.
        by_claim: How it judges claim by claim; None where it is asked about the whole answer.
        votes: The calls whose majority is its verdict; 0 where each call is one.
    """

    name: str
    rule: str
    rubric: Rubric
    model: str
    server: Server
    max_tokens: int
    timeout_s: float
    by_claim: ByClaim | None = None
    votes: int = 0

    @cached_property
    def spec(self) -> JudgeSpec:
        """Who will judge. What the server takes is not known yet, and is missing in this version."""
        return self.spec_with(None)

    def spec_with(self, shape: Shape | None) -> JudgeSpec:
        """Who judges, with what the server takes."""
        details: dict[str, Any] = {
            "rubric": self.rubric.version,
            "code": source_digest(*_CODE),
            "schema": reply_schema(self.rubric.words),
            "model": self.model,
            "openai_url": self.server.place,
            "max_tokens": self.max_tokens,
            **(self.by_claim.details if self.by_claim else {}),
            **votes_details(self.votes),
            **({"server_takes": shape.details} if shape else {}),
        }
        return JudgeSpec(
            name=self.name,
            rule=self.rule,
            model=self.model,
            kind=JudgeKind.MODEL,
            judge_id=digest({"rule": self.rule, **details}),
            details=details,
            rubric=self.rubric.text,
        )

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        return self.server.missing()

    async def connect(self) -> "ChatJudge":
        """Find out what the server takes, with a small request or a few.

        Raises:
            SetupError: it cannot be reached, does not let us in, does not know the model, or takes no shape.
        """
        client = ChatClient(self.server, timeout_s=self.timeout_s)
        try:
            shape = await agreed_shape(client, self.rubric.words, model=self.model)
        except BaseException as error:
            await client.close()
            if isinstance(error, SetupError):
                said = storable(str(error), self.server.key_env)
                raise SetupError(f"judge {self.name} on {self.model}: {said}") from error
            raise
        return ChatJudge(self, client, shape)


class ChatJudge:
    """A rubric on a model of a chat server. Made by `ChatCandidate.connect`."""

    def __init__(self, candidate: ChatCandidate, client: ChatClient, shape: Shape) -> None:
        self._candidate = candidate
        self._client = client
        self._shape = shape
        self._spec = candidate.spec_with(shape)

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Ask the model once. A failed call is a reply with an error verdict; see `Judge.judge`."""
        asked = self._candidate
        request = chat_request(
            item, rubric=asked.rubric, model=asked.model, max_tokens=asked.max_tokens, shape=self._shape
        )
        begun = time.perf_counter()
        answer = await self._client.post(request)
        reply = answer if isinstance(answer, Reply) else self._read(answer, shown_material(item))
        return replace(storable_reply(reply, asked.server.key_env), latency_s=time.perf_counter() - begun)

    async def close(self) -> None:
        """Close the connections. Calling it twice is harmless."""
        await self._client.close()

    def _read(self, answer: Answer, material: str) -> Reply:
        asked = self._candidate
        if 200 <= answer.status < 300:
            reply = read_completion(answer.body, asked.rubric.words, material=material, max_tokens=asked.max_tokens)
        else:
            reply = read_refusal(answer.status, answer.headers, answer.body)
        return replace(reply, room=chat_room_left(answer.headers, reply.usage))
