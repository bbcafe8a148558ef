"""A Python function as a judge: what it is told, what becomes of what it gives back, and what is its version."""

import sys
import tempfile
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.own_judges import ask, ask_one, function, item, write
from workbench.errors import InputError
from workbench.judges.own.source import module_source
from workbench.judges.threshold import Passes, Threshold
from workbench.records.reply import JudgeKind


def test_it_is_told_question_passages_and_answer_as_plain_data_and_nothing_else(tmp_path):
    write(
        tmp_path,
        telling="""
        def judge(**told):
            return {"verdict": "pass", "reason": repr(told)}
        """,
    )
    reply = ask_one(function(tmp_path, "telling:judge"))
    assert eval(reply.reason) == {
        "question": "How long?",
        "passages": [{"id": "p1", "title": "Ladders", "text": "The ladder is 4 metres long and folds in two."}],
        "answer": "The ladder is 4 metres long.",
    }


def test_sync_async_and_callable_objects_are_asked_alike(tmp_path):
    write(
        tmp_path,
        kinds="""
        import asyncio, functools

        def plain(question, passages, answer):
            return answer in passages[0]["text"]

        async def later(question, passages, answer):
            await asyncio.sleep(0.01)
            return plain(question, passages, answer)

        class Judge:
            async def __call__(self, question, passages, answer):
                return plain(question, passages, answer)

        thing = Judge()
        part = functools.partial(later)
        """,
    )
    right, wrong = item("The ladder is 4 metres long"), item("The ladder is 5 metres long")
    for name in ("plain", "later", "thing", "part"):
        replies = ask(function(tmp_path, f"kinds:{name}"), right, wrong)
        assert [str(reply.verdict) for reply in replies] == ["pass", "fail"], name


def test_a_score_is_kept_and_turned_into_a_verdict_by_the_threshold(tmp_path):
    write(tmp_path, scoring="def judge(question, passages, answer): return 0.25")
    low = ask_one(function(tmp_path, "scoring:judge", threshold=Threshold(at=0.3)))
    high = ask_one(function(tmp_path, "scoring:judge", threshold=Threshold(at=0.3, passes=Passes.AT_MOST)))
    assert (str(low.verdict), low.score) == ("fail", 0.25)
    assert (str(high.verdict), high.score) == ("pass", 0.25)


@pytest.mark.parametrize(
    ("body", "verdict", "says"),
    [
        ("raise ValueError('no luck, pass')", "error:judge_crashed", "ValueError: no luck, pass"),
        ("raise SystemExit(3)", "error:judge_crashed", "SystemExit: 3"),
        ("import asyncio; raise asyncio.CancelledError", "error:judge_crashed", "CancelledError"),
        ("return None", "error:no_text", "nothing came back"),
        ("return float('nan')", "error:off_menu", "nan"),
        ("return 'maybe'", "error:off_menu", "'maybe'"),
        ("return [True]", "error:unparsed", "list"),
    ],
)
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_what_goes_wrong_in_it_is_an_error_and_never_a_verdict(tmp_path, kind, body, verdict, says):
    write(tmp_path, failing=f"{kind} judge(question, passages, answer):\n    {body}\n")
    reply = ask_one(function(tmp_path, "failing:judge"))
    assert str(reply.verdict) == verdict
    assert says in reply.reason
    assert not reply.retryable


def test_a_function_that_waits_holds_up_nobody_else(tmp_path):
    # None of the calls comes back before all are under way.
    write(
        tmp_path,
        slow="""
        import threading
        together = threading.Barrier(12)

        def judge(question, passages, answer):
            together.wait(20)
            return True
        """,
    )
    replies = ask(function(tmp_path, "slow:judge", timeout_s=30), *(item(f"{n} metres") for n in range(12)))
    assert {str(reply.verdict) for reply in replies} == {"pass"}


@pytest.mark.parametrize(
    "judge",
    [
        "import time\ndef judge(question, passages, answer):\n    time.sleep(1.5)\n    return True\n",
        "import time\nasync def judge(question, passages, answer):\n    time.sleep(1.5)\n    return True\n",
        "import asyncio\nasync def judge(question, passages, answer):\n    await asyncio.sleep(60)\n    return True\n",
    ],
    ids=["sync", "async that blocks", "async"],
)
def test_a_function_that_hangs_is_a_timeout_and_the_others_go_on(tmp_path, judge):
    write(tmp_path, hanging=judge)
    reply = ask_one(function(tmp_path, "hanging:judge", timeout_s=0.1))
    assert str(reply.verdict) == "error:timeout"
    assert "within 0.1 s" in reply.reason
    assert not reply.stops_run


def test_a_run_stops_when_too_many_calls_hang_for_good(tmp_path):
    write(
        tmp_path,
        stuck="""
        import threading
        never = threading.Event()

        def judge(question, passages, answer):
            never.wait(5)
        """,
    )
    replies = ask(function(tmp_path, "stuck:judge", timeout_s=0.1), *(item(str(n)) for n in range(9)))
    assert {str(reply.verdict) for reply in replies} == {"error:timeout"}
    assert any(reply.stops_run for reply in replies)
    assert not all(reply.stops_run for reply in replies)


def test_what_it_does_to_its_arguments_stays_there(tmp_path):
    write(
        tmp_path,
        rude="""
        def judge(question, passages, answer):
            passages[0]["text"] = ""
            passages.clear()
            return True
        """,
    )
    one = item()
    ask(function(tmp_path, "rude:judge"), one, one)
    assert one == item()


