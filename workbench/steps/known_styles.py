"""Every style that a bench knows: those of the catalogue, and its own."""

from typing import TYPE_CHECKING

from workbench.steps.settings import Settings

if TYPE_CHECKING:
    from workbench.plants.style import Style


def known_styles(settings: Settings) -> "dict[str, Style]":
    """Return all styles by name.

    Raises:
        InputError: a style of the user's own cannot be loaded.
    """
    from workbench.plants.catalogue import STYLES
    from workbench.plants.given.own_styles import own_styles

    return STYLES | own_styles(settings.styles, settings.root)
