"""A column of texts as places in a short list: most cells of a file say the same as another one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def coded(places: "np.ndarray[Any, Any]", values: Sequence[str | None]) -> "pd.Categorical":
    """Return one text a row, null where it is None.

    Args:
        places: The place of each row's text in `values`; -1 where it has none.
        values: Texts in any order. Equal ones become one category, in the order of the texts; unused ones become none.
    """
    import numpy as np
    import pandas as pd

    used = np.bincount(places + 1, minlength=len(values) + 1)[1:] > 0
    kept = sorted({value for value, is_used in zip(values, used, strict=True) if is_used and value is not None})
    place_of = {value: place for place, value in enumerate(kept)}
    # The last one is for rows without a place: they hold -1.
    new = np.array([*(-1 if value is None else place_of.get(value, -1) for value in values), -1])
    return pd.Categorical.from_codes(new[places], categories=pd.Index(kept, dtype=object))


def recoded(texts: "pd.Categorical", values: Sequence[str | None], *, missing: str | None = None) -> "pd.Categorical":
    """Put a value in the place of each text.

    Args:
        texts: The texts.
        values: What stands in for each of their categories.
        missing: What stands in where there is no text.
    """
    codes = texts.codes.astype("int64")
    codes[codes < 0] = len(values)
    return coded(codes, [*values, missing])


def nothing(rows: int) -> "pd.Categorical":
    """Return a column in which no row has a text."""
    import numpy as np

    return coded(np.full(rows, -1), ())


def spelled_out(texts: "pd.Categorical") -> list[str | None]:
    """Return the text of each row; None where it has none."""
    values = [*texts.categories, None]
    return [values[code] for code in texts.codes.tolist()]
