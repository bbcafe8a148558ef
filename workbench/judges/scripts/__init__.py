"""Script judges: rules of thumb in code, free to ask and the same every time."""
