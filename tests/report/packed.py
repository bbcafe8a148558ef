"""The data of a page, opened again as a browser opens it: base64, gzip, signs, JSON."""

import base64
import gzip
import json
import re

from workbench.report.page_items import CLOSE, OPEN

_BLOCK = re.compile(r'<script type="text/plain" id="([\w-]+)">([A-Za-z0-9+/=]*)</script>')


def unpacked(page):
    """The index of a page, and all its items in order."""
    blocks = {
        name: gzip.decompress(base64.b64decode(text, validate=True)).decode() for name, text in _BLOCK.findall(page)
    }
    index = json.loads(blocks.pop("index"))
    assert list(blocks) == [f"chunk-{number}" for number in range(len(blocks))]
    signs = str.maketrans(index.pop("signs") or {})
    return index, [item for chunk in blocks.values() for item in json.loads(chunk.translate(signs))]


def as_shown(text):
    """A text of the data as the page shows it."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def joined(segments, *, without=None):
    return as_shown("".join(text for mark, text in segments if mark != without))


def items_of(index, link):
    """The items that a link of the overview promises, by a second implementation of the filters."""
    from urllib.parse import parse_qs

    route, _, query = link.partition("?")
    assert route == "#/read"
    told = parse_qs(query, keep_blank_values=True, strict_parsing=True) if query else {}
    found = []
    for place, name in enumerate(index["ids"]):
        for judge, said in zip(index["judges"], index["said"], strict=True):
            if said[place] < 0:
                continue
            key = index["keys"][index["rulings"][judge["rule"]][place]]
            held = {"judge": judge["name"], "model": judge["model"], **key}
            tags = index["states"][said[place]]["tags"]
            if set(told.get("is", ())) <= {*tags} and all(
                held[name] in values for name, values in told.items() if name != "is"
            ):
                found.append(name)
                break
    return found
