"""The trust report as one self-contained page: no script, no network, nothing that text from a model could start."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from workbench.records.reply import JudgeSpec
from workbench.records.summary import JudgeSummary, Level, Summary
from workbench.report import brief, natural_text, next_steps, scorecard, segments, statements, style_matrix, words
from workbench.report.index import judge_indexes, next_items
from workbench.report.strip import strip_of
from workbench.report.view import Disagreement
from workbench.report.visible import pieces, visible

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def html_report(
    summary: Summary, disagreements: Sequence[Disagreement], specs: Sequence[JudgeSpec], *, tool_version: str
) -> str:
    """Return the text of `report.html`.

    Every text goes through one door: hidden characters become visible and everything is escaped. The page has one
    style sheet, allowed by its hash, and no script at all; its policy forbids everything else.

    Args:
        summary: The run, measured.
        disagreements: What a person must read, as `view.disagreements` gathered it.
        specs: The judge versions, for the foot of the page.
        tool_version: The version of the workbench that counted.
    """
    from markupsafe import escape

    style = _template_text("report.css")
    judges = scorecard.by_rule(summary.judges)
    indexes = judge_indexes(judges, disagreements)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            summary=summary,
            disagreements=disagreements,
            specs=[(spec, _details(spec.details)) for spec in specs],
            tool_version=tool_version,
            style=_unescaped(style),
            page_title=escape(visible(summary.bench)),
            policy=content_policy(style),
            indexes=indexes,
            following=next_items(indexes),
            lists={index.judge.judge_id: index.anchor for index in indexes},
            shown_levels=_levels(judges),
            matrices=style_matrix.style_matrices(summary),
            opened=scorecard.held_out_opened(summary),
        )
    )


def _levels(judges: Sequence[JudgeSummary]) -> tuple[Level, ...]:
    """Return the levels that some judge has, the highest first."""
    held = {judge.decision.level for judge in judges if judge.decision}
    return tuple(level for level in Level if level in held)


def content_policy(style: str) -> str:
    """Return the content security policy of a page with this one style sheet and nothing else."""
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def shown(text: str) -> "Markup":
    """Return a text as HTML: escaped, its hidden characters as marked numbers such as `[U+202E]`."""
    from markupsafe import Markup, escape

    return Markup("").join(
        Markup('<span class="hidden-char">{}</span>').format(piece) if hidden else escape(piece)
        for piece, hidden in pieces(text)
    )


def _finish(value: Any) -> Any:  # noqa: ANN401 - whatever a template prints
    return shown(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _unescaped(text: str) -> "Markup":
    """Mark a text of our own as HTML. The style sheet ships with the package; nothing from outside comes here."""
    from markupsafe import Markup

    return Markup(text)


def _details(details: Mapping[str, Any]) -> str:
    return json.dumps(details, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2) if details else ""


def _template_text(name: str) -> str:
    return (files("workbench.report") / "templates" / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_template_text),
        autoescape=True,
        finalize=_finish,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(
        brief=brief,
        words=words,
        natural_text=natural_text,
        scorecard=scorecard,
        statements=statements,
        segments=segments,
        steps=next_steps.next_steps,
        strip_of=strip_of,
        cell_symbol=style_matrix.cell_symbol,
    )
    return environment
