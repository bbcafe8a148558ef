"""A chat server that answers the metrics of other libraries: whatever form they ask for, with one opinion of ours.

Every answer has one statement. It is supported unless the request speaks of 5 metres.
"""

import json

from tests.support.chat_server import ChatServer

WRONG = "5 metres"


class MetricServer(ChatServer):
    """The server. It takes every form of request."""

    def __init__(self, **settings):
        super().__init__(takes=("json_schema", "json_object"), limit="", **settings)

    def _completion(self, body, trial):
        completion = super()._completion(body, True)
        message = completion["choices"][0]["message"]
        text = json.dumps(body["messages"])
        tool = body["tools"][0]["function"]["name"] if body.get("tools") else ""
        said = json.dumps(_said(tool or text, supported=WRONG not in text))
        if tool:
            call = {"id": "call-1", "type": "function", "function": {"name": tool, "arguments": said}}
            message |= {"content": None, "tool_calls": [call]}
            completion["choices"][0]["finish_reason"] = "tool_calls"
        else:
            message["content"] = said
        return completion


def _said(asked, *, supported):
    statement = "The ladder is 4 metres long." if supported else f"The ladder is {WRONG} long."
    why = "It stands there." if supported else "The passages say 4."
    if asked == "select_choice":
        return {"reasons": [why], "choice": "C" if supported else "D"}
    if asked == "judge_statements":
        return {"faithfulness": [{"statement": statement, "reason": why, "verdict": int(supported)}]}
    # ragas puts the schema that it wants into the prompt.
    if asked == "extract_statements" or ("StatementGeneratorOutput" in asked and "NLIStatement" not in asked):
        return {"statements": [statement]}
    return {
        "statements": [{"statement": statement, "reason": why, "verdict": int(supported)}],
        "truths": ["The ladder is 4 metres long."],
        "claims": [statement],
        "verdicts": [{"verdict": "yes" if supported else "no", "reason": why}],
        "reason": why,
    }
