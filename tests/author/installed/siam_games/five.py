from games.author import spec_of_game
from tests.author.games.five import Five

SPEC = spec_of_game(Five)
