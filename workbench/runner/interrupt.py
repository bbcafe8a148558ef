"""Ctrl+C: once to finish what is in flight, twice to cut it off."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def listening(*, finish: Callable[[], None], cut: Callable[[], None]) -> Iterator[None]:
    """Call `finish` on the first Ctrl+C and `cut` on the second, both inside the running loop.

    A third one meets the handler that was there before, so a judge that blocks the loop can still be left. Outside
    the main thread Python allows no signal handlers, and nothing is set.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    previous = signal.SIG_DFL if before is None else before
    orders = [cut, finish]

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(orders.pop())
        if not orders:
            signal.signal(signal.SIGINT, previous)

    signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
