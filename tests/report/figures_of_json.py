"""Every figure of `summary.json`, said again by a second implementation in whole numbers and fractions."""

import json
import math
from fractions import Fraction


def said(text, *, pairs=True):
    """Return, for each candidate of a `summary.json`, the figures that a view must show; one rule after the other.

    Where the trust table has no room for the pairs, they stand elsewhere.
    """
    judges = json.loads(text, parse_float=Fraction)["judges"]
    opened = any(judge["held_out"]["items"] for judge in judges)
    rules = []
    for judge in judges:
        if judge["rule"] not in rules:
            rules.append(judge["rule"])
    return [_judge(judge, opened, pairs) for rule in rules for judge in judges if judge["rule"] == rule]


def short(figure):
    """The figure as a narrow column says it: "at least 61%" is "≥61%"."""
    return figure.replace("at least ", "≥").replace("at most ", "≤")


def _judge(judge, opened, pairs):
    caught, alarmed = (
        ["planted", *(["held_out"] if opened else []), *(["pairs"] if pairs else []), "script_caught"],
        ["false_alarms", "near_misses"],
    )
    shown = [figure for name in caught if judge[name] for figure in _rate(judge[name], "at least", math.floor)]
    shown += [figure for name in alarmed for figure in _rate(judge[name], "at most", math.ceil)]
    same = judge["consistency"]
    if same["items"]:
        shown.append(f"{same['unanimous']} of {same['items']}")
        hundredths = same["unanimous"] * 100 // same["items"]
        shown.append(f"{hundredths // 100}.{hundredths % 100:02d}")
    errors = sum(judge["errors"].values())
    shown.append(f"{errors} error{'' if errors == 1 else 's'} in {judge['calls']} calls" if errors else "")
    shown.append(judge["decision"]["level"] if judge["decision"] else "not decided")
    return [figure for figure in shown if figure]


def _rate(rate, side, rounded):
    if not rate["items"]:
        return ["not measured"]
    errors = rate["errors"]
    return [
        f"{rate['hits']} of {rate['items']}",
        f"{side} {rounded(Fraction(rate['bound']) * 100)}%",
        f"{errors} error{'' if errors == 1 else 's'}" if errors else "",
    ]
