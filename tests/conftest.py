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


def pytest_collection_modifyitems(items):
    """Begin with the files that take long, so that no worker is left alone with one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def out_of_this_repository(tmp_path_factory):
    """Give the folders of the tests a top of their own: inside the clone they would find the sample's settings."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir()
