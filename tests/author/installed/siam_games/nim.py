from games.author import spec_of_game
from tests.author.games.nim import Nim

SPEC = spec_of_game(Nim)
