"""Players that think: search for any game that says what the search asks (`Searchable`)."""

import games.path_choice  # noqa: F401 - before the first compiled module
from games.search.analysis import Assessment, Mark, analyse
from games.search.contract import Choice, Choices, Limits, Searchable, Thought, Values
from games.search.team import Team
from games.search.think import think, thoughts

__all__ = [
    "Assessment",
    "Choice",
    "Choices",
    "Limits",
    "Mark",
    "Searchable",
    "Team",
    "Thought",
    "Values",
    "analyse",
    "think",
    "thoughts",
]
