"""What a call costs, from a dated table of list prices.

Prices stand in no answer of an API, so they are data with a date and a source (`prices.json`). A user's own file
overrides them model by model. A model that the table does not know has an unknown price, which is never zero.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from workbench.errors import InputError, Problem

FORMAT = 1
TOKEN_PRICES: Mapping[str, str] = {
    "input_tokens": "input",
    "cache_creation_5m": "cache_write_5m",
    "cache_creation_1h": "cache_write_1h",
    "cache_read_input_tokens": "cache_read",
    "output_tokens": "output",
}
"""Token count of a reply's usage, to the price it is billed at. The five counts do not overlap."""

PROMPT_TOKENS = tuple(name for name in TOKEN_PRICES if name != "output_tokens")
_MILLION = 1_000_000
_DATED = re.compile(r"-20\d{6}$")


@dataclass(frozen=True, kw_only=True)
class ModelPrice:
    """The list price of one model, in US dollars per million tokens.

    Attributes:
        prices: Dollars per million tokens, by the price names of `TOKEN_PRICES`.
        long_above: Prompts of more tokens than this (cache reads and writes included) are billed at `long_prices`;
            None where one price holds for every length.
        long_prices: The prices of a long prompt; empty where `long_above` is None.
        source: Where the price was read.
        date: From when on it holds, ISO 8601.
    """

    prices: Mapping[str, float]
    long_above: int | None = None
    long_prices: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    date: str = ""

    def is_long(self, prompt_tokens: int) -> bool:
        """Is a prompt of this many tokens billed at the long-context price?"""
        return self.long_above is not None and prompt_tokens > self.long_above

    def dollars(self, usage: Mapping[str, int], *, long: bool) -> float:
        """Price token counts at one of the two price levels. Each class of tokens is priced once."""
        prices = self.long_prices if long else self.prices
        return math.fsum(usage.get(tokens, 0) * prices[name] for tokens, name in TOKEN_PRICES.items()) / _MILLION


@dataclass(frozen=True, kw_only=True)
class PriceTable:
    """List prices by model id, aliases included.

    Attributes:
        models: Model id or alias to its price.
        batch_factor: What a call in a message batch costs, as a share of the list price.
        as_of: The day on which the shipped table was last checked, ISO 8601.
    """

    models: Mapping[str, ModelPrice]
    batch_factor: float
    as_of: str

    def price_of(self, model: str) -> ModelPrice | None:
        """Return the price of a model; a dated id costs what its model costs. None where it is not known."""
        return self.models.get(model) or self.models.get(_DATED.sub("", model))

    def dollars(self, model: str, usage: Mapping[str, int], *, batch: bool = False) -> float | None:
        """What did one call cost, in US dollars?

        Args:
            model: The model id that answered.
            usage: Token counts by the names of `TOKEN_PRICES`; a missing count is zero, other names are ignored.
            batch: Whether the call was part of a message batch.

        Returns:
            Dollars, or None where the model has no known price.
        """
        price = self.price_of(model)
        if price is None:
            return None
        prompt = sum(usage.get(name, 0) for name in PROMPT_TOKENS)
        return price.dollars(usage, long=price.is_long(prompt)) * (self.batch_factor if batch else 1.0)


def read_prices(own: Path | None = None) -> PriceTable:
    """Read the shipped price table, and a user's own file over it.

    Args:
        own: A file in the form of the shipped one. A model that it names replaces the shipped entry whole.

    Raises:
        InputError: the file cannot be read, or holds something else than prices; all problems at once.
    """
    shipped = _parse(files("workbench").joinpath("prices.json").read_text(encoding="utf-8"), where="prices.json")
    if own is None:
        return shipped
    try:
        text = own.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(Problem(where=str(own), expected="a readable UTF-8 file of prices", got=str(error))) from error
    mine = _parse(text, where=str(own))
    return PriceTable(models={**shipped.models, **mine.models}, batch_factor=mine.batch_factor, as_of=mine.as_of)


