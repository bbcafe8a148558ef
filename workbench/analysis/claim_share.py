"""Which share of their claims do answers get supported, by a judge that is asked claim by claim?"""

import json
from collections.abc import Iterable

from workbench.analysis.selective import Share
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, PASS


def supported_claims(replies: Iterable[Reply]) -> Share:
    """Count the supported claims, and all that have a verdict.

    There is no interval: claims of one answer are not independent.

    Args:
        replies: Verdicts on items, each with its claims as JSON. Replies that are errors are left out.

    Raises:
        ValueError: a verdict comes without its claims.
    """
    said: list[str] = []
    for reply in replies:
        if reply.verdict.outcome is None or not reply.raw:
            continue
        try:
            said += [str(claim["verdict"]) for claim in json.loads(reply.raw)]
        except (TypeError, KeyError) as error:
            raise ValueError(f"expected a list of claims with their verdicts, got {reply.raw[:60]}") from error
    supported = said.count(str(PASS))
    return supported, supported + said.count(str(FAIL))
