"""Two answers of a bicycle hire, as other tools save them: text in their own layouts, written for these tests.

The first is whole. The second has no answer, for a reason that the tool would have: it failed, or was not run.
"""

import csv
import io
import json
import struct
import zipfile
import zlib

QUESTION = "What does a day cost?"
ANSWER = "A day costs £32 [price]."
PRICE = "Day hire is £32."
HOURS = "The stand closes at 21:00."
WHEN = "When does the stand close?"


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def csv_text(*rows, delimiter=","):
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    return text.getvalue()


def ragas():
    return (
        {
            "user_input": QUESTION,
            "retrieved_contexts": [PRICE, HOURS],
            "response": ANSWER,
            "reference": "£32 a day",
            "faithfulness": 1.0,
        },
        {
            "user_input": WHEN,
            "retrieved_contexts": [HOURS],
            "response": None,
            "reference": "At 21:00.",
            "faithfulness": float("nan"),
        },
    )


def old_ragas_columns():
    return {
        "question": [QUESTION, WHEN],
        "contexts": [[PRICE, HOURS], [HOURS]],
        "answer": [ANSWER, ""],
        "ground_truths": [["£32 a day"], ["At 21:00."]],
    }


def deepeval_goldens():
    return [
        {
            "input": QUESTION,
            "actual_output": ANSWER,
            "expected_output": "£32 a day",
            "retrieval_context": [PRICE, HOURS],
            "context": ["Prices: £32 a day."],
            "name": None,
            "comments": None,
            "source_file": "prices.md",
        },
        {"input": WHEN, "actual_output": None, "expected_output": "At 21:00.", "retrieval_context": None},
    ]


def deepeval_test_run():
    metric = {"name": "Faithfulness", "score": 1.0, "success": True, "threshold": 0.5}
    return {
        "testFile": "test_hire.py",
        "testCases": [
            {
                "name": "test_case_0",
                "input": QUESTION,
                "actualOutput": ANSWER,
                "expectedOutput": "£32 a day",
                "retrievalContext": [PRICE, HOURS],
                "success": True,
                "metricsData": [metric],
            },
            {"name": "test_case_1", "input": WHEN, "actualOutput": "", "retrievalContext": [HOURS], "success": False},
        ],
        "conversationalTestCases": [],
        "metricsScores": [],
    }


def langchain_document(text, source):
    return {"id": None, "metadata": {"source": source}, "page_content": text, "type": "Document"}


def langsmith_runs():
    trace = "0a1b0000-0000-4000-8000-000000000001"
    failed = "0a1b0000-0000-4000-8000-000000000009"
    return (
        {
            "id": "0a1b0000-0000-4000-8000-000000000002",
            "trace_id": trace,
            "parent_run_id": trace,
            "name": "VectorStoreRetriever",
            "run_type": "retriever",
            "start_time": "2026-03-01T10:00:01.000000",
            "inputs": {"query": "price of a day"},
            "outputs": {"documents": [langchain_document(PRICE, "price.md"), langchain_document(HOURS, "hours.md")]},
        },
        {
            "id": trace,
            "trace_id": trace,
            "parent_run_id": None,
            "name": "RetrievalQA",
            "run_type": "chain",
            "start_time": "2026-03-01T10:00:00.000000",
            "inputs": {"question": QUESTION},
            "outputs": {"answer": ANSWER},
            "feedback_stats": {"correctness": {"n": 1, "avg": 1.0}},
            "error": None,
        },
        {
            "id": "0a1b0000-0000-4000-8000-000000000003",
            "trace_id": trace,
            "parent_run_id": trace,
            "name": "ChatModel",
            "run_type": "llm",
            "start_time": "2026-03-01T10:00:02.000000",
            "inputs": {"messages": [[_human(f"Context: {PRICE}\n\nQuestion: {QUESTION}")]]},
            "outputs": {"generations": [[{"text": ANSWER, "type": "ChatGeneration"}]]},
        },
        {
            "id": failed,
            "trace_id": failed,
            "parent_run_id": None,
            "name": "RetrievalQA",
            "run_type": "chain",
            "start_time": "2026-03-01T11:00:00.000000",
            "inputs": {"question": WHEN},
            "outputs": None,
            "error": "RateLimitError('slow down')",
        },
    )


