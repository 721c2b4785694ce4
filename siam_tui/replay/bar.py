"""The bar of a replayed game: which move it is, the line of the game, and what one may do."""

from __future__ import annotations

from collections.abc import Sequence

from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.siam.move_text import full_names, ids, tell
from siam_tui.model.replay import OPEN, Eyes, Moment, Replay
from siam_tui.replay.timeline import timeline
from siam_tui.table.bars import Act, Bar, Option

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
        _title(replay, moment, full_names(moment.sight.game.map)),
        timeline(replay, moment.ply, width, glyphs),
        _options(replay, eyes, pace),
        own=True,
        shorter=_title(replay, moment, ids(moment.sight.game.map)),
    )


def _title(replay: Replay, moment: Moment, names: Sequence[str]) -> str:
    if moment.ply == 0:
        return f"Start of {replay.last} moves"
    entry = moment.chronicle.entries[-1]
    told = tell(moment.sight.game, entry.move, names)
    return f"{moment.ply} of {replay.last}: {replay.name(entry.seat)} {told}"


def _options(replay: Replay, eyes: Eyes, pace: float | None) -> tuple[Option, ...]:
    playing = "stop" if pace is not None else "play"
    options = [
        Option("←", "back", Act("step(-1)")),
        Option("→", "on", Act("step(1)")),
        Option("Home", "start", Act("to(0)")),
        Option("End", "end", Act("to(-1)")),
        Option("Space", playing, Act("play")),
    ]
    if pace is not None:
        options.append(Option("+-", f"{pace:g} a second", Act("pace(1)")))
    if len(replay.eyes) > 1:
        options.append(Option("E", f"eyes: {seen_by(replay, eyes)}", Act("eyes")))
    first, last = replay.first_struggle, replay.first_struggle + len(replay.struggles) - 1
    options.append(Option(f"{first}-{last}", "struggle", Act("struggle(1)")))
    return tuple(options)


def seen_by(replay: Replay, eyes: Eyes) -> str:
    """Return through whose eyes a game is seen, in words."""
    if eyes == OPEN:
        return "all hands open"
    return replay.name(eyes) if isinstance(eyes, int) else "a spectator"
