"""Calling a function of the user's outside of the event loop, so that nothing that it does can hold up the run.

A call of a sync function has a thread of its own; async functions share a loop in one more thread. The threads are
daemons: one that hangs is left behind, and does not keep the process from ending.
"""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_GRACE_S = 1.0
"""How long a call may take to notice that it is cancelled, before it counts as hanging."""


class FunctionCalls(Generic[T]):
    """The calls of one function, each of which comes to a `T`.

    Attributes:
        hanging: Calls that were given up and still run.
    """

    def __init__(
        self, function: Callable[..., Any], *, read: Callable[[object], T], crashed: Callable[[str], T]
    ) -> None:
        """Take a function, what makes a `T` of the value that it gives back, and what of the words of an exception.

        Reading is done where the function runs, for it may run the user's code too.
        """
        self.hanging = 0
        self._function = function
        self._read = read
        self._crashed = crashed
        self._is_async = _is_async(function)
        self._loop: _LoopThread | None = None

    async def call(self, arguments: dict[str, Any], limit: float) -> T | None:
        """Call the function once; None where it gave nothing back within `limit` seconds."""
        ended = threading.Event()
        call = self._begun(arguments, ended)
        waiting = asyncio.wrap_future(call)
        try:
            await asyncio.wait((waiting,), timeout=limit)
            if waiting.done():
                return waiting.result()
        finally:
            waiting.cancel()
        if self._is_async and await asyncio.to_thread(ended.wait, _GRACE_S):
            return None
        self._left_behind(ended)
        return None

    async def close(self) -> None:
        """End the loop of async functions."""
        if self._loop is not None:
            await asyncio.to_thread(self._loop.stop)

    def _begun(self, arguments: dict[str, Any], ended: threading.Event) -> "Future[T]":
        if self._is_async:
            return self._in_loop(self._awaited(arguments, ended))
        call: Future[T] = Future()
        threading.Thread(target=self._run, args=(arguments, call, ended), daemon=True).start()
        return call

    def _run(self, arguments: dict[str, Any], call: "Future[T]", ended: threading.Event) -> None:
        try:
            value = self._function(**arguments)
            # A function may hand out a coroutine without being declared async.
            reply = self._in_loop(self._later(value)).result() if inspect.isawaitable(value) else self._read(value)
        except BaseException as error:  # noqa: BLE001 - the user's code; SystemExit ends a call, not the run
            reply = self._crash(error)
        finally:
            ended.set()
        if call.set_running_or_notify_cancel():
            call.set_result(reply)

    async def _awaited(self, arguments: dict[str, Any], ended: threading.Event) -> T:
        try:
            return await self._later(self._function(**arguments))
        except BaseException as error:  # noqa: BLE001 - as above
            return self._crash(error)
        finally:
            ended.set()

    async def _later(self, value: Awaitable[object]) -> T:
        try:
            return self._read(await value)
        except BaseException as error:  # noqa: BLE001 - as above
            return self._crash(error)

    def _crash(self, error: BaseException) -> T:
        return self._crashed(f"{type(error).__name__}: {error}".removesuffix(": "))

    def _in_loop(self, call: Any) -> "Future[T]":  # noqa: ANN401 - a coroutine
        if self._loop is None:
            self._loop = _LoopThread()
        return asyncio.run_coroutine_threadsafe(call, self._loop.loop)

    def _left_behind(self, ended: threading.Event) -> None:
        """Count a call that hangs, until it comes back after all."""
        self.hanging += 1

        def wait() -> None:
            ended.wait()
            self.hanging -= 1

        threading.Thread(target=wait, daemon=True).start()


class _LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the loop, unless something in it hangs."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(_GRACE_S)

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.get_loop().run_forever()


def _is_async(function: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)
