"""`workbench review`: read and decide in the browser, on this machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption

if TYPE_CHECKING:
    from workbench.steps.settings import Settings


def review(
    run: Annotated[str | None, typer.Argument(help="Name or path of a run. Default: the newest.")] = None,
    add: Annotated[
        Path | None,
        typer.Option("--add", metavar="FILE", help="Bring in decisions that a report handed over, and stop."),
    ] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who decides. Default: the user of this machine.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="Default: 8733, or any free one where it is taken.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser; the link is printed anyway.")] = False,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Read every disagreement in the browser and decide who was wrong. Nobody but this machine reaches the page.

    Decisions go to runs/decisions.jsonl, each on the disk before the page says that it is saved. Ctrl+C ends it and
    writes the report again. On another machine, forward the port: ssh -L 8733:127.0.0.1:8733 HOST.

    Examples:
      workbench review
      workbench review 2026-11-30-1f3a9c2b --no-open
      workbench review --add decisions-2026-11-30-1f3a9c2b.jsonl
    """
    from workbench.steps.person import person
    from workbench.steps.settings import read_settings

    settings = read_settings(bench)
    signed = by if by is not None and by.strip() else person()
    if add is not None:
        return _add(settings, add, by=signed, as_json=as_json)
    return _serve(settings, run, by=signed, port=port, browse=not no_open, as_json=as_json)


def _serve(settings: "Settings", run: str | None, *, by: str, port: int | None, browse: bool, as_json: bool) -> int:
    from workbench.cli.output import say, show, show_json
    from workbench.review.guard import Session
    from workbench.review.serve import listen, serve
    from workbench.steps.review import Review

    opened = Review(settings, run=run, by=by)
    listening = listen(port)
    session = Session(port=listening.getsockname()[1])
    link = session.link(session.token)
    unread, total = opened.to_read()
    if as_json:
        show_json(
            {"format": 1, "run_id": opened.summary.run_id, "link": link, "unread": unread, "disagreements": total}
        )
    else:
        show(f"run   {opened.summary.run_id}, {unread:,} of {total:,} to read")
        show(f"to    {settings.decisions}, signed {by}")
        show(f"open  {link}")
    say("Ctrl+C to stop")
    if browse and _has_screen():
        import webbrowser

        webbrowser.open_new_tab(session.link(next(iter(session.once))))
    serve(opened, session, listening)
    if opened.written:
        page = opened.renew()
        unread, total = opened.to_read()
        say(f"\n{opened.written:,} saved, {unread:,} of {total:,} to read; report written again: {page}")
    else:
        say("\nnothing was decided")
    return 0


def _has_screen() -> bool:
    """Whether a browser with a window can be opened; one in the terminal would take it away from this command."""
    import os
    import sys

    if "SSH_CONNECTION" in os.environ or not sys.stderr.isatty():
        return False
    return sys.platform in ("darwin", "win32") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _add(settings: "Settings", file: Path, *, by: str, as_json: bool) -> int:
    from workbench.cli.output import say, show, show_json
    from workbench.report.words import plural
    from workbench.steps.add_decisions import add_decisions

    done = add_decisions(settings, file, by=by)
    if as_json:
        left_out = [line.item for line, _ in done.meanwhile]
        show_json({"format": 1, "added": done.added, "known": done.known, "left_out": left_out})
    else:
        show(f"added {plural(done.added, 'decision')}, {done.known:,} known already, {len(done.meanwhile):,} left out")
    for line, theirs in done.meanwhile:
        told = theirs.decision or "noted something"
        say(f"left out {line.item}: {line.decision or 'a note'}, for {theirs.by} decided meanwhile: {told}")
    for page in done.reports:
        say(f"report written again: {page}")
    return 0
