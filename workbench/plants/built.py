"""What came out of a build. Apart from the builder, which takes longer to load than most commands take to run."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.records.challenge import Challenge

QUOTA_FULL = "not needed: the quota was full"
"""Why a style made no challenge of a clean answer although it could have."""


@dataclass(frozen=True, kw_only=True)
class Built:
    """What came out of a build.

    Attributes:
        challenges: The answer key, sorted by set, style and item.
        planted: Challenges by style. For each style, `planted`, `declined` and `retired` together are the clean
            answers.
        declined: Clean answers that a style gave no challenge for, by style and reason.
        left_out: Cases that are no clean answer of this rule, by reason. With the clean answers, these are all cases.
        short: Styles that could not fill their share of the quota: name to (built, wanted).
        retired: Clean answers whose plant a person had retired, by style and reason.
    """

    challenges: tuple[Challenge, ...]
    planted: Mapping[str, int]
    declined: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]
    short: Mapping[str, tuple[int, int]]
    retired: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
