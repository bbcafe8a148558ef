"""When do two ids name the same thing?"""

import unicodedata


def id_key(text: str) -> str:
    """Return the form in which ids are compared: trimmed, Unicode NFKC, case folded.

    Two ids with one key would end in one file name or one row of a table, whatever they look like on the screen.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).strip()
