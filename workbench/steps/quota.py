"""Quotas as people write them: a number, or `all`."""

from workbench.errors import InputError, Problem


def read_quota(option: str, text: str | None) -> int | str | None:
    """Read a quota; None where it was not given.

    Raises:
        InputError: it is neither a whole number from 1 nor `all`.
    """
    if text is None or text == "all":
        return text
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise InputError(Problem(where=option, expected="a whole number from 1, or all", got=repr(text)))
    return int(text)
