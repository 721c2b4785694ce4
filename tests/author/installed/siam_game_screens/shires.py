from siam_tui.games.authored import AuthoredUI
from tests.author.games.shires import Areas

UI = AuthoredUI(Areas)
