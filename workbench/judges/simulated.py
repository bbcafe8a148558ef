"""Simulated judges: they know what a right judge would say, and err at a known rate, to test the instrument itself.

No simulated judge decides anything about real answers. What it knows is handed in; its module cannot reach the answer
key. Every reply follows from judge, item and repeat alone, so that a rerun gives the same verdicts.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from workbench.errors import InputError, Problem, unknown_name
from workbench.identity import digest
from workbench.judges.votes import votes_details
from workbench.records.item import Item
from workbench.records.reply import JudgeKind, JudgeSpec, Reply
from workbench.records.verdict import ErrorCode, Outcome, Verdict

Plan = Mapping[str, tuple[Outcome, str]]


class BehaviourKind(StrEnum):
    """How a simulated judge errs."""

    PERFECT = "perfect"
    ALWAYS_PASS = "always_pass"
    ALWAYS_FAIL = "always_fail"
    ALWAYS_ERROR = "always_error"
    RANDOM = "random"
    FLAKY = "flaky"
    BLIND = "blind"


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """How a simulated judge behaves.

    Attributes:
        kind: The way it errs. `random` passes and fails with even chances, anew for each repeat.
        share: For `flaky`: the share of calls, 0 to 1, in which it says the opposite of what is right.
        style: For `blind`: the style whose items it passes; it is right on all others.
    """

    kind: BehaviourKind
    share: float = 0.0
    style: str = ""

    @classmethod
    def read(cls, text: str) -> "Behaviour":
        """Read a behaviour as settings write it: `perfect`, `flaky:0.2`, `blind:name_swapped`.

        Raises:
            InputError: the word is unknown, its share or style is missing, or the share lies outside 0 to 1.
        """
        word, _, rest = text.partition(":")
        if word not in tuple(BehaviourKind):
            raise unknown_name("simulated behaviour", word, tuple(BehaviourKind))
        kind = BehaviourKind(word)
        if kind is BehaviourKind.FLAKY:
            return cls(kind=kind, share=_share(text, rest))
        if (kind is BehaviourKind.BLIND) != bool(rest):
            expected = "`blind:` with a style" if kind is BehaviourKind.BLIND else f"`{kind}` alone"
            raise InputError(Problem(where="simulated behaviour", expected=expected, got=text))
        return cls(kind=kind, style=rest)


class SimulatedJudge:
    """A judge with a known error rate."""

    def __init__(self, name: str, rule: str, behaviour: Behaviour, plan: Plan, *, votes: int = 0) -> None:
        """Make a simulated judge.

        Args:
            name: Its name in settings and reports.
            rule: The rule that it stands for.
            behaviour: How it errs.
            plan: Item id to what a right judge says and the style of the item; an empty style for an untouched one.
            votes: The calls whose majority is its verdict; 0 where each call is one.
        """
        self._behaviour = behaviour
        self._plan = plan
        details = {"behaviour": asdict(behaviour), **votes_details(votes)}
        self._spec = JudgeSpec(
            name=name,
            rule=rule,
            model="simulated",
            kind=JudgeKind.SIMULATED,
            judge_id=digest({"name": name, "rule": rule, **details}),
            details=details,
        )

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        return self._spec

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Say what the behaviour makes of the right verdict; see `Judge.judge`."""
        kind = self._behaviour.kind
        if kind is BehaviourKind.ALWAYS_ERROR:
            return _error(ErrorCode.UNPARSED, "simulated: this judge never gives a verdict")
        if item.item_id not in self._plan:
            return _error(ErrorCode.JUDGE_CRASHED, f"simulated: nothing is planned for item {item.item_id}")
        outcome = self._outcome(item.item_id, repeat)
        return Reply(verdict=Verdict(outcome=outcome), reason=f"simulated: {kind}", raw=str(outcome))

    async def close(self) -> None:
        """Nothing to release."""

    def _outcome(self, item_id: str, repeat: int) -> Outcome:
        right, style = self._plan[item_id]
        draw = self._draw(item_id, repeat)
        match self._behaviour.kind:
            case BehaviourKind.ALWAYS_PASS:
                return Outcome.PASS
            case BehaviourKind.ALWAYS_FAIL:
                return Outcome.FAIL
            case BehaviourKind.RANDOM:
                return Outcome.PASS if draw < 0.5 else Outcome.FAIL
            case BehaviourKind.FLAKY if draw < self._behaviour.share:
                return Outcome.FAIL if right is Outcome.PASS else Outcome.PASS
            case BehaviourKind.BLIND if style == self._behaviour.style:
                return Outcome.PASS
        return right

    def _draw(self, item_id: str, repeat: int) -> float:
        """Return a number from 0 to below 1 that follows from judge version, item and repeat."""
        return int(digest([self._spec.judge_id, item_id, repeat], length=13), 16) / 16**13


def _share(text: str, rest: str) -> float:
    try:
        share = float(rest)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise InputError(Problem(where="simulated behaviour", expected="`flaky:` with a share, 0 to 1", got=text))
    return share


def _error(code: ErrorCode, reason: str) -> Reply:
    return Reply(verdict=Verdict(error=code), reason=reason)
