"""Plants made by hand, as files: a few lines, then the three sections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.hand_made import read_hand_made

BODY = "## Question\n\nWhat?\n\n## Sources\n\n### [p1] List\n\nDay hire is £32.\n\n## Answer\n\nIt is £31.\n"


def write(folder, text, name="one.md"):
    (folder / name).write_bytes(text.encode("utf-8"))
    return folder


def test_a_file_gives_what_its_head_says_and_the_changed_copy(tmp_path):
    head = "parent: day-hire\nStyle:  swapped_stations \n\nproof: it says £32: see p1\n\n"
    found, problems = read_hand_made(write(tmp_path, head + BODY))
    assert problems == []
    (one,) = found
    assert one.told == {"parent": "day-hire", "style": "swapped_stations", "proof": "it says £32: see p1"}
    assert (one.case.question, one.case.answer) == ("What?", "It is £31.")
    assert one.case.passages[0].title == "List"


def test_the_readme_hidden_files_folders_and_built_files_are_no_plants(tmp_path):
    for name in ("README.md", "readme.md", ".draft.md", "grounded.jsonl", "build.json"):
        write(tmp_path, "garbage", name)
    (tmp_path / "answers").mkdir()
    (tmp_path / "odd.md").mkdir()
    assert read_hand_made(tmp_path) == ([], [])


def test_a_folder_that_is_not_there_holds_none(tmp_path):
    assert read_hand_made(tmp_path / "none") == ([], [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BODY, "expected lines `parent: <id of a saved answer>` and `style: <name>` before `## Question`"),
        ("parent: a\n" + BODY, "got no style"),
        ("parent: a\nstyle: s\nparent: b\n" + BODY, "one.md:3: expected parent once, got a second one"),
        ("parent:\nstyle: s\n" + BODY, "one.md:1: expected parent once, got none"),
        ("parent: a\nstyle: s\ncolour: red\n" + BODY, "one.md:3: expected a line with one of parent, style, set, rule"),
        ("parent: a\nstyle: s\n# Title\n" + BODY, "one.md:3: expected a line with one of"),
        # The sections are counted from the top of the file: the second `## Answer` is its line 17.
        ("parent: a\nstyle: s\n" + BODY + "\n## Answer\n", "one.md:17: expected one `## Answer`"),
        ("parent: a\nstyle: s\n", "expected a line `## Question`"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(tmp_path, text, told):
    found, problems = read_hand_made(write(tmp_path, text))
    assert found == []
    assert told in "\n".join(map(str, problems))


def test_all_files_are_told_at_once(tmp_path):
    write(tmp_path, BODY)
    write(tmp_path, "x\n" + BODY, "two.md")
    _, problems = read_hand_made(tmp_path)
    assert {problem.where.rpartition("/")[2].partition(":")[0] for problem in problems} == {"one.md", "two.md"}


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_read_or_reported(tmp_path_factory, text):
    folder = write(tmp_path_factory.mktemp("odd"), text)
    found, problems = read_hand_made(folder)
    assert len(found) == 1 or problems
