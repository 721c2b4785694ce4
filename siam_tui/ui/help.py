"""Help outside a table."""

from __future__ import annotations

HELP = """\
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
