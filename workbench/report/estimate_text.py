"""What a run would cost, in words."""

from collections.abc import Iterable, Iterator

from workbench.records.estimate import Estimate, JudgeEstimate, TooLong
from workbench.report.columns import Cell, paragraph, table
from workbench.report.visible import on_one_line
from workbench.report.words import dollar_words, plural

_LISTED = 10
_UNKNOWN = "?"
_CHAT_SERVER = "openai_url"


def estimate_text(
    estimate: Estimate, *, width: int, max_cost: float | None = None, max_calls: int | None = None
) -> str:
    """Return what a run would cost as a table and what it rests on, ending in a newline.

    Args:
        estimate: The estimate.
        width: Columns of the page.
        max_cost: Dollars that the run would be given; None where it would not be bounded.
        max_calls: Calls that it would be given; None where it would not be bounded.
    """
    resumed = f"run {estimate.run_id}, " if estimate.run_id else ""
    title = f"ESTIMATE  {estimate.bench}, {resumed}{plural(estimate.repeats, 'repeat')}; no judgement was asked for"
    lines = [on_one_line(title), *_judges(estimate, width), ""]
    bounds = _bounds(estimate, max_cost, max_calls)
    for text in (*_grounds(estimate), *bounds, *too_long_lines(estimate.too_long), *estimate.notes):
        lines += paragraph(on_one_line(text), width=width, rest="  ")
    return "\n".join(lines).rstrip("\n") + "\n"


def spend_ahead(estimate: Estimate) -> str:
    """Return in one line what a run is about to cost; empty where it costs nothing."""
    if not estimate.calls:
        return ""
    calls = f"{plural(estimate.calls, 'call')} to models"
    if estimate.unpriced:
        return f"{calls}, cost unknown: no price is known for {', '.join(estimate.unpriced)}"
    return f"{calls}, about {dollar_words(estimate.about)}, at most {dollar_words(estimate.at_most, up=True)}"


def too_long_lines(cases: Iterable[TooLong]) -> Iterator[str]:
    """Name the cases that fit no window, a line for each judge on a model."""
    by_judge: dict[tuple[str, str, int], list[TooLong]] = {}
    for one in cases:
        by_judge.setdefault((one.judge, one.model, one.room), []).append(one)
    for (judge, model, room), mine in by_judge.items():
        items = sum(one.items for one in mine)
        named = "; ".join(
            f"{one.case} ({'' if one.counted else 'up to '}{one.tokens:,} tokens)" for one in mine[:_LISTED]
        )
        more = f"; and {len(mine) - _LISTED:,} more" if len(mine) > _LISTED else ""
        yield (
            f"Too long for {model}, which has room for {room:,} tokens: {plural(items, 'item')} of {named}{more}. They "
            f"are not sent; for {judge} each counts as an error. Take a model with a larger window."
        )


def _judges(estimate: Estimate, width: int) -> list[str]:
    if not estimate.judges:
        return [f"No call to a model; {plural(estimate.free_calls, 'call')} of other judges."]
    rows: list[list[Cell]] = [
        [["judge", ""], ["calls", ""], ["prompt", "tokens"], ["reply", "tokens"], ["about", ""], ["at most", ""]]
    ]
    rows += [_judge(judge) for judge in estimate.judges]
    if len(estimate.judges) > 1:
        total = [dollar_words(estimate.about), dollar_words(estimate.at_most, up=True)]
        rows.append([["total"], [f"{estimate.calls:,}"], [""], [""], *([one] for one in total)])
    drawn = table(rows, width=width)
    if drawn is None:
        return [on_one_line(" ".join(part for cell in row for part in cell if part)) for row in rows[1:]]
    return [on_one_line(line) for row in drawn for line in row]


def _judge(judge: JudgeEstimate) -> list[Cell]:
    there = [f"+ {judge.done:,} paid"] if judge.done else []
    return [
        [judge.spec.name, judge.spec.model],
        [f"{judge.calls:,}", *there],
        [_tokens(judge.prompt_tokens, exact=judge.counted)],
        [_tokens(judge.output_tokens, exact=False)],
        [dollar_words(judge.about)],
        [dollar_words(judge.at_most, up=True)],
    ]


def _tokens(count: int | None, *, exact: bool) -> str:
    if count is None:
        return _UNKNOWN
    return f"{'' if exact or not count else '~'}{count:,}"


def _grounds(estimate: Estimate) -> Iterator[str]:
    """Say what the figures rest on."""
    if not estimate.calls:
        return
    assumed = [judge for judge in estimate.judges if judge.calls and not judge.recorded and judge.output_tokens]
    length = "replies as long as in earlier runs of the judge"
    if assumed:
        each = round((assumed[0].output_tokens or 0) / assumed[0].calls)
        length = f"replies of {each:,} tokens, thinking included (assumed: no earlier run says more)"
    cache = "the prompt cache as a run uses it"
    if estimate.batch:
        cache = "the price of message batches, nothing read from the prompt cache"
    yield f"About: list prices as of {estimate.prices_as_of}, {length}, {cache}, no call failed."
    yield (
        f"At most: every call made {estimate.attempts} times, every reply as long as max_tokens allows, nothing read "
        "from the prompt cache. --max-cost bounds it."
    )
    asked_first = sorted({judge.spec.model for judge in estimate.judges if _CHAT_SERVER in judge.spec.details})
    if asked_first:
        yield (
            f"Before that, each command finds out what the server of {', '.join(asked_first)} takes, by a request of "
            "about 100 tokens or a few; they are not counted here."
        )
    if any(judge.calls and not judge.counted for judge in estimate.judges):
        yield "~ is an estimate; where a server counts tokens, it rests on some prompts that it counted."
    if estimate.unpriced:
        models = ", ".join(estimate.unpriced)
        yield f"No price is known for {models}: name a file with it as prices in settings (see workbench/prices.json)."
    if estimate.free_calls:
        yield f"Besides, {plural(estimate.free_calls, 'call')} of judges that ask no model."


def _bounds(estimate: Estimate, max_cost: float | None, max_calls: int | None) -> Iterator[str]:
    """Say whether what the run would be given is enough for it."""
    if not estimate.calls:
        return
    if max_calls is not None:
        yield _enough(f"--max-calls {max_calls:,}", estimate.calls, estimate.calls * estimate.attempts, max_calls)
    if max_cost is not None and estimate.about is not None and estimate.at_most is not None:
        yield _enough(f"--max-cost {dollar_words(max_cost)}", estimate.about, estimate.at_most, max_cost)
    elif max_cost is not None:
        yield "With --max-cost, no run starts while a price is unknown: name the price, or use --max-calls."


def _enough(bound: str, about: float, at_most: float, given: float) -> str:
    if at_most <= given:
        return f"{bound} is enough, whatever happens."
    stops = "the run stops cleanly there, and the same command goes on"
    return f"{bound} is enough for what it takes about; if not, {stops}." if about <= given else f"{bound}: {stops}."
