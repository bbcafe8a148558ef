"""From settings to the system under test: a function, a command or a server."""

import os

from workbench.errors import InputError, SetupError
from workbench.judges.server import Server
from workbench.steps.settings import FILE, Settings
from workbench.system.command import CommandSystem
from workbench.system.function import FunctionSystem
from workbench.system.server import ServerSystem
from workbench.system.system import SystemToBe


def named_system(settings: Settings) -> SystemToBe:
    """Return the system that settings name.

    Raises:
        InputError: they name none, or its source cannot be read.
        SetupError: something is missing to ask it, such as a key.
    """
    named = settings.system
    if named is None:
        raise InputError(
            f"no system to ask: the settings in {settings.root} have no [system]",
            hint=f'write `[system]` and below it `call = "my_assistant:answer"`, or command or url, into {FILE}; '
            "or read answers that you have already, with --pairs FILE",
        )
    system: SystemToBe
    if named.call:
        system = FunctionSystem(call=named.call, root=settings.root, timeout_s=named.timeout_s)
    elif named.command:
        workers = min(settings.concurrency, os.cpu_count() or 1)
        system = CommandSystem(
            command=named.command,
            root=settings.root,
            timeout_s=named.timeout_s,
            workers=workers,
            key_env=named.key_env,
        )
    else:
        system = ServerSystem(server=Server(url=named.url, key_env=named.key_env), timeout_s=named.timeout_s)
    missing = system.missing()
    if missing:
        raise SetupError(f"system {system.name}: {missing}")
    return system
