"""What every test stands on."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def out_of_this_repository(tmp_path_factory):
    """Give the folders of the tests a top of their own: inside the clone they would find the sample's settings."""
    (tmp_path_factory.getbasetemp() / ".git").mkdir()
