"""What settings say of the system under test, under `[tool.workbench.system]`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.steps.judge_settings import read_url, read_variable
from workbench.steps.settings_fields import SettingsReader

_KINDS = ("call", "command", "url")
_TIMEOUT_S = 120.0


@dataclass(frozen=True, kw_only=True)
class SystemSettings:
    """What settings say of the system under test. What is empty was not said.

    Attributes:
        call: A Python function, as `package.module:function`.
        command: A program and its arguments.
        url: The address that takes questions by POST.
        key_env: The environment variable of the key for the address, or of one that the command may echo.
        timeout_s: Wall-clock seconds of one question.
        hidden: The ids of the passages that an identity may not see, by the identity.
    """

    call: str = ""
    command: tuple[str, ...] = ()
    url: str = ""
    key_env: str = ""
    timeout_s: float = _TIMEOUT_S
    hidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_system(read: SettingsReader) -> SystemSettings | None:
    """Read the table of the system; None where it is not there. What is wrong is told by the reader's `done`."""
    if not read.keys():
        return None
    hidden = read.table("hidden")
    system = SystemSettings(
        call=read.text("call", ""),
        command=read.texts("command"),
        url=read_url(read, "url", "http://localhost:8080/ask"),
        key_env=read_variable(read, "key_env"),
        timeout_s=read.number("timeout_s", _TIMEOUT_S),
        hidden={identity: hidden.names(identity, (), least=1) for identity in hidden.keys()},
    )
    named = [kind for kind in _KINDS if kind in read.keys()]
    if len(named) != 1:
        read.refuse("call, command, url", "exactly one of them", " and ".join(named) or "none")
    elif named[0] in ("call", "command") and not getattr(system, named[0]):
        read.refuse(named[0], "one that is not empty", "an empty one")
    if system.call and system.key_env:
        read.refuse("key_env", "a url or a command beside it", "a call, which reads the environment itself")
    if "" in system.hidden:
        read.refuse("hidden", "identities with a name", "an empty name")
    return system
