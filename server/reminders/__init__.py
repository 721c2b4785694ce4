"""Reminders for absent players: addresses, limits, who is due, and the texts."""
