"""A local Messages API and a small item for the tests of the judges."""

import asyncio

import pytest

from tests.support.messages_server import MessagesServer
from workbench.judges.candidates import ClaudeSettings, ModelCandidate
from workbench.judges.claude import claude_judges
from workbench.judges.rubric import shipped_rubric
from workbench.records.item import Item
from workbench.records.passage import Passage

KEY = "sk-test-0123456789"


@pytest.fixture
def item():
    return Item.of(
        question="How long is the ladder?",
        passages=[Passage(id="tools-1", title="Ladders", text="The ladder is 4 metres long and folds in two.")],
        answer="The ladder is 4 metres long [tools-1].",
    )


@pytest.fixture
def serve(monkeypatch):
    """Start a local server with the given settings, and point the SDK at it."""
    servers = []

    def start(**settings):
        server = MessagesServer(**settings).__enter__()
        servers.append(server)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        return server.api

    yield start
    for server in servers:
        server.__exit__()


def candidate(model="claude-haiku-5-5", rule="grounded"):
    return ModelCandidate(name=rule, rule=rule, rubric=shipped_rubric(rule), model=model)


def ask(item, *, times=1, model="claude-haiku-5-5", **settings):
    """Ask one judge over the real SDK, one call after the other, and return its replies."""

    async def calls():
        (judge,) = claude_judges([candidate(model)], ClaudeSettings(**settings))
        try:
            return [await judge.judge(item, repeat) for repeat in range(times)]
        finally:
            await judge.close()

    return asyncio.run(calls())
