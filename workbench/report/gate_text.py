"""The gate's decision in words, and as JSON for machines."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from workbench.records.summary import JudgeSummary, Level
from workbench.report.columns import paragraph
from workbench.report.scorecard import judge_label
from workbench.report.visible import on_one_line
from workbench.report.words import level_words


def gate_text(judges: Sequence[JudgeSummary], *, asked: Level, stale: Mapping[str, str], width: int) -> str:
    """Say for each judge what it has earned, every line of the level that was asked for, and what is missing."""
    lines: list[str] = []
    for judge in judges:
        name = ", ".join(judge_label(judge))
        if judge.judge_id in stale:
            lines += paragraph(on_one_line(f"? undecided: {name}: {stale[judge.judge_id]}"), width=width, rest="  ")
            continue
        decision = judge.decision
        lines += paragraph(on_one_line(f"{level_words(decision.level if decision else None)}: {name}"), width=width)
        for reason in decision.reasons if decision else ():
            lines += paragraph(on_one_line(reason), width=width, first="  - ")
        for line in decision.lines.get(str(asked), ()) if decision else ():
            said = f"{line.line}: {line.figure}, asked {line.asked}" + (f"; {line.missing}" if line.missing else "")
            lines += paragraph(on_one_line(said), width=width, first=f"  {line.standing:<8} ")
    return "\n".join(lines) + "\n"


def gate_json(
    judges: Sequence[JudgeSummary], *, run_id: str, asked: Level, stale: Mapping[str, str], code: int
) -> dict[str, Any]:
    """Return the decision with everything that it rests on."""
    return {
        "format": 1,
        "run_id": run_id,
        "asked": str(asked),
        "passed": code == 0,
        "exit_code": code,
        "judges": [
            {
                "name": judge.name,
                "rule": judge.rule,
                "model": judge.model,
                "judge_id": judge.judge_id,
                "stale": stale.get(judge.judge_id, ""),
                "decision": asdict(judge.decision) if judge.decision else None,
            }
            for judge in judges
        ],
    }
