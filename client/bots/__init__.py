"""Bots: clients without a screen; those of a lobby share worker processes."""
