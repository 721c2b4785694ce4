"""Keeps what outlives the server: tables, players, answers, and the archive of its games."""
