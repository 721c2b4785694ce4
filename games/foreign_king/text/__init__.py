"""Parsers and formatters of positions and moves of The Foreign King."""
