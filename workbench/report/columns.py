"""Plain text in aligned columns, for a terminal or a log."""

import unicodedata
from collections.abc import Iterable, Sequence

GAP = 2
Cell = Sequence[str]
"""The lines of one cell."""


def display_width(text: str) -> int:
    """Return how many terminal columns a text takes: two for a wide character, none for a combining one."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, width: int, *, used: int = 0) -> list[str]:
    """Break a text into lines of at most `width` columns, at spaces where it can; nothing is cut off.

    Args:
        text: One line of text; runs of spaces count as one.
        width: At least 2, the width of one wide character.
        used: Columns of the first line that are taken already; at most `width - 2`.
    """
    lines = [""]
    left = width - used
    for word in text.split():
        for piece in _break(word, width):
            joined = f"{lines[-1]} {piece}" if lines[-1] else piece
            if display_width(joined) <= left:
                lines[-1] = joined
            else:
                lines.append(piece)
                left = width
    return lines


def _break(word: str, width: int) -> list[str]:
    """Cut a word that is wider than a line into even pieces, behind a joint such as `_` or `-` where there is one."""
    pieces = []
    while display_width(word) > width:
        fits = next(index for index in range(len(word)) if display_width(word[: index + 1]) > width)
        even = len(word) / -(-display_width(word) // width)
        joints = [index + 1 for index in range(fits) if word[index] in "_-/.:"]
        cut = min(joints, key=lambda joint: abs(joint - even), default=fits)
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word] if word else pieces


def paragraph(text: str, *, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Wrap a text behind a lead: `first` before its first line, `rest` (or as many spaces) before the others."""
    lead = display_width(first)
    rest = " " * lead if rest is None else rest
    size = max(width - len(rest), 2)
    lines = wrap(text, size, used=min(max(lead - len(rest), 0), size - 2))
    return [((first if index == 0 else rest) + line).rstrip() for index, line in enumerate(lines)]


def table(rows: Iterable[Sequence[Cell]], *, width: int, first: int = 14) -> list[list[str]] | None:
    """Align rows of cells; the first column is folded, at `first` columns or more, until the rest fits.

    Args:
        rows: The rows, headings included, all with the same number of cells.
        width: Columns of the page.
        first: The narrowest first column that is still readable.

    Returns:
        The lines of each row; None where the table does not fit, so that the caller shows it in another form.
    """
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [
        max((display_width(line) for row in rows for line in row[index]), default=0) for index in range(len(rows[0]))
    ]
    left = width - sum(widths[1:]) - GAP * (len(widths) - 1)
    if widths[0] > left:
        if left < first:
            return None
        widths[0] = left
    return [_row(row, widths) for row in rows]


def _row(row: Sequence[Cell], widths: Sequence[int]) -> list[str]:
    cells = [[line for text in row[0] for line in wrap(text, max(widths[0], 2))], *row[1:]]
    lines = []
    for index in range(max(len(cell) for cell in cells)):
        parts = [cell[index] if index < len(cell) else "" for cell in cells]
        padded = [part + " " * (size - display_width(part)) for part, size in zip(parts, widths, strict=True)]
        lines.append((" " * GAP).join(padded).rstrip())
    return lines
