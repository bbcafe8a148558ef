"""The only door to the holdout: held-out challenges, and the ledger of every look at them."""

import re
from dataclasses import dataclass
from pathlib import Path

LEDGER = "ledger"
DECISIONS = "decisions"


@dataclass(frozen=True)
class HoldoutFolder:
    """The `holdout/` folder of a bench. Says where things are and opens nothing."""

    path: Path

    @property
    def exists(self) -> bool:
        """Whether the bench has such a folder."""
        return self.path.is_dir()

    @property
    def ledger(self) -> Path:
        """The file with one line for each look of a judge version at a held-out style."""
        return self.path / f"{LEDGER}.jsonl"

    @property
    def decisions(self) -> Path:
        """The file with what people decided about held-out plants."""
        return self.path / f"{DECISIONS}.jsonl"

    def challenges(self, rule: str) -> Path:
        """Return the file of the held-out challenges of one rule.

        Raises:
            ValueError: the rule's name would lead to the ledger, the decisions or out of the folder.
        """
        if rule in (LEDGER, DECISIONS) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", rule):
            raise ValueError(f"not a rule's name: {rule!r}")
        return self.path / f"{rule}.jsonl"
