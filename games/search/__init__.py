"""Players that think: search for any game that says what the search asks (`Searchable`)."""

from games.search.contract import Choice, Choices, Limits, Searchable, Thought, Values
from games.search.think import think, thoughts

__all__ = [
    "Choice",
    "Choices",
    "Limits",
    "Searchable",
    "Thought",
    "Values",
    "think",
    "thoughts",
]
