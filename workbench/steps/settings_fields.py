"""Reading typed settings out of a TOML table, with every problem told at once."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from workbench.cases.path_text import text_path
from workbench.errors import InputError, Problem

LARGEST_SEED = 2**63 - 1
MOST_REPEATS = 1_000
"""Two hundred times what the gate asks for; more of them would be a number that was mistyped."""
_MOST = 1_000_000
"""No run has more of anything that is counted; a longer number would only fill the memory."""
_LARGEST = 1e9
"""Seconds, of which no clock counts more than some thousand millions."""
_SHOWN = 80


class SettingsReader:
    """Reads one table. `done` raises what was found wrong in it and in its inner tables, unknown names included."""

    def __init__(
        self,
        table: object,
        *,
        root: Path,
        where: str,
        problems: list[Problem] | None = None,
    ) -> None:
        self._problems = problems if problems is not None else []
        self._root = root
        self._where = where
        self._asked: set[str] = set()
        self._inner: dict[str, SettingsReader] = {}
        self._table: Mapping[str, Any] = {}
        if isinstance(table, Mapping):
            self._table = table
        else:
            self._problems.append(Problem(where=where, expected="a table", got=repr(table)))

    def keys(self) -> tuple[str, ...]:
        """The names that the table holds."""
        return tuple(self._table)

    def table(self, name: str) -> "SettingsReader":
        """An inner table; empty where it is not there."""
        self._asked.add(name)
        if name not in self._inner:
            where = f"{self._where}: {name}"
            inner = SettingsReader(self._table.get(name, {}), root=self._root, where=where, problems=self._problems)
            self._inner[name] = inner
        return self._inner[name]

    def mapping(self, name: str) -> Mapping[str, Any]:
        """An inner table that somebody else reads."""
        value = self._get(name, {})
        if not isinstance(value, Mapping):
            self._wrong(name, "a table", value)
            return {}
        return value

    def text(self, name: str, default: str) -> str:
        """A text."""
        value = self._get(name, default)
        if not isinstance(value, str):
            self._wrong(name, "a text", value)
            return default
        return value

    def words(self, name: str, default: str) -> str:
        """A text that says something: with a letter in it."""
        value = self.text(name, default)
        if not any(char.isalpha() for char in value):
            self._wrong(name, "a text with words in it", value)
            return default
        return value

    def names(self, name: str, default: tuple[str, ...], *, least: int = 0) -> tuple[str, ...]:
        """A list of different texts, so many at least."""
        value = self._get(name, list(default))
        if not isinstance(value, list) or not all(isinstance(entry, str) and entry for entry in value):
            self._wrong(name, "a list of names", value)
            return default
        if len(value) < least:
            self._wrong(name, f"{least} name or more", value)
            return default
        if len(set(value)) < len(value):
            self._wrong(name, "each name once", value)
            return default
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, none of them empty; () where it is not there."""
        value = self._get(name, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) and entry for entry in value):
            self._wrong(name, "a list of texts", value)
            return ()
        return tuple(value)

    def count(self, name: str, default: int, *, least: int = 1, most: int = _MOST) -> int:
        """A whole number."""
        value = self._get(name, default)
        if type(value) is not int or not least <= value <= most:
            too_many = type(value) is int and value > most
            self._wrong(name, f"a whole number from {least}" + (f" to {most:,}" if too_many else ""), value)
            return default
        return int(value)

    def quota(self, name: str, default: int | None) -> int | None:
        """A whole number from 1, or `all`, which is None."""
        if self._table.get(name) == "all":
            self._asked.add(name)
            return None
        return self.count(name, default or 1) if default is not None or name in self._table else None

    def number(self, name: str, default: float) -> float:
        """A number above 0."""
        value = self._get(name, default)
        if type(value) not in (int, float) or not 0 < value <= _LARGEST:
            self._wrong(name, "a number above 0" + (f", at most {_LARGEST:,.0f}" * _is_large(value)), value)
            return default
        return float(value)

    def optional_number(self, name: str) -> float | None:
        """A number, or None where it is not there."""
        value = self._get(name, None)
        if value is not None and (type(value) not in (int, float) or abs(value) > _LARGEST):
            self._wrong(name, "a number", value)
            return None
        return None if value is None else float(value)

    def flag(self, name: str) -> bool:
        """True or false; false where it is not there."""
        value = self._get(name, False)
        if not isinstance(value, bool):
            self._wrong(name, "true or false", value)
            return False
        return value

    def path(self, name: str) -> Path | None:
        """A path, read from the bench's folder; None where it is not there."""
        value = self._get(name, None)
        if value is not None and (not isinstance(value, str) or not value or "\0" in value):
            self._wrong(name, "a path", value)
            return None
        return None if value is None else self._root / text_path(value)

    def refuse(self, name: str, expected: str, got: str) -> None:
        """Tell of a value that somebody else found wrong, in words that may leave the value out."""
        self._problems.append(Problem(where=f"{self._where}: {name}", expected=expected, got=got))

    def also(self, problems: Iterable[Problem]) -> None:
        """Tell of problems that somebody else found in an inner table."""
        self._problems.extend(problems)

    def done(self) -> None:
        """Say that everything was asked for.

        Raises:
            InputError: something was wrong, or a name is in the table that nobody asked for.
        """
        self._collect_unknown()
        if self._problems:
            raise InputError(self._problems)

    def _collect_unknown(self) -> None:
        for name in self._table:
            if name not in self._asked:
                self._problems.append(
                    Problem(where=self._where, expected=_known(self._asked, name), got=f'"{name}"{_hint(name)}')
                )
        for inner in self._inner.values():
            inner._collect_unknown()

    def _get(self, name: str, default: Any) -> Any:  # noqa: ANN401 - any TOML value
        self._asked.add(name)
        return self._table.get(name, default)

    def _wrong(self, name: str, expected: str, value: object) -> None:
        self._problems.append(Problem(where=f"{self._where}: {name}", expected=expected, got=_shown(value)))


def _is_large(value: object) -> bool:
    return type(value) in (int, float) and value > _LARGEST  # type: ignore[operator]  # it is one of the two


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _hint(name: str) -> str:
    """In workbench.toml the tables stand without the prefix that they have in pyproject.toml."""
    return " (leave out the prefix tool.workbench in workbench.toml)" if name == "tool" else ""


def _known(names: Iterable[str], name: str) -> str:
    """Say which names are known, and the nearest to the one that is not."""
    known = sorted(names)
    near = get_close_matches(name, known, n=1)
    return f"one of {', '.join(known)}" + (f" (did you mean {near[0]}?)" if near else "")
