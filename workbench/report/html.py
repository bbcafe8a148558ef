"""The trust report as one self-contained page: no network, and nothing that text from a model could start."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from workbench.analysis.slices import Slices
from workbench.gate.unread import undecided
from workbench.records.comparison import MovedItems
from workbench.records.decision import Decisions, PersonDecision
from workbench.records.reply import JudgeSpec
from workbench.records.summary import JudgeSummary, Level, Summary
from workbench.report import (
    base_rate_text,
    brief,
    constant_figures,
    cost_chart,
    links,
    natural_text,
    next_steps,
    repeats_text,
    scorecard,
    slice_matrix,
    statements,
    style_matrix,
    version_text,
    words,
)
from workbench.report.index import judge_queues
from workbench.report.page_data import page_data
from workbench.report.strip import strip_of
from workbench.report.tags import Tag
from workbench.report.version_tables import HEADINGS, version_tables
from workbench.report.view import ItemView
from workbench.report.visible import pieces, plain, visible

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jinja2 import Environment
    from markupsafe import Markup

_TEMPLATES = (
    "report.html.j2",
    "overview.html.j2",
    "versions.html.j2",
    "disagreements.html.j2",
    "foot.html.j2",
    "parts.html.j2",
)


def html_report(  # noqa: PLR0913 - the parts of one page, each a thing of its own
    summary: Summary,
    views: Sequence[ItemView],
    specs: Sequence[JudgeSpec],
    *,
    decisions: Sequence[PersonDecision],
    slices: Slices = MappingProxyType({}),
    moved: MovedItems = MappingProxyType({}),
    tool_version: str,
    live: bool = False,
) -> str:
    """Return the text of `report.html`, or of the page that `workbench review` serves.

    The overview is plain HTML and needs no script. Every text in it goes through one door: hidden characters become
    visible and everything is escaped. The items are packed data, which the page's one script shows as text. Script and
    style sheet are allowed by their hashes; the policy forbids everything else, the network included.

    Args:
        summary: The run, measured.
        views: The items, as `view.item_views` gathered them. Those that no judge was asked about are left out.
        specs: The judge versions, for the foot of the page.
        decisions: What people decided, in the order in which it was written.
        slices: In which slices each item stands, as `analysis.slices.slice_names` says.
        moved: Where items stand since the version before of each judge.
        tool_version: The version of the workbench that counted.
        live: Whether the page is served and may write decisions to who serves it, and to nobody else.
    """
    from markupsafe import escape

    style, script = _built("page.css"), _built("page.js")
    # What no judge was asked about stays sealed: nobody has opened it yet.
    views = [view for view in views if any(ruling.opinions for ruling in view.rulings)]
    judges = scorecard.by_rule(summary.judges)
    decided = Decisions.of(decisions)
    return (
        _environment()
        .get_template(_TEMPLATES[0])
        .render(
            summary=summary,
            specs=[(spec, _details(spec.details)) for spec in specs],
            tool_version=tool_version,
            style=_unescaped(style),
            script=_unescaped(script),
            page_title=escape(visible(summary.bench)),
            policy=content_policy(style, script, live=live),
            data=page_data(views, summary, specs, decisions, slices, moved=moved, live=live),
            items=len(views),
            queues=judge_queues(judges, views),
            versions=version_tables(judges, views, moved),
            unread={judge.judge_id: len(undecided(judge, decided)) for judge in judges},
            shown_levels=_levels(judges),
            charts=cost_chart.cost_charts(judges),
            chart_size=cost_chart,
            matrices=style_matrix.style_matrices(summary),
            slice_matrices=slice_matrix.slice_matrices(summary),
            steady=[judge for judge in judges if repeats_text.repeat_statements(judge)],
            opened=scorecard.held_out_opened(summary),
        )
    )


def load_templates() -> None:
    """Compile the templates, which takes longer than to fill them for a small run, so that it is done already."""
    for name in _TEMPLATES:
        _environment().get_template(name)


def _levels(judges: Sequence[JudgeSummary]) -> tuple[Level, ...]:
    """Return the levels that some judge has, the highest first."""
    held = {judge.decision.level for judge in judges if judge.decision}
    return tuple(level for level in Level if level in held)


def content_policy(style: str, script: str, *, live: bool) -> str:
    """Return the content security policy of a page with this one style sheet, this one script and nothing else.

    Trusted types let the script make nothing from text but text. A page that is served may ask its server, no one else.
    """
    asks = "connect-src 'self'; " if live else ""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; {asks}base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def shown(text: str) -> "Markup":
    """Return a text as HTML: escaped, its hidden characters as marked numbers such as `[U+202E]`."""
    from markupsafe import Markup, escape

    if plain(text):
        return escape(text)
    return Markup("").join(
        Markup('<span class="hidden-char">{}</span>').format(piece) if hidden else escape(piece)
        for piece, hidden in pieces(text)
    )


def _finish(value: Any) -> Any:  # noqa: ANN401 - whatever a template prints
    return shown(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _unescaped(text: str) -> "Markup":
    """Mark a text of our own as HTML. Style sheet and script ship with the package; nothing from outside comes here."""
    from markupsafe import Markup

    return Markup(text)


def _details(details: Mapping[str, Any]) -> str:
    return json.dumps(details, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2) if details else ""


def _built(name: str) -> str:
    return _text(files("workbench.report") / "page" / "built" / name)


def _template_text(name: str) -> str:
    return _text(files("workbench.report") / "templates" / name)


def _text(file: "Traversable") -> str:
    return file.read_text(encoding="utf-8").replace("\r\n", "\n")


@cache
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
        base_rate_text=base_rate_text,
        brief=brief,
        constants=constant_figures,
        words=words,
        natural_text=natural_text,
        repeats=repeats_text,
        scorecard=scorecard,
        slices=slice_matrix,
        statements=statements,
        version_headings=HEADINGS,
        version_text=version_text,
        steps=next_steps.next_steps,
        strip_of=strip_of,
        cell_symbol=style_matrix.cell_symbol,
        links=links,
        tag=Tag,
    )
    return environment
