"""A command as the system under test: a program that is kept running, and answers one JSON line with another.

It reads a line for each question on stdin, and writes a line for each on stdout, with the same `id`:

    {"id": 7, "question": "...", "passages": [{"id": "...", "title": "...", "text": "..."}]}
    {"id": 7, "answer": "A day costs £32 [price-hire]."}

`passages` is null where it searches itself; `identity` is there only where somebody else asks. It is started in the
bench's folder, without a shell; one that crashes is started anew, one that hangs is killed with all that it started.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from workbench.identity import digest
from workbench.judges.own.processes import NoAnswer
from workbench.judges.own.workers import Workers, command_source, missing_program
from workbench.records.system import Ask, SystemReply
from workbench.system.reply import failed, read_reply
from workbench.system.system import told


@dataclass(frozen=True, kw_only=True)
class CommandSystem:
    """A command that settings name.

    Attributes:
        command: The program and its arguments.
        root: The bench's folder, in which it is started.
        timeout_s: Wall-clock seconds of one question, the start of the program included.
        workers: The most processes at once.
        key_env: The environment variable of a key that it may know; its value is kept nowhere.
    """

    command: tuple[str, ...]
    root: Path
    timeout_s: float
    workers: int
    key_env: str = ""

    def __post_init__(self) -> None:
        # What cannot be read is said at once, and what is read once stays the version that runs.
        _ = self.version

    @property
    def name(self) -> str:
        """The command line."""
        return " ".join(self.command)

    @cached_property
    def version(self) -> str:
        """A hash of the command line and of the files that it names."""
        source = command_source(self.command, self.root, where="system: command")
        return digest({"command": list(self.command), "source": source.digest})

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        return missing_program(self.command, self.root)

    async def connect(self, *, identities: bool) -> "_Command":
        """Return the system. A process is started with its first question."""
        return _Command(self)


class _Command:
    def __init__(self, system: CommandSystem) -> None:
        self._system = system
        self._workers = Workers(
            system.command, system.root, workers=system.workers, at_once=1, timeout_s=system.timeout_s
        )

    async def ask(self, ask: Ask) -> SystemReply:
        key_env = self._system.key_env
        try:
            async with self._workers.free() as worker:
                answer = await worker.ask(told(ask))
        except TimeoutError:
            limit = f"{self._system.timeout_s:g} s"
            return failed(f"the command gave no answer within {limit}, and was killed", key_env=key_env)
        except OSError as error:
            return failed(f"the command cannot be started: {error.strerror or error}", key_env=key_env, stops=True)
        except NoAnswer as error:
            return failed(f"the command gave no answer: {error}", key_env=key_env)
        return read_reply(answer.fields, key_env=key_env)

    async def close(self) -> None:
        await self._workers.close()
