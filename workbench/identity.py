"""Identity is a hash of content: never a position, a file name or a clock."""

import hashlib
import json
from typing import Any

# Made once: `json.dumps` would make one a value, and a large set of items has many.
_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def canonical_json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the one spelling of a JSON value: sorted keys, no spaces, characters as themselves.

    Raises:
        ValueError: the value holds NaN or Infinity, which are not JSON.
    """
    return _encode(value)


def digest(value: Any, *, length: int = 16) -> str:  # noqa: ANN401 - any JSON value
    """Return the first `length` hex digits of the SHA-256 of a JSON value.

    Sixteen digits are 64 bits: two of a million items share an id with a chance below one in ten million.
    """
    # A lone surrogate is legal in a Python string and in JSON escapes, but not in UTF-8.
    data = canonical_json(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:length]
