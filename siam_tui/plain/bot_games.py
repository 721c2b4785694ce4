"""Games against bots in text mode, and all games that wait for the person."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from attrs import evolve

from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import title_of
from siam_tui.learn.lesson_offer import lessons_to_offer, offer_lessons_typed
from siam_tui.lobby.bot_game import LastBots, NewTable, play_bot_game, resume_bot_game
from siam_tui.lobby.left_seat import cost_of_another_game
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Player, host
from siam_tui.lobby.waiting_games import (
    KeptGame,
    KeptGames,
    WaitingGame,
    ask_to_give_up,
    give_up,
    tell_game,
    tell_place,
    waiting_games,
)
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.plain.options import read_bot_game, read_game_name
from siam_tui.plain.whereabouts import Whereabouts
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame, OpenSeat
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from texts import tell

_TOLD_FIRST: Final = 5
"""Games that wait which are told at the start; `waiting` tells all."""


class BotGames:
    """A person's games against bots, each on a server of their own.

    A script begins anew each time, and leaves alone the games that wait for a person.
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
        self._own_maps: dict[str, str] = {}
        self._listed: list[WaitingGame] = []
        self._warned = ""

    def use_map(self, file: str) -> None:
        """Play the game that the person chose last on their own map, unless they type another one.

        Args:
            file: the path of the map; empty for none.

        Raises:
            UserError: it cannot be played on.
        """
        if file:
            name = self._last_game.name
            self._own_maps[name] = read_map_file(name, file)
            self._io.write_lines(tell("plain/bots/own-map", game=title_of(name), file=file))

    def read(self, text: str) -> NewTable:
        """Return the game that the person types; what they leave out is as it was last.

        Raises:
            UserError: there is no such game, level, map or option.
        """
        found = read_bot_game(text, self._last_game.name, self._last_bots.levels)
        opening = found.opening
        own_map = opening.map or self._own_maps.get(opening.game, "")
        return replace(found, opening=evolve(opening, map=own_map))

    def asks_to_replace(self) -> bool:
        """Say once that a new game takes the place of the oldest; return whether it waits."""
        oldest = self._kept.next_to_go() if self._io.interactive else None
        if oldest is None or self._warned == str(oldest.folder):
            return False
        self._warned = str(oldest.folder)
        self._io.write_lines(cost_of_another_game(oldest), tell("plain/bots/again"))
        return True

    def tell_waiting(self, most: int | None = _TOLD_FIRST) -> None:
        """Tell a person which games wait: at the start the first of them; None for all."""
        if not self._io.interactive and most is not None:
            return
        self._listed, now = waiting_games(self._folder), time.time()
        for number, each in enumerate(self._listed[:most], start=1):
            place = tell_place(each, now)
            game = tell_game(each)
            self._io.write_lines(tell("plain/waiting/game", n=number, game=game, place=place))
        count = len(self._listed)
        if most is not None and count > most:
            self._io.write_lines(tell("plain/waiting/more", n=count - most))
        if count:
            self._io.write_lines(tell("plain/waiting/go-on", n=count))
        elif most is None:
            self._io.write_lines(tell("plain/waiting/none"))

    async def begin(self, game: NewTable, player: Player) -> None:
        """Begin a game; if very many are kept, it takes the place of the oldest.

        Raises:
            UserError: it cannot be begun.
        """
        name = game.opening.game
        kept = self._kept.new_folder() if self._io.interactive else None
        self._io.write_lines(tell("plain/starting"))
        session = await host(Serving(kept=kept), player)
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
            self._kept.make_room(kept)
        table = await self._here.go_to_table(session.table)
        await table.wait_for_start()

    def _offer_lessons(self, game: str) -> None:
        """Offer a person the lessons of a game that is new to them."""
        count = lessons_to_offer(game, self._folder, self._last_bots.has_played)
        if count and self._io.interactive:
            offer = offer_lessons_typed(game, count)
            self._io.write_lines(offer)

    async def run(self, typed: Typed, player: Callable[[], Player]) -> OpenSeat | None:
        """List the games that wait, go on with one, or give one up.

        Args:
            typed: the command.
            player: returns who plays.

        Returns:
            The seat in a lobby to go on with, if one was chosen.

        Raises:
            UserError: no such game waits.
        """
        match typed.name:
            case "waiting":
                self.tell_waiting(None)
            case "abandon":
                self._abandon(typed.rest)
            case _:
                chosen = self._choose(typed.rest)
                if chosen.kept is None:
                    return chosen.seat
                await self._go_on(chosen.kept, player())
        return None

    async def _go_on(self, kept: KeptGame, player: Player) -> None:
        self._io.write_lines(tell("plain/starting"))
        session = await resume_bot_game(kept, player, Serving().pace)
        await self._here.enter_lobby(session, to_lobby=False)
        await self._here.go_to_table(session.table)

    def _abandon(self, text: str) -> None:
        """Give up a game that waits; a person is asked first."""
        chosen = self._choose(text)
        if self._io.interactive and self._warned != chosen.key:
            self._warned = chosen.key
            again = tell("plain/waiting/abandon-again", which=text or None)
            self._io.write_lines(ask_to_give_up(chosen), again)
            return
        give_up(self._folder, chosen)
        self._io.write_lines(tell("plain/waiting/abandoned"))

    def _choose(self, text: str) -> WaitingGame:
        """Return the game of a number in the list that was told, or the first one of a game."""
        now = waiting_games(self._folder)
        listed = self._listed or now
        if not listed:
            raise UserError(tell("plain/waiting/none"))
        if not text or (text.isascii() and text.isdecimal()):
            place = int(text[:4] or "1") - 1
            if not 0 <= place < len(listed):
                raise UserError(tell("plain/waiting/no-such", n=text[:4]))
            key = listed[place].key
            if all(each.key != key for each in now):
                raise UserError(tell("plain/waiting/no-more"))
            return next(each for each in now if each.key == key)
        game = read_game_name(text)
        found = next((each for each in now if each.left.game == game), None)
        if found is None:
            raise UserError(tell("plain/waiting/none-of-game", title=title_of(game), game=game))
        return found
