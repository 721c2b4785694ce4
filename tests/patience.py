"""How long the tests wait for what will come: long, as nobody waits so long but where it fails."""

PATIENCE = 100
"""Seconds after which what is awaited will not come any more, on however busy a machine."""
