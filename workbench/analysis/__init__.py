"""From verdicts and the answer key to rates with honest intervals."""
