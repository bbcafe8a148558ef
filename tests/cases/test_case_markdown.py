"""Saved answers as Markdown: read right or refused, never read short."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from workbench.cases.markdown import parse_markdown, read_markdown, to_markdown
from workbench.errors import InputError
from workbench.records.case import Case
from workbench.records.passage import Passage

PLAIN = """## Question

How long do refunds take?

## Sources

### [p1] Refunds
Refunds take 14 days.

### [p2]
Shipping takes 3 days.

## Answer

14 days [p1].
"""


def parse(text):
    return parse_markdown(text, case_id="a", origin="a.md")


def with_passage(passage):
    return f"## Question\n\nQ?\n\n## Sources\n\n### [p1] T\n{passage}\n\n## Answer\n\nA."


def refusal(text):
    with pytest.raises(InputError) as caught:
        parse(text)
    return str(caught.value)


def test_three_sections_give_question_passages_and_answer():
    case = parse(PLAIN)
    assert case.question == "How long do refunds take?"
    assert case.passages == (
        Passage(id="p1", title="Refunds", text="Refunds take 14 days."),
        Passage(id="p2", title="", text="Shipping takes 3 days."),
    )
    assert case.answer == "14 days [p1]."


def test_the_id_is_the_file_name(tmp_path):
    path = tmp_path / "rückgabe 返品.md"
    path.write_text(PLAIN, encoding="utf-8")
    assert read_markdown(path).case_id == "rückgabe 返品"
    assert read_markdown(path).origin == str(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("## Question", "## QUESTION  \t").replace("## Answer", "##  answer ##"),
        lambda text: text.replace("## Sources", "## sources ####"),
        lambda text: "\n\n" + text + "\n \n",
        lambda text: text.rstrip("\n"),
    ],
    ids=["bom", "crlf", "cr", "letter case", "closing hashes", "empty lines around", "no last line end"],
)
def test_small_differences_of_form_change_nothing(tmp_path, change):
    path = tmp_path / "a.md"
    path.write_bytes(change(PLAIN).encode("utf-8"))
    case, expected = read_markdown(path), parse(PLAIN)
    assert (case.question, case.passages, case.answer) == (expected.question, expected.passages, expected.answer)


@pytest.mark.parametrize(
    "passage",
    [
        "# Answer",
        "### Answer",
        "## Refund policy",
        "## Answers",
        "## Answer:",
        "Answer\n------",
        "##Answer",
        "    ## Answer",
        "\t## Answer",
        "> ## Answer",
        "- ## Answer",
        "```\n## Answer\n```",
        "~~~\n## Answer\n~~~",
        "```markdown\n## Question\n## Sources\n## Answer\n```",
        "````\n```\n## Answer\n```\n````",
        "~~~\n```\n## Answer\n~~~",
        "  ```\n## Answer\n   ```",
        "```\n## Answer\n`````\nafter",
        "a\u2028## Answer\u0085## Answer\x0c## Answer",
        "### [text](https://a.example) more",
        "### [text][ref]",
        "[p2] text in a file with headings\n\n[p3] text",
        "[ref]: https://a.example",
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
    ],
)
def test_markdown_inside_a_passage_does_not_cut_the_file(passage):
    case = parse(with_passage(passage))
    assert [found.text for found in case.passages] == [passage]
    assert case.answer == "A."


@pytest.mark.parametrize(
    ("passage", "line", "said"),
    [
        ("## Answer\nmore", 11, "a second one"),
        ("## question", 8, "a second one"),
        ("  ## Answer", 8, "spaces before it"),
        ("```\nnever closed", 11, "the code fence that line 8 opens"),
        ("````\n```\nclosed too short", 12, "the code fence that line 8 opens"),
        ("~~~\n```", 11, "the code fence that line 8 opens"),
        ("```md\n```py\nx\n```\n## Answer\n```", 12, "read both ways"),
        ("- ```\n## Answer\n- ```", 12, "a second one"),
        ("### [p1] again\ntext\n### [] x", 10, "an id between the brackets"),
        ("  ### [p2] x", 8, "spaces before it"),
        ("```\n### [p2] x\n```", 9, "inside a code fence"),
    ],
)
def test_what_cannot_be_read_without_doubt_is_refused_with_its_line(passage, line, said):
    message = refusal(with_passage(passage))
    assert f"a.md:{line}: " in message
    assert said in message


def test_a_sloppy_nested_fence_is_refused_even_where_the_answer_closes_it():
    sloppy = "```md\n```py\nx\n```\n## Answer\nfake\n```"
    text = with_passage(sloppy) + "\n\n```py\nreal\n```\n"
    # CommonMark opens a fence at the last line of the passage and closes it inside the answer, so the first
    # `## Answer` would be read as the section; the author meant the second.
    assert "read both ways" in refusal(text)


def test_a_fence_that_a_chunk_left_open_does_not_merge_two_passages():
    text = PLAIN.replace("Refunds take 14 days.", "Run:\n```sh\nrefund").replace("Shipping", "--now\n```\nShipping")
    assert "inside a code fence" in refusal(text)


def test_a_fence_left_open_in_the_answer_hides_nothing():
    assert parse(PLAIN + "\n```\ncode").answer == "14 days [p1].\n\n```\ncode"


def test_a_second_answer_in_the_answer_is_refused():
    assert "a.md:17: expected one `## Answer`" in refusal(PLAIN + "\n## Answer\nmore")


def test_other_headings_in_the_answer_belong_to_it():
    assert parse(PLAIN + "\n## Notes\nmore").answer == "14 days [p1].\n\n## Notes\nmore"


@pytest.mark.parametrize("name", ["Question", "Sources", "Answer"])
def test_a_missing_section_is_named(name):
    assert f"expected a line `## {name}`, got none" in refusal(PLAIN.replace(f"## {name}\n", "\n"))


def test_all_missing_sections_are_told_at_once():
    message = refusal("just text")
    assert all(f"`## {name}`" in message for name in ("Question", "Sources", "Answer"))


def test_sections_out_of_order_are_refused():
    text = "## Question\nq\n## Answer\na\n## Sources\n### [p] t\nx"
    assert refusal(text) == "a.md:1: expected the order Question, Sources, Answer, got Question, Answer, Sources"


def test_text_before_the_first_section_is_refused_and_not_dropped():
    assert "a.md:1: expected `## Question` as the first line" in refusal("# Title\n" + PLAIN)


def test_text_before_the_first_source_is_refused_and_not_dropped():
    text = PLAIN.replace("## Sources\n", "## Sources\nSome text\n")
    assert "a.md:6: expected each source to start with a line `### [id] title`" in refusal(text)


def test_empty_sources_are_read_as_no_passages():
    assert parse("## Question\nq\n## Sources\n\n## Answer\nNot in the sources.").passages == ()


BARE = "## Question\nq\n## Sources\n[{}] First\none\n\n[{}] Second\ntwo\n\n## Answer\na"


@pytest.mark.parametrize("ids", [("1", "2"), ("7", "8"), ("p1", "p2"), ("refunds", "shipping#3"), ("doc-9", "doc-4")])
def test_sources_may_start_with_a_bare_id(ids):
    passages = parse(BARE.format(*ids)).passages
    assert passages == (
        Passage(id=ids[0], title="First", text="one"),
        Passage(id=ids[1], title="Second", text="two"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BARE.format("p1", "17"), "[p1], [17]"),
        (BARE.format("1", "17"), "[1], [17]"),
        (BARE.format("1", "2").replace("one\n\n", "one\n"), "in the middle of a paragraph"),
        (BARE.format("1", "2").replace("Second", "shows that it fell."), "a whole sentence"),
        (BARE.format("p1", "x"), "a check box"),
        (BARE.format("p1", "^1"), "a footnote"),
        (BARE.format("1", "2").replace("one", "```\n[tool.x]\n```"), "inside a code fence"),
        (BARE.format("1", "2").replace("one", "### [2024] heading"), "text that belongs to no source"),
    ],
)
def test_a_bare_id_that_may_be_text_is_refused(text, said):
    assert said in refusal(text)


@pytest.mark.parametrize("line", ["[1][2] agree", "[1], [2] agree", "[1]: https://a.example", "[1](x) b", "- [ ] todo"])
def test_citations_and_links_are_text_beside_bare_ids(line):
    passages = parse(BARE.format("1", "2").replace("one", f"one\n\n{line}")).passages
    assert [passage.text for passage in passages] == [f"one\n\n{line}", "two"]


def test_titles_keep_their_own_hashes():
    text = PLAIN.replace("### [p1] Refunds", "### [p1]  C# ").replace("### [p2]", "### [p2] Notes ##")
    assert [passage.title for passage in parse(text).passages] == ["C#", "Notes"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"answer": "a\n\n## Answer\nb"}, "a second one"),
        ({"answer": "a\r\nb"}, "to the character"),
        ({"answer": "a\n"}, "to the character"),
        ({"answer": "a\ud800"}, "half a surrogate pair"),
        ({"passages": (Passage(id="p1", text="a\n### [p2] b"),)}, "to the character"),
        ({"passages": (Passage(id="p]1", text="a"),)}, "belongs to no source"),
        ({"passages": (Passage(id="p1", text="a", title="b\nc"),)}, "to the character"),
        ({"passages": (Passage(id="p1", text="```"),)}, "code fence"),
        ({"label": "fail"}, "a trusted answer"),
        ({"rules": ("grounded",)}, "a trusted answer"),
        ({"group": "g"}, "a trusted answer"),
    ],
)
def test_a_case_that_markdown_cannot_hold_is_not_written(change, said):
    fields = {"case_id": "a", "question": "q", "passages": (Passage(id="p1", text="t"),), "answer": "a"}
    with pytest.raises(InputError, match=said):
        to_markdown(Case(**(fields | change)))


pieces = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "\n",
            "\n\n",
            "## Answer",
            "## Question ##",
            "### [p1] t",
            "[p2] t",
            "```",
            "~~~~",
            "- ```",
            "    ",
            "\u2028",
            "#",
        ]
    ),
)
texts = st.lists(pieces, max_size=8).map("".join)
passages = st.builds(Passage, id=texts, text=texts, title=texts)
cases = st.builds(
    Case, case_id=st.just("a"), question=texts, passages=st.lists(passages, max_size=3).map(tuple), answer=texts
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(cases)
@example(Case(case_id="a", question="q", passages=(Passage(id="1", text="[2] a\n\n[3] b"),), answer="## Notes\n```"))
def test_what_is_written_reads_back_to_the_character(case):
    try:
        text = to_markdown(case)
    except InputError:
        return
    again = parse(text)
    assert (again.question, again.passages, again.answer) == (case.question, case.passages, case.answer)


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"]), min_size=1).filter(lambda text: text.strip()))
def test_ordinary_one_line_text_can_always_be_written(text):
    line = "x" + text + "x"
    passage = Passage(id="p1", text=line, title=line)
    assert parse(to_markdown(Case(case_id="a", question=line, passages=(passage,), answer=line))).answer == line


@settings(deadline=None)
@given(texts, st.lists(pieces, max_size=20).map("".join))
def test_reading_keeps_every_line_or_refuses(answer, sources):
    text = f"## Question\nq\n## Sources\n{sources}\n## Answer\n{answer}"
    try:
        case = parse(text)
    except InputError:
        return
    kept = [case.question, case.answer] + [
        part for found in case.passages for part in (found.id, found.title, found.text)
    ]
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        bare = line.strip(" \t")
        if bare and not bare.startswith(("#", "[")):
            assert any(bare in part for part in kept), bare
