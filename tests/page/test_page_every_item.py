"""Reading all of a report: every item whole and to the character, its change where it was made."""

import pytest

from tests.report.packed import as_shown, joined, unpacked

pytestmark = pytest.mark.slow

# Opens an item and returns what a reader sees of it, without the marks of the style sheet.
_SEEN = """([link, id]) => new Promise((done) => {
  const item = () => document.querySelector("[data-testid=case]");
  const all = (name, within = item()) => [...within.querySelectorAll(`[data-testid=${name}]`)];
  const texts = (name) => all(name).map((one) => one.textContent);
  const without = (mark) => all("answer").map((one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll(mark).forEach((part) => part.remove());
    return copy.textContent;
  })[0];
  const look = () => {
    if (item()?.querySelector(".id bdi").textContent !== id) return requestAnimationFrame(look);
    done({
      question: texts("question")[0],
      answers: texts("answer"),
      now: without("del"),
      before: without("ins"),
      passages: [...item().querySelectorAll("[data-testid=passage] .text")].map((one) => one.textContent),
      reasons: texts("reason"),
      verdicts: all("verdict").map((one) => one.querySelector(".marks").textContent),
    });
  };
  location.hash = link;
  look();
})"""


@pytest.fixture(scope="module", params=["written", "made"])
def report(request):
    return request.param, request.getfixturevalue("run" if request.param == "written" else "made")


def test_every_item_is_shown_whole_with_its_change_in_place(show, pages, report):
    name, run = report
    index, items = unpacked((pages / f"{name}.html").read_text(encoding="utf-8"))
    challenges = {one.item.item_id: one for one in run.challenges}
    page = show(name, "#/read")
    changed = 0
    for short, item in zip(index["ids"], items, strict=True):
        seen = page.evaluate(_SEEN, [f"#/read/{short}", item["id"]])
        assert seen["question"] == as_shown(item["question"])
        whole = [joined(item["answer"], without=2), joined(item["answer"], without=1)]
        assert seen["answers"] == (whole if item["whole"] else [joined(item["answer"])])
        assert seen["passages"] == [joined(passage["text"]) for passage in item["passages"]]
        opinions = [opinion for ruling in item["rulings"] for opinion in ruling["opinions"]]
        sayings = [saying for opinion in opinions for saying in opinion["sayings"]]
        assert sorted(seen["reasons"]) == sorted(as_shown(saying["reason"]) for saying in sayings if saying["reason"])
        assert sorted(seen["verdicts"]) == sorted(
            "".join(_sign(verdict, ruling["must"]) for verdict in one["verdicts"])
            for ruling in item["rulings"]
            for one in ruling["opinions"]
        )
        sites = [site for site in challenges[item["id"]].sites if site.where == "answer"]
        if name == "made" and sites:
            # Both texts from the answer key itself: the copy as it was planted, and the trusted answer before it.
            [site] = sites
            planted = challenges[item["id"]].item.answer
            trusted = planted[: site.start] + site.before + planted[site.start + len(site.after) :]
            assert (seen["now"], seen["before"]) == (planted, trusted)
            changed += 1
    assert name == "written" or changed > 50


def _sign(verdict, must):
    return "!" if verdict.startswith("error:") else "✓" if verdict == must else "✗"
