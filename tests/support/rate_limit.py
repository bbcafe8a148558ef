"""A limit on requests as the Messages API keeps it: a bucket that fills evenly, and headers that tell its state."""

import math
import time
from datetime import UTC, datetime, timedelta


class RequestLimit:
    """So many requests at once, and so many more a second. Who is turned away is told no time to wait."""

    def __init__(self, at_once, per_s):
        self._at_once = at_once
        self._per_s = per_s
        self._left = float(at_once)
        self._at = time.monotonic()

    def admits(self):
        """Take one request where there is room."""
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def headers(self):
        """What a response says of the limit."""
        full = datetime.now(UTC) + timedelta(seconds=(self._at_once - self._left) / self._per_s)
        return {
            "anthropic-ratelimit-requests-limit": str(self._at_once),
            "anthropic-ratelimit-requests-remaining": str(math.floor(self._left)),
            "anthropic-ratelimit-requests-reset": full.isoformat().replace("+00:00", "Z"),
        }
