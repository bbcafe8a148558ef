"""Views of one summary: terminal, Markdown, JSON, HTML."""
