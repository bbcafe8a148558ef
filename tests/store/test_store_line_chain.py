"""The links between the lines of a journal: what was changed by hand is noticed, with its line."""

import random

import pytest
from attempts_at_hand import attempt
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.store.attempt_line import to_line
from workbench.store.journal import open_journal
from workbench.store.journal_reader import journal_state, read_attempts
from workbench.store.line_chain import START, Unlinked, linked, unlinked


@pytest.fixture
def path(tmp_path):
    """A journal of four lines, written in two sessions."""
    path = tmp_path / "journal.jsonl"
    for names in ("ab", "cd"):
        with open_journal(path) as journal:
            for name in names:
                journal.append(attempt(name))
    return path


def lines(path):
    return path.read_bytes().splitlines(keepends=True)


def test_what_was_written_in_two_sessions_is_one_chain(path):
    assert [one.item_id for one in read_attempts(path)] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda a, b, c, d: [a, b.replace(b'"verdict":"pass"', b'"verdict":"fail"'), c, d], 2),
        (lambda a, b, c, d: [a, b, c, d.replace(b'"repeat":0', b'"repeat":1')], 4),
        (lambda a, b, c, d: [b, c, d], 1),
        (lambda a, b, c, d: [a, c, d], 2),
        (lambda a, b, c, d: [a, c, b, d], 2),
        (lambda a, b, c, d: [a, b, to_line(attempt("x")), c, d], 3),
        (lambda a, b, c, d: [a, b, c, d, to_line(attempt("x"))], 5),
    ],
)
def test_a_line_that_was_edited_removed_moved_or_added_is_noticed_where_it_is(path, change, line):
    changed = b"".join(change(*lines(path)))
    path.write_bytes(changed)
    for read in (journal_state, lambda path: list(read_attempts(path)), open_journal):
        with pytest.raises(StoreError, match=f":{line}: damaged: it "):
            read(path)
    assert path.read_bytes() == changed


def test_a_journal_without_its_last_line_only_owes_it_again(path):
    path.write_bytes(b"".join(lines(path)[:-1]))
    with open_journal(path) as journal:
        assert journal.state.lines == 3
        journal.append(attempt("e"))
    assert [one.item_id for one in read_attempts(path)] == ["a", "b", "c", "e"]


def test_a_journal_of_an_older_version_is_read_and_goes_on_with_links(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(to_line(attempt("a")) + to_line(attempt("b")))
    with open_journal(path) as journal:
        journal.append(attempt("c"))
    assert [one.item_id for one in read_attempts(path)] == ["a", "b", "c"]
    assert [b'"link":' in line for line in lines(path)] == [False, False, True]


@given(
    st.lists(st.binary(min_size=1).map(lambda data: b"{" + data.replace(b"\n", b" ") + b"}\n"), max_size=6),
    st.integers(),
)
def test_any_lines_are_given_back_and_one_changed_byte_breaks_the_chain(given_lines, seed):
    link, chain = START, []
    for line in given_lines:
        written, link = linked(line, link)
        chain.append(written)
    link = START
    for line, written in zip(given_lines, chain, strict=True):
        assert unlinked(written, link)[0] == line
        link = unlinked(written, link)[1]
    if not chain:
        return
    chance = random.Random(seed)
    at = chance.randrange(len(chain))
    place = chance.randrange(len(given_lines[at]) - 2)
    changed = bytearray(chain[at])
    changed[place] ^= 1
    before = START
    for line in chain[:at]:
        _, before = unlinked(line, before)
    with pytest.raises(Unlinked):
        unlinked(bytes(changed), before)
