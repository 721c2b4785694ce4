"""Parsers and formatters of positions and moves of Reino de Ámbar."""
