"""Moves of The Foreign King as they are built at a table."""
