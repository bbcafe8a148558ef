"""The browser that the tests and the README's picture are made with: one that is there already, nothing is fetched."""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def missing() -> str:
    """Say why no browser can be driven here; empty where one can."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed: pip install -e '.[dev]'"
    return "" if _program() else f"no Chromium on the path, looked for {', '.join(NAMES)}"


@contextmanager
def chromium(*flags):
    """Start a Chromium without a window, and close it."""
    from playwright.sync_api import sync_playwright

    # A browser writes settings and crash reports into its home; that is to be a folder of its own.
    with TemporaryDirectory() as home, sync_playwright() as started:
        elsewhere = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
        browser = started.chromium.launch(executable_path=_program(), args=[*_FLAGS, *flags], env=elsewhere)
        try:
            yield browser
        finally:
            browser.close()


def take_picture(page: Path, picture: Path) -> None:
    """Write the first screen of a page as a PNG."""
    with chromium() as browser:
        shown = browser.new_page(viewport={"width": 1280, "height": 800})
        shown.goto(page.as_uri())
        shown.screenshot(path=picture)


def _program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
