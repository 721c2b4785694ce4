"""The dialogue: reads lines, carries out the commands, and goes from place to place."""

from __future__ import annotations

from dataclasses import replace

from client.errors import ConnectionEndedError, RefusedError
from games.registry import spec_of
from protocol.links import Link
from siam_tui.discovery.search import usual_lobby_name
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.registry import shown_games, title_of, ui_of
from siam_tui.lobby.bot_game import NewTable, open_bot_game, start_game
from siam_tui.lobby.left_seat import tell_away
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Player, Session, host, spectator
from siam_tui.lobby.session_forms import Invitation
from siam_tui.model.start import DoorVisit, Start
from siam_tui.plain.bot_games import BotGames
from siam_tui.plain.help_pages import read_pages, tell_home_steps, tell_left, tell_nowhere
from siam_tui.plain.lesson_dialogue import LessonDialogue
from siam_tui.plain.lines.line_io import LONGEST, LineIO, LinkLines, Script
from siam_tui.plain.nearby_lobbies import NearbyLobbies
from siam_tui.plain.options import read_game, read_serving, serving_again
from siam_tui.plain.own_language import ask_language, change_language
from siam_tui.plain.own_name import OwnName
from siam_tui.plain.played_games import PlayedGames
from siam_tui.plain.practice_dialogue import PracticeDialogue, choose_practice
from siam_tui.plain.table_dialogue import ScriptEnd
from siam_tui.plain.whereabouts import Destination, Whereabouts
from siam_tui.profile.given_secrets import broker_password
from siam_tui.profile.invitations import read_link
from siam_tui.profile.key_files import spectator_key
from siam_tui.profile.logs import report_bug
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_words import run_reminders
from siam_tui.typed.commands import CommandSet, Place, Typed
from texts import tell

_MANY_REFUSED = 20
"""Lines refused in a row after which a script is not read on."""


