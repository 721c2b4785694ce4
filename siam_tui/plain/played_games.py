"""The command ``games`` of text mode: lists finished games, tells one, and analyses it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

from siam_tui.analysis.analysis_worker import analysed
from siam_tui.analysis.report import report
from siam_tui.games.registry import ui_of
from siam_tui.model.game_keeper import GameKeeper
from siam_tui.model.game_library import (
    ListHosted,
    find_games,
    keeper_of,
    library_of,
    record_of,
)
from siam_tui.model.played_game import PlayedGame
from siam_tui.model.replay import Replay
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.table_news import tell_log
from siam_tui.plain.whereabouts import Whereabouts
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.typed.played_words import tell_game
from texts import tell

_AT_ONCE: Final = 10
_MOST_DIGITS: Final = 9
_ANALYSIS: Final = ("analysis", "analyse")


class PlayedGames:
    """Carries out the command for one player.

    Attributes:
        list_hosted: lists the games of lobbies hosted here.
    """

    def __init__(self, profile: Profile, io: LineIO, here: Whereabouts) -> None:
        """Prepare.

        Args:
            profile: whose games they are.
            io: where lines are written.
            here: knows the lobby in which a game may have ended just now.
        """
        self.list_hosted: ListHosted = tuple
        self._profile, self._io, self._here = profile, io, here
        self._rest: list[tuple[int, PlayedGame]] = []

    def keeper(self) -> GameKeeper | None:
        """Return what keeps the games that the player finishes from now on, if anything does."""
        most = self._profile.settings().games
        return keeper_of(self._profile.folder, most, self._io.write_lines)

    async def run(self, text: str) -> None:
        """Do what was typed behind ``games``.

        Raises:
            UserError: there is no such game, or it cannot be read.
        """
        if text == "more":
            if not self._rest:
                raise UserError(tell("plain/games/no-more"))
            self._list_next()
            return
        await self._here.settle_games()
        folder, most = self._profile.folder, self._profile.settings().games
        library = library_of(folder, most, self.list_hosted)
        shelf = await asyncio.to_thread(library.list_games)
        number, _, what = text.partition(" ")
        if number.isascii() and number.isdecimal() and what in ("", *_ANALYSIS):
            await self._open(shelf.games, number, analysing=bool(what))
            return
        if shelf.trouble:
            self._io.write_lines(shelf.trouble)
        if not shelf.games:
            self._io.write_lines(tell("plain/games/none"))
            return
        found = set(map(id, find_games(shelf.games, text)))
        self._rest = [each for each in enumerate(shelf.games, 1) if id(each[1]) in found]
        if not self._rest:
            raise UserError(tell("plain/games/not-found"))
        self._list_next()

    def _list_next(self) -> None:
        """List the next games that were found."""
        count, first = len(self._rest), self._rest[0][0]
        listed, self._rest = self._rest[:_AT_ONCE], self._rest[_AT_ONCE:]
        self._io.write_lines(*(f"{number}. {tell_game(game)}" for number, game in listed))
        if self._rest:
            self._io.write_lines(tell("plain/games/more", n=count))
        self._io.write_lines(tell("plain/games/how", n=first))

    async def _open(self, games: Sequence[PlayedGame], number: str, *, analysing: bool) -> None:
        number = number[:_MOST_DIGITS]
        if not 1 <= int(number) <= len(games):
            raise UserError(tell("plain/games/no-such", number=number, n=len(games)))
        game = games[int(number) - 1]
        replay = Replay.of(await asyncio.to_thread(record_of, game))
        if not analysing:
            self._io.write_lines(tell_game(game), *_moves_in_words(replay))
            return
        if not replay.last:
            raise UserError(tell("plain/games/no-moves"))
        self._io.write_lines(tell("plain/games/thinking"))
        verdicts = [verdict async for verdict in analysed(replay.record)]
        self._io.write_lines(*report(replay, verdicts))


def _moves_in_words(replay: Replay) -> Iterator[str]:
    """Iterate over the whole log of a game, and its result."""
    end = replay.at(replay.last)
    yield from tell_log(end.log, end.view)
    if end.view.outcome is not None:
        yield from ui_of(replay.game.name).texts.tell_result(end.view)
