"""What may be said of a new answer, once a judge was asked about it, or was not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.records.passage import Passage
from workbench.records.reply import Reply
from workbench.records.verdict import PASS

NO_PASSAGES = "no passages were shown, so there is nothing to judge it by"


class Status(StrEnum):
    """What became of an answer."""

    ANSWERED = "answered"
    UNGROUNDED = "ungrounded"
    NO_CONTEXT = "no_context"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """The status of an answer, and why it has it.

    Attributes:
        status: `answered` where the judge passed it, `ungrounded` where it did not, whatever the cause, and
            `no_context` where there was nothing to judge it by.
        reason: The judge's words; of a failed call, what came back.
        judge_failed: Whether there was no verdict. A failing judge is not a passing judge, nor has it found a fault:
            count these apart.
    """

    status: Status
    reason: str
    judge_failed: bool = False


def needs_judge(passages: Sequence[Passage]) -> bool:
    """Say whether there is anything to judge an answer by: without passages no judge is asked."""
    return bool(passages)


def checked(passages: Sequence[Passage], reply: Reply | None) -> Checked:
    """Return the status of an answer.

    Args:
        passages: What the system was shown.
        reply: What the judge said; None where it was not asked, which is right only without passages.

    Raises:
        ValueError: there are passages and no reply, or a reply and no passages.
    """
    if needs_judge(passages) != (reply is not None):
        raise ValueError("expected a reply where there are passages, and none where there are none")
    if reply is None:
        return Checked(status=Status.NO_CONTEXT, reason=NO_PASSAGES)
    if reply.verdict == PASS:
        return Checked(status=Status.ANSWERED, reason=reply.reason)
    failed = reply.verdict.error is not None
    reason = f"{reply.verdict}: {reply.reason}".rstrip(": ") if failed else reply.reason
    return Checked(status=Status.UNGROUNDED, reason=reason, judge_failed=failed)
