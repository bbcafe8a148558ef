"""A value that an option does not take is said as every other mistake: what was expected, and what came."""

import pytest
from typer.testing import CliRunner

from workbench.cli.app import app


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("gate", "x", "--level", "certain"), "error: --level: expected one of certified, provisional, got 'certain'"),
        (("gate", "x", "--level", "it's"), 'error: --level: expected one of certified, provisional, got "it\'s"'),
        (("run", "--repeats", "five"), "error: --repeats: expected a whole number, got 'five'"),
        (("threshold", "x", "--cost-miss", "dear"), "error: --cost-miss: expected a number, got 'dear'"),
    ],
)
def test_a_value_that_is_none_is_said_in_our_words(given, said):
    ran = CliRunner().invoke(app, given)
    assert (ran.exit_code, ran.stdout, ran.stderr) == (2, "", f"{said}\n")


@pytest.mark.parametrize("given", [("run", "--nope"), ("grade",), ("rin",)])
def test_other_mistakes_in_a_command_are_said_as_before(given):
    ran = CliRunner().invoke(app, given)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "Error: " in ran.stderr
