"""A command as a judge, as real processes: what it reads and writes, and all the ways in which it can go wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.own_judges import ask, ask_one, command, item, write
from workbench.errors import InputError
from workbench.judges.own.processes import read_answer
from workbench.judges.threshold import Passes, Threshold
from workbench.records.reply import JudgeKind

ROOT = Path(__file__).parents[2]
JSON = st.dictionaries(
    st.sampled_from(("id", "verdict")), st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
)
PYTHON = (sys.executable, "-S")
# Says fail where the answer says fail, and whatever else a test asks for in the answer.
JUDGE = """
    import json, os, sys, time

    for line in sys.stdin:
        told = json.loads(line)
        answer = told["answer"]
        if answer.startswith("die"):
            print("I cannot go on", file=sys.stderr)
            os._exit(3)
        if answer.startswith("hang"):
            time.sleep(60)
        if answer.startswith("print "):
            print(answer.removeprefix("print ").replace("ID", str(told["id"])))
            continue
        verdict = "fail" if answer.startswith("fail") else "pass"
        print(json.dumps({"id": told["id"], "verdict": verdict, "reason": str(os.getpid())}))
"""


@pytest.fixture
def judge(tmp_path):
    write(tmp_path, judge=JUDGE)

    def made(**more):
        return command(tmp_path, *PYTHON, "judge.py", **more)

    return made


def running(pid):
    """Whether a process is there and no zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    return False


def becomes(holds, within_s=300.0):
    """Wait until something holds; a machine may have much else to do, so how long is no matter unless it never does."""
    until = time.monotonic() + within_s
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def gone(pid):
    return becomes(lambda: not running(pid))


def test_it_reads_the_item_and_nothing_else_in_the_folder_of_the_bench_without_a_shell(tmp_path):
    write(
        tmp_path,
        telling="""
        import json, os, sys
        told = json.loads(input())
        reply = {"id": told.pop("id"), "verdict": "pass", "reason": json.dumps([told, os.getcwd(), sys.argv])}
        print(json.dumps(reply))
        """,
    )
    reply = ask_one(command(tmp_path, *PYTHON, "telling.py", "$HOME; ls"), item("é \ud800 \u2028"))
    told, folder, words = json.loads(reply.reason)
    assert told == {
        "question": "How long?",
        "passages": [{"id": "p1", "title": "Ladders", "text": "The ladder is 4 metres long and folds in two."}],
        "answer": "é \ud800 \u2028",
    }
    assert Path(folder) == tmp_path
    assert words == ["telling.py", "$HOME; ls"]


def test_one_process_is_kept_and_is_asked_one_item_after_the_other(judge):
    replies = ask(judge(), *(item(f"{verdict} {n}") for n in range(10) for verdict in ("pass", "fail")))
    assert [str(reply.verdict) for reply in replies] == ["pass", "fail"] * 10
    assert len({reply.reason for reply in replies}) == 1
    assert json.loads(replies[1].raw)["verdict"] == "fail"


def test_as_many_processes_as_are_needed_are_started_and_no_more_than_workers(tmp_path):
    write(
        tmp_path,
        slow="""
        import json, os, sys, time
        for line in sys.stdin:
            time.sleep(0.1)
            print(json.dumps({"id": json.loads(line)["id"], "verdict": True, "reason": str(os.getpid())}))
        """,
    )
    items = [item(str(n)) for n in range(6)]
    assert len({reply.reason for reply in ask(command(tmp_path, *PYTHON, "slow.py", workers=3), *items)}) == 3
    assert len({reply.reason for reply in ask(command(tmp_path, *PYTHON, "slow.py", workers=9), *items[:2])}) == 2


def test_replies_may_come_in_any_order(tmp_path):
    write(
        tmp_path,
        backwards="""
        import json, sys
        told = [json.loads(sys.stdin.readline()) for _ in range(8)]
        for one in reversed(told):
            print(json.dumps({"id": one["id"], "verdict": one["answer"]}))
        sys.stdin.read()
        """,
    )
    said = ["pass", "fail", "fail", "pass", "pass", "pass", "fail", "fail"]
    replies = ask(command(tmp_path, *PYTHON, "backwards.py", at_once=8), *map(item, said))
    assert [str(reply.verdict) for reply in replies] == said