class Dialogue:
    """One dialogue, from its first line to its last.

    Attributes:
        refused: how many lines were not carried out.
    """

    def __init__(self, profile: Profile, io: LineIO, name: str) -> None:
        """Prepare.

        Args:
            profile: who plays.
            io: where lines are read and written.
            name: what the others call the player; empty if the lobby decides.
        """
        self.refused = 0
        self._profile = profile
        self._io = io
        self._own_name = OwnName(profile, io, name)
        self._last_game = LastGame(profile.folder)
        self._here = Whereabouts(profile, io, self._last_game)
        self._bot_games = BotGames(profile, io, self._here, self._last_game)
        self._nearby = NearbyLobbies(profile.folder)
        self._played = PlayedGames(profile, io, self._here)
        self._study: PracticeDialogue | LessonDialogue | None = None
        self._refused_in_a_row = 0
        self._warned = ""
        self._links = LinkLines()
        self._has_ended = False
        self._visit: DoorVisit | None = None

    @property
    def current_place(self) -> Place:
        """Where the person is."""
        if self._study is not None:
            return self._study.place
        if self._here.table is not None:
            return Place.TABLE
        return Place.HOME if self._here.conversation is None else Place.LOBBY

    @property
    def _game(self) -> AnyGameUI:
        """The game played where the person is; elsewhere the one they chose last."""
        if self._study is not None:
            return self._study.game
        return ui_of(self._last_game.name) if self._here.table is None else self._here.table.game

    @property
    def _commands(self) -> CommandSet:
        is_playing = self._here.table is not None or self._study is not None
        return CommandSet(self.current_place, self._game if is_playing else None)

    async def run(self, begin: Start) -> None:
        """Begin somewhere, then carry out lines until there are no more or the person quits.

        Raises:
            UserError: what was to be opened cannot be.
        """
        try:
            self._visit = begin.visit
            first = await ask_language(self._profile, self._io) if self._visit else ""
            if first is None:
                return
            games = tuple(spec_of(name).title for name in shown_games())
            is_known = begin.visit is not None or not self._own_name.is_open
            if (name := self._own_name.name) and is_known:
                self._io.write_lines(tell("plain/greeting/named", games=games, name=name))
            else:
                self._io.write_lines(tell("plain/greeting", games=games))
            self._last_game.remember(begin.game)
            self._bot_games.use_map(begin.map_file)
            self._played.list_hosted = begin.list_hosted
            if begin.visit is not None:
                await self._visit_first(begin.visit)
            elif begin.learning:
                self._begin_study("tutorial", "")
            elif begin.practising:
                self._begin_study("practice", "")
            elif begin.link is not None:
                await self._join(Invitation(begin.link, begin.password), begin.watching)
            else:
                self._bot_games.tell_waiting()
            if first:
                await self._take_line(first)
            while not self._has_ended and (line := await self._io.read_line()) is not None:
                await self._take_line(line)
            if not self._has_ended:
                await self._finish()
        finally:
            await self._here.close()

    async def _finish(self) -> None:
        """Wait for the effect of a script's last line, where that cannot take forever."""
        table = self._here.table
        if table is not None and not self._io.interactive and table.plays_only_bots:
            await table.wait_for_turn_or_end()
        if cost := self._here.cost_of_quitting():
            self._io.write_lines(cost)

    async def _take_line(self, line: str) -> None:
        line = self._links.complete(line, self._commands)
        try:
            if line.strip() and not line.lstrip().startswith("#"):
                await self._execute_line(line)
            self._refused_in_a_row = 0
        except ScriptEnd:
            self._io.write_lines(tell("plain/script/over"))
            self._has_ended = True
        except UserError as error:
            self._say_refusal(self._links.explain(error, line))
        except BrokenPipeError:  # nobody reads any more
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self._say_refusal(report_bug(error))
        if self._refused_in_a_row >= _MANY_REFUSED and not self._io.interactive:
            self._io.write_lines(tell("plain/script/refused", n=_MANY_REFUSED))
            self._has_ended = True

    def _say_refusal(self, why: str) -> None:
        self.refused += 1
        self._refused_in_a_row += 1
        if isinstance(self._io, Script) and not self._io.interactive:
            why = tell("plain/script/line", n=self._io.number, why=why)
        self._io.write_lines(why)

    async def _execute_line(self, line: str) -> None:
        _check_length(line)
        if await self._is_answer(line):
            return
        typed = self._commands.read(line, self._choices)
        if typed.name != self._warned.partition(" ")[0]:
            self._warned = ""
        match typed.name:
            case "quit":
                self._quit()
            case "help" | "rules" | "notation":
                game, rest = read_game(typed.rest, self._game.name)
                page = Typed(typed.name, rest)
                now = self._tell_now()
                self._io.write_lines(*read_pages(page, self._commands, ui_of(game.name), now))
            case "link":
                self._here.tell_link()
            case "games":
                await self._played.run(typed.rest)
            case "language":
                change_language(self._profile, self._io, typed.rest)
            case _ if self._study is not None:
                self._execute_in_study(self._study, typed)
            case "leave" | "away":
                await self._leave(typed.name)
            case _:
                await self._execute_here(typed)

    def _choices(self) -> list[str]:
        """Return the names that the person can choose now for a move."""
        place = self._study or self._here.table
        return [] if place is None else place.choices()

    def _tell_now(self) -> list[str]:
        """Return what the person may want to type now."""
        place = self._study or self._here.table or self._here.lobby
        if place is not None:
            return place.tell_now()
        return [tell_home_steps(self._visit, title_of(self._game.name))]

    async def _execute_here(self, typed: Typed) -> None:
        if typed.name == "reminders" and self._here.conversation is not None:
            if self._visit is not None and self._visit.is_guest:
                raise UserError(tell("reminders/not-for-guests"))
            client = self._here.conversation.client
            self._io.write_lines(*await run_reminders(client, typed.rest))
            return
        if self._here.table is not None:
            await self._here.table.run_table_command(typed)
        elif self._here.lobby is not None:
            if table := await self._here.lobby.run_lobby_command(typed):
                await self._here.go_to_table(table)
        else:
            await self._execute_at_home(typed)

    async def _is_answer(self, line: str) -> bool:
        """Take a line as an answer about the move that is being built, if it is one."""
        if self._study is not None:
            return self._study.continue_move(line)
        return self._here.table is not None and await self._here.table.continue_move(line)

    def _execute_in_study(self, study: PracticeDialogue | LessonDialogue, typed: Typed) -> None:
        if typed.name == "leave":
            self._study = None
            self._io.write_lines(tell_left(self._visit))
        elif typed.name in ("practice", "tutorial"):
            self._begin_study(typed.name, typed.rest)
        else:
            study.run_command(typed)

    def _quit(self) -> None:
        if not self._asks_before("quit", self._here.cost_of_quitting()):
            if self._here.is_game_kept:
                self._io.write_lines(tell("plain/quit/kept"))
            self._has_ended = True

    # At home

    async def _execute_at_home(self, typed: Typed) -> None:
        match typed.name:
            case "bots":
                await self._play_bots(typed.rest)
            case "resume" | "waiting" | "abandon":
                await self._go_on(typed)
            case "join" if self._visit is not None:
                await self._visit_lobby(self._visit, self._visit.link.to_lobby())
            case "host":
                serving = read_serving(typed.rest, self._profile)
                await self._own_name.ask_once()
                named = replace(serving, name=serving.name or usual_lobby_name(self._own_name.name))
                await self._here.enter_lobby(await self._host(named))
            case "lobbies":
                self._io.write_lines(*await self._nearby.search())
            case "join" | "watch" if typed.rest:
                link = self._nearby.read_place(typed)
                invitation = Invitation(link, broker_password(link.broker, None))
                await self._join(invitation, watching=typed.name == "watch")
            case "practice" | "tutorial":
                self._begin_study(typed.name, typed.rest)
            case "name":
                self._own_name.change(typed.rest)
            case "status":
                self._io.write_lines(tell_nowhere(self._visit))
            case _:
                raise self._commands.usage_error(typed)

    def _begin_study(self, name: str, text: str) -> None:
        """Begin the practice or the tutorial."""
        last = self._game.name
        if name == "practice":
            last = choose_practice(self._io, text, last)
        game, which = read_game(text, last)
        player = self._profile.folder, self._own_name.shown, game
        if name == "practice":
            practice = PracticeDialogue(self._io, *player)
            practice.begin_course(which)
        else:
            lessons = LessonDialogue(self._io, *player)
            lessons.begin_lesson(which)
        self._last_game.remember(game.name)
        self._study = practice if name == "practice" else lessons

    def _player(self) -> Player:
        profile, games = self._profile, self._played.keeper()
        return Player(profile.player_key(), self._own_name.name, profile.folder, games)

    def _spectator(self) -> Player:
        return spectator(self._own_name.name, spectator_key(self._profile.folder))

    async def _host(self, serving: Serving) -> Session:
        self._io.write_lines(tell("plain/starting"))
        return await host(serving, self._player())

    async def _play_bots(self, rest: str) -> None:
        game = self._bot_games.read(rest)
        if self._visit is not None:
            await self._visit_with_bots(self._visit, game)
        elif not self._bot_games.asks_to_replace():
            await self._bot_games.begin(game, self._player())

    async def _go_on(self, typed: Typed) -> None:
        """List the games that wait, give one up, or go to it; a lobby of the person's opens again.

        Raises:
            UserError: there is no such game, or its lobby cannot be entered.
        """
        if self._visit is not None:
            raise UserError(tell("plain/waiting/visitor"))
        seat = await self._bot_games.run(typed, self._player)
        if seat is None:
            return
        if seat.serving is None:
            link = read_link(seat.link)
            invitation = Invitation(link, broker_password(link.broker, None))
            await self._join(invitation, watching=False, awaited=tell_away(seat))
        else:
            session = await self._host(serving_again(seat, self._profile))
            await self._here.enter_lobby(session, to_lobby=False)
            await self._here.go_to_table(seat.table)

    # A visit through a door

    async def _visit_first(self, visit: DoorVisit) -> None:
        if visit.greeting:
            self._io.write_lines(visit.greeting)
        await self._visit_lobby(visit, visit.link)

    async def _visit_lobby(self, visit: DoorVisit, link: Link) -> None:
        await self._join(Invitation(link, visit.password), visit.watching)

    async def _visit_with_bots(self, visit: DoorVisit, game: NewTable) -> None:
        """Open a table with bots in the lobby, and go there: a visitor has no server."""
        await self._visit_lobby(visit, visit.link.to_lobby())
        assert self._here.conversation is not None
        client = self._here.conversation.client
        try:
            table = await open_bot_game(client, game)
            await start_game(client, table)
        except (RefusedError, ConnectionEndedError) as error:
            raise UserError(str(error)) from error
        self._last_game.remember(game.opening.game)
        await (await self._here.go_to_table(table)).wait_for_start()

    def warn_idle(self) -> None:
        """Warn a visitor that the session ends if they do not type."""
        if self._visit is not None:
            self._io.write_lines(self._visit.idle_warning)

    async def _join(self, invitation: Invitation, watching: bool, awaited: str = "") -> None:
        if self._visit is None:
            await self._own_name.ask_once()
        player = self._spectator() if watching else self._player()
        to_go = Destination(invitation, watching, self._visit, awaited)
        await self._here.join_lobby(to_go, player)

    async def _leave(self, how: str) -> None:
        conversation, table = self._here.conversation, self._here.table
        if conversation is None:
            raise UserError(tell("plain/leave/no-lobby"))
        if table is not None and not conversation.session.table:
            if how == "leave":
                if self._asks_before(how, table.cost_of_leaving):
                    return
                await table.leave_table()
            else:
                await conversation.client.unfollow(table.id)  # the others see that they are away
            await self._here.enter_lobby_list()
        elif how == "away":
            raise UserError(tell("plain/leave/nowhere"))
        elif not self._asks_before("leave", self._here.cost_of_quitting()):
            await self._here.go_home()
            self._bot_games.tell_waiting()
            self._io.write_lines(tell_left(self._visit))

    def _asks_before(self, command: str, cost: str) -> bool:
        """Tell what a command costs, once; return whether it waits to be typed again."""
        if not cost or not self._io.interactive or self._warned == command:
            return False
        self._warned = command
        again = tell("plain/leave/again" if command == "leave" else "plain/quit/again")
        self._io.write_lines(cost, again)
        return True


def _check_length(line: str) -> None:
    if len(line) > LONGEST:  # type: ignore[characters]
        raise UserError(tell("plain/line-too-long", most=LONGEST))
