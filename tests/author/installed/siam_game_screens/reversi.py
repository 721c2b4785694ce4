from siam_tui.games.authored import AuthoredUI
from tests.author.games.reversi import Reversi

UI = AuthoredUI(Reversi)
