"""Each line of a journal ends in a link: a hash over itself and the link of the line before it.

So a line that was edited, removed or moved is noticed by whoever reads on. A cut at the very end is not: the ledger
knows how many lines a run had.
"""

from hashlib import blake2b

START = ""
"""Stands for the link of the line before the first."""

_DIGITS = 16
_OPEN, _CLOSE = b',"link":"', b'"}\n'
_LENGTH = len(_OPEN) + _DIGITS + len(_CLOSE)


class Unlinked(ValueError):
    """A line that does not follow the one before it."""


def linked(line: bytes, before: str) -> tuple[bytes, str]:
    """Put its link into a line.

    Args:
        line: A JSON object that is not empty, with its newline.
        before: The link of the line before it.

    Returns:
        The line with the link as its last field, and the link.
    """
    body = line[:-2]
    link = _link(body, before)
    return b"".join((body, _OPEN, link.encode("ascii"), _CLOSE)), link


def unlinked(line: bytes, before: str) -> tuple[bytes, str]:
    """Take the link out of a line again, and check it.

    A line without a link is let through until the first that has one: older versions wrote none.

    Raises:
        Unlinked: the line or one before it was edited, removed or moved.
    """
    if not (line.endswith(_CLOSE) and line[-_LENGTH:].startswith(_OPEN)):
        if before == START:
            return line, START
        raise Unlinked("it has no link to the line before it")
    body, link = line[:-_LENGTH], line[-_LENGTH + len(_OPEN) : -len(_CLOSE)]
    if _link(body, before).encode("ascii") != link:
        raise Unlinked("it was edited after it was written, or a line before it was removed or moved")
    return body + b"}\n", link.decode("ascii")


def _link(body: bytes, before: str) -> str:
    return blake2b(body, digest_size=_DIGITS // 2, key=before.encode("ascii")).hexdigest()