def _human(text):
    kind = ["langchain", "schema", "messages", "HumanMessage"]
    return {"lc": 1, "type": "constructor", "id": kind, "kwargs": {"content": text, "type": "human"}}


def langsmith_nested():
    search, root, model, failed = langsmith_runs()
    inner = [{name: value for name, value in one.items() if name != "trace_id"} for one in (search, model)]
    return [{**root, "child_runs": inner}, failed]


def langsmith_examples():
    return (
        {
            "id": "ex-1",
            "dataset_id": "ds",
            "inputs": {"question": QUESTION, "context": [PRICE, HOURS]},
            "outputs": {"answer": ANSWER},
            "metadata": {},
        },
        {"id": "ex-2", "dataset_id": "ds", "inputs": {"question": WHEN}, "outputs": {}, "metadata": {}},
    )


def langfuse_trace(trace="tr-1"):
    return {
        "id": trace,
        "name": "hire-assistant",
        "timestamp": "2026-03-01T10:00:00.000Z",
        "input": {"args": [QUESTION], "kwargs": {}},
        "output": ANSWER,
        "sessionId": None,
        "observations": [
            {
                "id": "ob-2",
                "traceId": trace,
                "type": "GENERATION",
                "startTime": "2026-03-01T10:00:02.000Z",
                "parentObservationId": None,
                "input": [{"role": "user", "content": f"{PRICE}\n\n{QUESTION}"}],
                "output": {"role": "assistant", "content": ANSWER},
            },
            {
                "id": "ob-1",
                "traceId": trace,
                "type": "RETRIEVER",
                "startTime": "2026-03-01T10:00:01.000Z",
                "parentObservationId": None,
                "input": "price of a day",
                "output": [langchain_document(PRICE, "price.md"), langchain_document(HOURS, "hours.md")],
            },
        ],
        "scores": [
            {"id": "s1", "traceId": trace, "name": "helpful", "source": "EVAL", "dataType": "NUMERIC", "value": 0.2},
            {
                "id": "s2",
                "traceId": trace,
                "name": "correct",
                "source": "ANNOTATION",
                "dataType": "CATEGORICAL",
                "value": 1,
                "stringValue": "pass",
            },
        ],
    }


def langfuse_tables():
    """The blob storage export: traces, observations and scores in files of their own, in snake case, values as text."""
    whole = langfuse_trace()
    kinds = {"input": json.dumps, "output": json.dumps}
    trace = {
        "id": "tr-1",
        "timestamp": "2026-03-01 10:00:00.000000",
        "name": "hire-assistant",
        "session_id": None,
        "input": json.dumps(whole["input"]),
        "output": json.dumps(ANSWER),
    }
    silent = {**trace, "id": "tr-2", "input": json.dumps(WHEN), "output": None}
    observations = [
        {
            "id": one["id"],
            "trace_id": "tr-1",
            "type": one["type"],
            "start_time": one["startTime"],
            "parent_observation_id": "",
            **{name: dump(one[name]) for name, dump in kinds.items()},
        }
        for one in whole["observations"]
    ]
    scores = [
        {"id": "s1", "trace_id": "tr-1", "name": "correct", "source": "ANNOTATION", "string_value": "pass"},
        {"id": "s2", "trace_id": "tr-2", "name": "correct", "source": "EVAL", "string_value": "fail"},
    ]
    return {
        "traces.jsonl": lines(trace, silent),
        "observations_v2.jsonl": lines(*observations),
        "scores.jsonl": lines(*scores),
    }


