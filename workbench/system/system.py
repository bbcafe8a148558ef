"""The protocol of a system under test, and what it is told."""

from typing import Any, Protocol

from workbench.records.system import Ask, SystemReply


class System(Protocol):
    """A system that is connected. One call is one attempt; it may be asked several things at once."""

    async def ask(self, ask: Ask) -> SystemReply:
        """Ask one question once. Never raises for a failed call; a cancellation passes through."""
        ...

    async def close(self) -> None:
        """Release connections, processes and modules. Calling it twice is harmless."""
        ...


class SystemToBe(Protocol):
    """A system that settings name. Nothing of it is run before `connect`."""

    @property
    def name(self) -> str:
        """How reports call it."""
        ...

    @property
    def version(self) -> str:
        """A hash of its source or its address: answers of one version are not asked for again."""
        ...

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        ...

    async def connect(self, *, identities: bool) -> System:
        """Return the system.

        Args:
            identities: Whether it will be asked in the name of others.

        Raises:
            InputError: it cannot be imported, or takes other arguments.
        """
        ...


def told(ask: Ask) -> dict[str, Any]:
    """Return what a system is told, made anew for each call: what it does to it stays there.

    `passages` is None where it searches itself; `identity` is there only where somebody else asks.
    """
    passages = None
    if ask.passages is not None:
        passages = [{"id": one.id, "title": one.title, "text": one.text} for one in ask.passages]
    return {
        "question": ask.question,
        "passages": passages,
        **({"identity": ask.identity} if ask.identity else {}),
    }
