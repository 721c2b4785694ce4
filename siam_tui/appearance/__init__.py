"""Themes, colours and signs."""
