from siam_tui.games.authored import AuthoredUI
from tests.author.games.nim import Nim

UI = AuthoredUI(Nim)
