"""Help on how the app is used: playing, keys, the table and replays, for any game."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from typing import Any, Final

from siam_tui.games.game_ui import GameUI
from siam_tui.games.study import RulesChapter

_AROUND: Final = """\
## Ways to play

- **Tutorial**: lessons at a real table, a few minutes each. `siam learn` opens them from the shell.
- **Practice**: positions in which exactly one turn wins, a new one each day. `siam practice` opens
  them from the shell.
- **Play against bots**: at once, on this computer. A server is started for the game, and ends
  with it. To play on a map of your own, choose *A map of your own …* as the map and name its file,
  or start with `siam --map FILE`.
- **Host a lobby**: others join you by the invite link you send them. The lobby lasts as long as
  you have the app open; `siam serve` opens one that goes on without it.
- **Join by link**: paste the invite link somebody sent you, whole, with everything behind the
  `#`.
- **Watch**: the same link, without taking part. Spectators never see a hand.
- **Watch a record**: a saved game, move by move. `siam replay FILE` does so from the shell.

You are known by a key in your configuration folder: no account, no password. With it you find
your seat again, from any connection. Several people on one Unix account each set their own
`SIAM_PROFILE`.

## Keys

- **arrows**, **Tab** and **Enter** choose; the letter before a choice chooses it at once
- **Esc** or **Q** go back, at home **Q** quits
- in a lobby **O** opens a table, **S** or **Enter** sits down, **W** watches, **C** copies the link
- in a form **Enter** opens a field, **arrows** go to the next, **Ctrl+S** takes it from anywhere
- **,** opens the settings: name, colours, theme, bell, notification, animation, ASCII
- **Ctrl+P** has all commands by name, and the themes
- **Ctrl+Q** or **Ctrl+C** quits; it asks first if that costs a game, and not if pressed again
- **Ctrl+Z** suspends the app as any program: your shell goes on with it by `fg`
- **?** opens this help, the keys and the rules, where you are

Everything can be clicked as well.
"""

_TABLE_KEYS: Final = """\
- **arrows** and **Tab** move over what may be chosen, **Enter** chooses it
- **Enter** sends the finished move; nothing is sent before
- **Esc** or **Backspace** take one step back
- **PgUp** and **PgDn** turn the pages of the log
- **H** against bots asks the coach for a hint, where nobody else is at the table or has sat there; **Esc** stops it thinking
- **D** opens the table's talk, **H** shows who is here and mutes; with four seated, nobody seated talks during the game
- **O** goes to another of your games, where it is your turn first
- **:** or **/** opens a line to type moves and commands in: what may come next stands below it, **Tab** completes
- **C** copies the position in the notation (before the start: the link)
- **U** asks to take your last move back, before the next seat has acted; all seated must agree
- **E** offers to end the game early; it ends when all who sit here agree
- **,** opens the settings: colours, bell, notification, animation
- **S** tells how the game ended, and once more saves its record; **W** watches it again; when it is over
- **?** opens this help, **Q** leaves

Everything can be clicked as well: what lies on the table, and every answer in the bar.
"""

_REPLAY: Final = """\
- **←** and **→** go a move back or forward, **Home** and **End** to the start and the end
- **1** to **9** jump to where that {chapter} began, **↑** and **↓** to the one before or after
- **Space** plays by itself and stops; **+** and **-** change how fast
- **E** changes through whose eyes you look: with all hands open, as each player, as a spectator.
  Of a game that still runs no more is shown than its log does
- **S** saves a game that is not saved yet, as a file among your records
- **W**, at the end, tells how the game ended
- **C** copies the position in the notation
- **PgUp** and **PgDn** turn the pages of the log, **Q** leaves

The line above the answers is the whole game. Its digits stand where each {chapter} began.
"""


def app_chapters(ui: GameUI[Any, Any, Any]) -> tuple[RulesChapter[Any], ...]:
    """Return the chapters on how the app is used, with what is different in one game."""
    guide = ui.rules
    table = f"## Keys\n\n{guide.table_keys}{_TABLE_KEYS}\n## Signs\n\n{guide.table_signs}"
    replay = _REPLAY.replace("{chapter}", ui.texts.chapter)
    return (
        RulesChapter("around", "Ways to play, keys", (_AROUND,)),
        RulesChapter("table", "At a table", (table,)),
        RulesChapter("replay", "Watching again", (replay,)),
    )
