"""Styles of the user's own: a Python file that settings name, or a package that is installed.

Only what settings name is ever imported from a bench folder. Packages offer styles under the entry-point group
`workbench.styles`.
"""

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from random import Random

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.plants.catalogue import STYLES
from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Style
from workbench.plants.verify import verify
from workbench.records.challenge import Set
from workbench.records.rules import RULES

GROUP = "workbench.styles"
_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def own_styles(named: Sequence[str], root: Path) -> dict[str, Style]:
    """Load the styles that settings name and that installed packages offer, by name.

    Args:
        named: Such as `my_styles:round_up`: a module, as a file below the bench's folder or installed, and a `Style` in
            it, or a function without arguments that returns one.
        root: The bench's folder.

    Raises:
        InputError: a style cannot be loaded, is none, or has the name of another; all of them at once.
    """
    loaders: list[tuple[str, Callable[[], object]]] = [(f"styles: {path}", _loader(path, root)) for path in named]
    loaders += [(f"entry point {point.name} ({point.value})", point.load) for point in entry_points(group=GROUP)]
    found: dict[str, Style] = {}
    problems: list[Problem] = []
    for where, load in loaders:
        try:
            style = _style(load, where)
            if style.name in found or style.name in STYLES:
                raise InputError(Problem(where=where, expected="a name of its own", got=f"{style.name} a second time"))
            found[style.name] = _guarded(style, where)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return found


def _loader(path: str, root: Path) -> Callable[[], object]:
    def load() -> object:
        if not _PATH.fullmatch(path):
            raise InputError(Problem(where=f"styles: {path}", expected="module:name, as in my_styles:round_up"))
        module, _, name = path.partition(":")
        file = root.joinpath(*module.split(".")).with_suffix(".py")
        if not file.is_file():
            return getattr(importlib.import_module(module), name)
        # A name that no other module has: the file is loaded for this bench alone and hides nothing.
        spec = importlib.util.spec_from_file_location(f"_workbench_{digest([str(file)])}", file)
        if spec is None or spec.loader is None:
            raise InputError(Problem(where=f"styles: {path}", expected="a Python file", got=str(file)))
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return getattr(loaded, name)

    return load


def _style(load: Callable[[], object], where: str) -> Style:
    expected = "a workbench.plants.style.Style, or a function without arguments that returns one"
    try:
        value = load()
        if not isinstance(value, Style) and callable(value):
            value = value()
    except InputError:
        raise
    except Exception as error:
        raise InputError(Problem(where=where, expected=expected, got=_said(error))) from error
    if not isinstance(value, Style):
        raise InputError(Problem(where=where, expected=expected, got=type(value).__name__))
    problems = [*_problems(value, where)]
    if problems:
        raise InputError(problems)
    return value


def _problems(style: Style, where: str) -> Iterable[Problem]:
    if not _NAME.fullmatch(style.name):
        yield Problem(where=where, expected="a name of small letters, digits and _", got=repr(style.name))
    if style.set not in (Set.PLANTED, Set.NEAR_MISS):
        yield Problem(where=where, expected="set to be Set.PLANTED or Set.NEAR_MISS", got=repr(style.set))
    if not style.rules or not set(style.rules) <= set(RULES):
        yield Problem(where=where, expected=f"rules to be some of {', '.join(RULES)}", got=repr(style.rules))


def _guarded(style: Style, where: str) -> Style:
    """Turn what goes wrong in the user's code into a message that names the style and the case."""

    def plant(ground: Ground, rng: Random) -> Draft:
        place = f"{where}, case {ground.case.case_id}"
        try:
            draft = style.plant(ground, rng)
            if not isinstance(draft, Draft):
                raise InputError(Problem(where=place, expected="a Draft", got=type(draft).__name__))
            verify(ground, draft)
        except (Declined, InputError):
            raise
        except Exception as error:
            raise InputError(Problem(where=place, expected="a Draft, or Declined", got=_said(error))) from error
        return draft

    return replace(style, plant=plant)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")
