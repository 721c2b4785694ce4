"""Texts of the help: the rules of a game in lines, and how the app is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from games.contract import Game
from games.registry import game_of, spec_of
from siam_tui.appearance.cells import text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.game_ui import GameUI
from siam_tui.games.study import RulesChapter, RulesGuide
from siam_tui.ui.text import told


def rules_text(
    guide: RulesGuide[Any], width: int, glyphs: Glyphs | None, words: Iterable[str] = ()
) -> str:
    """Return the rules, or the chapters whose titles have these words.

    Args:
        guide: the game's rules.
        width: characters a line may have.
        glyphs: the signs to draw the boards of examples with; None describes them in words.
        words: what to look for, in any case; nothing for all chapters.
    """
    wanted = [word.lower() for word in words]
    found = [c for c in guide.chapters() if all(word in c.title.lower() for word in wanted)]
    return "\n".join(line for each in found for line in _chapter_lines(guide, each, width, glyphs))


def summary_text(guide: RulesGuide[Any], width: int) -> str:
    """Return the chapter that has all the rules in short, without its title."""
    (chapter,) = (each for each in guide.chapters() if each.id == guide.summary)
    return "\n".join(_part_lines(guide, chapter, width, None))


def _chapter_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    yield from (chapter.title, "=" * text_width(chapter.title), "")
    yield from _part_lines(guide, chapter, width, glyphs)


def _part_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    for part in chapter.parts:
        if isinstance(part, str):
            yield from _prose(part, width)
        else:
            yield from guide.example_lines(part, width, glyphs)
        yield ""


def _prose(text: str, width: int) -> Iterator[str]:
    """Wrap Markdown of paragraphs and lists, without its stars."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        for item in re.split(r"\n(?=- )", block):
            words = re.sub(r"\*+([^*]+)\*+", r"\1", " ".join(item.split()))
            yield from wrap_text(
                words, width, subsequent_indent="  " if item.startswith("- ") else ""
            )


# ruff: noqa: E501 - a paragraph of Markdown is one line


_AROUND: Final = """\
## Ways to play

- **Tutorial**: lessons at a real table, a few minutes each. Also `siam learn`.
- **Practice**: positions in which exactly one turn wins, a new one each day. Also `siam practice`.
- **Play against bots**: a game at once, on this computer. siam starts a server for it, which ends with the game. To play on
  your own map, choose *A map of your own ...* and name its file. Or start with `siam --map FILE`.
- **Host a lobby**: other people join with the invite link that you send them. The lobby lasts as long as the app is open;
  its games wait until you host it again. `siam serve` opens one that continues without the app.
- **Join by link**: paste the whole invite link that you received, with everything after the `#`.
- **Watch**: the same link, without a seat. Spectators never see a hand.
- **Your games**: every game that you have finished, move by move, with what each move was worth. Also the games of lobbies
  that you host. Type to search, Esc goes back. `siam games` lists them, `siam replay FILE` shows a record from elsewhere.

A key in your configuration folder identifies you. You need no account and no password. With this key you find your seat again
from any connection. If several people use one Unix account, each sets their own `SIAM_PROFILE`.

Anybody can take any name. Lists therefore show eight letters behind it, such as *Ann jwjchvla*. They are the beginning of the
player's key: somebody else cannot have the same.

## Keys

- **Arrows**, **Tab** and **Enter** choose. The letter before a choice chooses it at once
- **Esc** or **Q** go back. On the first screen, **Q** quits
- In a lobby, **O** opens a table, **S** or **Enter** sits down or goes back to your seat, **W** watches, and **C** copies the link
- In a form, **↑** and **↓** go to another field, **←** and **→** change its value, **Space** shows all values, and **Enter**
  submits the form. **Esc** leaves it
- **,** opens the settings: name, colours, theme, bell, notifications, animation, ASCII
- **Ctrl+P** lists all commands and themes
- **Ctrl+Q** or **Ctrl+C** quits. If you would lose a game, siam asks first. Press it again to quit
- **Ctrl+Z** suspends the app. `fg` in your shell brings it back
- **?** or **F1** opens this help, with the keys and the rules. Where you type text, only **F1** does

You can also click everything.
"""

_MANAGING: Final = """\
## Managing your lobby

You see all tables, also private ones, but no hand.

- **T** lists the tables. **Enter** closes the chosen one: siam asks for a reason, which those at the table read
- **P** lists the players. **Enter** bans the chosen one: their seats become free, and the lobby refuses whatever they send. They
  read the reason that you write
- **B** lists who is banned. **Enter** allows the chosen one again
- **Esc** or **Q** go back to the lobby

The letters behind a name are the beginning of the player's key. A banned player can come back with a new key, but not with
the seats of the old one. The same is done in a shell by `siam lobby tables`, `players`, `close`, `ban`, `bans` and `unban`.
"""

