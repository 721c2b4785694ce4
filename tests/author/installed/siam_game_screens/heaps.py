from siam_tui.games.authored import AuthoredUI
from tests.author.games.heaps import Heaps

UI = AuthoredUI(Heaps)
