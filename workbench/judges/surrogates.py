"""Lone surrogates: half characters that JSON escapes can spell, and that no file in UTF-8 can hold."""


def without_lone_surrogates(text: str) -> str:
    """Return a text with surrogate pairs joined and lone surrogates replaced by U+FFFD; other text as it is."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
