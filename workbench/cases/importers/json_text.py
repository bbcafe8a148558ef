"""Values that were saved as text: as JSON, or as Python writes its lists."""

import ast
import io
import tokenize
from itertools import pairwise
from typing import Any

from workbench.cases.rows import json_decoder

_BETWEEN = {tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT}
_NOT_PYTHON = (SyntaxError, ValueError, IndexError, tokenize.TokenError, RecursionError, MemoryError)


def unpacked(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the object or the list that a text holds as JSON; any other value as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        found = json_decoder(nan_is_null=True).decode(value.strip())
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, dict | list) else value


def unpacked_list(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Do the same, and read a list as Python writes it: pandas saves `['a', 'b']`, or `['a' 'b']` of an array, as CSV.

    A list that Python has shortened with dots stays a text.
    """
    found = unpacked(value)
    if not isinstance(found, str) or not found.lstrip().startswith(("[", "array(")):
        return found
    text = found.strip().removeprefix("array(").removesuffix(", dtype=object)")
    texts = _texts(text)
    return _literal(text, found) if texts is None else texts


def _texts(text: str) -> list[str] | None:
    """Read a list of nothing but texts; None where it is another one.

    Python would take two texts without a comma between them for one.
    """
    try:
        tokens = _tokens(text)
        signs = [token.string for token in tokens if token.type != tokenize.STRING]
        if signs[:1] != ["["] or tokens[-1].string != "]" or set(signs[1:-1]) - {","}:
            return None
        found = [ast.literal_eval(token.string) for token in tokens if token.type == tokenize.STRING]
    except _NOT_PYTHON:
        return None
    return found if all(isinstance(one, str) for one in found) else None


def _literal(text: str, otherwise: str) -> Any:  # noqa: ANN401 - any value that Python writes as text
    """Read a list of objects. Texts side by side are refused: Python would take them for one."""
    try:
        if any(one.type == other.type == tokenize.STRING for one, other in pairwise(_tokens(text))):
            return otherwise
        found = ast.literal_eval(text)
    except _NOT_PYTHON:
        return otherwise
    return found if isinstance(found, list) else otherwise


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in _BETWEEN]