def phoenix_rows():
    """Phoenix's table of spans: points in the names of columns, documents as a list of objects."""
    nothing = dict.fromkeys(
        ("attributes.output.value", "attributes.retrieval.documents", "parent_id", "status_message")
    )
    return (
        {
            **nothing,
            "name": "query",
            "span_kind": "CHAIN",
            "start_time": "2026-03-01T10:00:00+00:00",
            "context.trace_id": "ph-1",
            "context.span_id": "a",
            "attributes.openinference.span.kind": "CHAIN",
            "attributes.input.value": QUESTION,
            "attributes.output.value": ANSWER,
        },
        {
            **nothing,
            "name": "retrieve",
            "span_kind": "RETRIEVER",
            "parent_id": "a",
            "start_time": "2026-03-01T10:00:01+00:00",
            "context.trace_id": "ph-1",
            "context.span_id": "b",
            "attributes.openinference.span.kind": "RETRIEVER",
            "attributes.input.value": "price of a day",
            "attributes.retrieval.documents": [
                {"document.id": "price", "document.content": PRICE, "document.score": 0.9},
                {"document.id": "hours", "document.content": HOURS, "document.score": 0.4},
            ],
        },
        {
            **nothing,
            "name": "query",
            "span_kind": "CHAIN",
            "start_time": "2026-03-01T11:00:00+00:00",
            "context.trace_id": "ph-2",
            "context.span_id": "c",
            "attributes.openinference.span.kind": "CHAIN",
            "attributes.input.value": WHEN,
            "status_message": "the model did not answer",
        },
    )


def phoenix_api():
    """Phoenix's REST answer: attributes by flat names."""
    return {
        "data": [
            {
                "id": f"U3Bhbjo{number}",
                "name": row["name"],
                "context": {"trace_id": row["context.trace_id"], "span_id": row["context.span_id"]},
                "span_kind": row["span_kind"],
                "parent_id": row["parent_id"],
                "start_time": row["start_time"],
                "status_message": row["status_message"] or "",
                "attributes": _flat(row),
                "events": [],
            }
            for number, row in enumerate(phoenix_rows())
        ],
        "next_cursor": None,
    }


def _flat(row):
    found = {name.removeprefix("attributes."): row[name] for name in row if name.startswith("attributes.")}
    documents = found.pop("retrieval.documents") or []
    for place, document in enumerate(documents):
        found |= {f"retrieval.documents.{place}.{name}": value for name, value in document.items()}
    return {name: value for name, value in found.items() if value is not None}


def otlp(*spans, of="Spans"):
    return {
        f"resource{of}": [
            {"resource": {"attributes": []}, f"scope{of}": [{"scope": {"name": "app"}, **_in(spans, of)}]}
        ]
    }


def _in(spans, of):
    return {"spans" if of == "Spans" else "logRecords": list(spans)}


def otlp_span(trace, span, start, attributes, *, parent=None, **more):
    pairs = [{"key": name, "value": otlp_value(value)} for name, value in attributes.items()]
    above = {"parentSpanId": parent} if parent else {}
    return {"traceId": trace, "spanId": span, **above, "startTimeUnixNano": str(start), "attributes": pairs, **more}


def otlp_value(value):
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [otlp_value(one) for one in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": name, "value": otlp_value(one)} for name, one in value.items()]}}
    return {"stringValue": value}


def said(role, text):
    return [{"role": role, "parts": [{"type": "text", "content": text}]}]


def genai_spans():
    documents = [{"id": "price", "score": 0.9, "content": PRICE}, {"id": "hours", "score": 0.4, "content": HOURS}]
    return otlp(
        otlp_span(
            "ot-1",
            "c",
            30,
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.input.messages": json.dumps(said("user", f"{PRICE}\n\n{QUESTION}")),
                "gen_ai.output.messages": json.dumps(said("assistant", ANSWER)),
            },
            parent="a",
        ),
        otlp_span(
            "ot-1",
            "b",
            20,
            {
                "gen_ai.operation.name": "retrieval",
                "gen_ai.retrieval.query.text": "price of a day",
                "gen_ai.retrieval.documents": json.dumps(documents),
            },
            parent="a",
        ),
        otlp_span(
            "ot-1",
            "a",
            10,
            {
                "gen_ai.operation.name": "invoke_agent",
                "gen_ai.input.messages": said("user", QUESTION),
                "gen_ai.output.messages": said("assistant", ANSWER),
            },
        ),
        otlp_span("ot-2", "d", 40, {"gen_ai.operation.name": "chat", "gen_ai.request.model": "small"}),
    )


