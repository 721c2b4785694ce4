from games.author import spec_of_game
from tests.author.games.heaps import Heaps

SPEC = spec_of_game(Heaps)
