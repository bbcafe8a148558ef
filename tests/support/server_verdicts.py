"""How the local Messages API comes to a verdict: by what stands between the markers of the request."""

import json
import random
import re

_ANSWER = re.compile(r"<(answer|claim)-([0-9a-f]{8})>\n(.*)\n</\1-\2>", re.DOTALL)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


class Policy:
    """Says pass or fail for a request.

    `scripted` pairs of (words, "pass" or "fail") are tried first: the first whose words stand in the answer decides.
    Then `name`: `pass`, `fail`, `random`, or `figures`, which fails an answer with a figure that no passage holds.
    `reason` stands in every reply, where it is given.
    """

    def __init__(self, name="figures", scripted=(), seed=0, reason=""):
        self._decide = {"pass": _passes, "fail": _fails, "random": self._flips, "figures": _by_figures}[name]
        self._scripted = tuple(scripted)
        self._reason = reason
        self._random = random.Random(seed)

    def outcome(self, body):
        """Return `pass` or `fail` for a request body."""
        blocks = [block["text"] for block in body["messages"][-1]["content"]]
        answer = _ANSWER.search(blocks[-1]).group(3)
        for words, outcome in self._scripted:
            if words in answer:
                return outcome
        return self._decide(blocks[0], answer)

    def reply_text(self, body, outcome):
        """Write the structured reply, in the words that the schema of the request allows."""
        passing, failing = body["output_config"]["format"]["schema"]["properties"]["verdict"]["enum"]
        verdict = passing if outcome == "pass" else failing
        reason = self._reason or f"The local server says {outcome}."
        return json.dumps({"evidence": "[p] words", "reason": reason, "verdict": verdict})

    def _flips(self, passages, answer):
        return self._random.choice(("pass", "fail"))


class Saying(Policy):
    """Replies with the texts that it is given, one after the other, whatever is asked."""

    def __init__(self, *texts):
        super().__init__("pass")
        self._texts = list(texts)

    def reply_text(self, body, outcome):
        return self._texts.pop(0)


def _passes(passages, answer):
    return "pass"


def _fails(passages, answer):
    return "fail"


def _by_figures(passages, answer):
    return "pass" if set(_FIGURE.findall(answer)) <= set(_FIGURE.findall(passages)) else "fail"
