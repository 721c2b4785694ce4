"""The bar of a replayed game: which move it is, the line of the game, and what one may do."""

from __future__ import annotations

from games.plural import count_of
from siam_tui.analysis.graph import timeline
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.game_texts import Length
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import OPEN, Eyes, Moment, Replay
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.ui.text import told

PACES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How many moves a second autoplay may show."""


def replay_bar(
    replay: Replay, moment: Moment, eyes: Eyes, pace: float | None, room: tuple[int, Glyphs]
) -> Bar:
    """Return the bar.

    Args:
        replay: the game.
        moment: what is shown of it.
        eyes: through whose eyes.
        pace: moves a second while it plays by itself, or None.
        room: characters for the line of the game, and its signs.
    """
    width, glyphs = room
    return Bar(
        _title(replay, moment, "full"),
        timeline(replay, moment.ply, width, glyphs),
        _options(replay, eyes, pace),
        own=True,
        shorter=_title(replay, moment, "shortest"),
    )


def _title(replay: Replay, moment: Moment, length: Length) -> str:
    if moment.ply == 0:
        return f"Start of {count_of(replay.last, 'move')}"
    entry, game = moment.log.entries[-1], replay.game
    told = ui_of(game.name).texts.describe_move(game, entry.move, length)
    told = told.replace("\N{NO-BREAK SPACE}", " ")
    return f"{moment.ply} of {replay.last}: {replay.mover_name(moment.ply - 1)} {told}"


def _options(replay: Replay, eyes: Eyes, pace: float | None) -> tuple[Option, ...]:
    playing = "stop" if pace is not None else "play"
    options = [
        Option("←", "back", ScreenAction("step(-1)", in_footer=True)),
        Option("→", "on", ScreenAction("step(1)", in_footer=True)),
        Option("Home", "start", ScreenAction("to(0)")),
        Option("End", "end", ScreenAction("to(-1)")),
        Option("Space", playing, ScreenAction("play", in_footer=True)),
    ]
    if pace is not None:
        options.append(Option("+-", f"{pace:g} a second", ScreenAction("pace(1)")))
    if len(replay.eyes) > 1:
        options.append(Option("E", f"eyes: {seen_by(replay, eyes)}", ScreenAction("eyes")))
    first, last = replay.first_chapter, replay.first_chapter + len(replay.chapters) - 1
    if last > first:
        chapter = told(ui_of(replay.game.name).texts.chapter)
        options.append(Option(f"{first}-{last}", chapter, ScreenAction("chapter(1)")))
    return tuple(options)


def seen_by(replay: Replay, eyes: Eyes) -> str:
    """Return through whose eyes a game is seen, in words."""
    if eyes == OPEN:
        return "nothing hidden"
    return replay.name(eyes) if isinstance(eyes, int) else "a spectator"
