"""Small assistants to try `workbench counterfactual` on: one reads the documents, each other one has a fault.

They are samples and no language models. Each knows by hand which words the line holds that answers a question, looks
for such lines and repeats them. [system] in settings starts this file with the name of one of them; put another name
there to see what its fault looks like.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

Passages = list[dict[str, str]]
Reply = dict[str, object]

NOT_FOUND = "Not in the sources."
# What each identity may not see. The workbench is told the same under [system.hidden].
HIDDEN = {"guest": {"notice26-deposits"}}
# Words of a question, and what the lines hold that answer it: all words of one entry. Without the first there is no
# answer.
TOPICS: dict[str, list[tuple[str, ...]]] = {
    "requests": [("requests a minute",)],
    "take to charge": [("charge time",)],
    "under guarantee": [("warranty",)],
    "fluid": [("mineral oil",), ("replace the pads",)],
    "breaks down": [("switch it on again",)],
    "deposit": [("deposit", "heron")],
    "children": [("room for", "children")],
    "fault log": [("cannot be undone",)],
    "controller update": [("hold at least",), ("update takes",)],
    "my guest": [("induction",)],
    "a helmet": [("must wear a helmet",)],
    "must not be ridden": [("frame numbers",), ("check takes",)],
    "hire the heron": [("heron cargo bike, two batteries",), ("members pay",)],
    "become a member": [("buys one share",), ("price of the share",)],
    "kestrel go": [("range in", "one charge")],
    "cancel on the day": [("weather warning",), ("less than 24 hours",)],
    "back late": [("comes back late",)],
    "decides on a refund": [("decides on claims",)],
    "solar roof": [("meeting chose",), ("two quotes",), ("work will not begin",)],
    "stolen": [("of the loss",), ("reported to the police",)],
    "both discounts": [("cannot be combined",), ("percent off",)],
    "surplus": [("a surplus of",)],
    "highgarth": [("highgarth", "closed")],
    "out of a wren": [("the wren has",)],
}


def reader(question: str, passages: Passages | None, identity: str = "") -> Reply:
    """Repeat every line that answers, so that both sides of a conflict are told; decline where there is none."""
    shown = search(question, identity) if passages is None else passages
    return reply(answering_lines(question, shown), shown)


def one_sided(question: str, passages: Passages | None, identity: str = "") -> Reply:
    """Fault: where two lines say the same of something with different values, it tells the first alone."""
    shown = search(question, identity) if passages is None else passages
    told: dict[str, str] = {}
    for line in answering_lines(question, shown):
        told.setdefault(re.sub(r"\d[\d,.]*|\[.*?\]", "", line), line)
    return reply(list(told.values()), shown)


def from_memory(question: str, passages: Passages | None, identity: str = "") -> Reply:
    """Fault: whatever it is shown, it says what is common elsewhere, or what it has learned by heart."""
    shown = search(question, identity) if passages is None else passages
    common = {one["question"]: f"It is {one['default']}." for one in questions() if "default" in one}
    return reply([common[question]] if question in common else answering_lines(question, search(question, "")), shown)


def short_sighted(question: str, passages: Passages | None, identity: str = "") -> Reply:
    """Fault: what it is shown is cut off after so many characters, wherever the evidence stands."""
    shown = search(question, identity) if passages is None else passages
    seen, room = [], 2000
    for passage in shown:
        seen.append({**passage, "text": passage["text"][:room]})
        room = max(room - len(passage["text"]), 0)
    return reply(answering_lines(question, seen), shown)


def leaky(question: str, passages: Passages | None, identity: str = "") -> Reply:
    """Fault: it searches everything, whoever asks."""
    shown = search(question, "") if passages is None else passages
    return reply(answering_lines(question, shown), shown)


SYSTEMS = {system.__name__: system for system in (reader, one_sided, from_memory, short_sighted, leaky)}


def reply(lines: list[str], shown: Passages) -> Reply:
    """An answer made of lines, and what was found for it."""
    return {"answer": " ".join(lines) or NOT_FOUND, "candidates": shown}


def answering_lines(question: str, passages: Passages) -> list[str]:
    """The lines that answer a question, each with the passage that it stands in; none without the first entry's."""
    wanted = next((lines for words, lines in TOPICS.items() if words in question.lower()), [])
    found = [
        [
            f"{line} [{passage['id']}]"
            for passage in passages
            for line in lines_of(passage["text"])
            if all(word in line.lower() for word in words)
        ]
        for words in wanted
    ]
    return [line for lines in found for line in lines] if found and found[0] else []


def lines_of(text: str) -> Iterator[str]:
    """Sentences, and rows of tables without their bars."""
    for line in text.split("\n"):
        if line.startswith("|"):
            yield ", ".join(cell.strip() for cell in line.strip("| ").split("|"))
        else:
            yield from re.split(r"(?<=[.!?])\s+", line)


def search(question: str, identity: str) -> Passages:
    """The passages of all saved answers that an identity may see and that hold a line that answers."""
    known: dict[str, dict[str, str]] = {}
    for file in sorted((Path(__file__).parent / "answers").glob("*.md")):
        sources = file.read_text(encoding="utf-8").split("## Sources\n")[1].split("## Answer\n")[0]
        for name, title, text in re.findall(r"^### \[(.+?)\] (.+)\n([\s\S]*?)(?=^### |\Z)", sources, re.MULTILINE):
            known[name] = {"id": name, "title": title, "text": text.strip()}
    seen = (passage for name, passage in known.items() if name not in HIDDEN.get(identity, ()))
    return [passage for passage in seen if answering_lines(question, [passage])]


def questions() -> list[dict[str, str]]:
    """The questions of the sample."""
    text = (Path(__file__).parent / "questions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def main(name: str) -> None:
    """Answer one JSON line with another, as long as there are any."""
    for line in sys.stdin:
        told = json.loads(line)
        answered = SYSTEMS[name](told["question"], told["passages"], told.get("identity", ""))
        sys.stdout.write(json.dumps({"id": told["id"], **answered}, allow_nan=False) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
