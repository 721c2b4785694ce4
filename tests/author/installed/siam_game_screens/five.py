from siam_tui.games.authored import AuthoredUI
from tests.author.games.five import Five

UI = AuthoredUI(Five)
