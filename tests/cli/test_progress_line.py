"""The progress of a run where stderr is no terminal: a line every 30 seconds, also while no verdict comes."""

import pytest

from workbench.cli import progress
from workbench.runner.budget import Spend
from workbench.runner.outcome import Progress


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def at(done, **fields):
    return Progress(planned=200, done=done, passed=done, failed=0, errors=0, attempts=done, **fields)


def test_a_line_every_half_minute_says_what_came_what_it_cost_and_how_long_it_takes(clock, capsys):
    line = progress.ProgressLine()
    for second in range(1, 95):
        clock[0] = float(second)
        line.progressed(at(second), Spend(calls=second, dollars=second / 100))
    assert capsys.readouterr().err.splitlines() == [
        "30 of 200   pass 30   fail 0   errors 0   spent $0.30   about 2 min 50 s left",
        "60 of 200   pass 60   fail 0   errors 0   spent $0.60   about 2 min 20 s left",
        "90 of 200   pass 90   fail 0   errors 0   spent $0.90   about 1 min 50 s left",
    ]


def test_a_run_that_stands_still_says_why(clock, capsys):
    line = progress.ProgressLine()
    clock[0] = 31.0
    line.progressed(at(0, held_back=("claude-haiku-5-5",)), Spend())
    assert capsys.readouterr().err == "0 of 200   pass 0   fail 0   errors 0   waiting for claude-haiku-5-5\n"


@pytest.mark.parametrize("told", [{"CI": "1"}, {"TERM": "dumb"}, {}])
def test_a_terminal_that_cannot_rewrite_a_line_or_a_log_gets_whole_lines(clock, capsys, monkeypatch, told):
    for name, value in {"CI": "", "TERM": "xterm", **told}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    line = progress.ProgressLine()
    for second in (1, 2, 40):
        clock[0] = float(second)
        line.progressed(at(second), Spend())
    line.done()
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert shown.count("\n") == 1
    assert shown.count("\r") == (0 if told else 3)
