"""Parsers and formatters of positions and moves of King of Siam."""
