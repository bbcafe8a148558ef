"""Where two texts differ, in whole words, exact to the character."""

import re
from difflib import SequenceMatcher

from workbench.records.challenge import Site

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


def word_sites(before: str, after: str, where: str) -> tuple[Site, ...]:
    """Return the changes that make one text of the other; none where they are equal.

    Changes with nothing but white space between them are one. Putting each `before` back at its `start` gives the
    first text.
    """
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    changes: list[tuple[int, int, int, int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if changes and not "".join(new[changes[-1][3] : j1]).strip():
            first = changes.pop()
            changes.append((first[0], i2, first[2], j2))
        else:
            changes.append((i1, i2, j1, j2))
    return tuple(
        Site(where=where, start=len("".join(new[:j1])), before="".join(old[i1:i2]), after="".join(new[j1:j2]))
        for i1, i2, j1, j2 in changes
    )
