"""Styles of the user's own: loaded by name alone, and every mistake in them told in words."""

import sys
from importlib.metadata import EntryPoint
from random import Random

import pytest
from grounds_at_hand import case, ground

from workbench.errors import InputError
from workbench.plants.given import own_styles as module
from workbench.plants.given.own_styles import own_styles
from workbench.plants.style import Declined

GOOD = """
from workbench.plants.style import Declined, Style, edited
from workbench.records.challenge import Set

def plant(ground, rng):
    place = ground.case.answer.find("bike")
    if place < 0:
        raise Declined("no bike in the answer")
    return edited(ground, [(place, place + 4, "boat")], "no passage speaks of boats")

MINE = Style(
    name="boats", set=Set.PLANTED, rules=("grounded",), summary="a bike becomes a boat",
    covers="all", examples=(), plant=plant,
)

def make():
    return MINE

def broken(ground, rng):
    raise ZeroDivisionError("oh")
"""


def file(folder, text=GOOD, name="my_styles.py"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def refused(*named, root):
    with pytest.raises(InputError) as error:
        own_styles(named, root)
    return str(error.value)


@pytest.mark.parametrize("name", ["my_styles:MINE", "my_styles:make"])
def test_a_style_or_a_function_that_returns_one_is_loaded_and_plants(tmp_path, name):
    style = own_styles([name], file(tmp_path))["boats"]
    stand = ground(case("The bike is blue.", "The bike is blue."))
    assert style.plant(stand, Random(0)).answer == "The boat is blue."
    with pytest.raises(Declined, match="no bike"):
        style.plant(ground(case("The car is blue.", "The car is blue.")), Random(0))


def test_a_file_below_the_folder_is_named_with_dots(tmp_path):
    assert [*own_styles(["deep.er.styles:MINE"], file(tmp_path, name="deep/er/styles.py"))] == ["boats"]


def test_nothing_of_the_folder_is_imported_that_settings_do_not_name(tmp_path):
    file(tmp_path, "raise SystemExit('imported')", "other.py")
    # A file that has the name of a module that the named one imports.
    file(tmp_path, "raise SystemExit('imported')", "random.py")
    before = set(sys.modules)
    assert own_styles([], tmp_path) == {}
    assert [*own_styles(["my_styles:MINE"], file(tmp_path, "import random\n" + GOOD))] == ["boats"]
    assert not {"my_styles", "other"} & (set(sys.modules) - before)
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize(
    ("named", "text", "told"),
    [
        ("my_styles", GOOD, "expected module:name, as in my_styles:round_up"),
        ("my styles:MINE", GOOD, "expected module:name, as in my_styles:round_up"),
        ("my_styles:NONE", GOOD, "got AttributeError"),
        ("gone_module_of_mine:MINE", GOOD, "got ModuleNotFoundError"),
        ("my_styles:MINE", "def broken(:", "got SyntaxError"),
        ("my_styles:MINE", "1 / 0", "got ZeroDivisionError: division by zero"),
        ("my_styles:MINE", "MINE = 3", "or a function without arguments that returns one, got int"),
        ("my_styles:plant", GOOD, "got TypeError"),
        ("my_styles:MINE", GOOD.replace('"boats"', '"My boats"'), "a name of small letters, digits and _"),
        ("my_styles:MINE", GOOD.replace("Set.PLANTED", "Set.CLEAN"), "Set.PLANTED or Set.NEAR_MISS"),
        ("my_styles:MINE", GOOD.replace('("grounded",)', "()"), "rules to be some of grounded"),
        ("my_styles:MINE", GOOD.replace('"boats"', '"negation_turned"'), "got negation_turned a second time"),
    ],
)
def test_what_is_no_style_is_refused_with_what_was_expected(tmp_path, named, text, told):
    assert told in refused(named, root=file(tmp_path, text))


def test_all_that_cannot_be_loaded_is_told_at_once(tmp_path):
    told = refused("my_styles:NONE", "my_styles", "my_styles:MINE", "my_styles:make", root=file(tmp_path))
    assert told.count("styles: my_styles") == 3
    assert "boats a second time" in told


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        ("broken", "ZeroDivisionError: oh"),
        ("lambda ground, rng: None", "a Draft, got NoneType"),
        ("lambda ground, rng: edited(ground, [(0, 0, '')], '')", "the change would not show"),
    ],
)
def test_a_style_that_fails_on_a_case_is_named_with_the_case(tmp_path, plant, told):
    text = GOOD.replace("plant=plant", f"plant={plant}")
    text = text.replace("MINE = ", "def broken(ground, rng):\n    raise ZeroDivisionError('oh')\n\nMINE = ")
    style = own_styles(["my_styles:MINE"], file(tmp_path, text))["boats"]
    with pytest.raises((InputError, Declined), match=told):
        style.plant(ground(case("The bike.", "The bike.")), Random(0))


def test_an_installed_package_offers_styles_by_its_entry_point(tmp_path, monkeypatch):
    point = EntryPoint(name="boats", value="styles_for_a_test:make", group=module.GROUP)
    monkeypatch.setattr(module, "entry_points", lambda group: [point] if group == module.GROUP else [])
    monkeypatch.syspath_prepend(str(file(tmp_path, name="styles_for_a_test.py")))
    assert [*own_styles([], tmp_path / "elsewhere")] == ["boats"]
