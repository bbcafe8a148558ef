"""Typed reading of the fields of a row. What is wrong is gathered, so that all of it can be told at once."""

from collections.abc import Mapping
from typing import Any

from workbench.cases.rows import described
from workbench.errors import Problem


class Fields:
    """The fields of one object of a file.

    Attributes:
        where: The place of the object, for error messages.
        values: The object.
        problems: What was found wrong so far; the caller drops the object when this is not empty.
    """

    def __init__(self, where: str, values: Mapping[str, Any], problems: list[Problem]) -> None:
        self.where = where
        self.values = values
        self.problems = problems

    def wrong(self, expected: str, got: str) -> None:
        """Note that something else was expected."""
        self.problems.append(Problem(where=self.where, expected=expected, got=got))

    def given(self, name: str) -> bool:
        """Say whether the field is there and is not null."""
        return self.values.get(name) is not None

    def text(self, name: str, *, required: bool = False) -> str:
        """Read text, whole and as it stands; an empty text where the field is absent and may be."""
        value = self.values.get(name)
        if isinstance(value, str):
            return value if self._writable(name, value) else ""
        if value is not None or required:
            self._mistyped(name, "text")
        return ""

    def name(self, name: str, *, required: bool = False) -> str:
        """Read an id: text, trimmed, or a whole number. The number 1 and the text "1" are one id."""
        value = self.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        before = len(self.problems)
        text = self.text(name, required=required).strip()
        if required and not text and len(self.problems) == before:
            self.wrong(f'"{name}" that is not empty', described(value))
        return text

    def phrase(self, name: str) -> str | None:
        """Read a phrase to look for, trimmed; None where the field is absent or null."""
        if not self.given(name):
            return None
        before = len(self.problems)
        text = self.text(name).strip()
        if len(self.problems) == before and not any(map(str.isalnum, text)):
            self.wrong(f'"{name}" with a letter or a digit', described(text))
        return text

    def flag(self, name: str) -> bool | None:
        """Read true or false; None where the field is absent or null."""
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return value
        self._mistyped(name, "true or false")
        return None

    def _mistyped(self, name: str, kind: str) -> None:
        got = described(self.values[name]) if name in self.values else f'no "{name}"'
        self.wrong(f'"{name}" ({kind})', got)

    def _writable(self, name: str, value: str) -> bool:
        """Half a surrogate pair is legal as a JSON escape, but no file, request or report can hold it."""
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            self.wrong(f'"{name}" (text)', f"half a surrogate pair at character {error.start + 1}")
            return False
        return True
