"""What every view shows beside the trust table's first figures: pairs, lengths, ranks, repeats, readings of errors."""

import json
import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.page.made_run import made_run
from tests.report.packed import unpacked
from tests.report.page_tree import Tree
from tests.report.pages import page_of
from workbench.report.details_text import details_text
from workbench.report.markdown import markdown_report
from workbench.report.replies import FinalReplies
from workbench.report.show_text import show_list
from workbench.report.summary_json import write_summary
from workbench.report.terminal import trust_report
from workbench.report.view import item_views, only_disagreements


@pytest.fixture(scope="module")
def made():
    return made_run(105, repeats=2, script=True)


@pytest.fixture(scope="module")
def told(made):
    """The judges, as `summary.json` tells them."""
    return json.loads(write_summary(made.summary), parse_float=Fraction)["judges"]


@pytest.fixture(scope="module")
def views(made):
    found = item_views(made.summary, made.challenges, FinalReplies.among(made.attempts))
    return only_disagreements(made.summary, found)


@pytest.fixture(scope="module")
def markdown(made, views):
    return markdown_report(made.summary, views).replace("\\", "")


@pytest.fixture(scope="module")
def tree(made):
    return Tree(page_of(made)).root


def squeezed(text):
    return " ".join(text.split())


def in_words(rate, *, caught):
    """A rate said again from whole numbers and fractions: count, worst case, and its readings where an error was."""

    def one(part):
        if not part["items"]:
            return "not measured"
        share = Fraction(part["bound"]) * 100
        worst = f"at least {math.floor(share)}%" if caught else f"at most {math.ceil(share)}%"
        return f"{part['hits']} of {part['items']}, {worst}"

    readings = (("errors left out", "errors_left_out"), ("every error against it", "errors_against"))
    return one(rate), [f"{name}: {one(rate[key])}" for name, key in readings if rate[key]]


def trust_rows(markdown):
    """The rows of the trust table, by what stands in their first cell."""
    table = re.search(r"\| judge and model \| gate \| false alarms.*?\n\n", markdown, re.DOTALL)[0]
    rows = [line.strip("| ").split(" | ") for line in table.strip().splitlines()]
    return {row[0]: dict(zip(rows[0], row, strict=False)) for row in rows[2:]}


def test_pairs_stand_in_every_view(told, made, markdown, tree):
    rows = trust_rows(markdown)
    page = [squeezed(row.text()) for row in tree.all("tbody", "candidate")]
    terminal = squeezed(trust_report(made.summary, width=100))
    for judge in told:
        words, _ = in_words(judge["pairs"], caught=True)
        script = judge["kind"] == "script"
        name = judge["name"] if script else f"{judge['name']} on {judge['model']}"
        assert f"{name} {words.replace(', at least ', ' ≥')}" in terminal
        [row] = [row for first, row in rows.items() if first.startswith(judge["name"]) and judge["model"] in first]
        assert row["pairs told apart"].startswith(words)
        [seen] = [text for text in page if text.startswith(f"{judge['name']} ") and judge["model"] in text]
        assert words.replace(", ", " ") in seen


def test_always_pass_and_always_fail_stand_below_the_judges_of_each_rule(made, markdown, tree):
    first = made.summary.judges[0]
    rows = trust_rows(markdown)
    named = [squeezed(row.all("span", "judge")[0].text()) for row in tree.all("tbody", "candidate")]
    constants = ["always pass", "always fail"]
    assert named == [*(["grounded"] * 3), "floor", *constants, *(["answers_when_it_can"] * 3), *constants]
    for name, share in zip(constants, (0, 1), strict=True):
        row = rows[f"{name}, rule grounded"]
        for heading, rate in (
            ("false alarms on clean", first.false_alarms),
            ("near misses alarmed", first.near_misses),
            ("planted caught", first.planted),
            ("held out caught", first.held_out),
        ):
            assert row[heading] == f"{rate.items * share} of {rate.items}"
        assert row["pairs told apart"] == f"0 of {first.pairs.items}"
    first_figure = r"^always (?:pass|fail)\s+(?:false alarms on clean +)?(\d+ of \d+)"
    listed = re.findall(first_figure, trust_report(made.summary, width=100), re.MULTILINE)
    clean = first.false_alarms.items
    assert listed == [f"0 of {clean}", f"{clean} of {clean}"] * 2


