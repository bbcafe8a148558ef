"""Opening text files, and when two ids are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.ids import id_key
from workbench.cases.reading import lines, read_text
from workbench.errors import InputError


def test_a_byte_order_mark_is_taken_off_and_the_rest_kept(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfa\r\n\xef\xbb\xbfb\x0c")
    assert read_text(path) == "a\r\n\ufeffb\x0c"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-be"])
def test_other_unicode_encodings_are_named_or_fail_as_missing_text(tmp_path, encoding):
    path = tmp_path / "a.md"
    path.write_bytes("\ufeffü".encode(encoding))
    with pytest.raises(InputError, match="UTF-8 text"):
        read_text(path)


def test_a_byte_that_is_not_utf8_is_named_with_its_line(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"one\ntwo caf\xe9\n")
    with pytest.raises(InputError) as caught:
        read_text(path)
    assert str(caught.value) == f"{path}:2: expected UTF-8 text, got the byte 0xe9"


def test_missing_files_and_folders_are_problems_not_crashes(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_text(tmp_path / "none.md")
    with pytest.raises(InputError, match="expected a file that can be read"):
        read_text(tmp_path)


def test_only_the_three_line_ends_end_a_line():
    text = "a\nb\r\nc\rd\u2028e\u2029f\u0085g\x0ch\x0bi\x1cj"
    assert lines(text) == ["a", "b", "c", "d\u2028e\u2029f\u0085g\x0ch\x0bi\x1cj"]


@given(st.text())
def test_splitting_into_lines_loses_nothing_but_line_ends(text):
    joined = "".join(lines(text))
    assert joined == text.replace("\r", "").replace("\n", "")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Refund", " refund\t"), ("caf\u00e9", "cafe\u0301"), ("\uff11", "1"), ("STRASSE", "straße"), ("a", "a\u00a0")],
)
def test_ids_that_would_collide_have_one_key(one, other):
    assert id_key(one) == id_key(other)


@given(st.text())
def test_the_key_of_a_key_is_itself_for_ordinary_text(text):
    key = id_key(text)
    assert key == key.strip()
    assert id_key(f"  {text}\n") == key
