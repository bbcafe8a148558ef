"""The sample bench, copied once for all end-to-end tests."""

import pytest

from workbench.steps.demo import make_demo


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample") / "bench"
    make_demo(folder)
    return folder
