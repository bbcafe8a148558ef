"""How the local Messages API meets the self-test: it knows the control items by their text."""

from tests.support.server_verdicts import Policy
from workbench.judges.controls import CONTROLS
from workbench.judges.prompt import passages_text, question_and_answer_text

_EXPECTED = {
    (passages_text(control.item.passages), question_and_answer_text(control.item)): str(control.expected)
    for pair in CONTROLS.values()
    for control in pair
}


class RightOnControls(Policy):
    """Says of each control item what a working judge says."""

    def outcome(self, body):
        return _EXPECTED[_shown(body)]


def is_control(body):
    return _shown(body) in _EXPECTED


def _shown(body):
    content = body["messages"][-1]["content"]
    return tuple(block["text"] for block in content) if isinstance(content, list) else ()