def test_a_crash_costs_what_was_in_flight_and_the_next_item_gets_a_new_process(judge):
    first, crashed, after, last = ask(judge(), *map(item, ("pass 1", "die", "fail 2", "pass 3")))
    assert [str(one.verdict) for one in (first, after, last)] == ["pass", "fail", "pass"]
    assert str(crashed.verdict) == "error:judge_crashed"
    assert "ended with code 3; it said on stderr: I cannot go on" in crashed.reason
    assert first.reason != after.reason == last.reason


def test_whether_a_crash_is_asked_again_depends_on_who_can_be_to_blame(judge):
    (alone,) = ask(judge(), item("die"))
    assert not alone.retryable
    # The process had judged something before, or had more in flight: it may have died of that.
    _, later = ask(judge(), item("pass"), item("die"))
    assert later.retryable
    together = ask(judge(at_once=2), item("die"), item("pass"))
    assert {(str(one.verdict), one.retryable) for one in together} == {("error:judge_crashed", True)}


def test_a_command_that_never_works_stops_the_run(tmp_path):
    write(tmp_path, broken="import no_such_module_here")
    replies = ask(command(tmp_path, *PYTHON, "broken.py", workers=4), *(item(str(n)) for n in range(22)))
    assert {str(reply.verdict) for reply in replies} == {"error:judge_crashed"}
    assert "No module named 'no_such_module_here'" in replies[0].reason
    assert [reply.stops_run for reply in replies].count(True) == 3


def test_a_hang_is_a_timeout_and_ends_the_whole_process_group(tmp_path):
    write(
        tmp_path,
        parent="""
        import subprocess, sys
        child = subprocess.Popen(["sleep", "60"])
        open("pid", "w").write(str(child.pid))
        child.wait()
        """,
    )
    reply = ask_one(command(tmp_path, *PYTHON, "parent.py", timeout_s=2.0))
    assert str(reply.verdict) == "error:timeout"
    assert "within 2 s" in reply.reason
    assert gone(int((tmp_path / "pid").read_text()))


def test_a_hang_takes_down_only_what_shared_its_process_and_that_is_asked_again(judge):
    hung, beside = ask(judge(at_once=2, timeout_s=2.0), item("hang"), item("pass"))
    assert str(hung.verdict) == "error:timeout"
    assert not hung.retryable
    # Both were sent at once, so either may have run out of time first.
    assert str(beside.verdict) in ("error:timeout", "error:judge_crashed")
    slow, after = ask(judge(timeout_s=2.0), item("hang"), item("fail"))
    assert [str(slow.verdict), str(after.verdict)] == ["error:timeout", "fail"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pass", "unparsed"),
        ('{"verdict": "pass"}', "unparsed"),
        ('{"id": 99, "verdict": "pass"}', "unparsed"),
        ('{"id": "ID", "verdict": "pass"}', "unparsed"),
        ('{"id": true, "verdict": "pass"}', "unparsed"),
        ('["ID", "pass"]', "unparsed"),
        ("[" * 5000, "unparsed"),
        ("", "unparsed"),
        ('{"id": ID, "verdict": "pass", "verdict": "fail"}', "unparsed"),
        ('{"id": ID, "score": NaN}', "unparsed"),
        ('{"id": ID}', "unparsed"),
        ('{"id": ID, "verdict": "unsupported"}', "off_menu"),
        ('{"id": ID, "score": 0.4}', "off_menu"),
        ('{"id": ID, "verdict": null}', "unparsed"),
        ('{"id": ID, "error": "my server is down", "code": "connection"}', "connection"),
    ],
)
def test_a_line_that_is_no_reply_is_an_error_and_the_next_item_is_judged(judge, line, code):
    odd, after = ask(judge(), item(f"print {line}"), item("fail"))
    assert str(odd.verdict) == f"error:{code}"
    assert str(after.verdict) == "fail"


