"""What can go wrong at the local Messages API, one kind a name."""

import random

HTTP_FAULTS = {
    "rate_limit": (429, "rate_limit_error", "This request would exceed your rate limit.", None),
    "spend_limit": (429, "rate_limit_error", "Monthly usage reached.", "enforced_spend_limit_reached"),
    "own_limit": (400, "invalid_request_error", "You have reached your specified API usage limits.", None),
    "no_credit": (402, "billing_error", "There is no credit left.", None),
    "unauthorized": (401, "authentication_error", "invalid key", None),
    "forbidden": (403, "permission_error", "Your key may not use this model.", None),
    "too_large": (413, "request_too_large", "Request exceeds the maximum size", None),
    "too_long": (400, "invalid_request_error", "prompt is too long: 1200345 tokens > 1000000 maximum", None),
    "server_error": (500, "api_error", "Internal server error: pass", None),
    "unavailable": (503, "api_error", "Service unavailable", None),
    "overloaded": (529, "overloaded_error", "Overloaded", None),
}
MESSAGE_FAULTS = ("truncation", "refusal", "garbage", "no_text", "window", "off_menu", "contradictory")
BODY_FAULTS = ("invalid_json", "not_json", "other_json")
CONNECTION_FAULTS = ("drop", "hang", "cut", "trickle")
KINDS = (*HTTP_FAULTS, *MESSAGE_FAULTS, *BODY_FAULTS, *CONNECTION_FAULTS)


class Faults:
    """Decides which request meets which fault: those of `next_up` in order, then each kind by its share."""

    def __init__(self, shares=None, next_up=(), seed=0):
        self._shares = dict(shares or {})
        self._next = list(next_up)
        self._random = random.Random(seed)
        unknown = [kind for kind in (*self._shares, *filter(None, self._next)) if kind not in KINDS]
        if unknown or sum(self._shares.values()) > 1:
            raise ValueError(f"unknown kinds {unknown} or shares above 1: {self._shares}")

    def draw(self):
        """Return the kind of fault that the next request meets, or None."""
        if self._next:
            return self._next.pop(0)
        place = self._random.random()
        for kind, share in self._shares.items():
            if place < share:
                return kind
            place -= share
        return None


class HangAfter:
    """No answer after a number of requests: what is to be killed there is at work still, however late the kill is."""

    def __init__(self, api, requests):
        self._api = api
        self._last = len(api.bodies) + requests

    def draw(self):
        return "hang" if len(self._api.bodies) > self._last else None


def broken_message(kind, message):
    """Return a message of the API that holds no verdict, and why."""
    text = message["content"][-1]
    if kind == "truncation":
        cut = {**text, "text": text["text"][: len(text["text"]) // 2]}
        return {**message, "stop_reason": "max_tokens", "content": [message["content"][0], cut]}
    if kind == "refusal":
        details = {"type": "refusal", "category": "bio", "explanation": None}
        return {**message, "stop_reason": "refusal", "stop_details": details, "content": []}
    if kind == "window":
        return {**message, "stop_reason": "model_context_window_exceeded"}
    if kind in ("off_menu", "contradictory"):
        said = '{"evidence": "", "reason": "", "verdict": "%s"}'
        texts = {"off_menu": said % "unsure", "contradictory": f"{said % 'pass'}\n{said % 'fail'}"}
        return {**message, "content": [message["content"][0], {**text, "text": texts[kind]}]}
    if kind == "no_text":
        return {**message, "content": message["content"][:1]}
    return {
        **message,
        "content": [message["content"][0], {**text, "text": "I would say that this one may pass, 10/10."}],
    }