_BOTS: Final = """\
## Playing against bots

Choose the game, the seats and a level for each bot, then press **Enter**. From the weakest level to the strongest:

- **random** plays any legal move. It is good for learning the keys and the moves
- **greedy** looks one turn ahead. It is a good first real opponent
- **mandarin** thinks ahead a little
- **minister** thinks ahead
- **regent** thinks for a second before each move, and is the strongest

If you win twice in a row, take the next level. **H** shows a hint at the table. The form proposes what you chose last.

The game is kept when you leave the table or quit, and so are the others that you left: the first screen lists them, and *Go on*
shows all. Up to 50 are kept. Before a new one takes the place of the oldest, siam asks.
"""

_OPTIONS: Final = "\n## The other lines of the form\n\n{lines}\n"
_OPTION: Final = "- **{label}**: usually *{usual}*. {others}"
_CHOICE: Final = "With *{choice}*: {about}"
_OWN_MAP: Final = (
    "To play on your own map, choose *A map of your own ...* as the **Map** and name its file."
)

_TABLE_KEYS: Final = """\
- **Arrows** and **Tab** move between your choices. **Enter** chooses
- **Enter** sends the finished move. Nothing is sent before that
- **Esc** or **Backspace** take one step back
- **PgUp** and **PgDn** turn the pages of the log
- **H** asks for a hint in a game against bots, at a table where no other person sits or has sat. **Esc** stops it, and then clears the hint
- **D** opens the talk. **@** shows who is here, and mutes people. In a team game, seated players do not talk
- **O** goes to another of your games, first to one where it is your turn. If you watch, it goes through all tables
- **:** or **/** opens a line for typed moves and commands. It shows how the line can continue. **Tab** completes it
- **C** copies the position in the notation. Before the start, it copies the link
- **A** shows spectators the chances of all sides, if the table allows it
- **F1** shows what each card or action does, on one screen
- **U** takes your last move back: against bots alone at any time, else before the next player has moved and if all who are seated agree
- **Ctrl+E** offers to end the game early. It ends when all seated players agree
- A red line above the bar tells what another player asks. **Y** or **N** answers, **Enter** does not
- **,** opens the settings: colours, bell, notifications, animation
- After the game, **S** explains the result. Press **S** again to save the record as a file of yours, or **C** for a card of the game, which you can copy as text or save as a picture. **W** shows the game again, **V** tells what each move was worth. The game is kept: *Your games* on the first screen has it
- **?** opens this help. **Q** leaves the table

You can also click everything: the table, and every answer in the bar.
"""

_REPLAY: Final = """\
- **←** and **→** go one move back or forward. **Home** and **End** go to the start and the end
- **1** to **9** jump to the start of that {chapter}. **↑** and **↓** go to the one before or after
- **Space** starts and stops automatic play. **+** and **-** change its speed
- **E** changes the view: nothing hidden, one player, or a spectator. A running game shows no more than its log
- **S** saves the game as a file among your records, which siam never deletes
- **W** explains the result, at the end of the game
- **C** copies the position in the notation
- **PgUp** and **PgDn** turn the pages of the log. **Q** leaves

The line above the answers is the whole game. A digit marks where each {chapter} began.
"""


def _form_lines(ui: GameUI[Any, Any, Any]) -> str:
    """Return what the lines of the form for a new table mean in one game; empty without any."""
    spec = spec_of(ui.name)
    abouts = {each.name: each.description for each in spec.options}
    lines = [f"- {_OWN_MAP}"] if spec.maps else []
    for field in ui.table_fields.options:
        others = [
            _CHOICE.format(choice=text, about=abouts[name]) for text, name in field.choices if name
        ]
        lines.append(
            _OPTION.format(
                label=told(field.label), usual=told(field.without), others=" ".join(others)
            )
        )
    return _OPTIONS.format(lines="\n".join(lines)) if lines else ""


def app_chapters(
    ui: GameUI[Any, Any, Any], game: Game[Any, Any] | None = None
) -> tuple[RulesChapter[Any], ...]:
    """Return the chapters on how the app is used, with what is different in one game.

    Args:
        ui: the game in the terminal.
        game: the rules of the table that is shown; None for those without options.
    """
    guide = ui.rules
    words = guide.reference_words(game or game_of(ui.name))
    keys, signs = (text.format(**words) for text in (guide.table_keys, guide.table_signs))
    table = f"## Keys\n\n{keys}{_TABLE_KEYS}\n## Signs\n\n{signs}"
    replay = _REPLAY.replace("{chapter}", told(ui.texts.chapter))
    return (
        RulesChapter("around", "Ways to play, keys", (_AROUND,)),
        RulesChapter("bots", "Against bots", (_BOTS + _form_lines(ui),)),
        RulesChapter("table", "At a table", (table,)),
        RulesChapter("replay", "Watching again", (replay,)),
        RulesChapter("managing", "Your own lobby", (_MANAGING,)),
    )
