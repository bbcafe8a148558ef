"""A local Messages API and a small item for the tests of the judges."""

from contextlib import ExitStack

import pytest

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY
from workbench.records.item import Item
from workbench.records.passage import Passage


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
    with ExitStack() as stack:

        def start(**settings):
            server = stack.enter_context(MessagesServer(**settings))
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
            monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
            return server.api

        yield start
