"""Which column of a file of another tool is what? By its name, however that is spelled."""

from collections.abc import Sequence


def known_name(known: Sequence[str], names: Sequence[str]) -> str:
    """Return the column that has the first of some known names; empty where it has none.

    Args:
        known: Names, the most telling first.
        names: The columns of the file. Of two whose names are spelled alike, the first one counts.
    """
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(bare_name(name), name)
    return next((spelled[bare_name(one)] for one in known if bare_name(one) in spelled), "")


def bare_name(name: str) -> str:
    """Return a name without case and without what stands between its words: `User Input` and `user_input` are one."""
    return name.casefold().translate(_BETWEEN)


_BETWEEN = str.maketrans("", "", " _-\t\ufeff")