def test_bytes_that_are_no_text_and_lines_without_end_are_errors(tmp_path):
    write(
        tmp_path,
        noise="""
        import sys
        told = sys.stdin.readline()
        sys.stdout.buffer.write(b"\\xff\\n" if "bytes" in told else b"x" * 3_000_000)
        sys.stdout.flush()
        sys.stdin.read()
        """,
    )
    for answer in ("bytes", "flood"):
        reply = ask_one(command(tmp_path, *PYTHON, "noise.py"), item(answer))
        assert str(reply.verdict) == "error:unparsed", answer
        assert len(reply.reason) < 1000


@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_only_an_object_with_a_number_is_read_as_an_answer(line):
    answer = read_answer(line)
    if answer is not None:
        assert type(answer.fields["id"]) is int
        assert b"id" in line


def test_a_line_that_nobody_asked_for_costs_the_next_item(judge):
    twice = 'print {"id": ID, "verdict": "pass"}\n{"id": ID, "verdict": "pass"}'
    first, second, third = ask(judge(), item(twice), item("fail"), item("fail"))
    assert [str(one.verdict) for one in (first, second, third)] == ["pass", "error:unparsed", "fail"]


def test_much_talk_on_stderr_and_a_large_item_block_nothing(tmp_path):
    write(
        tmp_path,
        talking="""
        import json, sys
        for line in sys.stdin:
            sys.stderr.write("talk " * 100_000)
            print(json.dumps({"id": json.loads(line)["id"], "verdict": "pass"}))
        """,
    )
    replies = ask(command(tmp_path, *PYTHON, "talking.py"), *(item("long " * 200_000) for _ in range(2)))
    assert [str(reply.verdict) for reply in replies] == ["pass", "pass"]


def test_a_command_that_reads_nothing_is_a_timeout_however_large_the_item(tmp_path):
    reply = ask_one(command(tmp_path, "sleep", "60", timeout_s=0.3), item("long " * 200_000))
    assert str(reply.verdict) == "error:timeout"


def test_a_score_becomes_a_verdict_and_is_kept(tmp_path):
    write(tmp_path, scoring='import json\nprint(json.dumps({"id": json.loads(input())["id"], "score": 0.25}))\n')
    made = {"threshold": Threshold(at=0.3, passes=Passes.AT_MOST)}
    reply = ask_one(command(tmp_path, *PYTHON, "scoring.py", **made))
    assert (str(reply.verdict), reply.score) == ("pass", 0.25)


def test_nothing_of_it_is_left_when_the_judge_is_closed(judge):
    (reply,) = ask(judge(), item("pass"))
    assert gone(int(reply.reason))


# A grandchild that reads no stdin: the end of the pipe alone would not end it.
STUBBORN = """
    import os, subprocess, time
    child = subprocess.Popen(["sleep", "600"])
    open("pids.part", "w").write(f"{os.getpid()} {child.pid}")
    os.rename("pids.part", "pids")
    time.sleep(600)
"""


RUN = """
    import asyncio, os, sys
    from pathlib import Path
    root, python, folder = sys.argv[1:]
    sys.path.insert(0, root)
    from tests.support.own_judges import ask_one, command
    from workbench.judges.own.processes import Guard

    async def never(self, group):
        Path(folder, "pids.part").write_text(str(group))
        os.rename(Path(folder, "pids.part"), Path(folder, "pids"))
        await asyncio.Event().wait()

    Guard.watch = WATCH
    ask_one(command(Path(folder), python, "-S", "stubborn.py", timeout_s=600))
"""


def killed_at_work(tmp_path, watch="Guard.watch"):
    """Run a judge in a process of its own, and kill that as soon as it is known which processes there are."""
    write(tmp_path, stubborn=STUBBORN)
    program = dedent(RUN).replace("WATCH", watch)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(ROOT), sys.executable, str(tmp_path)], stderr=subprocess.DEVNULL
    ) as run:
        try:
            assert becomes((tmp_path / "pids").exists)
        finally:
            run.kill()
    return told(tmp_path)


def told(tmp_path):
    return [int(pid) for pid in (tmp_path / "pids").read_text().split()]


def test_nothing_of_it_is_left_when_the_run_is_killed(tmp_path):
    pids = killed_at_work(tmp_path)
    assert len(pids) == 2
    assert all(gone(pid) for pid in pids)


