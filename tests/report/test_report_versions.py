"""What a judge fixed and broke since its version before, in the reports of a run written by hand."""

from dataclasses import replace

import pytest

from tests.report.page_tree import Tree
from tests.report.pages import page_of
from tests.report.test_report_compare_text import MISTAKES, SOURCES
from workbench.records.comparison import Comparison, VersionChange
from workbench.report.markdown import markdown_report
from workbench.report.terminal import trust_report

CHANGE = VersionChange(
    run_id="2026-11-29-0badcafe",
    judge_id="9999000011112222",
    differences=("its rubric has changed", "repeats were 2 and are 3"),
    rubric=("- Every claim stands <b>somewhere</b>.", "+ Every claim stands in a passage.", "+ One that it cites."),
    comparison=Comparison(parts=(MISTAKES, SOURCES), items=61, only_candidate=2, only_reference=4),
)


def with_change(run, change):
    first, *others = run.summary.judges
    return replace(run, summary=replace(run.summary, judges=(replace(first, since=change), *others)))


def views(run):
    page = [one for one in Tree(page_of(run)).root.all("section") if one.attrs.get("id") == "versions"]
    texts = [page[0].text() if page else "", markdown_report(run.summary, ()), trust_report(run.summary, width=100)]
    return [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize(
    "words",
    [
        "against version 99990000 of run 2026-11-29-0badcafe: not like for like: its rubric has changed; repeats were "
        "2 and are 3; rubric: 2 lines new, 1 gone.",
        "61 items in common; 2 of this run and 4 of the other are compared with nothing.",
        "17 of 20 caught, before 18: fixed 1, broke 2, 3 less or more sure; 1 case without enough answers left out",
        "not told apart (p = 0.500, all comparisons counted): the true difference lies between -21 and +10 points",
        "40 of 40 passed, before 40: the same on every one",
    ],
)
def test_every_view_says_what_was_fixed_and_broken(run, words):
    for text in views(with_change(run, CHANGE)):
        assert words in text.replace("\\_", "_")


def test_the_page_shows_the_lines_of_the_rubric_as_text(run):
    page = page_of(with_change(run, CHANGE))
    assert '<del class="line">- Every claim stands &lt;b&gt;somewhere&lt;/b&gt;.</del>' in page
    assert '<ins class="line">+ One that it cites.</ins>' in page


def test_what_could_not_be_compared_is_said_and_a_judge_without_another_version_says_nothing(run):
    trouble = VersionChange(run_id="2026-11-29-0badcafe", trouble="that run is not there any more")
    for text in views(with_change(run, trouble)):
        assert "against run 2026-11-29-0badcafe." in text
        assert "Not compared: that run is not there any more." in text
    for text in views(run):
        assert "version before" not in text.lower()
