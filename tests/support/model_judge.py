"""Asking a model judge at the local server."""

import asyncio

from workbench.judges.candidates import ClaudeSettings, ModelCandidate
from workbench.judges.claude.judge import claude_judges
from workbench.judges.rubric import shipped_rubric

KEY = "sk-test-0123456789"


def candidate(model="claude-haiku-5-5", rule="grounded", rubric=None):
    return ModelCandidate(name=rule, rule=rule, rubric=rubric or shipped_rubric(rule), model=model)


def ask(item, *, times=1, model="claude-haiku-5-5", rubric=None, **settings):
    """Ask one judge over the real SDK, one call after the other, and return its replies."""

    async def calls():
        (judge,) = claude_judges([candidate(model, rubric=rubric)], ClaudeSettings(**settings))
        try:
            return [await judge.judge(item, repeat) for repeat in range(times)]
        finally:
            await judge.close()

    return asyncio.run(calls())
