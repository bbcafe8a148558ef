"""The one place that opens text files: strict UTF-8, with or without a byte order mark."""

import codecs
from pathlib import Path

from workbench.errors import InputError, Problem

_OTHER_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_text(path: Path) -> str:
    """Read a whole file as it stands; only a UTF-8 byte order mark at its start is taken off.

    Line ends are kept: a format that is made of lines reads them with `lines`.

    Raises:
        InputError: the file is missing, a folder or not permitted, or its bytes are not UTF-8 (with the line).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        got = (error.strerror or str(error)).lower()
        raise InputError(Problem(where=str(path), expected="a file that can be read", got=got)) from error
    if data.startswith(_OTHER_MARKS):
        raise InputError(Problem(where=str(path), expected="UTF-8 text", got="the byte order mark of UTF-16 or UTF-32"))
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        problem = Problem(where=f"{path}:{line}", expected="UTF-8 text", got=f"the byte 0x{body[error.start]:02x}")
        raise InputError(problem) from error


def lines(text: str) -> list[str]:
    r"""Split into lines at `\n`, `\r\n` and `\r` and nowhere else: U+2028, U+0085 and form feeds are text."""
    return plain_line_ends(text).split("\n")


def plain_line_ends(text: str) -> str:
    r"""Put `\n` in the place of `\r\n` and `\r`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
