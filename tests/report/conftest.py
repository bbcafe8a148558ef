"""The written run, for every test of the report."""

import pytest

from tests.report.written_run import build_run


@pytest.fixture(scope="session")
def run():
    return build_run()
