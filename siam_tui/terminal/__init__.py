"""The terminal: what is written to it, and what comes from it."""
