"""Games against bots in text mode: begun, kept when the person leaves, and gone on with."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from siam_tui.games.registry import shown_games, title_of
from siam_tui.learn.lesson_offer import TYPED_OFFER, lessons_to_offer
from siam_tui.lobby.bot_game import NewTable, play_bot_game, resume_bot_game
from siam_tui.lobby.kept_games import KeptGame, KeptGames
from siam_tui.lobby.last_bots import LastBots
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Player, host
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.options import read_bot_game, read_game_name
from siam_tui.plain.whereabouts import Whereabouts
from siam_tui.profile.last_game import LastGame
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed

STARTING: Final = "Starting the server."
_KEPT: Final = "Your game of {} against bots is kept. Type resume to go on with it."
_KEPT_UNNAMED: Final = "Your game against bots is kept. Type resume to go on with it."
_KEPT_GAMES: Final = (
    "Your games against bots are kept: {}. Type resume to go on with the first, or resume and the "
    "name of a game: {}."
)
_NOT_KEPT: Final = "No game of {} against bots is kept. Type bots game={} to begin one."
_NONE_KEPT: Final = "No game against bots is kept. Type bots to begin one."


class BotGames:
    """A person's games against bots, each on a server of their own.

    A script begins anew each time, and leaves a person's games alone.
    """

    def __init__(
        self, profile: Profile, io: LineIO, here: Whereabouts, last_game: LastGame
    ) -> None:
        """Prepare.

        Args:
            profile: who plays, and where their games are kept.
            io: where lines are read and written.
            here: takes the person to the table.
            last_game: the game that they chose last.
        """
        self._folder, self._io, self._here, self._last_game = profile.folder, io, here, last_game
        self._kept = KeptGames(profile.folder)
        self._last_bots = LastBots(profile.folder)

    def read(self, text: str) -> NewTable:
        """Return the game that the person types; what they leave out is as it was last.

        Raises:
            UserError: there is no such game, level, map or option.
        """
        return read_bot_game(text, self._last_game.name, self._last_bots.levels)

    def is_kept(self, game: str) -> bool:
        """Return whether a game, by its short name, waits to be gone on with."""
        return any(each.game == game for each in self._kept.waiting())

    def tell_kept(self) -> None:
        """Tell a person which games are kept, the one played last first."""
        kept = self._kept.waiting() if self._io.interactive else []
        names = list(dict.fromkeys(each.game for each in kept if each.game in shown_games()))
        if len(names) > 1:
            titles = listed([title_of(name) for name in names])
            self._io.write_lines(_KEPT_GAMES.format(titles, listed(names, "or")))
        elif kept:
            text = _KEPT.format(title_of(names[0])) if names else _KEPT_UNNAMED
            self._io.write_lines(text)

    async def begin(self, game: NewTable, player: Player) -> None:
        """Begin a game, which takes the place of a kept one of the same game.

        Raises:
            UserError: it cannot be begun.
        """
        name = game.opening.game
        kept = self._kept.new_folder() if self._io.interactive else None
        self._io.write_lines(STARTING)
        keeper = player.games if self._io.interactive else None
        session = await host(Serving(kept=kept), replace(player, games=keeper))
        await self._here.enter_lobby(session, to_lobby=False)
        try:
            await play_bot_game(session, game)
        except UserError:
            await self._here.go_home()
            raise
        self._last_game.remember(name)
        self._offer_lessons(name)
        self._last_bots.keep_levels(name, game.levels)
        if kept is not None:
            self._kept.drop_others(kept, name)
        table = await self._here.go_to_table(session.table)
        await table.wait_for_start()

    def _offer_lessons(self, game: str) -> None:
        """Offer a person the lessons of a game that is new to them."""
        count = lessons_to_offer(game, self._folder, self._last_bots.has_played)
        if count and self._io.interactive:
            offer = TYPED_OFFER.format(title=title_of(game), count=count, game=game)
            self._io.write_lines(offer)

    async def resume(self, text: str, player: Player) -> None:
        """Go on with the game that was played last, or with the one that is named.

        Raises:
            UserError: no such game is kept.
        """
        kept = self._choose_kept(text)
        self._io.write_lines(STARTING)
        session = await resume_bot_game(kept, player, Serving().pace)
        await self._here.enter_lobby(session, to_lobby=False)
        await self._here.go_to_table(session.table)

    def _choose_kept(self, text: str) -> KeptGame:
        waiting = self._kept.waiting()
        if not waiting:
            raise UserError(_NONE_KEPT)
        if not text:
            return waiting[0]
        game = read_game_name(text)
        found = next((each for each in waiting if each.game == game), None)
        if found is None:
            raise UserError(_NOT_KEPT.format(title_of(game), game))
        return found
