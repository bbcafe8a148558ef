"""JSON nested so deep that Python gives up on it is a damaged file like any other, never a traceback."""

import pytest

from workbench.cases.load import load_cases
from workbench.errors import WorkbenchError
from workbench.gate.ledger import read_ledger
from workbench.prices import read_prices
from workbench.report.summary_json import read_summary
from workbench.store.attempt_line import cell_from_line, from_line
from workbench.store.challenges import read_challenges
from workbench.store.decisions import read_decisions
from workbench.store.manifest_file import read_manifest
from workbench.store.plant_decisions import read_plant_decisions
from workbench.store.written_plants import read_written

DEEP = '{"v":' + "[" * 200_000 + "]" * 200_000 + "}\n"
FILES = (
    load_cases,
    read_ledger,
    read_prices,
    read_challenges,
    read_decisions,
    read_manifest,
    read_plant_decisions,
    read_written,
)


@pytest.mark.parametrize("read", FILES, ids=[read.__name__ for read in FILES])
def test_a_file_nested_too_deep_is_refused(tmp_path, read):
    path = tmp_path / "deep.jsonl"
    path.write_text(DEEP, encoding="utf-8")
    with pytest.raises(WorkbenchError, match="deep"):
        read(path)


def test_a_summary_nested_too_deep_is_refused():
    with pytest.raises(WorkbenchError, match="JSON"):
        read_summary(DEEP, where="summary.json")


@pytest.mark.parametrize("read", [from_line, cell_from_line], ids=lambda read: read.__name__)
def test_a_line_of_a_journal_nested_too_deep_is_no_attempt(read):
    with pytest.raises(ValueError, match="nested too deep"):
        read(DEEP.encode())
