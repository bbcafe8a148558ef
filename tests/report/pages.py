"""The page of a run, as `workbench report` writes it."""

from workbench.analysis.slices import slice_names
from workbench.report.html import html_report
from workbench.report.replies import FinalReplies
from workbench.report.view import item_views


def page_of(run, *, decisions=(), live=False):
    views = item_views(run.summary, run.challenges, FinalReplies.among(run.attempts))
    slices = slice_names(run.challenges, run.summary.search.ranks if run.summary.search else {})
    return html_report(
        run.summary, views, run.specs, decisions=decisions, slices=slices, tool_version="0.1.0", live=live
    )
