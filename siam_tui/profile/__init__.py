"""A player's files: keys, settings, and what is remembered from one start to the next."""