def _parse(text: str, *, where: str) -> PriceTable:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(Problem(where=where, expected="JSON", got=str(error))) from error
    reader = _Reader(where)
    table = reader.table(value)
    if reader.problems:
        raise InputError(reader.problems)
    return table


class _Reader:
    """Reads the table and keeps every problem, so that all can be mended at once."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.problems: list[Problem] = []

    def table(self, value: Any) -> PriceTable:  # noqa: ANN401 - any JSON value
        top = self._object(
            value, "", {"format", "as_of", "unit", "batch_factor", "models"}, optional=frozenset({"unit"})
        )
        found = top.get("format")
        if top and (type(found) is not int or found != FORMAT):
            self._problem("format", f"{FORMAT}", repr(found))
        models: dict[str, ModelPrice] = {}
        entries = top.get("models", {})
        for model, entry in (entries if isinstance(entries, dict) else {}).items():
            price, aliases = self._model(entry, f"models.{model}")
            models.update(dict.fromkeys([model, *aliases], price))
        if not isinstance(entries, dict):
            self._problem("models", "an object of models", repr(entries))
        factor = self._amount(top.get("batch_factor", 1), "batch_factor")
        return PriceTable(models=models, batch_factor=factor, as_of=str(top.get("as_of", "")))

    def _model(self, value: Any, at: str) -> tuple[ModelPrice, list[str]]:  # noqa: ANN401 - any JSON value
        optional = frozenset({"aliases", "date", "source", "long_context"})
        entry = self._object(value, at, {"prices", *optional}, optional=optional)
        aliases = entry.get("aliases", [])
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            self._problem(f"{at}.aliases", "a list of model ids", repr(aliases))
            aliases = []
        above: int | None = None
        long_prices: dict[str, float] = {}
        if "long_context" in entry:
            above, long_prices = self._long(entry["long_context"], f"{at}.long_context")
        price = ModelPrice(
            prices=self._prices(entry.get("prices"), f"{at}.prices"),
            long_above=above,
            long_prices=long_prices,
            source=str(entry.get("source", "")),
            date=str(entry.get("date", "")),
        )
        return price, aliases

    def _long(self, value: Any, at: str) -> tuple[int, dict[str, float]]:  # noqa: ANN401 - any JSON value
        entry = self._object(value, at, {"above_prompt_tokens", "prices"})
        above = entry.get("above_prompt_tokens")
        if type(above) is not int or above < 0:
            self._problem(f"{at}.above_prompt_tokens", "a whole number of tokens", repr(above))
            above = 0
        return above, self._prices(entry.get("prices"), f"{at}.prices")

    def _prices(self, value: Any, at: str) -> dict[str, float]:  # noqa: ANN401 - any JSON value
        names = set(TOKEN_PRICES.values())
        entry = self._object(value, at, names)
        return {name: self._amount(entry.get(name, 0), f"{at}.{name}") for name in sorted(names)}

    def _amount(self, value: Any, at: str) -> float:  # noqa: ANN401 - any JSON value
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
            self._problem(at, "a number of dollars, zero or more", repr(value))
            return 0.0
        return float(value)

    def _object(
        self,
        value: Any,  # noqa: ANN401 - any JSON value
        at: str,
        keys: set[str],
        *,
        optional: frozenset[str] = frozenset(),
    ) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._problem(at or "file", "an object", repr(value))
            return {}
        for key in sorted(set(value) - keys):
            self._problem(f"{at}.{key}" if at else key, f"one of {', '.join(sorted(keys))}", "an unknown key")
        for key in sorted(keys - set(value) - optional):
            self._problem(f"{at}.{key}" if at else key, "a value", "nothing")
        return value

    def _problem(self, at: str, expected: str, got: str) -> None:
        self.problems.append(Problem(where=f"{self.where}: {at}", expected=expected, got=got))
