"""Text from outside as Markdown that shows exactly that text."""

import re

from workbench.report.visible import on_one_line

# Every alternative begins with its character, so that a text is searched for those alone.
_MARKUP = re.compile(
    r"[\\`*\[\]~|$]|_(?:(?<![^\W_]_)|(?![^\W_]))|\.(?<=www\.)|:(?:(?=//)|(?<=mailto:)|(?<=xmpp:))", re.IGNORECASE
)
_OPENS_A_BLOCK = re.compile(r"^(?:[-+#=]|\d+(?=[.)]))")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    """Return a text on one line in which no character is Markdown or HTML any more.

    Only what would act is escaped, so that the file is also pleasant to read as it is. Outer spaces are dropped: in
    Markdown four of them would open a code block.
    """
    line = _MARKUP.sub(r"\\\g<0>", on_one_line(text).strip()).translate(_HTML)
    opening = _OPENS_A_BLOCK.match(line)
    if not opening:
        return line
    number = opening[0] if opening[0].isdigit() else ""
    return f"{number}\\{line[len(number) :]}"


def table(heading: list[str], rows: list[list[str]], *, numbers_from: int = 1) -> str:
    """Return a Markdown table. Cells must be escaped already; columns from `numbers_from` on are aligned right."""
    rule = ["---:" if index >= numbers_from else "---" for index in range(len(heading))]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in row)} |" for row in (heading, rule, *rows))
