"""Nim with a secret card in the terminal: the smallest screens that the house accepts."""
