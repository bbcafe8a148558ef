"""Passages of other topics for benches whose own documents have none: written for this, and true of nothing else."""

from collections.abc import Iterator

from workbench.plants.ground import Ground
from workbench.plants.wording.strangers import free_id, is_strange
from workbench.records.passage import Passage

_TEXTS = {
    "bees": (
        "Keeping bees through spring",
        "A colony leaves winter with few foragers and an old queen who lays only as the willow comes into flower. "
        "Lift the lid on the first mild noon and look for brood in a tight ring; scattered cells point to a failing "
        "queen. Scrape propolis off the frames, move the darkest combs to the edge, and melt them down before the "
        "dandelions fade. Swarm cells hang from the lower rim like acorns. Whoever finds some divides the hive in "
        "two, leaves the queen on the old stand, and lets the nurses raise a sister in the other half. Smoke calms "
        "them because they fill themselves with honey against a fire; a puff across the top bars is plenty. Drones "
        "are fed until the lime trees finish, and are then driven out. Wax moths, mice and woodpeckers do more harm "
        "than a cold night, so the entrance is narrowed to a finger's breadth once the ivy blooms.",
    ),
    "knots": (
        "Ropework aboard small boats",
        "Hemp swells when soaked and grips itself, nylon stretches and slips, so each fibre wants a hitch that "
        "suits it. The bowline makes a loop that neither jams nor slides: the rabbit leaves its burrow, rounds the "
        "oak, and dives back. Two half hitches hold a dinghy to a ring while the crew eat lunch, but chafe saws "
        "through them by dusk unless leather is wrapped beneath. A sheet bend joins thick to thin; a reef knot "
        "joins nothing worth keeping, whatever scouts are taught. Splicing spares the strength that knotting "
        "wastes: unlay three strands, tuck them against the twist, taper the ends, roll the work underfoot. Whip "
        "every cut tail with tarred twine. Coil clockwise, hang the coil from a peg out of the sun, and rinse salt "
        "from the sheaves, for crystals grind like sand. Old sailors judged an apprentice by his eye splice long "
        "before they let him near the helm.",
    ),
}


def irrelevant_passages(ground: Ground) -> Iterator[Passage]:
    """Yield those that share next to no word with question and answer."""
    for name, (title, text) in _TEXTS.items():
        passage = Passage(id=free_id(ground, name), title=title, text=text)
        if is_strange(ground, passage):
            yield passage
