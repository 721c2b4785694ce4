"""Moves of Reino de Ámbar as they are built at a table."""
