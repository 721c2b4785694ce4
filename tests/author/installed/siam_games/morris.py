from games.author import spec_of_game
from tests.author.games.morris import Morris

SPEC = spec_of_game(Morris)
