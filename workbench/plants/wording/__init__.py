"""What styles write with: tables of words, new values, and what a sentence can bear."""
