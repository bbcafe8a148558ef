"""The gate's decision as services for continuous integration read it: JUnit XML, and Markdown for a summary page."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from workbench.records.summary import Level, Standing
from workbench.report.markdown_text import escaped, table
from workbench.report.visible import visible
from workbench.report.words import STANDING_SYMBOLS

Told = Mapping[str, Any]
"""The document of `gate_json`, or one judge or line of it."""


def gate_junit(told: Told) -> str:
    """Return JUnit XML: a suite for each judge, a test for each line of the level that was asked for.

    A line that speaks against a judge is a failure, one for which evidence is missing an error. Where the judge has
    earned the level, neither is left.

    Args:
        told: The document of `gate_json`.
    """
    root = ElementTree.Element("testsuites", name=f"workbench gate, {told['asked']}")
    for judge in told["judges"]:
        cases = list(_cases(judge, told["asked"]))
        bad = [kind for _, kind, _ in cases]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=visible(_name(judge)),
            tests=str(len(cases)),
            failures=str(bad.count("failure")),
            errors=str(bad.count("error")),
        )
        for name, kind, said in cases:
            case = ElementTree.SubElement(suite, "testcase", classname=visible(_name(judge)), name=visible(name))
            if kind:
                ElementTree.SubElement(case, kind, message=visible(said))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def gate_summary(told: Told) -> str:
    """Return Markdown: for each judge what it has earned, why, and its lines; no text in it is markup.

    Args:
        told: The document of `gate_json`, with its notes.
    """
    parts = [f"## Gate: {told['asked']} {'passed' if told['passed'] else 'not passed'}\n"]
    for judge in told["judges"]:
        parts += _judge(judge, told["asked"])
    parts += [f"- {escaped(note)}\n" for note in told.get("notes", ())]
    return "\n".join(parts)


def _judge(judge: Told, asked: str) -> Iterator[str]:
    decision = judge["decision"]
    level = "undecided" if judge["stale"] or decision is None else decision["level"]
    yield f"### {escaped(_name(judge))}: {level}\n"
    reasons = [judge["stale"]] if judge["stale"] else (decision["reasons"] if decision else ())
    yield "".join(f"- {escaped(reason)}\n" for reason in reasons)
    lines = () if judge["stale"] else _lines(judge, asked)
    rows = [
        [
            f"{STANDING_SYMBOLS[Standing(line['standing'])]} {line['standing']}",
            *(escaped(line[name]) for name in ("line", "figure", "asked", "missing")),
        ]
        for line in lines
    ]
    if rows:
        yield table(["", "line", "figure", "asked", "missing"], rows, numbers_from=5) + "\n"


def _cases(judge: Told, asked: str) -> Iterator[tuple[str, str, str]]:
    """Give each test: its name, `failure`, `error` or nothing, and what is to be said."""
    if judge["stale"]:
        yield "level", "error", judge["stale"]
        return
    if judge["decision"] is None:
        yield "level", "error", "not decided"
        return
    level, lines = judge["decision"]["level"], _lines(judge, asked)
    earned = level in (asked, str(Level.CERTIFIED))
    against = any(line["standing"] == Standing.AGAINST for line in lines)
    said = f"{level}: {' '.join(judge['decision']['reasons'])}"
    yield "level", "" if earned else "failure" if against else "error", said
    for line in lines:
        kind = {Standing.AGAINST: "failure", Standing.MISSING: "error"}.get(Standing(line["standing"]), "")
        told = f"{line['figure']}, asked {line['asked']}" + (f"; {line['missing']}" if line["missing"] else "")
        yield line["line"], "" if earned else kind, told


def _lines(judge: Told, asked: str) -> list[dict[str, str]]:
    decision = judge["decision"]
    return list(decision["lines"].get(asked, ())) if decision else []


def _name(judge: Told) -> str:
    return judge["name"] if judge["model"] in ("", judge["name"]) else f"{judge['name']} on {judge['model']}"
