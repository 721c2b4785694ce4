"""The bar of a replayed game: which move it is, the line of the game, and what one may do."""

from __future__ import annotations

from siam_tui.analysis.graph import timeline
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.game_texts import Length
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import OPEN, Eyes, Moment, Replay
from siam_tui.table.bar.options import Bar, Option, ScreenAction
from siam_tui.ui.text import told
from texts import tell
from texts.sentences import capitalized

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
        return tell("replay/bar/start-of", n=replay.last)
    entry, game = moment.log.entries[-1], replay.game
    did = ui_of(game.name).texts.describe_move(game, entry.move, length)
    return tell(
        "replay/bar/move",
        n=moment.ply,
        last=replay.last,
        who=replay.mover_name(moment.ply - 1),
        did=did.replace("\N{NO-BREAK SPACE}", " "),
    )


def _options(replay: Replay, eyes: Eyes, pace: float | None) -> tuple[Option, ...]:
    playing = tell("replay/bar/stop" if pace is not None else "replay/bar/play")
    options = [
        Option("←", tell("replay/bar/back"), ScreenAction("step(-1)", in_footer=True)),
        Option("→", tell("replay/bar/on"), ScreenAction("step(1)", in_footer=True)),
        Option("Home", tell("replay/bar/start"), ScreenAction("to(0)")),
        Option("End", tell("replay/bar/end"), ScreenAction("to(-1)")),
        Option(capitalized(tell("ui/key/space")), playing, ScreenAction("play", in_footer=True)),
    ]
    if pace is not None:
        options.append(
            Option("+-", tell("replay/bar/pace", pace=f"{pace:g}"), ScreenAction("pace(1)"))
        )
    if len(replay.eyes) > 1:
        options.append(
            Option("E", tell("replay/bar/eyes", whose=seen_by(replay, eyes)), ScreenAction("eyes"))
        )
    first, last = replay.first_chapter, replay.first_chapter + len(replay.chapters) - 1
    if last > first:
        chapter = told(ui_of(replay.game.name).texts.chapter)
        options.append(Option(f"{first}-{last}", chapter, ScreenAction("chapter(1)")))
    return tuple(options)


def seen_by(replay: Replay, eyes: Eyes) -> str:
    """Return through whose eyes a game is seen, in words."""
    if eyes == OPEN:
        return tell("replay/eyes/open")
    return replay.name(eyes) if isinstance(eyes, int) else tell("replay/eyes/spectator")
