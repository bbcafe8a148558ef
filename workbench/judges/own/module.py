"""Importing a module of the user's own: the file that was hashed, and nothing of what it was before it changed."""

import contextlib
import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

from workbench.errors import InputError, Problem
from workbench.judges.own.source import OwnSource

CALL = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")


class OwnModule:
    """A module below the bench's folder, or an installed one, while its judge is in use.

    Meanwhile the bench's folder stands last on the search path, so that its files hide no installed module, and what
    the user's code prints goes to stderr: stdout is for results.
    """

    def __init__(self, name: str, root: Path, source: OwnSource, *, where: str) -> None:
        self._name = name
        self._root = str(root)
        self._source = source
        self._where = where
        self._used = False

    def load(self) -> ModuleType:
        """Import the module afresh, with all that it imports from the bench's folder.

        Raises:
            InputError: it cannot be imported, or its name is taken by another module.
        """
        self._used = True
        sys.path.append(self._root)
        _quiet.enter()
        importlib.invalidate_caches()
        try:
            module = importlib.import_module(self._name)
        except Exception as error:
            said = f"{type(error).__name__}: {error}".removesuffix(": ")
            raise InputError(
                Problem(where=self._where, expected=f"a module {self._name} that can be imported", got=said)
            ) from error
        self._check(module)
        return module

    def release(self) -> None:
        """Forget the modules, whose files may change, and take the folder off the search path. Harmless twice."""
        if self._used:
            self._used = False
            for name, file in self._source.modules.items():
                if _comes_from(name, file):
                    _forget(name)
            # The last one is ours: a program that was started in this folder has it at the front as well.
            places = [index for index, place in enumerate(sys.path) if place == self._root]
            if places:
                del sys.path[places[-1]]
            _quiet.leave()

    def _check(self, module: ModuleType) -> None:
        """The module that was hashed must be the one that runs."""
        expected = self._source.modules.get(self._name)
        if expected is not None and not _comes_from(self._name, expected):
            got = getattr(module, "__file__", None)
            raise InputError(
                Problem(
                    where=self._where,
                    expected=f"{expected} to be the module {self._name}; give the file another name",
                    got=got or "a module that is built in",
                )
            )


def _forget(name: str) -> None:
    """Drop a module, and the packages without a file that hold it: they know it by name."""
    sys.modules.pop(name, None)
    package = name.rpartition(".")[0]
    if package in sys.modules and getattr(sys.modules[package], "__file__", None) is None:
        _forget(package)


def _comes_from(name: str, file: Path) -> bool:
    found = getattr(sys.modules.get(name), "__file__", None)
    return found is not None and Path(found).resolve() == file.resolve()


class _Quiet:
    """While a module of the user's is loaded, what is printed goes to stderr and no bytecode is written.

    A module may import others long after it was imported itself, and what it leaves beside them could outlive a change.
    """

    def __init__(self) -> None:
        self._users = 0
        self._stack = contextlib.ExitStack()

    def enter(self) -> None:
        self._users += 1
        if self._users == 1:
            self._stack.enter_context(contextlib.redirect_stdout(sys.stderr))
            self._stack.callback(setattr, sys, "dont_write_bytecode", sys.dont_write_bytecode)
            sys.dont_write_bytecode = True

    def leave(self) -> None:
        self._users -= 1
        if self._users == 0:
            self._stack.close()


_quiet = _Quiet()
