"""Spans of a trace, joined: what the root was asked, what the searches brought, what was answered."""

import json

import pytest

from tests.importers import foreign
from tests.importers.foreign import ANSWER, HOURS, PRICE, QUESTION, lines, otlp, otlp_span, said


def texts(case):
    return [passage.text for passage in case.passages]


def chain(**more):
    return otlp_span("t", "root", 1, {"input.value": QUESTION, "output.value": ANSWER, **more})


def retriever(span, start, *documents, parent="root"):
    told = {f"retrieval.documents.{place}.document.content": text for place, text in enumerate(documents)}
    return otlp_span(
        "t", span, start, {"openinference.span.kind": "RETRIEVER", "input.value": "q", **told}, parent=parent
    )


def test_several_searches_come_in_the_order_of_time(folder):
    folder.write("spans.json", otlp(retriever("late", 30, HOURS, PRICE), chain(), retriever("early", 20, PRICE)))
    [case] = folder.cases("spans.json")
    assert texts(case) == [PRICE, HOURS]


def test_numbers_as_text_are_sorted_as_numbers(folder):
    folder.write("spans.json", otlp(retriever("late", 100, HOURS), chain(), retriever("early", 20, PRICE)))
    [case] = folder.cases("spans.json")
    assert texts(case) == [PRICE, HOURS]


def test_what_a_reranker_passed_on_is_what_was_shown(folder):
    kept = {"openinference.span.kind": "RERANKER", "reranker.output_documents.0.document.content": HOURS}
    folder.write(
        "spans.json", otlp(chain(), retriever("s", 20, PRICE, HOURS), otlp_span("t", "r", 30, kept, parent="root"))
    )
    [case] = folder.cases("spans.json")
    assert texts(case) == [HOURS]


def test_spans_of_a_trace_may_be_spread_over_files_in_any_order(folder):
    folder.write("one.jsonl", lines(otlp(retriever("s", 20, PRICE)), otlp(chain(**{"output.value": ANSWER}))))
    folder.write("two.json", otlp(retriever("z", 30, HOURS, parent="s")))
    [case] = folder.cases("two.json", "one.jsonl")
    assert texts(case) == [PRICE, HOURS]