def promptfoo():
    """The JSON of `promptfoo eval --output`, third version: a person has judged the first answer in its view."""
    return {
        "evalId": "eval-1",
        "results": {
            "version": 3,
            "timestamp": "2026-03-01T10:00:00.000Z",
            "prompts": [{"raw": "{{context}} {{question}}", "label": "plain", "provider": "openai:small"}],
            "results": [
                {
                    "id": "res-1",
                    "promptIdx": 0,
                    "testIdx": 0,
                    "prompt": {"raw": f"{PRICE} {QUESTION}", "label": "plain"},
                    "vars": {"question": QUESTION, "context": [PRICE, HOURS]},
                    "response": {"output": ANSWER, "tokenUsage": {"total": 20}},
                    "success": False,
                    "score": 0,
                    "gradingResult": {
                        "pass": False,
                        "componentResults": [
                            {"pass": False, "score": 0, "assertion": {"type": "llm-rubric", "value": "cites"}},
                            {"pass": True, "score": 1, "assertion": {"type": "human"}},
                        ],
                    },
                },
                {
                    "id": "res-2",
                    "promptIdx": 0,
                    "testIdx": 1,
                    "vars": {"question": WHEN, "context": HOURS},
                    "response": {"error": "API error: 500"},
                    "success": False,
                    "error": "API error: 500",
                },
            ],
            "stats": {"successes": 0, "failures": 2},
        },
        "config": {"description": "hire"},
    }


def inspect_samples():
    return (
        {
            "id": "day-price",
            "epoch": 1,
            "input": [{"role": "system", "content": "Answer from the sources."}, {"role": "user", "content": QUESTION}],
            "target": "£32 a day",
            "metadata": {"contexts": [PRICE, "attachment://5f1d"]},
            "output": {
                "model": "small",
                "choices": [
                    {
                        "message": {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]},
                        "stop_reason": "stop",
                    }
                ],
            },
            "scores": {"model_graded_fact": {"value": "C"}},
            "attachments": {"5f1d": HOURS},
        },
        {
            "id": "closing",
            "epoch": 1,
            "input": WHEN,
            "target": "At 21:00.",
            "metadata": {"contexts": [HOURS]},
            "output": {"model": "small", "choices": []},
            "error": {"message": "TimeoutError()"},
        },
    )


def inspect_log():
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "hire", "model": "small"},
        "plan": {"steps": []},
        "results": {"scores": []},
        "samples": list(inspect_samples()),
    }


def inspect_archive(*samples):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2}))
        archive.writestr("header.json", json.dumps({"version": 2, "status": "success"}))
        archive.writestr("summaries.json", "[]")
        for sample in samples or inspect_samples():
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    return data.getvalue()


def zstd_archive():
    """The same as Inspect writes it since 2026: members packed with Zstandard, method 93, which Python 3.11 lacks."""
    import pyarrow as pa

    data = io.BytesIO()
    texts = {f"samples/{one['id']}_epoch_{one['epoch']}.json": json.dumps(one).encode() for one in inspect_samples()}
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for name, text in texts.items():
            archive.writestr(name, pa.compress(text, codec="zstd", asbytes=True))
        places = [member.header_offset for member in archive.infolist()]
    body = bytearray(data.getvalue())
    central = 0
    # What the archive says of each member, in its head and in the list at the end: its method, and its check sum there.
    for place, text in zip(places, texts.values(), strict=True):
        central = body.find(b"PK\x01\x02", central + 1)
        struct.pack_into("<H", body, place + 8, 93)
        struct.pack_into("<H", body, central + 10, 93)
        struct.pack_into("<I", body, central + 16, zlib.crc32(text))
    return bytes(body)


def plain_rows():
    return (
        {"prompt": QUESTION, "chunks": json.dumps([PRICE, HOURS]), "reply": ANSWER, "human": "pass", "model": "small"},
        {"prompt": WHEN, "chunks": json.dumps([HOURS]), "reply": "", "human": "fail", "model": "small"},
    )
