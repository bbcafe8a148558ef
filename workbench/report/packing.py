"""How data stands in a page: as JSON, in gzip, in base64; in a small page with its frequent words as one sign each.

Base64 holds no `<`, so nothing in the data can end the element that it stands in.
"""

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Sequence

_EFFORT = 6
"""One step less makes a page a twentieth larger; one step more hardly a smaller one."""
_HASTE = 5
"""For what is large: a twelfth larger, and the whole report is built a tenth sooner."""

_WORDS = re.compile(r"(\w+\W{0,8})")
"""A word with what stands behind it, which is as often the same as the word is."""

_SIGNS = "".join(map(chr, (*range(0x01, 0x20), *range(0x80, 0x800))))
"""What a word may be replaced by: JSON never holds the first 31, and of the others those that the texts do not hold."""


def json_text(value: object) -> str:
    """Return a JSON value as the shortest text; equal values give equal text."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def pack(text: str, *, in_haste: bool = False) -> str:
    """Return a text as gzip in base64; equal texts give equal packs."""
    effort = _HASTE if in_haste else _EFFORT
    return base64.b64encode(gzip.compress(text.encode("utf-8"), effort, mtime=0)).decode("ascii")


def with_signs(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Replace the frequent words of some JSON texts by a sign each, which packs a fifth to a third smaller.

    Gzip knows only the last 32 KB, and says where in them a word stood in two bytes or more. A judge's reasons are much
    the same words all over a page.

    Returns:
        The texts, and what each sign stands for. Replacing each sign by its word gives the texts back.
    """
    held = set().union(*texts)
    pieces = [_WORDS.split(text) for text in texts]
    counts = Counter(word for parts in pieces for word in parts[1::2])
    frequent = (word for word, count in counts.most_common(len(_SIGNS)) if count > 1 and len(word) > 1)
    signs = dict(zip(frequent, (sign for sign in _SIGNS if sign not in held), strict=False))
    for parts in pieces:
        parts[1::2] = [signs.get(word, word) for word in parts[1::2]]
    return ["".join(parts) for parts in pieces], {sign: word for word, sign in signs.items()}
