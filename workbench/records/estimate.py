"""What a run would cost, before anything is sent."""

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.records.reply import JudgeSpec


@dataclass(frozen=True, kw_only=True)
class JudgeEstimate:
    """What the calls cost that a run still owes to one judge. An unknown price is unknown, never zero.

    Attributes:
        spec: The judge.
        calls: Calls that are owed, each once.
        done: Verdicts that an earlier session has paid for already.
        prompt_tokens: Tokens of all their prompts; None where nobody can tell.
        counted: Whether the model itself counted every prompt; else the tokens are an estimate.
        output_tokens: Tokens of all their replies, thinking included; None where nobody can tell.
        recorded: Whether the length of replies was taken from earlier runs of the judge; else it is assumed.
        about: Dollars, with the prompt cache as the runner uses it and no failed call; None where unknown.
        at_most: Dollars if every call is made as often as it may be, no prompt comes from the cache, and every reply
            fills `max_tokens`; None where unknown.
    """

    spec: JudgeSpec
    calls: int
    done: int
    prompt_tokens: int | None
    counted: bool
    output_tokens: int | None
    recorded: bool
    about: float | None
    at_most: float | None


@dataclass(frozen=True, kw_only=True)
class TooLong:
    """A case whose prompt does not fit the window of a model. It is not sent, and its verdicts are errors.

    Attributes:
        judge: The judge's name.
        model: Its model.
        case: The saved answer.
        items: How many of its items are too long.
        tokens: Tokens of the longest prompt.
        counted: Whether the model counted them; else it is an upper estimate from its bytes.
        room: Tokens that a prompt may have: the window without `max_tokens`.
    """

    judge: str
    model: str
    case: str
    items: int
    tokens: int
    counted: bool
    room: int


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What a run would cost.

    Attributes:
        bench: Name of the bench.
        run_id: The run that would be resumed; empty for a new one.
        repeats: Reruns of each item.
        attempts: How often a call is made at most.
        judges: The judges that ask models, which costs money.
        free_calls: Calls of judges that ask no model.
        prices_as_of: The day on which the prices were checked last, ISO 8601.
        batch: Whether models are asked in message batches, where they can be.
        too_long: Cases that fit no window; they are not among the calls.
        notes: What the reader must know.
    """

    bench: str
    run_id: str
    repeats: int
    attempts: int
    judges: tuple[JudgeEstimate, ...]
    free_calls: int
    prices_as_of: str
    batch: bool = False
    too_long: tuple[TooLong, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def calls(self) -> int:
        """Calls that cost money, each once."""
        return sum(judge.calls for judge in self.judges)

    @property
    def about(self) -> float | None:
        """Dollars of all judges; None where a price is unknown."""
        return _sum(judge.about for judge in self.judges)

    @property
    def at_most(self) -> float | None:
        """Dollars of all judges at the worst; None where a price is unknown."""
        return _sum(judge.at_most for judge in self.judges)

    @property
    def unpriced(self) -> tuple[str, ...]:
        """The models without a price that calls are owed to."""
        return tuple(dict.fromkeys(one.spec.model for one in self.judges if one.calls and one.about is None))


def _sum(amounts: Iterator[float | None]) -> float | None:
    every = list(amounts)
    known = [amount for amount in every if amount is not None]
    return sum(known) if len(known) == len(every) else None
