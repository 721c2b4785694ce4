"""The dialogue: reads lines, does what they say where one is, and goes from place to place."""

from __future__ import annotations

from contextlib import AsyncExitStack

from client import ConnectionEndedError, RefusedError
from games.registry import game_names
from siam_tui.lobby.bot_game import BotGame, open_bot_game, start
from siam_tui.lobby.join import Invitation
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.quitting_cost import cost_of_quitting
from siam_tui.lobby.session import Player, Session, host, join, spectator
from siam_tui.model.start import Start
from siam_tui.plain import reading, serving
from siam_tui.plain.line_output import LONGEST, Voice
from siam_tui.plain.lobby import Lobby
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.options import table_options
from siam_tui.plain.practice import Practice
from siam_tui.plain.script import Script
from siam_tui.plain.table import ScriptEnd, Table
from siam_tui.profile.invitations import read_link
from siam_tui.profile.last_game import LastGame
from siam_tui.profile.passwords import broker_password
from siam_tui.profile.private_tables import PrivateTables
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Place, Typed, read, usage

_LEVELS = ("greedy", "greedy")
_AT_HOME = "You have left. Type bots, host, join, watch, practice or quit."
_TOO_LONG = f"A line may have {LONGEST} characters. This one is longer, so nothing was done."
_MANY_REFUSED = 20
"""Lines refused in a row after which a script is not read on."""


