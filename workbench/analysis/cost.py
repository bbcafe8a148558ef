"""What a judge's calls cost, failed and repeated attempts included: they were paid for too."""

import math
from typing import TYPE_CHECKING

from workbench.prices import PROMPT_TOKENS, TOKEN_PRICES, PriceTable
from workbench.records.cost import Cost
from workbench.records.reply import IN_CODE, JudgeKind, JudgeSpec

if TYPE_CHECKING:
    import pandas as pd

_NO_MODEL = (*IN_CODE, JudgeKind.SIMULATED)


def judge_cost(spend: "pd.DataFrame", spec: JudgeSpec, prices: PriceTable, *, verdicts: int) -> Cost:
    """What did one judge cost, in US dollars?

    A call is priced at the model that answered, and at the model that was asked where the reply names none. A reply
    without tokens cost nothing that anybody can know of. A judge that runs on no model costs nothing.

    A call of a message batch costs the share of the list price that the table says.

    Args:
        spend: One row an attempt of this judge: `answered_by`, `batch` and the token counts of `prices.TOKEN_PRICES`.
        spec: The judge.
        prices: The price table.
        verdicts: How many passes and fails the money bought; `per_thousand` is None where there are none.
    """
    tokens = {name: int(spend[name].sum()) for name in TOKEN_PRICES}
    amounts = _amounts(spend, spec, prices)
    if not amounts and spec.kind not in _NO_MODEL and prices.price_of(spec.model) is None:
        amounts = [None]
    priced = [amount for amount in amounts if amount is not None]
    known = len(priced) == len(amounts)
    dollars = math.fsum(priced) if priced or known else None
    return Cost(
        dollars=dollars,
        per_thousand=dollars / verdicts * 1000 if dollars is not None and known and verdicts else None,
        tokens={name: count for name, count in tokens.items() if count},
        known=known,
    )


def _amounts(spend: "pd.DataFrame", spec: JudgeSpec, prices: PriceTable) -> list[float | None]:
    """Price the attempts in groups of one model, batched or not, and one price level; None for an unknown model."""
    billed = spend[spend[list(TOKEN_PRICES)].sum(axis=1) > 0].reset_index(drop=True)
    model = billed["answered_by"].where(billed["answered_by"].fillna("") != "", spec.model)
    amounts: list[float | None] = []
    for (name, batched), part in billed.groupby([model, billed["batch"].fillna("") != ""], sort=True):
        price = prices.price_of(name)
        if price is None:
            amounts.append(None)
            continue
        factor = prices.batch_factor if batched else 1.0
        limit = math.inf if price.long_above is None else price.long_above
        is_long = part[list(PROMPT_TOKENS)].sum(axis=1) > limit
        for long in (False, True):
            rows = part[is_long == long]
            usage = {token: int(rows[token].sum()) for token in TOKEN_PRICES}
            amounts.append(price.dollars(usage, long=long) * factor if len(rows) else 0.0)
    return amounts
