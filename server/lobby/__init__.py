"""The lobby: all tables, and what everybody sees of them."""
