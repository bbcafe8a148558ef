"""The sample bench, copied once for all end-to-end tests."""

import pytest

from tests.e2e.certified import certified
from workbench.steps.demo import make_demo


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample") / "bench"
    make_demo(folder)
    return folder


@pytest.fixture(scope="session")
def earned(tmp_path_factory, sample):
    """A bench whose judge has earned its level. Change a copy of it."""
    return certified(tmp_path_factory.mktemp("certified") / "bench", sample)
