"""What the Messages API refuses in a request (version 2026-10-21), as far as judges can meet it."""

SAMPLING = ("temperature", "top_p", "top_k")
WITHOUT_EFFORT = ("claude-haiku-4-5", "claude-sonnet-4-5")


def refused(body):
    """Return the message of the 400 that a request would meet, or None."""
    for key in SAMPLING:
        if key in body:
            return f"{key}: Extra inputs are not permitted"
    if body.get("tool_choice", {}).get("type") in ("tool", "any"):
        return 'tool_choice: type "tool" and "any" are not supported for this model.'
    if not body.get("messages") or body["messages"][-1]["role"] != "user":
        return "This model does not support assistant message prefill. The conversation must end with a user message."
    config = body.get("output_config", {})
    if config.get("effort") and body["model"].startswith(WITHOUT_EFFORT):
        return "output_config.effort: This model does not support the effort parameter."
    schema = config.get("format", {}).get("schema", {"additionalProperties": False})
    if schema.get("additionalProperties") is not False:
        return "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
    return None
