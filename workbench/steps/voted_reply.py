"""What a judge that votes says of an answer in use: its vote, in the words of a call on the side that won."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict
from workbench.records.vote import Poll, counted_calls, first_calls


def voted_reply(votes: int, replies: Sequence[Reply]) -> Reply | None:
    """Make one reply of those of the calls.

    Args:
        votes: The calls whose majority is the verdict.
        replies: What the calls brought, in their order.

    Returns:
        The first reply on the side of the vote; where there is no vote, an error: what failed where most calls did,
        else `no_majority`. None where the vote is still open.
    """
    said = [reply.verdict.outcome for reply in replies]
    counted = counted_calls(votes, said)
    poll = Poll.of(votes, said[:counted])
    if not poll.settled:
        return None
    mine = [reply for reply in replies[:counted] if reply.verdict.outcome is poll.verdict]
    if poll.verdict is not None:
        told = "" if len(mine) == counted else f"{len(mine)} of {counted} calls said {poll.verdict}. "
        return replace(mine[0], reason=f"{told}{mine[0].reason}")
    told = f"{poll.passes} of {counted} calls said pass, {poll.fails} fail, and {poll.errors} gave no verdict"
    if poll.errors >= first_calls(votes):
        return replace(mine[0], reason=f"{told}. {mine[0].reason}")
    return Reply(verdict=Verdict(error=ErrorCode.NO_MAJORITY), reason=told)
