"""Names of files for ids, which may be anything: paths, control characters, megabytes of text."""

import re
import unicodedata

from workbench.identity import digest

_PLAIN = re.compile(r"[^\W_][\w+-]*(?:[ .][\w+-]+)*")
# Windows has devices with these names, and folders of plants hold a README.md that is none.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d|readme)(?:\..*)?", re.IGNORECASE)
_LONGEST = 120
_SHORT = 40


def file_stem(case_id: str) -> str:
    """Return the name of a file for an id, without its ending: the id itself where every system has such a name.

    Else it is made of the letters and digits of the id, and of a hash that tells it from others like it.
    """
    composed = unicodedata.normalize("NFC", case_id) == case_id
    if composed and _PLAIN.fullmatch(case_id) and not _RESERVED.fullmatch(case_id) and _bytes(case_id) <= _LONGEST:
        return case_id
    letters = "-".join(re.findall(r"[^\W_]+", case_id[: 4 * _SHORT]))
    while _bytes(letters) > _SHORT:
        letters = letters[:-1]
    return "-".join(part for part in (letters.strip("-"), digest(case_id, length=12)) if part)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
