"""What slowed a run down is said afterwards."""

from tests.e2e.benches import small
from tests.e2e.command_line import with_server, workbench
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults
from workbench.cli.pace import pace_notes
from workbench.runner.outcome import Ending, Pace, Progress, RunOutcome

PROGRESS = Progress(planned=9, done=3, passed=3, failed=0, errors=0, attempts=4)


def outcome(*paces, capped=0):
    return RunOutcome(
        ending=Ending.COMPLETE,
        reason="",
        progress=PROGRESS,
        abandoned=0,
        longest_wait_asked_s=None,
        retry_after_cap_s=600.0,
        capped_waits=capped,
        paces=paces,
    )


def pace(**changes):
    return Pace(**{"model": "m", "most": 16, "lowest": 16, "holds": 0, "held_s": 0.0, **changes})


def test_a_run_says_afterwards_that_the_api_held_it_back(tmp_path):
    bench = small(tmp_path)
    faults = Faults(next_up=[None, "rate_limit"])
    with MessagesServer(faults=faults, retry_after="1.2") as server:
        ran = workbench(
            "run", "--judges", "grounded", "--models", "m", "--repeats", "1", cwd=bench, **with_server(server)
        )
    assert ran.code == 0, ran.err
    assert "m was slowed down: too busy at times for more than 15 of 16 calls at once" in ran.said
    assert "held back for 1 s in all, once because it named a time to wait" in ran.said


def test_each_model_that_was_slowed_down_is_named_with_its_reasons():
    told = outcome(
        pace(model="quick"),
        pace(model="busy", lowest=3),
        pace(model="told", holds=4, held_s=61.4),
        pace(model="full", held_s=8.0),
        capped=2,
    )
    assert list(pace_notes(told)) == [
        "busy was slowed down: too busy at times for more than 3 of 16 calls at once",
        "told was slowed down: held back for 61 s in all, 4 times because it named a time to wait",
        "full was slowed down: held back for 8 s in all by its rate limits",
        "2 times the server asked for a longer wait than 600 s and got that",
    ]
