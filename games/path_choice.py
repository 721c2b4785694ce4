"""Chooses, when it is imported, between the compiled rules and their text.

The packages that have compiled modules import it first. `games` itself does not, so that its
small helpers come without the time that the choice takes.
"""

from games import compiled

compiled.choose()
