"""What home calls the games before they are imported."""

from games.registry import spec_of
from siam_tui.games.registry import shown_games, title_of


def test_the_titles_are_those_of_the_games():
    assert all(title_of(name) == spec_of(name).title for name in shown_games())
