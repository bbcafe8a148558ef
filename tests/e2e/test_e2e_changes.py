"""A gate holds for one judge version on one set of cases: any change revokes it, and what has changed is said."""

import shutil

import pytest

from tests.e2e.benches import set_line, with_sample
from tests.e2e.command_line import with_server, workbench, write
from tests.e2e.model_faults import KeyedPolicy
from tests.support.messages_server import MessagesServer
from workbench.judges.rubric import shipped_rubric

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["mine"]
models = ["sound"]
max_tokens = 8192
seed = 7
gate_repeats = 2
[judge.mine]
rule = "grounded"
rubric = "mine.md"
"""
GATE = ("gate", "mine", "--level", "provisional")


@pytest.fixture(scope="module")
def passed(tmp_path_factory, sample):
    """A bench whose judge has passed the gate."""
    bench = with_sample(tmp_path_factory.mktemp("changes") / "bench", SETTINGS, sample)
    write(bench / "mine.md", shipped_rubric("grounded").text)
    with MessagesServer(policy=KeyedPolicy(bench)) as server:
        assert workbench("run", "--with-holdout", cwd=bench, **with_server(server)).code == 0
    return bench


@pytest.fixture
def bench(passed, tmp_path):
    """A copy in another place, as a clone of the repository would be."""
    shutil.copytree(passed, tmp_path / "moved")
    return tmp_path / "moved"


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new))


def test_a_gate_holds_in_a_copy_of_the_bench_where_nothing_has_changed(bench):
    assert workbench(*GATE, cwd=bench).code == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda bench: edit(bench / "mine.md", "\n## Steps", "\nBe strict.\n\n## Steps"), "its rubric has changed"),
        (lambda bench: (bench / "mine.md").unlink(), "it cannot be made any more"),
        (lambda bench: set_line(bench, "max_tokens", "4096"), "max_tokens was 8192 and is 4096"),
        (lambda bench: set_line(bench, "rule", '"answers_when_it_can"'), "its rule was grounded"),
        (
            lambda bench: edit(bench / "plants/answers/late-return.md", "## Answer\n\n", "## Answer\n\nYes. "),
            "the saved answers have changed (changed: late-return) since the run",
        ),
        (
            lambda bench: edit(bench / "plants/answers/late-return.md", "## Answer\n\n", "## Answers\n\n"),
            "the saved answers cannot be read any more",
        ),
        (lambda bench: set_line(bench, "not_found", '"No idea."'), 'not_found has changed from "Not in the sources."'),
    ],
)
def test_a_change_makes_the_gate_undecided_and_is_named(bench, change, says):
    change(bench)
    ran = workbench(*GATE, cwd=bench)
    assert ran.code == 4
    assert "? undecided: mine" in ran.said
    assert says in ran.said


def test_what_no_verdict_depends_on_changes_nothing(bench):
    # The seed of the next run, another repeat count and a lower bar: the run stands as it is.
    set_line(bench, "seed", "8")
    edit(bench / "workbench.toml", "gate_repeats = 2", "gate_repeats = 9\nconcurrency = 2")
    assert workbench(*GATE, cwd=bench).code == 0


def test_without_the_saved_answers_the_run_speaks_for_itself(bench):
    shutil.rmtree(bench / "plants")
    edit(bench / "workbench.toml", 'answers = "plants/answers"\nquestions = "plants/questions.jsonl"\n', "")
    assert workbench(*GATE, cwd=bench).code == 0
    assert workbench("report", cwd=bench).code == 0
