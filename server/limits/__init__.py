"""How many tables and bots there may be, and how long draws wait."""
