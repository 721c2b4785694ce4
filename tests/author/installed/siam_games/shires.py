from games.author import spec_of_game
from tests.author.games.shires import Areas

SPEC = spec_of_game(Areas)
