"""Rubrics on models of servers that speak OpenAI's chat completions."""
