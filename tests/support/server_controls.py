"""How the local Messages API meets the self-test: it knows the control items by their text."""

from tests.support.server_verdicts import Policy
from workbench.judges.by_claim import ByClaim
from workbench.judges.controls import CONTROLS
from workbench.judges.prompt import passages_text, task_text
from workbench.judges.rubric import Judged

_EXPECTED = {
    (passages_text(item.passages), task_text(item, judged)): str(control.expected)
    for pair in CONTROLS.values()
    for control in pair
    for judged, items in ((Judged.ANSWER, [control.item]), (Judged.CLAIM, ByClaim(not_found="").parts(control.item)))
    for item in items
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
