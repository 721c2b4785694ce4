from games.author import spec_of_game
from tests.author.games.four import Four

SPEC = spec_of_game(Four)
