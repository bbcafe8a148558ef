"""Characters that a reader cannot see, made visible.

An invisible or direction-changing character can hide a change or turn the order of digits round. In every view it is
shown by its number, as `[U+202E]`. Letters, marks, line feeds and tabs stay as they are, and so do the joiners inside
emoji and inside scripts that need them.
"""

import re
import unicodedata
from collections.abc import Iterator

_HIDDEN = re.compile(
    r"\r(?!\n)|["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters but tab, line feed and carriage return
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_JOINED = {"Lo", "Mn", "Mc", "So", "Sk"}
_VARIED = {"Lo", "So", "Sm", "Sk", "Po", "Nd"}


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text into pieces and say of each whether it is a stand-in such as `[U+202E]` for a hidden character."""
    start = 0
    for match in _HIDDEN.finditer(text):
        if _belongs(text, match.start()):
            continue
        if match.start() > start:
            yield text[start : match.start()], False
        yield f"[U+{ord(match[0]):04X}]", True
        start = match.end()
    if start < len(text):
        yield text[start:], False


def plain(text: str) -> bool:
    """Say at once of most texts that they hold no hidden character."""
    return (text.isascii() and text.isprintable()) or _HIDDEN.search(text) is None


def visible(text: str) -> str:
    """Return the text with every hidden character written as its number."""
    if plain(text):
        return text
    return "".join(piece for piece, _ in pieces(text))


def on_one_line(text: str) -> str:
    """Return the visible text with line breaks as `↵` and tabs as spaces, for a table cell or a line of a list."""
    return visible(text).replace("\r\n", "\n").replace("\n", " ↵ ").replace("\t", " ")


def _belongs(text: str, index: int) -> bool:
    """Say whether a joiner or a variation selector is part of how the character before it is written."""
    before = unicodedata.category(text[index - 1]) if index else ""
    if text[index] in "\u200c\u200d":
        return before in _JOINED
    return "\ufe00" <= text[index] <= "\ufe0f" and before in _VARIED
