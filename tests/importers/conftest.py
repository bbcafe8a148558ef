"""Reading a file of another tool as the command does."""

import json
from pathlib import Path

import pytest

from workbench.cases.importers.asked import read_asked
from workbench.cases.labelled import load_asked
from workbench.cases.load import load_cases
from workbench.records.imported import Imported
from workbench.steps.answer_files import Targets
from workbench.steps.import_answers import import_answers


class Folder:
    """A folder of files, and what becomes of them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name, content):
        """Write text, bytes, or a value as JSON."""
        path = self.path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            path.write_text(text, encoding="utf-8", newline="")
        return path

    def read(self, *names, column=(), label=None, form=None) -> Imported:
        """Say what is found, and write nothing."""
        return self._import(names, column, label, form, None)

    def cases(self, *names, **options):
        """Write what is found, and read it as the bench does."""
        self.bring(*names, **options)
        return load_cases(self.path / "out.jsonl")

    def bring(self, *names, column=(), label=None, form=None, out=True, in_use=False) -> Imported:
        """Write what is found to out.jsonl, and to in-use.jsonl what goes there."""
        out = self.path / "out.jsonl" if out else None
        return self._import(names, column, label, form, out, self.path / "in-use.jsonl" if in_use else None)

    def lines(self, name):
        """Read the lines of a file that was written."""
        return [json.loads(line) for line in (self.path / name).read_text(encoding="utf-8").splitlines()]

    def _import(self, names, column, label, form, out, in_use=None):
        before = sorted(self.path.iterdir())
        found = import_answers(
            [self.path / name for name in names],
            asked=read_asked(column, words=label, form=form),
            targets=Targets(out=out, in_use=in_use, overwrite=True),
            tell=lambda imported: None,
        )
        assert sorted(self.path.iterdir()) == sorted({*before, *filter(None, (out, in_use))})
        return found


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


@pytest.fixture
def labelled():
    """Real answers and their labels, as the bench reads them."""
    return lambda path: {one.case.case_id: one.case.label for one in load_asked(path)}
