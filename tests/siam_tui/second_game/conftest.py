"""For these tests, and the programs they start, Nim is installed."""

from tests.second_game.conftest import python_path

__all__ = ["python_path"]