def test_the_search_path_is_afterwards_what_it_was(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    write(tmp_path, plain="def judge(question, passages, answer): return True")
    before = [*sys.path]
    ask_one(function(tmp_path, "plain:judge"))
    assert sys.path == before
    assert "plain" not in sys.modules


def test_what_it_prints_goes_to_stderr(tmp_path, capsys):
    write(
        tmp_path,
        loud="""
        print("loaded")

        def judge(question, passages, answer):
            print("judging")
            return True
        """,
    )
    ask_one(function(tmp_path, "loud:judge"))
    print("result")
    out, err = capsys.readouterr()
    assert out == "result\n"
    assert "loaded" in err
    assert "judging" in err


def test_a_key_in_what_it_says_is_kept_nowhere(tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-1")
    write(tmp_path, telltale="def judge(question, passages, answer): raise OSError('sk-secret-1 refused')")
    assert "sk-secret-1" not in ask_one(function(tmp_path, "telltale:judge")).reason


LINES = (
    "import near",
    "from near import x",
    "from . import near",
    "import os",
    "from .. import y",
    "x = 1",
    "import a.b.c",
)
PACKAGE = {
    "ours/__init__": "",
    "ours/judges": """
        from . import words
        from .deep.more import LIMIT
        import helper_of_ours

        def judge(question, passages, answer):
            import late_of_ours
            return words.GOOD
        """,
    "ours/words": 'GOOD = "pass"',
    "ours/deep/__init__": "",
    "ours/deep/more": "LIMIT = 1",
    "helper_of_ours": "",
    "late_of_ours": "",
    "stranger": "x = 1",
}


@pytest.mark.parametrize("package", [PACKAGE, {name: text for name, text in PACKAGE.items() if "__init__" not in name}])
def test_a_package_of_the_bench_imports_its_own_modules(tmp_path, package):
    write(tmp_path, **package)
    assert str(ask_one(function(tmp_path, "ours.judges:judge")).verdict) == "pass"
    assert not list(tmp_path.rglob("__pycache__"))


@pytest.mark.parametrize("inits", [True, False])
@pytest.mark.parametrize("changed", ["ours/judges", "ours/words", "ours/deep/more", "helper_of_ours", "late_of_ours"])
def test_a_change_in_what_it_imports_from_the_bench_is_another_version_and_is_what_runs(tmp_path, changed, inits):
    write(tmp_path, **{name: text for name, text in PACKAGE.items() if inits or "__init__" not in name})
    before = function(tmp_path, "ours.judges:judge").spec
    ask_one(function(tmp_path, "ours.judges:judge"))
    text = dedent(PACKAGE[changed]).replace('"pass"', '"fail"') + "\n# changed\n"
    write(tmp_path, **{changed: text})
    after = function(tmp_path, "ours.judges:judge")
    assert after.spec.judge_id != before.judge_id
    assert str(ask_one(after).verdict) == ("fail" if changed == "ours/words" else "pass")


def test_what_it_does_not_import_a_time_limit_and_line_ends_are_no_other_version(tmp_path):
    write(tmp_path, **PACKAGE)
    before = function(tmp_path, "ours.judges:judge").spec
    write(tmp_path, stranger="x = 2")
    path = tmp_path / "ours" / "judges.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    after = function(tmp_path, "ours.judges:judge", timeout_s=1).spec
    assert after == before
    assert (after.kind, after.model) == (JudgeKind.PYTHON, "python")


def test_threshold_and_direction_are_part_of_the_version(tmp_path):
    write(tmp_path, scoring="def judge(question, passages, answer): return 0.25")
    thresholds = (None, Threshold(at=0.3), Threshold(at=0.4), Threshold(at=0.3, passes=Passes.AT_MOST))
    assert len({function(tmp_path, "scoring:judge", threshold=one).spec.judge_id for one in thresholds}) == 4


def test_reading_the_version_runs_nothing(tmp_path):
    write(tmp_path, trap="raise SystemExit('was run')")
    assert function(tmp_path, "trap:judge").spec.details["source"]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("nowhere", "package.module:function"),
        ("no.such.module_here:judge", "a module: a file below"),
        ("../escape:judge", "package.module:function"),
        ("broken:judge", "expected Python in"),
        ("fine:missing", "a function missing in fine"),
        ("fine:NUMBER", "a function NUMBER in fine"),
        ("fine:two", "to take question, passages and answer by name"),
        ("raising:judge", "can be imported, got RuntimeError: at import"),
        ("statistics:judge", "give the file another name"),
    ],
)
def test_what_is_no_judge_is_refused_with_what_was_expected(tmp_path, call, says):
    write(
        tmp_path,
        broken="def judge(:",
        fine="NUMBER = 3\ndef two(question, answer): return True",
        raising="raise RuntimeError('at import')",
        statistics="def judge(question, passages, answer): return True",
    )
    with pytest.raises(InputError, match="judge mine: call") as raised:
        ask_one(function(tmp_path, call))
    assert says in str(raised.value)


@given(st.lists(st.sampled_from(LINES)))
def test_what_is_imported_in_any_way_is_part_of_the_source(lines):
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), odd="\n".join(lines), near="")
        source = module_source("odd", Path(folder), where="call")
    assert source.modules.keys() == {"odd", *(["near"] if any("near" in line for line in lines) else [])}


@given(st.text(max_size=80))
def test_any_text_is_a_source_or_is_refused(text):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "odd.py").write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            assert module_source("odd", Path(folder), where="call").digest
        except InputError as error:
            assert error.problems[0].expected.startswith("Python in")  # noqa: PT017 - most texts are refused, some not


def test_an_installed_function_is_a_judge_too(tmp_path):
    candidate = function(tmp_path, "tests.support.own_judges:fails_all")
    assert str(ask_one(candidate).verdict) == "fail"
    assert candidate.source.modules == {}
