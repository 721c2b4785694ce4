from siam_tui.games.authored import AuthoredUI
from tests.author.games.morris import Morris

UI = AuthoredUI(Morris)