def test_a_run_that_is_killed_before_its_guard_knows_of_a_command_has_not_begun_it(tmp_path):
    (pid,) = killed_at_work(tmp_path, watch="never")
    assert gone(pid)
    assert told(tmp_path) == [pid]


def test_a_program_that_the_system_cannot_run_stops_the_run_and_says_why(tmp_path):
    (tmp_path / "judge").write_bytes(b"\x00no program")
    os.chmod(tmp_path / "judge", 0o755)
    (reply,) = ask(command(tmp_path, "./judge"), item())
    assert str(reply.verdict) == "error:judge_crashed"
    assert reply.stops_run
    assert reply.reason == "the command cannot be started: Exec format error"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc here")
def test_a_program_starts_with_three_streams_and_ignores_no_signal_that_we_do_not(tmp_path):
    (tmp_path / "telling").write_text(
        "#!/bin/sh\nread -r line\nls /proc/$$/fd >told\ngrep SigIgn /proc/$$/status | cut -f 2 >>told\n"
        """echo '{"id": 1, "verdict": "pass"}'\n"""
    )
    os.chmod(tmp_path / "telling", 0o755)
    assert str(ask_one(command(tmp_path, "./telling")).verdict) == "pass"
    *streams, ignored = (tmp_path / "told").read_text().split()
    # A shell keeps its script open under a number of its own, from ten on.
    assert [number for number in streams if len(number) == 1] == ["0", "1", "2"]
    # Python ignores two of its own accord, which a program has to be spared. A job in the background inherits more.
    pythons = 1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1
    inherited = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("SigIgn"))
    assert int(ignored, 16) == int(inherited.split()[1], 16) & ~pythons


def test_a_key_in_what_it_says_is_kept_nowhere(judge, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-1")
    reply = ask_one(judge(), item("print sk-secret-1"))
    assert "[ANTHROPIC_API_KEY]" in reply.reason


FILES = {"judge": "import near\nfrom folder import far\n", "near": "", "folder/far": "", "stranger": ""}


@pytest.mark.parametrize("changed", ["judge.py", "near.py", "folder/far.py", "weights.bin", "config.toml"])
def test_the_content_of_the_files_that_it_names_is_part_of_the_version(tmp_path, changed):
    write(tmp_path, **FILES)
    for name in ("weights.bin", "config.toml"):
        (tmp_path / name).write_text("1")
    words = (*PYTHON, "judge.py", "weights.bin", "--config=config.toml")
    before = command(tmp_path, *words).spec
    with (tmp_path / changed).open("a") as file:
        file.write("# changed\n")
    assert command(tmp_path, *words).spec.judge_id != before.judge_id


def test_the_words_are_part_of_the_version_and_how_many_processes_there_are_is_not(tmp_path):
    write(tmp_path, **FILES)
    before = command(tmp_path, "python", "judge.py").spec
    write(tmp_path, stranger="x = 1")
    assert command(tmp_path, "python", "judge.py", workers=7, at_once=3, timeout_s=1).spec == before
    assert command(tmp_path, "python", "judge.py", "--strict").spec.judge_id != before.judge_id
    assert command(tmp_path, "python", "judge.py", threshold=Threshold(at=0.5)).spec.judge_id != before.judge_id
    assert (before.kind, before.model) == (JudgeKind.COMMAND, "command")


def test_a_module_that_it_runs_is_part_of_the_version(tmp_path):
    write(tmp_path, **FILES)
    before = command(tmp_path, "python", "-m", "folder.far").spec
    write(tmp_path, **{"folder/far": "x = 1"})
    assert command(tmp_path, "python", "-m", "folder.far").spec.judge_id != before.judge_id


def test_a_program_that_is_not_there_is_missing_and_a_broken_file_is_refused(tmp_path):
    assert "no-such-program" in command(tmp_path, "no-such-program", "x").missing()
    assert command(tmp_path, "./judge.sh").missing()
    (tmp_path / "judge.sh").write_text("#!/bin/sh\n")
    os.chmod(tmp_path / "judge.sh", 0o755)
    assert command(tmp_path, "./judge.sh").missing() is None
    write(tmp_path, broken="def (")
    with pytest.raises(InputError, match="judge mine: command: expected Python"):
        command(tmp_path, "python", "broken.py")
