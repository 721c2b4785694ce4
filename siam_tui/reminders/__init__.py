"""Reminders of the player's turns: a screen, typed commands, and what both say."""
