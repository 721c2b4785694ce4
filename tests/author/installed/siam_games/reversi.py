from games.author import spec_of_game
from tests.author.games.reversi import Reversi

SPEC = spec_of_game(Reversi)