@pytest.mark.parametrize("by", ["length", "evidence"])
def test_every_slice_has_its_count_worst_case_and_errors_in_every_view(told, made, markdown, tree, by):
    details = squeezed(details_text(made.summary, width=100))
    page = squeezed(tree.text())
    slices = [one for judge in told for one in judge["slices"] if one["by"] == by]
    assert len({one["name"] for one in slices}) == 3
    for one in slices:
        caught = one["expected"] == "fail"
        words, readings = in_words(one["rate"], caught=caught)
        verb = "caught" if caught else "alarmed"
        for view in (markdown, page):
            assert f"{verb} {words}" in view
            assert all(reading in view for reading in readings)
        assert f" {verb}: {words.split(',')[0]} (" in details or one["rate"]["low"] is None


def test_the_readings_of_errors_stand_beside_each_rate_with_an_error_and_beside_no_other(told, markdown):
    named = {"planted": True, "held_out": True, "pairs": True, "false_alarms": False, "near_misses": False}
    table = re.search(r"\| judge and model \| gate \| false alarms.*?\n\n", markdown, re.DOTALL)[0]
    wanted = []
    for judge in told:
        rates = [(judge[name], caught) for name, caught in named.items()]
        wanted += [reading for rate, caught in rates for reading in in_words(rate, caught=caught)[1]]
    assert len(wanted) > 10
    found = re.findall(r"(?:errors left out|every error against it): \d+ of \d+, at \w+ \d+%", table)
    assert sorted(found) == sorted(wanted)


def test_a_run_without_errors_has_one_reading_and_no_word_of_the_others(run):
    quiet = replace(run.summary, judges=run.summary.judges[3:])
    for text in (trust_report(quiet, width=100), markdown_report(quiet, ()), details_text(quiet, width=100)):
        assert "errors left out:" not in text
        assert "every error against it:" not in text


def test_pairwise_agreement_and_ac1_stand_in_the_reports_and_kappa_and_alpha_on_request_only(
    told, made, markdown, tree
):
    details = squeezed(details_text(made.summary, width=100))
    everywhere = (markdown, squeezed(tree.text()), details)
    for judge in told:
        same = judge["consistency"]
        if judge["kind"] == "script":
            continue
        for view in everywhere:
            assert f"Pairwise agreement {float(same['pairwise']):.3f}, AC1 {float(same['ac1']):.3f}." in view
            assert f"2 repeats, the same verdict in all on {same['unanimous']} of {same['items']} items" in view
        assert f"Fleiss' kappa {float(same['kappa']):.3f}, Krippendorff's alpha {float(same['alpha']):.3f}." in details
    assert "kappa" not in markdown + squeezed(tree.text()) + trust_report(made.summary, width=100)


def test_kappa_and_alpha_of_one_verdict_throughout_are_called_undefined(run):
    judge = run.summary.judges[1]
    same = replace(judge.consistency, ac1=1.0, kappa=None, alpha=None)
    text = details_text(replace(run.summary, judges=(replace(judge, consistency=same),)), width=100)
    assert "Fleiss' kappa undefined, Krippendorff's alpha undefined, as every verdict is the same." in squeezed(text)


def test_items_whose_repeats_differ_are_listed_by_name(told, markdown):
    for judge in told:
        for item in judge["consistency"]["flipped"][:12] if judge["kind"] != "script" else ():
            assert item in markdown


def test_what_judges_disagree_on_among_themselves_is_read_first(made, views):
    first = made.summary.read_first
    assert set(first) == {"grounded", "answers_when_it_can"}
    shown = [view.item_id for view in views]
    place = {item: at for items in first.values() for at, item in enumerate(items)}
    at = {(rule, item): at for rule, items in first.items() for at, item in enumerate(items)}
    best = [min(at.get((ruling.rule, view.item_id), len(at)) for ruling in view.rulings) for view in views]
    assert best == sorted(best)
    assert set(shown[: len(place)]) == set(place)
    listed = re.findall(r"^› (\w+)", show_list(views, {"": shown}, width=100), re.MULTILINE)
    assert listed == [item[:8] for item in shown]


def test_the_index_of_the_page_has_the_same_order(made):
    index, items = unpacked(page_of(made))
    rules = list(dict.fromkeys(judge.rule for judge in made.summary.judges))
    for rule, row in zip(rules, index["first"], strict=True):
        order = made.summary.read_first[rule]
        ranked = sorted(range(len(row)), key=lambda place: row[place])
        assert [items[place]["id"] for place in ranked[: len(order)]] == list(order)
        assert {row[place] for place in ranked[len(order) :]} == {len(order)}
