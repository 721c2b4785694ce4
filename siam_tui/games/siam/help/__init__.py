"""Worked examples in the rules."""
