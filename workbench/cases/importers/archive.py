"""The samples of an Inspect log that is an archive. Its names are no paths, and nothing is unpacked to the disk.

Members are packed with deflate or, since 2026, with Zstandard, which Python's own reader knows from 3.14 on.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from workbench.cases.rows import Row, described, json_decoder, json_fault
from workbench.errors import InputError, Problem

_ZSTD = 93
_LOCAL = struct.Struct("<4s22xHH")
"""The head of a member: its signature and, behind what the archive's own list says too, the lengths of what follows."""
_MOST = 1 << 28
"""Bytes of one sample, unpacked: what an archive says of its own sizes is not believed."""
_SAMPLE = re.compile(r"samples/[^/]+(?:\.json|/sample\.json)")


class _DamagedError(Exception):
    """A member that cannot be unpacked, and why."""


def archive_rows(path: Path, problems: list[Problem]) -> Iterator[Row]:
    """Read the samples one after another, in the order of the archive, each as an object.

    Raises:
        InputError: it cannot be read as an archive, or is not one of Inspect.
    """
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as file:
            members = [member for member in archive.infolist() if _SAMPLE.fullmatch(member.filename)]
            if not members:
                got = "an archive without samples/*.json"
                raise InputError(Problem(where=str(path), expected="the log of an Inspect run", got=got))
            for member in members:
                where = f"{path}, {member.filename}"
                try:
                    yield Row(where=where, values=_sample(file, member))
                except _DamagedError as error:
                    problems.append(Problem(where=where, expected="a sample that can be read", got=str(error)))
    except (OSError, zipfile.BadZipFile) as error:
        got = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(Problem(where=str(path), expected="an archive that can be read", got=got)) from error


def _sample(file: IO[bytes], member: zipfile.ZipInfo) -> dict[str, Any]:
    data = _unpacked(_packed(file, member), member)
    if len(data) > _MOST:
        raise _DamagedError(f"more than {_MOST:,} bytes, unpacked")
    if zlib.crc32(data) != member.CRC:
        raise _DamagedError("other bytes than were packed")
    try:
        value = json_decoder(nan_is_null=True).decode(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _DamagedError("bytes that are not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise _DamagedError(json_fault(error)) from error
    if not isinstance(value, dict):
        raise _DamagedError(described(value))
    return value


def _packed(file: IO[bytes], member: zipfile.ZipInfo) -> bytes:
    file.seek(member.header_offset)
    head = file.read(_LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
        raise _DamagedError("a member that is not where the archive says")
    _, name, extra = _LOCAL.unpack(head)
    file.seek(name + extra, io.SEEK_CUR)
    return file.read(member.compress_size)


def _unpacked(packed: bytes, member: zipfile.ZipInfo) -> bytes:
    """Return a member unpacked, cut off one byte behind the most that is read."""
    if member.flag_bits & 1:
        raise _DamagedError("an encrypted one")
    try:
        if member.compress_type == zipfile.ZIP_STORED:
            return packed[: _MOST + 1]
        if member.compress_type == zipfile.ZIP_DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, _MOST + 1)
        if member.compress_type == _ZSTD:
            return _without_zstd(packed)
    except (zlib.error, OSError) as error:
        raise _DamagedError(str(error).lower()) from error
    raise _DamagedError(f"one that is packed by method {member.compress_type}")


def _without_zstd(packed: bytes) -> bytes:
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as stream:
        data: bytes = stream.read(_MOST + 1)
    return data
