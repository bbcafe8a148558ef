"""Asking judges that are not rubrics: functions, commands and their kind."""

import asyncio
from pathlib import Path
from textwrap import dedent

from workbench.judges.own.command import CommandCandidate
from workbench.judges.own.python_call import PythonCandidate
from workbench.records.item import Item
from workbench.records.passage import Passage


def item(answer="The ladder is 4 metres long.", text="The ladder is 4 metres long and folds in two."):
    return Item.of(question="How long?", passages=[Passage(id="p1", title="Ladders", text=text)], answer=answer)


def write(folder: Path, **files: str) -> Path:
    """Write Python files by their paths without `.py`."""
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return folder


def function(root, call, *, threshold=None, timeout_s=10.0):
    return PythonCandidate(name="mine", rule="grounded", call=call, root=root, threshold=threshold, timeout_s=timeout_s)


def command(root, *words, **more):
    settings = {"threshold": None, "timeout_s": 10.0, **more}
    return CommandCandidate(name="mine", rule="grounded", command=words, root=root, **settings)


def ask(candidate, *items, then=None):
    """Ask about items at once, and return the replies; `then` is given the judge before it is closed."""

    async def calls():
        judge = await candidate.connect()
        try:
            replies = await asyncio.gather(*(judge.judge(one, 0) for one in items))
            if then is not None:
                await then(judge)
            return replies
        finally:
            await judge.close()

    return asyncio.run(calls())


def ask_one(candidate, one=None):
    (reply,) = ask(candidate, one or item())
    return reply


def fails_all(question, passages, answer):
    """A judge that is installed."""
    return False
