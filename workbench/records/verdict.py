"""A verdict: pass, fail or an error with a code; never anything else."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What a judge may decide."""

    PASS = "pass"
    FAIL = "fail"


class ErrorCode(StrEnum):
    """Why there is no verdict. The words are the machine-readable part; the reason beside it is for people."""

    UNPARSED = "unparsed"
    CONTRADICTORY = "contradictory"
    OFF_MENU = "off_menu"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    NO_TEXT = "no_text"
    CONTEXT_TOO_LONG = "context_too_long"
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    OVERLOADED = "overloaded"
    API_4XX = "api_4xx"
    API_5XX = "api_5xx"
    CONNECTION = "connection"
    SPEND_LIMIT = "spend_limit"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    MISSING = "missing"
    JUDGE_CRASHED = "judge_crashed"
    NO_MAJORITY = "no_majority"


@dataclass(frozen=True)
class Verdict:
    """Either an outcome or an error code, never both and never neither.

    The text form, used in every file and column, is `pass`, `fail` or `error:<code>`.
    """

    outcome: Outcome | None = None
    error: ErrorCode | None = None

    def __post_init__(self) -> None:
        if (self.outcome is None) == (self.error is None):
            raise ValueError(f"a verdict is an outcome or an error, got {self.outcome!r} and {self.error!r}")

    def __str__(self) -> str:
        # The value is one text for all, where `str` of it would make one for each of a million verdicts.
        return self.outcome.value if self.outcome is not None else f"error:{self.error}"

    @classmethod
    def read(cls, text: str) -> "Verdict":
        """Read the text form.

        Raises:
            ValueError: the text is none of the three forms.
        """
        if text.startswith("error:"):
            return cls(error=ErrorCode(text.removeprefix("error:")))
        return cls(outcome=Outcome(text))


PASS = Verdict(outcome=Outcome.PASS)
FAIL = Verdict(outcome=Outcome.FAIL)
