"""Work on more than one core: planting thousands of answers is the one long computation here."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

_Thing = TypeVar("_Thing")
_Made = TypeVar("_Made")

# Below this many things, starting processes costs about what it saves.
FEW = 64


def in_shares(work: Callable[[_Thing], _Made], things: Sequence[_Thing]) -> list[_Made]:
    """Return `work` of each thing, in order, as one process would have made it.

    Every core takes each n-th thing. The other processes are forked, so that they see things and work as they are
    (a style of one's own need not be picklable); only what they make is sent. Where forking is not safe, or there is
    little to do, this process does it all.

    Raises:
        Exception: what `work` raised, as it came.
    """
    count = _cores() if len(things) >= FEW else 1
    made: list[_Made | None] = [None] * len(things)
    shares = [things[first::count] for first in range(count)]
    others = [_forked(work, share) for share in shares[1:]]
    made[0::count] = [work(thing) for thing in shares[0]]
    for first, other in enumerate(others, start=1):
        made[first::count] = _received(other, work, shares[first])
    return made  # type: ignore[return-value]  # every place is filled by now


def beside(work: Callable[[], _Made]) -> Callable[[], _Made]:
    """Begin `work` on another core, and return what waits for it and gives what it made.

    Where forking is not safe, or there is one core, the work is done by this process, when it is waited for. What it
    raises is raised then, as it came.
    """
    if _cores() == 1:
        return work
    other = _forked(lambda _: work(), (None,))
    return lambda: _received(other, lambda _: work(), (None,))[0]


def _cores() -> int:
    # Elsewhere, forking a process that has loaded system libraries may hang or does not exist.
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _forked(work: Callable[[_Thing], _Made], share: Sequence[_Thing]) -> Connection:
    context = get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    # A daemon ends with this process. Should this process be killed, it ends by itself when its share is done.
    context.Process(target=_send, args=(sending, work, share), daemon=True).start()
    sending.close()
    return receiving


def _send(sending: Connection, work: Callable[[_Thing], _Made], share: Sequence[_Thing]) -> None:
    # Ctrl-C reaches the whole group of processes: the first one says so, and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever goes wrong here, the first process gets no answer, does this share itself, and meets the error there.
    with suppress(Exception):
        sending.send([work(thing) for thing in share])


def _received(other: Connection, work: Callable[[_Thing], _Made], share: Sequence[_Thing]) -> list[_Made]:
    try:
        made: list[_Made] = other.recv()
    except EOFError:
        # That process was killed, for want of memory for example, or met an error.
        return [work(thing) for thing in share]
    return made