def test_the_question_is_that_of_the_root_and_not_the_prompt_of_the_model(folder):
    prompt = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(said("user", f"{PRICE} {QUESTION}"))}
    answered = {"gen_ai.output.messages": json.dumps(said("assistant", ANSWER))}
    search = {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.query.text": QUESTION}
    shown = {"gen_ai.retrieval.documents": json.dumps([{"id": "a", "content": PRICE}])}
    spans = otlp(otlp_span("t", "m", 2, {**prompt, **answered}), otlp_span("t", "s", 1, {**search, **shown}))
    folder.write("spans.json", spans)
    [case] = folder.cases("spans.json")
    assert case.question == QUESTION, "without a root that says it, what was searched for is nearer than the prompt"
    assert case.answer == ANSWER


def test_older_conventions_record_the_messages_as_events(folder):
    def event(name, **attributes):
        pairs = [{"key": key.replace("__", "."), "value": {"stringValue": value}} for key, value in attributes.items()]
        return {"name": name, "timeUnixNano": "5", "attributes": pairs}

    shown = [event("db.query.result", db__query__result__document=PRICE)]
    asked = [
        event("gen_ai.user.message", content=QUESTION),
        event("gen_ai.choice", message=json.dumps({"content": ANSWER})),
    ]
    spans = otlp(
        otlp_span("t", "m", 2, {"gen_ai.operation.name": "chat"}, parent="w", events=asked),
        otlp_span("t", "s", 1, {"db.system": "chroma"}, parent="w", events=shown),
        otlp_span("t", "w", 0, {"traceloop.span.kind": "workflow"}),
    )
    folder.write("spans.json", spans)
    [case] = folder.cases("spans.json")
    assert (case.question, texts(case), case.answer) == (QUESTION, [PRICE], ANSWER)


def test_events_may_be_lines_of_a_log_beside_the_spans(folder):
    def log(name, body):
        return {
            "traceId": "t",
            "spanId": "m",
            "timeUnixNano": "3",
            "eventName": name,
            "body": foreign.otlp_value(body),
            "attributes": [],
        }

    folder.write(
        "logs.jsonl",
        lines(
            otlp(
                log("gen_ai.user.message", {"content": QUESTION}),
                log("gen_ai.choice", {"message": {"content": ANSWER}}),
                of="Logs",
            )
        ),
    )
    search = {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": [{"id": "a", "content": PRICE}]}
    folder.write(
        "spans.jsonl",
        lines(otlp(otlp_span("t", "m", 2, {"gen_ai.operation.name": "chat"}), otlp_span("t", "s", 1, search))),
    )
    [case] = folder.cases("spans.jsonl", "logs.jsonl")
    assert (case.question, texts(case), case.answer) == (QUESTION, [PRICE], ANSWER)


def test_the_exporter_of_the_sdk_for_the_console_is_read(folder):
    def span(name, parent, attributes):
        context = {"trace_id": "0xabc", "span_id": name, "trace_state": "[]"}
        return {
            "name": name,
            "context": context,
            "kind": "SpanKind.INTERNAL",
            "parent_id": parent,
            "start_time": "2026",
            "attributes": attributes,
            "events": [],
        }

    documents = json.dumps([{"id": "a", "content": PRICE}])
    folder.write(
        "console.json",
        [
            span(
                "root",
                None,
                {
                    "gen_ai.input.messages": json.dumps(said("user", QUESTION)),
                    "gen_ai.output.messages": json.dumps(said("assistant", ANSWER)),
                },
            ),
            span("search", "root", {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": documents}),
        ],
    )
    [case] = folder.cases("console.json")
    assert (case.case_id, texts(case)) == ("0xabc", [PRICE])


@pytest.mark.parametrize(
    ("spans", "expected", "got"),
    [
        ([chain()], "the passages that were shown", "no retriever span with any"),
        (
            [chain(), otlp_span("t", "s", 2, {"gen_ai.retrieval.documents": json.dumps([{"id": "a", "score": 1}])})],
            "passages with their text",
            "1 of 1 without it: it was not recorded",
        ),
        (
            [chain(), otlp_span("t", "s", 2, {"gen_ai.operation.name": "retrieval"})],
            "the passages that were shown",
            "a search whose result was not recorded",
        ),
        ([otlp_span("t", "m", 2, {"gen_ai.request.model": "small"})], "a question", "none that was recorded"),
    ],
)
def test_a_trace_that_is_no_case_says_what_was_not_recorded(folder, spans, expected, got):
    folder.write("spans.json", otlp(*spans))
    [refused] = folder.read("spans.json").refused
    assert refused.expected == expected
    assert [said for _, said in refused.places] == [got]


def test_spans_that_are_their_own_parents_end_the_search_for_the_root(folder):
    one = otlp_span("t", "a", 1, {"input.value": QUESTION, "output.value": ANSWER}, parent="b")
    folder.write("spans.json", otlp(one, retriever("b", 2, PRICE, parent="a")))
    [case] = folder.cases("spans.json")
    assert texts(case) == [PRICE]


def test_a_chain_of_thousands_of_spans_is_read(folder):
    spans = [otlp_span("t", f"s{number}", number, {}, parent=f"s{number - 1}") for number in range(1, 3000)]
    folder.write(
        "spans.json",
        otlp(
            otlp_span("t", "s0", 0, {"input.value": QUESTION, "output.value": ANSWER}), *spans, retriever("r", 9, PRICE)
        ),
    )
    assert folder.read("spans.json").usable == 1


def test_runs_without_a_trace_are_joined_by_their_parents(folder):
    runs = [{name: value for name, value in run.items() if name != "trace_id"} for run in foreign.langsmith_runs()]
    folder.write("runs.jsonl", lines(*runs))
    [case] = folder.cases("runs.jsonl")
    assert texts(case) == [PRICE, HOURS]


def test_a_field_of_ones_own_is_named_by_its_path(folder):
    runs = [{**run, "inputs": {"ticket": {"body": QUESTION}, "user": "u1"}} for run in foreign.langsmith_runs()[:2]]
    folder.write("runs.jsonl", lines(*runs))
    assert folder.read("runs.jsonl").refused[0].expected == "a question"
    found = folder.read("runs.jsonl", column=["question=inputs.ticket.body"])
    assert found.examples[0].question == QUESTION
    assert found.files[0].taken["question"] == {"root, inputs.ticket.body": 1}


def test_what_phoenix_annotators_said_is_a_label(folder):
    rows = foreign.phoenix_api()
    person = {"name": "correct", "annotator_kind": "HUMAN", "result": {"label": "good", "score": 1.0}}
    model = {"name": "correct", "annotator_kind": "LLM", "result": {"label": "bad", "score": 0.0}}
    rows["data"][0]["annotations"] = [person, model]
    folder.write("spans.json", rows)
    assert folder.read("spans.json", label={"good": "pass"}).labels == {"pass": 1}


@pytest.mark.parametrize(
    "outputs",
    [
        {"documents": [{"page_content": PRICE, "metadata": {}}], "took": 3},
        {"output": [PRICE]},
        {"results": [{"text": PRICE, "score": 0.9}], "count": 1},
        {"output": PRICE},
        json.dumps({"matches": [{"id": "a", "content": PRICE}]}),
    ],
)
def test_what_a_search_brought_is_found_in_the_shapes_of_many(folder, outputs):
    search, root, *_ = foreign.langsmith_runs()
    folder.write("runs.jsonl", lines({**search, "outputs": outputs}, root))
    [case] = folder.cases("runs.jsonl")
    assert texts(case) == [PRICE]


@pytest.mark.parametrize(
    ("outputs", "got"),
    [
        ({"documents_count": 3, "took": 2}, "a search that recorded documents_count, took"),
        (None, "a search whose result was not recorded"),
    ],
)
def test_a_search_without_its_texts_says_what_is_there_instead(folder, outputs, got):
    search, root, *_ = foreign.langsmith_runs()
    folder.write("runs.jsonl", lines({**search, "outputs": outputs}, root))
    [refused] = folder.read("runs.jsonl").refused
    assert [said for _, said in refused.places] == [got]


def test_a_search_that_brought_none_is_no_reason_to_refuse_a_decline(folder):
    search, root, *_ = foreign.langsmith_runs()
    declined = {**root, "outputs": {"answer": "Not in the sources."}}
    folder.write("runs.jsonl", lines({**search, "outputs": {"documents": []}}, declined))
    [case] = folder.cases("runs.jsonl")
    assert texts(case) == []


def test_observations_that_came_as_spans_have_their_type_among_their_attributes(folder):
    whole = foreign.langfuse_trace()
    rows = []
    for one in whole["observations"]:
        kind = one.pop("type").lower()
        rows.append({**one, "metadata": {"attributes": {"langfuse.observation.type": kind}}})
    root = {"id": "ob-0", "traceId": "tr-1", "parentObservationId": None, "input": QUESTION, "output": ANSWER}
    folder.write("observations.json", {"data": [*rows, root], "meta": {}})
    [case] = folder.cases("observations.json")
    assert (case.question, texts(case), case.answer) == (QUESTION, [PRICE, HOURS], ANSWER)


def tool(name, result):
    told = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.result": result}
    return otlp_span("t", "s", 2, told, parent="root", name=f"execute_tool {name}")


TEXTS = json.dumps([{"id": "price", "content": PRICE}])


@pytest.mark.parametrize("name", ["search", "retrieve_docs", "KnowledgeBase", "Document Retrieval"])
@pytest.mark.parametrize("result", [TEXTS, json.dumps({"results": [PRICE]}), json.dumps([PRICE])])
def test_a_tool_that_is_called_a_search_and_brought_texts_is_one(folder, name, result):
    folder.write("spans.json", otlp(chain(), tool(name, result)))
    [case] = folder.cases("spans.json")
    assert texts(case) == [PRICE]
    [place] = folder.read("spans.json").files[0].taken["passages"]
    assert place.startswith(f"search, execute_tool {name}, gen_ai.tool.call.result")


def test_a_search_by_name_that_brought_nothing_says_so(folder):
    folder.write("spans.json", otlp(chain(), tool("search", "[]")))
    assert folder.read("spans.json").unshown == 1


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("weather", TEXTS),
        ("research", TEXTS),
        ("search", "It is £32."),
        ("search", json.dumps({"answer": "It is £32.", "results": [PRICE]})),
        ("search", json.dumps([{"role": "assistant", "content": PRICE}])),
    ],
)
def test_what_is_called_otherwise_or_brought_no_list_of_texts_is_no_search_by_itself(folder, name, result):
    folder.write("spans.json", otlp(chain(), tool(name, result)))
    places = folder.read("spans.json").files[0].taken.get("passages", {})
    assert not any("execute_tool" in place for place in places)


def test_a_person_names_the_tool_or_the_observation_that_brought_the_passages(folder):
    folder.write("spans.json", otlp(chain(), tool("weather", TEXTS)))
    [case] = folder.cases("spans.json", column=["passages=weather"])
    assert texts(case) == [PRICE]
    whole = foreign.langfuse_trace()
    found = {"id": "ob-3", "type": "SPAN", "name": "lexical", "startTime": "2026", "output": [{"text": "Other."}]}
    folder.write("trace.json", {**whole, "observations": [*whole["observations"], found]})
    [case] = folder.cases("trace.json", column=["passages=lexical"])
    assert texts(case) == ["Other."], "the one that was named, and no other"
    assert folder.read("trace.json", column=["passages=nobody"]).usable == 0


def test_a_root_that_is_called_a_search_is_still_asked_and_answered(folder):
    root = chain() | {"name": "search_assistant"}
    folder.write("spans.json", otlp(root, retriever("s", 2, PRICE)))
    [case] = folder.cases("spans.json")
    assert texts(case) == [PRICE]