class Dialogue:
    """One conversation, from its first line to its last.

    Attributes:
        refused: how many lines were not carried out.
    """

    def __init__(self, profile: Profile, voice: Voice, name: str) -> None:
        """Prepare.

        Args:
            profile: who plays.
            voice: whom all is told to.
            name: what the others call the player.
        """
        self.refused = 0
        self._profile = profile
        self._voice = voice
        self._name = name
        self._stay: LobbyConversation | None = None
        self._lobby: Lobby | None = None
        self._table: Table | None = None
        self._practice: Practice | None = None
        self._leaving = AsyncExitStack()
        self._in_a_row = 0
        self._warned = ""
        self._ended = False

    @property
    def place(self) -> Place:
        """Where one is."""
        if self._practice is not None:
            return Place.PRACTICE
        if self._table is not None:
            return Place.TABLE
        return Place.HOME if self._stay is None else Place.LOBBY

    async def run(self, begin: Start) -> None:
        """Begin somewhere and obey lines until there are no more, or one says to quit.

        Raises:
            UserError: what was to be opened cannot be.
        """
        try:
            self._voice.say(f"King of Siam. You are {self._name}. Type help for the commands.")
            if begin.game:
                LastGame(self._profile.folder).remember(begin.game)
            if begin.practising:
                self._practise("")
            elif begin.link is not None:
                await self._join(Invitation(begin.link, begin.password), begin.watching)
            while not self._ended and (line := await self._voice.line()) is not None:
                await self._take(line)
            if not self._ended:
                await self._finish()
        finally:
            await self._leaving.aclose()

    async def _finish(self) -> None:
        """Let the last line of a script take its course, where that cannot last."""
        table = self._table
        if table is not None and not self._voice.interactive and table.against_bots:
            await table.obey(Typed("wait", ""))
        if cost := cost_of_quitting(self._stay.session if self._stay else None):
            self._voice.say(cost)

    async def _take(self, line: str) -> None:
        try:
            if line.strip() and not line.lstrip().startswith("#"):
                await self._obey(line)
            self._in_a_row = 0
        except ScriptEnd:
            self._voice.say("The game is over, so no more lines are read.")
            self._ended = True
        except UserError as trouble:
            self.refused += 1
            self._in_a_row += 1
            number = self._voice.number if isinstance(self._voice, Script) else 0
            where = f"Line {number}: " if number and not self._voice.interactive else ""
            self._voice.say(f"{where}{trouble}")
        if self._in_a_row >= _MANY_REFUSED and not self._voice.interactive:
            self._voice.say(f"{_MANY_REFUSED} lines in a row were refused: no more are read.")
            self._ended = True

    async def _obey(self, line: str) -> None:
        if len(line) > LONGEST:
            raise UserError(_TOO_LONG)
        if await self._is_answer(line):
            return
        typed = read(line, self.place)
        if typed.name != self._warned:
            self._warned = ""
        match typed.name:
            case "quit":
                self._quit()
            case "help" | "rules" | "notation":
                self._voice.say(*reading.pages(typed, self.place))
            case "link":
                self._tell_link()
            case _ if self._practice is not None:
                self._in_practice(self._practice, typed)
            case "leave" | "away":
                await self._leave(typed.name)
            case _:
                await self._at(typed)

    async def _at(self, typed: Typed) -> None:
        """Do what was typed where one is in a lobby, or at home."""
        if self._table is not None:
            await self._table.obey(typed)
        elif self._lobby is not None:
            if table := await self._lobby.obey(typed):
                await self._sit(table)
        else:
            await self._at_home(typed)

    async def _is_answer(self, line: str) -> bool:
        """Take a line as an answer about the move in the making, if it is one."""
        if self._practice is not None:
            return self._practice.answer(line)
        return self._table is not None and await self._table.answer(line)

    def _in_practice(self, practice: Practice, typed: Typed) -> None:
        if typed.name == "leave":
            self._practice = None
            self._voice.say(_AT_HOME)
        else:
            practice.obey(typed)

    def _quit(self) -> None:
        if cost := self._asked_first("quit"):
            self._voice.say(cost, "Type quit again to quit.")
        else:
            self._ended = True

    # At home

    async def _at_home(self, typed: Typed) -> None:
        match typed.name:
            case "bots":
                await self._play_bots(typed.rest)
            case "host":
                await self._enter(await self._begin(serving.read(typed.rest, self._profile)))
            case "join" | "watch" if typed.rest:
                link = read_link(typed.rest)
                invitation = Invitation(link, broker_password(link.broker, None))
                await self._join(invitation, watching=typed.name == "watch")
            case "practice":
                self._practise(typed.rest)
            case "name":
                self._rename(typed.rest)
            case "status":
                self._voice.say("You are in no lobby. Type bots, host, join, watch or practice.")
            case _:
                raise usage(typed, Place.HOME)

    def _practise(self, kind: str) -> None:
        practice = Practice(self._voice, self._profile.folder, self._name)
        practice.begin(kind)
        self._practice = practice

    def _rename(self, text: str) -> None:
        if name := clean_name(text):
            self._profile.remember_name(name)
            self._name = name
        elif text:
            self._voice.say("A name has at least one letter that can be seen.")
        self._voice.say(f"You are {self._name}.")

    def _player(self) -> Player:
        return Player(self._profile.player_key(), self._name, self._profile.folder)

    async def _begin(self, serving_: Serving) -> Session:
        self._voice.say("Starting the server.")
        return await host(serving_, self._player())

    async def _play_bots(self, rest: str) -> None:
        words, chosen = table_options(rest)
        game = BotGame(
            game_names()[0], tuple(words) or _LEVELS, map=chosen.map, options=chosen.options
        )
        if not 1 <= len(game.levels) <= 3:
            raise UserError("There may be one, two or three bots.")
        if not chosen.only_game:
            raise UserError("That is for tables others come to: type host, then open.")
        session = await self._begin(Serving())
        await self._enter(session, go_in=False)
        try:
            table = await open_bot_game(session.client, game)
            await start(session.client, table)
        except (RefusedError, ConnectionEndedError) as refusal:
            await self._go_home()
            raise UserError(getattr(refusal, "sentence", str(refusal))) from refusal
        session.table = table
        here = await self._sit(table)
        await here.dealt()

    async def _join(self, invitation: Invitation, watching: bool) -> None:
        link = invitation.link
        player = spectator() if watching else self._player()
        self._voice.say("Connecting.")
        session = await join(link, player, password=invitation.password, watching=watching)
        await self._enter(session, go_in=not link.table)
        if link.table:
            await self._sit(link.table)

    # Coming and going

    async def _enter(self, session: Session, *, go_in: bool = True) -> None:
        stay = LobbyConversation(session, self._voice)
        private = PrivateTables.in_profile(self._profile.folder)
        private.add_from_link(session.client, session.link)
        self._leaving.push_async_callback(session.close)
        await self._leaving.enter_async_context(stay.listening())
        try:
            await session.client.ready()
        except ConnectionEndedError as error:
            await self._go_home()
            raise UserError(str(error)) from error
        self._stay, self._lobby = stay, Lobby(stay, private)
        if go_in:
            stay.place = self._lobby
            await self._lobby.come()
            if session.hosting:
                self._tell_link()

    async def _sit(self, table: str) -> Table:
        assert self._stay is not None
        here = Table(self._stay, table)
        await here.come()
        self._table = here
        self._stay.place = here
        return here

    async def _leave(self, how: str) -> None:
        stay, table, lobby = self._stay, self._table, self._lobby
        if stay is None or lobby is None:
            raise UserError("You are in no lobby. Type quit to leave the program.")
        if table is not None and not stay.session.table:
            if how == "leave":
                await table.get_up()
            table.go()
            self._table, stay.place = None, lobby
            await lobby.come()
        elif how == "away":
            raise UserError("There is nowhere else to go from here. Type leave to end this.")
        elif cost := self._asked_first("leave"):
            self._voice.say(cost, "Type leave again to leave.")
        else:
            await self._go_home()
            self._voice.say(_AT_HOME)

    def _asked_first(self, name: str) -> str:
        """Return what leaving costs, if a person has not been told that just now."""
        cost = cost_of_quitting(self._stay.session if self._stay else None)
        if not cost or not self._voice.interactive or self._warned == name:
            return ""
        self._warned = name
        return cost

    async def _go_home(self) -> None:
        if self._table is not None:
            self._table.go()
        self._stay = self._lobby = self._table = None
        await self._leaving.aclose()
        self._leaving = AsyncExitStack()

    def _tell_link(self) -> None:
        assert self._stay is not None
        link = self._stay.session.link
        if self._table is not None:
            key = self._stay.session.client.keys.key_of(self._table.id)
            link = link.to_table(self._table.id, key)
        self._voice.say("The invite link:", str(link))
