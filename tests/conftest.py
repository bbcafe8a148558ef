"""What every test stands on."""

import os

import pytest
from hypothesis import settings

# The suite tries the same examples each time, so that a change that passed passes again. `make fuzz` tries new ones.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile("suite")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One worker more than there are processors: many tests wait for a process, a browser or a kill."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let each worker read the folders from another one on: it compiles a share, and finds the others compiled."""
    report = yield
    worker, workers = (os.environ.get(f"PYTEST_XDIST_WORKER{more}", "") for more in ("", "_COUNT"))
    if worker and isinstance(collector, pytest.Directory):
        first = int(worker.removeprefix("gw")) * len(report.result) // int(workers)
        report.result = report.result[first:] + report.result[:first]
    return report


def pytest_collection_modifyitems(items):
    """Begin with the files that take long, so that no worker is left alone with one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, item.path))


@pytest.fixture(scope="session", autouse=True)
def out_of_this_repository(tmp_path_factory):
    """Give the folders of the tests a top of their own: inside the clone they would find the sample's settings."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir()
