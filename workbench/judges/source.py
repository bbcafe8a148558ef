"""The source text of our own modules, hashed: code that can change a verdict is part of a judge's version."""

import pkgutil
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec

from workbench.identity import digest


@lru_cache
def source_digest(*modules: str) -> str:
    """Return a hash of the source of the named modules, and of every module inside the named packages.

    Raises:
        LookupError: the source of a module is not installed, so that its version cannot be told.
    """
    return digest({name: _source(name) for module in modules for name in _with_submodules(module)})


def _with_submodules(module: str) -> list[str]:
    spec = find_spec(module)
    places = spec.submodule_search_locations if spec else None
    inside = [f"{module}.{found.name}" for found in pkgutil.iter_modules(places)] if places else []
    return [module, *sorted(inside)]


def _source(module: str) -> str:
    spec = find_spec(module)
    loader = spec.loader if spec else None
    text = loader.get_source(module) if isinstance(loader, SourceFileLoader) else None
    if text is None:
        raise LookupError(f"no source for {module}; install the workbench from its wheel or its repository")
    return text
