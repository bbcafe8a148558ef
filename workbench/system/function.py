"""A Python function as the system under test.

It is called with keyword arguments, and is told nothing else:

    def answer(question: str, passages: list[dict] | None, identity: str = ""): ...

`passages` is None where it searches itself; `identity` is given only where somebody else asks. It may be `async`. An
exception is a failed call. Functions run outside of the event loop; what they print goes to stderr.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.judges.own.function_calls import FunctionCalls
from workbench.judges.own.module import CALL, OwnModule
from workbench.judges.own.source import OwnSource, module_source
from workbench.records.system import Ask, SystemReply
from workbench.system.reply import failed, read_reply
from workbench.system.system import told

_MOST_HANGING = 8
_WHERE = "system: call"


@dataclass(frozen=True, kw_only=True)
class FunctionSystem:
    """A function that settings name.

    Attributes:
        call: Where it is, as `package.module:function`.
        root: The bench's folder; modules there go before installed ones.
        timeout_s: Wall-clock seconds of one call.
    """

    call: str
    root: Path
    timeout_s: float

    def __post_init__(self) -> None:
        # What cannot be read is said at once, and what is read once stays the version that runs.
        _ = self.source

    @property
    def name(self) -> str:
        """Where it is."""
        return self.call

    @cached_property
    def source(self) -> OwnSource:
        """Its source.

        Raises:
            InputError: the path is none, or there is no source.
        """
        if not CALL.fullmatch(self.call):
            expected = "package.module:function, as in my_assistant:answer"
            raise InputError(Problem(where=_WHERE, expected=expected, got=repr(self.call)))
        return module_source(self.call.partition(":")[0], self.root, where=_WHERE)

    @cached_property
    def version(self) -> str:
        """A hash of the function's place and source."""
        return digest({"call": self.call, "source": self.source.digest})

    def missing(self) -> str | None:
        """Nothing is ever missing that settings do not name."""
        return None

    async def connect(self, *, identities: bool) -> "_Function":
        """Import the function; see `SystemToBe.connect`."""
        name, _, function = self.call.partition(":")
        module = OwnModule(name, self.root, self.source, where=_WHERE)
        try:
            return _Function(self, module, _function(module.load(), function, identities=identities))
        except BaseException:
            module.release()
            raise


class _Function:
    def __init__(self, system: FunctionSystem, module: OwnModule, function: Callable[..., Any]) -> None:
        self._system = system
        self._module = module
        self._calls = FunctionCalls(function, read=read_reply, crashed=_crashed)

    async def ask(self, ask: Ask) -> SystemReply:
        reply = await self._calls.call(told(ask), self._system.timeout_s)
        if reply is not None:
            return reply
        said, hanging = (
            f"{self._system.call} gave nothing back within {self._system.timeout_s:g} s",
            self._calls.hanging,
        )
        if hanging < _MOST_HANGING:
            return failed(said)
        return failed(f"{said}; {hanging} of its calls hang, and Python cannot end them", stops=True)

    async def close(self) -> None:
        await self._calls.close()
        self._module.release()


def _crashed(said: str) -> SystemReply:
    return failed(f"the system raised {said}")


def _function(module: ModuleType, name: str, *, identities: bool) -> Callable[..., Any]:
    found = getattr(module, name, None)
    if not callable(found):
        got = "no such name" if found is None else type(found).__name__
        raise InputError(Problem(where=_WHERE, expected=f"a function {name} in {module.__name__}", got=got))
    given = {"question": "", "passages": [], **({"identity": ""} if identities else {})}
    try:
        inspect.signature(found).bind(**given)
    except TypeError as error:
        expected = f"def {name}({', '.join(one if one != 'identity' else 'identity=None' for one in given)})"
        if identities:
            expected += ", for other identities ask too ([system.hidden] or --identity)"
        got = f"def {name}{inspect.signature(found)}"
        raise InputError(Problem(where=_WHERE, expected=expected, got=got)) from error
    except ValueError:
        # A function in C has no signature to look at.
        pass
    return cast("Callable[..., Any]", found)
