from siam_tui.games.authored import AuthoredUI
from tests.author.games.four import Four

UI = AuthoredUI(Four)
