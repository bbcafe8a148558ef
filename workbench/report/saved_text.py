"""What was put aside for a person to label, and what that person does next."""

from workbench.report.columns import paragraph
from workbench.report.visible import on_one_line
from workbench.report.words import plural


def saved_text(
    *, week: str, file: str, counts: tuple[int, int, int], files: tuple[str, ...], natural: str, is_folder: bool
) -> str:
    """Return it in a line or more, as one text.

    Args:
        week: The week, ISO 8601.
        file: The file to label; empty where nothing was written now.
        counts: How many of it the judge failed, how many it passed, and how many of the week were put aside before.
        files: The files with those.
        natural: Where settings say that natural answers are; empty where they say nothing.
        is_folder: Whether that is a folder.
    """
    failed, passed, before = counts
    earlier = f"{week} has {plural(before, 'answer')} put aside already: {', '.join(files)}." if before else ""
    if not file:
        return earlier or "No answer to put aside: none has a verdict that was not put aside before."
    move = f"move the file into {natural}" if is_folder else f"add its lines to {natural}"
    where = move if natural else 'name a folder in settings, as natural = "FOLDER", and move the file into it'
    return " ".join(
        part
        for part in (
            earlier,
            f"{plural(failed + passed, 'answer')} of {week} to label, in {file}: {failed:,} that the judge failed, "
            f"{passed:,} that it passed; the file does not say which.",
            f'Write "pass" or "fail" as the label of each line, then {where}. Until then they count nowhere.',
        )
        if part
    )


def saved_lines(text: str, *, width: int) -> list[str]:
    """Return the text wrapped."""
    return paragraph(on_one_line(text), width=width, rest="  ")
