"""What commands print: one JSON document where asked, the same figures in every view, in any locale, into any pipe."""

import json
import re
import subprocess

import pytest

from tests.e2e.benches import answer
from tests.e2e.command_line import KEY, command, environment, run_folder, summary_of, workbench, write
from workbench.records.summary import FORMAT

QUESTION = "電動自転車は一日いくらですか 🚲?"
ANSWER = "一日 £32 です, “Wren” も同じ 🚲 [p1]."


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A bench in Japanese, with emoji and curly quotes in texts, a file's name and the bench's name; run once."""
    folder = tmp_path_factory.mktemp("語") / "bench"
    write(
        folder / "answers" / "料金.md",
        answer(QUESTION, "一日 £32, 一週間 £150. “Wren” も同じ。", ANSWER, title="料金表"),
    )
    write(
        folder / "answers" / "week.md",
        answer("What does a week cost?", "Day hire is £32. A week is £150.", "A week costs £150 [p1]."),
    )
    write(folder / "workbench.toml", 'name = "貸し自転車 🚲"\nanswers = "answers"\njudges = ["floor", "numbers"]\n')
    ran = workbench("run", cwd=folder)
    assert ran.code == 0, ran.said
    return folder


COMMANDS = [
    (("search",), {0}),
    (("plant", "--show", "3"), {0}),
    (("run",), {0}),
    (("report",), {0}),
    (("gate",), {3, 4}),
]


@pytest.mark.parametrize(("arguments", "codes"), COMMANDS)
def test_json_is_one_document_on_stdout_with_a_format_version(bench, arguments, codes):
    # Once with all that Python itself does when it starts and ends.
    ran = workbench(*arguments, "--json", cwd=bench, cold=arguments == ("run",))
    assert ran.code in codes
    assert ran.json["format"] == (FORMAT if arguments in (("run",), ("report",)) else 1)
    assert ran.out.endswith("}\n")


def test_demo_prints_one_json_document_too(tmp_path):
    # A key that is set for other work is not spent on a look at the sample: nothing listens on port 9.
    ran = workbench(
        "demo", "here", "--json", cwd=tmp_path, ANTHROPIC_API_KEY=KEY, ANTHROPIC_BASE_URL="http://127.0.0.1:9"
    )
    assert ran.code == 0
    assert ran.json == summary_of(tmp_path / "here")
    assert "no model is asked here" in ran.err
    assert "model" not in {judge["kind"] for judge in ran.json["judges"]}
    again = workbench("demo", "here", cwd=tmp_path)
    assert again.code == 0
    assert "was complete already" in again.err
    page = run_folder(tmp_path / "here") / "report.html"
    assert again.out.endswith(f"\nreport  {page}\n")
    for judge in ran.json["judges"]:
        row = again.out.partition(f"\n{judge['name']} ")[2].split("\n")[0]
        rates = (judge["false_alarms"], judge["near_misses"], judge["planted"], judge["held_out"])
        for rate in rates:
            assert f"{rate['hits']} of {rate['items']}" in row


@pytest.mark.parametrize("arguments", [("run",), ("report",)])
def test_what_run_and_report_print_as_json_is_summary_json(bench, arguments):
    ran = workbench(*arguments, "--json", cwd=bench)
    assert ran.out == (run_folder(bench) / "summary.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("run",), ("plant", "--show", "50"), ("run", "--json"), ("plant", "--json")])
def test_a_reader_that_goes_away_meets_no_traceback(bench, arguments):
    with subprocess.Popen(
        command(*arguments), cwd=bench, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        complaint = process.stderr.read().decode("utf-8")
        assert process.wait(300) == 0
    assert "Traceback" not in complaint
    assert "BrokenPipe" not in complaint


def test_no_control_sequence_is_printed_into_a_pipe(bench):
    for more in ({}, {"NO_COLOR": "1"}, {"CI": "1"}):
        ran = workbench("report", cwd=bench, **more)
        assert ran.code == 0
        assert "\x1b" not in ran.out + ran.err
        assert "\r" not in ran.out + ran.err


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}])
@pytest.mark.parametrize(("arguments", "codes"), COMMANDS)
def test_a_terminal_without_these_characters_gets_escapes_and_the_files_stay_the_same(bench, arguments, codes, locale):
    before = (run_folder(bench) / "summary.json").read_bytes()
    ran = workbench(*arguments, cwd=bench, **locale)
    assert ran.code in codes, ran.err
    assert ran.out.isascii() or "LC_ALL" not in locale
    assert (run_folder(bench) / "summary.json").read_bytes() == before


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}])
def test_json_is_the_same_document_where_the_terminal_lacks_the_characters(bench, locale):
    plain = workbench("run", "--json", cwd=bench).json
    other = workbench("run", "--json", cwd=bench, **locale)
    assert other.out.isascii()
    assert other.json == plain
    assert plain["bench"] == "貸し自転車 🚲"


def test_help_of_every_command_shows_an_example(tmp_path):
    listed = workbench("--help", cwd=tmp_path, cold=True).out.partition("Commands:")[2].splitlines()
    names = {line.split()[0] for line in listed if re.match(r"  \w", line)}
    assert {"demo", "search", "plant", "run", "report", "gate"} <= names
    for name in sorted(names):
        ran = workbench(name, "--help", cwd=tmp_path)
        assert ran.code == 0
        examples = ran.out.partition("\n  Example")[2].partition("\n\n")[0].splitlines()[1:]
        assert examples, name
        assert all(line.startswith(f"    workbench {name}") for line in examples), "each on a line, to be copied"
        assert "--json" in ran.out, name


def test_the_command_alone_shows_examples_and_is_a_usage_error(tmp_path):
    ran = workbench(cwd=tmp_path)
    assert ran.code in (0, 2)
    assert "workbench demo my-bench" in ran.said


def test_version_is_printed(tmp_path):
    from workbench import __version__

    assert workbench("--version", cwd=tmp_path).out == f"workbench {__version__}\n"


def test_a_decision_says_how_many_are_left_and_which_is_next_of_the_run_and_judge_that_were_named(bench):
    named = ("--run", run_folder(bench).name, "--judge", "floor")
    told = f" {' '.join(named)}"
    shown = workbench("show", *named, cwd=bench).out
    assert f"workbench show ID{told} --decide judge_wrong" in shown
    listed = [line[2:10] for line in shown.splitlines() if line.startswith("› ")]
    assert len(listed) > 1
    for place, item in enumerate(listed, start=1):
        ran = workbench("show", item, "--decide", "judge_wrong", *named, cwd=bench)
        assert ran.code == 0
        left = len(listed) - place
        said = f"{left} to read; next: workbench show {listed[place]}{told}" if left else "every disagreement is read"
        assert ran.err.splitlines()[-1] == said


def test_summary_json_holds_the_japanese_as_itself(bench):
    text = (run_folder(bench) / "summary.json").read_text(encoding="utf-8")
    assert "貸し自転車 🚲" in text
    assert "料金" in text
    assert json.loads(text)["bench"] == "貸し自転車 🚲"
