"""The gate's decision in words, and as JSON for machines."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from workbench.gate.certificate import Certified
from workbench.records.reply import JudgeKind
from workbench.records.summary import JudgeSummary, Level, Standing
from workbench.report.columns import paragraph
from workbench.report.scorecard import judge_label
from workbench.report.visible import on_one_line
from workbench.report.words import LEVEL_MEANINGS, STANDING_SYMBOLS, level_words, plural


def gate_text(
    judges: Sequence[JudgeSummary],
    *,
    asked: Level,
    stale: Mapping[str, str],
    certificates: Mapping[str, Certified] = MappingProxyType({}),
    notes: Sequence[str] = (),
    width: int,
) -> str:
    """Say for each judge what it has earned, why, and how each line of the level that was asked for stands.

    Of several judges only the lines that are not met are told one by one.

    Args:
        judges: The judges, decided on.
        asked: The level that is needed.
        stale: Judge id to the reason why its decision does not hold any more; such a judge is undecided.
        certificates: Judge id to how it stands with its certificate.
        notes: What the reader should see to.
        width: Columns of the page.
    """
    lines: list[str] = []
    for judge in judges:
        lines += [""] if lines else []
        lines += _judge(judge, asked, stale.get(judge.judge_id, ""), width, every_line=len(judges) == 1)
        if judge.judge_id in certificates:
            lines += _certificate(certificates[judge.judge_id], judge, width)
    for note in notes:
        lines += paragraph(on_one_line(note), width=width, first="! ")
    return "".join(f"{line}\n" for line in lines)


def _judge(judge: JudgeSummary, asked: Level, stale: str, width: int, *, every_line: bool) -> Iterator[str]:
    name, decision = ", ".join(judge_label(judge)), judge.decision
    if stale:
        yield from paragraph(on_one_line(f"? undecided: {name}: {stale}"), width=width, rest="  ")
        return
    level = level_words(decision.level if decision else None)
    yield from paragraph(on_one_line(f"{level}: {name}"), width=width, rest="  ")
    if decision is None:
        return
    if decision.level is Level.PLUMBING_ONLY:
        yield f"  - {LEVEL_MEANINGS[decision.level].capitalize()}."
    if decision.level is Level.PROVISIONAL and asked is Level.CERTIFIED:
        yield from paragraph("CERTIFIED was asked for; --level provisional asks for less.", width=width, first="  - ")
    for reason in decision.reasons:
        yield from paragraph(on_one_line(reason), width=width, first="  - ")
    lines = decision.lines.get(str(asked), ())
    met = sum(line.standing is Standing.MET for line in lines)
    for line in lines:
        if line.standing is Standing.MET and not every_line:
            continue
        said = f"{line.line}: {line.figure}, asked {line.asked}" + (f"; {line.missing}" if line.missing else "")
        first = f"  {STANDING_SYMBOLS[line.standing]} {line.standing:<8} "
        yield from paragraph(on_one_line(said), width=width, first=first)
    if met and not every_line:
        yield f"  {STANDING_SYMBOLS[Standing.MET]} {Standing.MET:<8} {met} of {plural(len(lines), 'line')}"


def _certificate(found: Certified, judge: JudgeSummary, width: int) -> Iterator[str]:
    """Say whether there is a certificate that holds, and of those that do not, why."""
    if not found.holds:
        said = f"certificate in {found.path} does not hold: {'; '.join(found.broken)}"
    else:
        how = "written to" if found.written else "on file holds:"
        said = f"certificate {how} {found.path}, until {found.until[:10]}"
        said += f"; before, on file: {'; '.join(found.broken)}" if found.broken else ""
        said += f". Ask its canaries again now and then: {shlex.join(_drift(judge))}"
    yield from paragraph(on_one_line(said), width=width, first="  - ")


def _drift(judge: JudgeSummary) -> Iterator[str]:
    yield from ("workbench", "drift", judge.name)
    if judge.kind in (JudgeKind.MODEL, JudgeKind.METRIC):
        yield from ("--model", judge.model)


def gate_json(
    judges: Sequence[JudgeSummary],
    *,
    run_id: str,
    asked: Level,
    stale: Mapping[str, str],
    certificates: Mapping[str, Certified] = MappingProxyType({}),
    code: int,
) -> dict[str, Any]:
    """Return the decision as a JSON document: the level asked for, the exit code, and each judge's lines and reasons.

    Args:
        judges: The judges, decided on.
        run_id: The run that they were measured in.
        asked: The level that is needed.
        stale: Judge id to the reason why its decision does not hold any more.
        certificates: Judge id to how it stands with its certificate.
        code: The exit code; 0 where every judge has earned the level.
    """
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
                "certificate": asdict(certificates[judge.judge_id]) if judge.judge_id in certificates else None,
                "decision": asdict(judge.decision) if judge.decision else None,
            }
            for judge in judges
        ],
    }
