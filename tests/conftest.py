"""What every test stands on."""

import pytest
from hypothesis import settings

# The suite tries the same examples each time, so that a change that passed passes again. `make fuzz` tries new ones.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def out_of_this_repository(tmp_path_factory):
    """Give the folders of the tests a top of their own: inside the clone they would find the sample's settings."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir()
