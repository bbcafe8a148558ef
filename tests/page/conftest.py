"""A real Chromium, and the pages that the tests open in it. Nothing may fail unseen and nothing may leave the file."""

from dataclasses import replace

import pytest

from tests.page.chromium import chromium, missing
from tests.page.made_run import made_run
from tests.page.reviewing import make_bench
from tests.report.hostile import poisoned_run, with_a_long_word
from tests.report.pages import page_of
from tests.report.test_report_versions import CHANGE, with_change


@pytest.fixture(scope="module")
def browser():
    """One a module and no longer: while it runs, no other test of the process can start an event loop."""
    why = missing()
    if why:
        pytest.skip(why)
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def made():
    """One hundred items, two judges, three models, five repeats, and the script of one rule."""
    return made_run(100, script=True)


@pytest.fixture(scope="session")
def pages(tmp_path_factory, run, made):
    folder = tmp_path_factory.mktemp("pages")
    # With every section that a report can have.
    texts = {"written": page_of(with_change(run, CHANGE)), "made": page_of(made), "hostile": page_of(poisoned_run(run))}
    texts["empty"] = page_of(
        replace(run, summary=replace(run.summary, judges=()), challenges=(), attempts=(), specs=())
    )
    texts["long"] = page_of(with_a_long_word(run))
    # As in a build server that lets no script of a report run.
    texts["stopped"] = texts["written"].replace("script-src &#39;sha256-", "script-src &#39;sha256-AAAA")
    assert texts["stopped"] != texts["written"]
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def show(browser, pages):
    """Open a page by its name, from the disk and without a network; at the end nothing may have gone wrong in it."""
    opened, wrong, asked = [], [], []

    def open_page(name="made", link="", *, quiet=True, **options):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, offline=True, **options)
        page = context.new_page()
        page.set_default_timeout(60_000)
        if quiet:
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{(pages / name).as_uri()}.html{link}")
        opened.append(context)
        if link.startswith("#/read"):
            page.get_by_test_id("rows").wait_for(state="attached")
        return page

    yield open_page
    for context in opened:
        context.close()
    assert wrong == []
    assert {url.split("#")[0] for url in asked} <= {f"{(pages / name).as_uri()}.html" for name in NAMES}


NAMES = ("written", "made", "hostile", "empty", "long", "stopped")


@pytest.fixture(scope="session")
def run():
    from tests.report.written_run import build_run

    return build_run()


@pytest.fixture(scope="session")
def reviewed(tmp_path_factory):
    """A bench with a run that has disagreements in every set. Tests that write copy it."""
    return make_bench(tmp_path_factory.mktemp("reviewed"))
