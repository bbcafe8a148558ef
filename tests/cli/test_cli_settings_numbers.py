"""Whatever number, text or nesting stands in settings, it is taken or refused in words."""

import pytest

from workbench.errors import InputError
from workbench.steps.settings import read_settings

NUMBERS = ("repeats", "gate_repeats", "plants", "held_out_plants", "concurrency", "max_tokens", "seed", "timeout_s")
ODD = ("9" * 400, "9" * 5_000, "1e308", "nan", "inf", "-1", "[]", "{}", "true", '"1"')


def refused(folder, text):
    (folder / "workbench.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_settings(folder)
    # A number of a thousand digits is not shown whole.
    assert len(str(caught.value)) < 500
    return str(caught.value)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_nothing_can_count_is_refused_in_words(tmp_path, name):
    for value in ODD:
        refused(tmp_path, f"{name} = {value}\n")


def test_numbers_of_a_judge_and_of_a_system_are_as_strict(tmp_path):
    refused(tmp_path, f'[judge.mine]\nrule = "grounded"\ncall = "a:b"\nthreshold = {"9" * 400}\n')
    refused(tmp_path, f'[system]\ncall = "a:b"\ntimeout_s = {"9" * 400}\n')


def test_the_largest_number_that_is_taken_is_said(tmp_path):
    assert "repeats: expected a whole number from 1 to 1,000, got 1001" in refused(tmp_path, "repeats = 1001")
    assert "plants: expected a whole number from 1 to 1,000,000, got 1000001" in refused(tmp_path, "plants = 1000001")
    assert "timeout_s: expected a number above 0, at most 1,000,000,000" in refused(tmp_path, "timeout_s = 1e10")


@pytest.mark.parametrize("name", ["answers", "questions", "natural", "prices"])
def test_a_path_that_no_file_can_have_is_refused(tmp_path, name):
    assert f"{name}: expected a path" in refused(tmp_path, f'{name} = "a\\u0000b"')


def test_tables_in_tables_without_end_are_no_crash(tmp_path):
    assert "expected a TOML file" in refused(tmp_path, f"a = {'[' * 50_000}")
