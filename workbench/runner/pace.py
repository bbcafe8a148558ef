"""How fast one model is asked: how many calls at once, and what the model says that it has room for."""

import math

from workbench.records.reply import RateRoom, Reply
from workbench.records.verdict import ErrorCode

# Errors with which a server, or the network before it, says that it is asked for too much at once.
_OVERLOAD = frozenset({ErrorCode.RATE_LIMITED, ErrorCode.OVERLOADED, ErrorCode.TIMEOUT, ErrorCode.CONNECTION})

# So many good replies after an overload restore full trust.
_GOOD = 10
# So many calls in a row, one at a time, show that a model is down and not just busy.
_IN_VAIN = 10


class CallsAtOnce:
    """How many calls to one model may be in flight: fewer when it is overloaded, and more again when it is not.

    A reply that says overload takes half a call away, so with nothing but overload the limit halves with each round of
    calls. Any other reply gives back one n-th of a call, n being the limit, so without overload it grows by one a
    round; the first ten after an overload give less, from a tenth of that to all of it, so that the limit stays just
    below what is too much instead of trying it again at once.

    Where even one call at a time meets nothing but overload, it is not the calls at once that bring it about, and it
    begins anew: a model that is down must not take for ever to be found so.

    Attributes:
        most: Where it starts and the highest it gets.
        lowest: The lowest that it was, as a whole number.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.lowest = most
        self._limit = float(most)
        self._good = 0
        self._in_vain = 0

    @property
    def now(self) -> int:
        """The limit: 1 to `most`."""
        return int(self._limit)

    def heard(self, reply: Reply) -> None:
        """Learn from a reply."""
        if not says_overload(reply):
            self._in_vain = 0
            self._good += 1
            self._limit = min(float(self.most), self._limit + min(1.0, self._good / _GOOD) / self._limit)
            return
        self._good = 0
        self._in_vain += self._limit == 1
        self._limit = max(1.0, self._limit - 0.5)
        if self._in_vain == _IN_VAIN:
            self._in_vain = 0
            self._limit = float(self.most)
        self.lowest = min(self.lowest, self.now)


def says_overload(reply: Reply) -> bool:
    """Say whether a reply is a sign that fewer calls should be made at once."""
    return reply.verdict.error in _OVERLOAD or bool(reply.verdict.error and reply.retry_after_s)


class Room:
    """How many calls a model has room for, as its last reply said, and as time has added since.

    The model keeps buckets that fill with time, and each call takes from them. This is the same bucket kept here, so
    that a call waits for its room instead of being turned away. Until a model says anything there is room for all.
    """

    def __init__(self) -> None:
        self._calls = math.inf
        self._per_s = math.inf
        self._at = 0.0

    def heard(self, room: RateRoom, in_flight: int, now: float) -> None:
        """Take over what the model said last.

        Args:
            room: What it said.
            in_flight: Calls that are under way. It may not have counted them when it said so.
            now: Seconds of a clock that only goes forward.
        """
        self._calls, self._per_s, self._at = room.calls - in_flight, room.per_s, now

    def take(self, now: float) -> float:
        """Take the room of one call, and return after how many seconds it is there: 0 where it is there now."""
        if math.isinf(self._calls):
            return 0.0
        self._calls += (now - self._at) * self._per_s - 1
        self._at = now
        return 0.0 if self._calls >= 0 else -self._calls / self._per_s
