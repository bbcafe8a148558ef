"""Text files of other tools, a line at a time: UTF-8 or what a byte order mark names, packed with gzip or not."""

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from workbench.errors import InputError, Problem

LIMIT = 1 << 28
"""The most characters of one line, and of one JSON document: it is in memory as a whole, several times as large."""
_GZIP = b"\x1f\x8b"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file for its bytes, unpacked where it is packed with gzip.

    Raises:
        InputError: it cannot be read, now or in the block, or what is packed is damaged.
    """
    try:
        with path.open("rb") as file:
            if file.peek(2)[:2] != _GZIP:
                yield file
            else:
                with gzip.GzipFile(fileobj=file) as unpacked:
                    yield unpacked  # type: ignore[misc] # it reads and peeks as a file does
    except (OSError, EOFError, zlib.error) as error:
        got = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(Problem(where=str(path), expected="a file that can be read", got=got)) from error


def first_bytes(path: Path) -> bytes:
    """Return the first eight bytes of a file, unpacked.

    Raises:
        InputError: as for `opened`.
    """
    with opened(path) as file:
        return file.read(8)


def foreign_lines(path: Path, *, newline: str | None = None) -> Iterator[str]:
    r"""Read the lines of a text file, one after another.

    Bytes that are not UTF-8 come as lone surrogates, so that one bad line does not cost the others.

    Args:
        path: The file.
        newline: None to end every line with `\n`; an empty text to keep the ends as they are.

    Raises:
        InputError: as for `opened`, a line is too long, or the bytes are not what their byte order mark says.
    """
    with opened(path) as file:
        mark = file.peek(4)[:4]  # type: ignore[attr-defined] # both kinds of file have it
        encoding = next((name for known, name in _MARKS.items() if mark.startswith(known)), "utf-8")
        errors = "surrogateescape" if encoding.startswith("utf-8") else "strict"
        text = io.TextIOWrapper(file, encoding=encoding, errors=errors, newline=newline)
        try:
            while line := text.readline(LIMIT):
                if len(line) >= LIMIT:
                    raise InputError(Problem(where=str(path), expected=f"lines of at most {LIMIT:,} characters"))
                yield line
        except UnicodeError as error:
            raise InputError(Problem(where=str(path), expected=f"{encoding} text", got=str(error))) from error
        finally:
            text.detach()


def not_utf8(text: str) -> str:
    """Name the first byte of a line that is not UTF-8; empty where there is none."""
    found = None if text.isascii() else _NOT_UTF8.search(text)
    return f"the byte 0x{ord(found[0]) - 0xDC00:02x} (save the file as UTF-8)" if found else ""


def utf8_lines(lines: Iterable[str], name: str, report: Callable[[Problem], None]) -> Iterator[str]:
    """Pass lines on without their ends. One that is not UTF-8 is reported, and an empty one takes its place."""
    for number, line in enumerate(lines, start=1):
        bad = not_utf8(line)
        if bad:
            report(Problem(where=f"{name}:{number}", expected="UTF-8 text", got=bad))
        yield "" if bad else line.rstrip("\n")
