"""The source of a judge of the user's own, hashed without running it.

The hash covers the named file and every Python file below the bench's folder that it imports, by whatever way, as far
as the import is written as one. It cannot see packages that are installed, files that the code reads, models and
servers that it asks, what the environment says, and modules whose names are put together at run time.
"""

import ast
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import decode_source, find_spec
from pathlib import Path

from workbench.errors import InputError, Problem
from workbench.identity import digest


@dataclass(frozen=True, kw_only=True)
class OwnSource:
    """The source of a judge.

    Attributes:
        digest: Hash of all its texts, by name.
        modules: The modules below the bench's folder among them, to their files.
    """

    digest: str
    modules: dict[str, Path]


def module_source(module: str, root: Path, *, where: str) -> OwnSource:
    """Return the source of a module, a file below the bench's folder or else an installed one, with what it imports.

    Raises:
        InputError: there is no such module, its source cannot be read, or a file is no Python.
    """
    if _file(module, (root,)) is None:
        text = _text(_installed(module, root, where), where)
        return OwnSource(digest=digest({module: text}), modules={})
    return _followed([module], {}, (root,), where)


def file_source(files: Sequence[Path], modules: Sequence[str], root: Path, *, where: str) -> OwnSource:
    """Return the source of what a command names: files of any kind, and modules; Python brings what it imports.

    Raises:
        InputError: a file cannot be read, or is no Python although its name says so.
    """
    texts: dict[str, str] = {}
    imported = list(modules)
    for file in files:
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        if file.suffix == ".py":
            texts[name] = _text(file, where)
            imported += _imports(texts[name], "", file, where)
        else:
            texts[name] = _content_digest(file, where)
    # A script finds modules beside itself first, then those of the folder in which it is started.
    return _followed(imported, texts, tuple(dict.fromkeys((*(file.parent for file in files), root))), where)


def _followed(modules: list[str], texts: dict[str, str], folders: tuple[Path, ...], where: str) -> OwnSource:
    """Take in modules that lie in some folders, their packages, and what they import, until nothing new is found."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        file = _file(module, folders)
        if file is None or module in found:
            continue
        found[module] = file
        text = _text(file, where)
        texts = {**texts, module: text}
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        waiting += [*_imports(text, package, file, where), *_parents(module)]
    return OwnSource(digest=digest(texts), modules=found)


def _imports(text: str, package: str, file: Path, where: str) -> Iterator[str]:
    """Yield the names of the modules that a text may import; a name that is none is found nowhere."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InputError(Problem(where=where, expected=f"Python in {file}", got=str(error))) from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".") if package and node.level else []
            base = ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" if base else alias.name for alias in node.names)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


def _file(module: str, folders: tuple[Path, ...]) -> Path | None:
    places = [folder.joinpath(*module.split(".")) for folder in folders if module]
    files = (file for place in places for file in (place / "__init__.py", place.with_suffix(".py")))
    return next((file for file in files if file.is_file()), None)


def _installed(module: str, root: Path, where: str) -> Path:
    expected = f"a module: a file below {root}, or an installed one"
    try:
        spec = find_spec(module)
    except (ImportError, ValueError) as error:
        raise InputError(Problem(where=where, expected=expected, got=f"{type(error).__name__}: {error}")) from error
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise InputError(Problem(where=where, expected=expected, got=f"no such module: {module}"))
    return Path(spec.origin)


def _text(file: Path, where: str) -> str:
    """Return the text as Python reads it, so that line ends are no change."""
    try:
        return decode_source(file.read_bytes())
    except (SyntaxError, UnicodeDecodeError) as error:
        raise InputError(Problem(where=where, expected=f"Python in {file}", got=str(error))) from error
    except OSError as error:
        raise InputError(Problem(where=where, expected=f"a file {file}", got=error.strerror or str(error))) from error


def _content_digest(file: Path, where: str) -> str:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise InputError(Problem(where=where, expected=f"a file {file}", got=error.strerror or str(error))) from error
