"""Reminders on the wire: the commands about them, and what can be an address. Pure."""
