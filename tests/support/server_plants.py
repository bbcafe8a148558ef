"""How the local Messages API writes plants: by what stands between the markers of the request."""

import json
import re

_ANSWER = re.compile(r"<answer-([0-9a-f]{8})>\n(.*)\n</answer-\1>", re.DOTALL)


class WritingPolicy:
    """Changes words of the answer: the first of `changes` (old, new) whose old words stand in it.

    An answer with none of them comes back empty, as a model says that the mistake cannot be made.
    """

    def __init__(self, *changes, raw=None):
        self._changes = changes
        self._raw = raw

    def outcome(self, body):
        """Return the changed answer."""
        answer = _ANSWER.search(body["messages"][-1]["content"][-1]["text"]).group(2)
        for old, new in self._changes:
            if old in answer:
                return answer.replace(old, new, 1)
        return ""

    def reply_text(self, body, outcome):
        """Write the structured reply, in the fields that the schema of the request names."""
        if self._raw is not None:
            return self._raw
        fields = body["output_config"]["format"]["schema"]["required"]
        return json.dumps(dict(zip(fields, (outcome, "One word.", "No passage says so."), strict=True)))
