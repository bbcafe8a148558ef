"""The command line, started warm: one process loads the libraries once and forks for every command.

Starting Python and loading pandas takes longer than most commands. A forked child is a process of its own with the
real `main`, its own folder, environment and streams. A request is a line of JSON on stdin; the replies are
the number of the process as soon as it runs, and its exit code when it has ended.
"""

import gc
import io
import json
import os
import signal
import sys
import traceback
from dataclasses import replace
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADED = (
    "aiohttp",
    "anthropic",
    "jinja2",
    "pandas",
    "pyarrow.parquet",
    "scipy.special",
    "scipy.stats",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "starlette.applications",
    "uvicorn.protocols.http.h11_impl",
    "workbench.cli.app",
    "workbench.cli.progress",
    "workbench.cli.results",
    "workbench.report.terminal",
    "workbench.steps.counterfactual",
    "workbench.steps.gate",
    "workbench.steps.report",
    "workbench.steps.review",
    "workbench.steps.run",
)

FIRST = (8, 14)
"""How many of the sample's first answers the benches hold that most commands are started in."""


def serve():
    for name in LOADED:
        import_module(name)
    _plant_in_the_sample()
    # What is here by now is no garbage: a child that looked through it would only copy its pages.
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            run(request)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _plant_in_the_sample():
    """Load what planting loads when it is first needed, and try every style on the sample's answers once.

    What comes of that hangs on answers and recipe alone, so commands that plant in the same answers by the same recipe
    are given it. One that is started cold tries the styles itself.
    """
    from workbench.cases.load import load_cases
    from workbench.plants import build
    from workbench.steps.answer_key import build_answer_key
    from workbench.steps.bench import open_bench

    draft, made = build.draft, []

    def drafted(cases, recipe, library=None):
        # Neither the place where a bench stands nor how much is wanted changes what a style makes.
        asked = [replace(case, origin="") for case in cases], replace(recipe, quota={})
        if not any(known == asked for known, _ in made):
            made.append((asked, draft(cases, recipe, library)))
        return next(drafts for known, drafts in made if known == asked)

    build.draft = drafted
    sample, answers = open_bench(ROOT), load_cases(ROOT / "plants" / "answers")
    for cases in (sample.cases, *(answers[:count] for count in FIRST)):
        for held_out in (True, False):
            build_answer_key(replace(sample, cases=cases), held_out=held_out)


def run(request):
    """Run one command in this process, which ends with it."""
    code = 1
    try:
        signal.alarm(request["timeout"])
        _own_streams(Path(request["streams"]), request["environment"].get("PYTHONIOENCODING", "utf-8"))
        os.chdir(request["cwd"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.argv = ["workbench", *request["arguments"]]
        code = _exit_code()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _own_streams(folder, encoding):
    for number, name in ((1, "out"), (2, "err")):
        opened = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = io.StringIO()
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(os.fdopen(number, "wb", closefd=False), encoding=encoding, errors=errors)
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )


def _exit_code():
    from workbench.cli.app import main

    try:
        main()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except Exception:  # noqa: BLE001 - what Python itself does with an error that nobody caught
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    serve()
