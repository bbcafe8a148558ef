"""Models of the local Messages API that know the answer key of a bench, and err in a known way: the name says how."""

from tests.support.server_verdicts import Policy
from workbench.judges.prompt import passages_text, question_and_answer_text
from workbench.judges.rubric import shipped_rubric
from workbench.records.rules import RULES
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench

BLIND_STYLE = "dropped_condition"


class KeyedPolicy(Policy):
    """Says what a right judge says of the material in a request, unless the model's name names a fault.

    `says-pass`, `says-fail`, `flips`, and `blind`, which passes every copy with the style `BLIND_STYLE`.
    """

    def __init__(self, bench, seed=0):
        super().__init__(seed=seed)
        self._key = {
            (one.rule, passages_text(one.item.passages), question_and_answer_text(one.item)): one
            for one in build_answer_key(open_bench(bench), held_out=True).challenges
        }
        self._openings = {rule: shipped_rubric(rule).rule for rule in RULES}

    def outcome(self, body):
        if body["model"] == "flips":
            return self._random.choice(("pass", "fail"))
        return {"says-pass": "pass", "says-fail": "fail"}.get(body["model"]) or self._known(body)

    def _known(self, body):
        system = "".join(block["text"] for block in body["system"])
        (rule,) = [rule for rule, opening in self._openings.items() if opening in system]
        passages, asked = (block["text"] for block in body["messages"][-1]["content"])
        challenge = self._key[rule, passages, asked]
        if body["model"] == "blind" and challenge.style == BLIND_STYLE:
            return "pass"
        return str(challenge.expected)


class OneModelDown:
    """Every request to the model `down` meets an overloaded server; the others meet no fault."""

    api = None

    def draw(self):
        return "overloaded" if self.api.bodies[-1]["model"] == "down" else None
