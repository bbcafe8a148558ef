"""What of a reply can be kept: no key that a server echoed, nothing that no file can hold, no error without an end."""

from dataclasses import replace

from workbench.judges.keys import keys_at_hand, without_keys
from workbench.judges.surrogates import without_lone_surrogates
from workbench.records.reply import Reply

_MOST_OF_AN_ERROR = 2_000
"""Characters of an error's reason. A server's error page is read by people, one line among others."""
_MOST_OF_NO_REPLY = 1_000_000
"""Characters of what came where no verdict could be read from it: more than the longest reply of a model."""
_MOST_OF_A_NAME = 200


def storable(text: str, key_env: str = "") -> str:
    """Return a text that can be kept: without keys that a server echoed, and as UTF-8 can hold it."""
    return _storable(text, keys_at_hand(key_env))


def storable_reply(reply: Reply, key_env: str = "") -> Reply:
    """Return a reply whose texts can all be kept; names, and what came with an error, are cut to a length.

    Args:
        reply: As it was read.
        key_env: An environment variable that holds a key, besides the usual ones.
    """
    keys = keys_at_hand(key_env)
    reason, raw = _storable(reply.reason, keys), _storable(reply.raw, keys)
    if reply.verdict.error is not None:
        reason, raw = _cut(reason, _MOST_OF_AN_ERROR), _cut(raw, _MOST_OF_NO_REPLY)
    return replace(
        reply,
        reason=reason,
        evidence=_storable(reply.evidence, keys),
        raw=raw,
        stop_reason=_cut(_storable(reply.stop_reason, keys), _MOST_OF_A_NAME),
        answered_by=_cut(_storable(reply.answered_by, keys), _MOST_OF_A_NAME),
        request_id=_cut(_storable(reply.request_id, keys), _MOST_OF_A_NAME),
    )


def _storable(text: str, keys: tuple[tuple[str, str], ...]) -> str:
    return without_lone_surrogates(without_keys(text, keys))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
