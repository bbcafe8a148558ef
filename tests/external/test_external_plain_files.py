"""Arrow reads a file only where it reads what the strict readers read."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.external.coded import spelled_out
from workbench.external.column import UnreadError
from workbench.external.plain_files import plain_csv, plain_jsonl
from workbench.external.table import read_table

LINES = [
    '{"item": "a", "judge": "2026-11-30", "repeat": 0, "score": 0.5, "ok": true, "scores": {"x": 1, "y": null}}',
    '{"item": "b", "judge": "2026-11-30T10:00:00Z", "repeat": 1, "score": 1, "ok": null, "scores": {"x": 2}}',
    '{"item": "é\\u2028", "repeat": -0, "score": NaN, "tags": ["p", "2026-11-30"], "scores": null}',
]


def jsonl(lines):
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("text", [jsonl(LINES), jsonl(LINES).rstrip("\n"), jsonl(LINES) + "\n\n", jsonl(LINES[:1] * 9)])
def test_plain_objects_are_read_by_arrow(text):
    assert plain_jsonl(text).num_rows == text.rstrip("\n").count("\n") + 1


@pytest.mark.parametrize("text", ["item,note\na,\nb, c\n", "item\n2026-11-30\n1.0\n", "a,b\nNaN,null"])
def test_cells_without_quotes_are_read_by_arrow_as_they_stand(text):
    head, *lines = text.splitlines()
    assert plain_csv(text).to_pylist() == [dict(zip(head.split(","), line.split(","), strict=True)) for line in lines]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}{"a": 2}\n',
        '{"a":\n1}\n{"a": 2}{"a": 3}\n',
        '{"a": 1}\n\n{"a": 2}\n',
        '{"a": 1} \n{"a": 2}\n',
        '{"a": 1, "a": 2}\n',
        '{"a": -NaN}\n',
        '{"a": 0.5}\n{"a": Infinity}\n',
        '{"a": 0.5}\n{"a": 9007199254740993}\n',
        '{"a": 18446744073709551616}\n',
        '{"a": 1}\n{"a": true}\n',
        '{"a": "\\ud800"}\n',
        '{"a": {"b": {"c": 1}}}\n',
        '{"a.b": 1, "a": {"b": 2}}\n',
        '{"a": "x"}\n' * 1_100 + '{"a": "x", "b": 1}\n',
        '{"a": "x"}\n' * 1_100 + '{"a": ' * 100_000 + "1" + "}" * 100_000,
        "[1]\n",
        "",
    ],
    ids=lambda text: text[:30],
)
def test_what_arrow_would_take_another_way_is_left_to_the_strict_reader(text):
    assert plain_jsonl(text) is None


@pytest.mark.parametrize(
    "text", ["", "a", "a,b\n", "a,a\n1,2\n", 'a,b\n"1",2\n', "a,b\n1\n", "a\n\n1\n", "a\n\ufeff1\n", "\n1\n", "a\n\0\n"]
)
def test_lines_that_are_no_plain_cells_are_left_to_the_strict_reader(text):
    assert plain_csv(text) is None


def read(path, text):
    """All that a table tells, or why the file is refused; without the numbers of lines."""
    path.write_text(text, encoding="utf-8")
    try:
        table = read_table(path)
    except InputError as error:
        return [(problem.expected, problem.got) for problem in error.problems]
    cells = [[column.at(row) for row in range(len(column))] for column in table.columns.values()]
    # NaN is nothing here, and equals not even itself.
    plain = [[value if value == value else None for value in column] for column in cells]
    return [table.names, plain, *map(told, table.columns.values())]


def told(column):
    found = []
    for what in (lambda: spelled_out(column.texts()), lambda: list(map(str, column.numbers()))):
        try:
            found.append(what())
        except UnreadError as error:
            found.append([row for row, _ in error.cells])
    return found


VALUES = {
    "item": st.sampled_from(["a", "b", "2026-11-30", "é\u2028", "\x00", ""]),
    "score": st.one_of(st.floats(allow_infinity=False), st.none()),
    "repeat": st.integers(-3, 2**64),
    "ok": st.sampled_from([True, None]),
    "scores": st.fixed_dictionaries({"x": st.floats(0.1, 0.9)}, optional={"y": st.sampled_from(["pass", None])}),
    "tags": st.lists(st.sampled_from(["p", "1"])),
}
SNIPPETS = st.sampled_from(
    ["\n", "}\n{", "{", "}", ",", '"', " ", "\r", "NaN", "-NaN", "Infinity", "1.5", "\\", ":", "\x1c", "\t", '"a": 1,']
)


@given(st.lists(st.fixed_dictionaries({}, optional=VALUES), min_size=1, max_size=6), st.booleans(), st.data())
def test_any_objects_are_read_alike_by_both(tmp_path_factory, rows, torn, data):
    text = jsonl(json.dumps(row) for row in rows)
    if torn:
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(SNIPPETS) + text[at:]
    path = tmp_path_factory.mktemp("both") / "v.jsonl"
    # An empty line before them leaves all to the strict reader.
    assert read(path, text) == read(path, "\n" + text)


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=3), min_size=1, max_size=3)))
@example([["item"], ["\ufeff1"]])
def test_any_cells_are_read_alike_by_both(tmp_path_factory, rows):
    text = "".join(f"{','.join(row)}\n" for row in rows)
    path = tmp_path_factory.mktemp("both") / "v.csv"
    assert read(path, text) == read(path, "\n" + text)


def test_a_line_is_named_by_its_number_whoever_read_it(tmp_path):
    for name, text, place in (
        ("v.jsonl", '{"a": "x"}\n{"a": null}\n', 2),
        ("w.jsonl", '\n{"a": "x"}\n{"a": null}\n', 3),
        ("v.csv", "a,b\nx,1\n,2\n", 3),
        ("w.csv", 'a,b\n"x",1\n,2\n', 3),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        table = read_table(tmp_path / name)
        assert table.texts("a").isna().nonzero()[0].tolist() == [1]
        assert list(table.places)[1] == f"{tmp_path / name}:{place}"
