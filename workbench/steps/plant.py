"""Build the answer key and keep it where people can read it."""

import json
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.plants.built import QUOTA_FULL, Built
from workbench.plants.surface import strongest_tell
from workbench.records.challenge import Challenge, Set
from workbench.records.rules import GROUNDED
from workbench.steps.answer_key import AnswerKey, build_answer_key
from workbench.steps.bench import Bench
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import write_challenges
from workbench.store.whole_file import write_whole

BUILD_FORMAT = 1


def plant(bench: Bench) -> tuple[AnswerKey, dict[str, Any]]:
    """Build the tuned part of a bench's answer key; on the bench's own answers, write it into `plants/`.

    Held-out styles are left alone. Returns the key and its build report.

    Raises:
        InputError: no saved answer can be trusted, or a setting names an unknown style.
        StoreError: the folder cannot be written.
    """
    key = build_answer_key(bench, held_out=False)
    return key, keep_answer_key(bench, key) if bench.own else build_report(key)


def keep_answer_key(bench: Bench, key: AnswerKey) -> dict[str, Any]:
    """Write what was built: `plants/<rule>.jsonl` with `plants/build.json`, and `holdout/<rule>.jsonl` where opened.

    Returns the build report.

    Raises:
        StoreError: a folder cannot be written.
    """
    for rule, built in key.built.items():
        _write(bench.plants / f"{rule}.jsonl", _tuned(built))
        held_out = [one for one in built.challenges if one.set is Set.HELD_OUT]
        if held_out:
            _write(bench.settings.holdout.challenges(rule), held_out)
    report = build_report(key)
    text = json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write_whole(bench.plants / "build.json", text.encode("utf-8"))
    return report


def build_report(key: AnswerKey) -> dict[str, Any]:
    """What was planted, what was declined and why, and what was left out. Says nothing of held-out styles."""
    rules, sealed = {}, key.sealed
    decisions, waiting = key.additions.decisions, key.additions.to_confirm
    for rule, built in key.built.items():
        tuned = _tuned(built)
        rules[rule] = {
            "set_hash": set_hash(tuned),
            "items": len(tuned),
            "planted": {style: count for style, count in sorted(built.planted.items()) if style not in sealed},
            "declined": {style: reasons for style, reasons in built.declined.items() if style not in sealed},
            "left_out": dict(built.left_out),
            "short": {style: list(counts) for style, counts in built.short.items() if style not in sealed},
            "no_place": _without_place(built, sealed),
            "surface": None if (tell := strongest_tell(tuned)) is None else asdict(tell),
            "retired": {style: reasons for style, reasons in built.retired.items() if style not in sealed},
            "confirmed": sum(one.item.item_id in decisions.confirmed for one in tuned),
            "to_confirm": sum(one.rule == rule for one in waiting),
            "outdated": key.additions.outdated if rule == GROUNDED else 0,
        }
    return {"format": BUILD_FORMAT, "rules": rules, "without_clean_answers": list(key.empty)}


def _without_place(built: Built, sealed: Collection[str]) -> list[str]:
    """Styles that could have planted something and got no place in the quota."""
    full = [style for style, reasons in built.declined.items() if QUOTA_FULL in reasons]
    return [style for style in full if style not in built.planted and style not in sealed]


def _tuned(built: Built) -> list[Challenge]:
    """What the builder made for tuning: natural answers are the user's own file, held-out styles are sealed."""
    return [challenge for challenge in built.challenges if challenge.set not in (Set.HELD_OUT, Set.NATURAL)]


def _write(path: Path, challenges: list[Challenge]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path.parent}: {error.strerror or error}") from error
    write_challenges(path, challenges)
