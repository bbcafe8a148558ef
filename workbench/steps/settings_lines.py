"""Lines that a user may put into settings."""

import json
import re

from workbench.steps.settings import FILE, Settings

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def judge_table(settings: Settings, name: str) -> str:
    """Return the head of a judge's table, as the bench's own settings file spells it: `[judge.NAME]`."""
    key = name if _BARE_KEY.fullmatch(name) else toml_text(name)
    return f"[judge.{key}]" if (settings.root / FILE).is_file() else f"[tool.workbench.judge.{key}]"


def toml_text(text: str) -> str:
    """Return a text as TOML spells it: as JSON does, and DEL too must be an escape."""
    return json.dumps(text, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")
