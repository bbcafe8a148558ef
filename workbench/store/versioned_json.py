"""A JSON object with the version of its format: the outer shape of every file that is written whole."""

import json
from pathlib import Path
from typing import Any

from workbench.errors import StoreError


def read_versioned(path: Path, *, newest: int, oldest: int) -> tuple[int, dict[str, Any]]:
    """Return the format of a file, from `oldest` to `newest`, and its object without it.

    Raises:
        StoreError: the file is missing, no JSON object, of no format that is read here, or of a newer one.
    """
    try:
        value = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path}: expected a JSON object: {error}") from error
    found = value.pop("format", None) if isinstance(value, dict) else None
    if type(found) is int and found > newest:
        raise StoreError(f"{path}: format {found} was written by a newer workbench; update to read it")
    if type(found) is not int or found < oldest:
        raise StoreError(f'{path}: expected "format": {newest}, got {found!r}')
    return found, value
