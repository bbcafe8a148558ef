"""The prompt cache of the local Messages API: who writes, who reads, and how many tokens of each kind."""

import hashlib
import json

MINIMUM_TOKENS = 512


def tokens(text):
    """About four characters a token, at least one."""
    return max(1, len(text) // 4)


class PromptCache:
    """Counts the input of a request as written, read or plain, as the API does.

    An entry can be read only once the request that writes it has begun to answer: call `count` on arrival and
    `written` when the answer goes out.
    """

    def __init__(self):
        self._entries = set()

    def count(self, body):
        """Return the usage of a request, and the entries that it would write."""
        total, breakpoints = self._walk(body)
        usable = [(place, key) for place, key in breakpoints if place >= MINIMUM_TOKENS]
        read = max((place for place, key in usable if key in self._entries), default=0)
        cached = max((place for place, _ in usable), default=0)
        one_hour = any(block.get("cache_control", {}).get("ttl") == "1h" for block in _blocks(body))
        kept = "ephemeral_1h_input_tokens" if one_hour else "ephemeral_5m_input_tokens"
        usage = {
            "input_tokens": total - cached,
            "cache_creation_input_tokens": cached - read,
            "cache_read_input_tokens": read,
            "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0, kept: cached - read},
        }
        return usage, [key for _, key in usable]

    def written(self, keys):
        """Make the entries of an answered request readable."""
        self._entries.update(keys)

    @staticmethod
    def _walk(body):
        prefix = hashlib.sha256(json.dumps([body["model"], body.get("output_config")]).encode())
        total, breakpoints = 0, []
        for block in _blocks(body):
            text = block.get("text", "")
            prefix.update(b"\0" + text.encode())
            total += tokens(text)
            if "cache_control" in block:
                breakpoints.append((total, prefix.hexdigest()))
        return total, breakpoints


def _blocks(body):
    system = body.get("system", [])
    yield from [{"text": system}] if isinstance(system, str) else system
    for message in body["messages"]:
        content = message["content"]
        yield from [{"text": content}] if isinstance(content, str) else content
