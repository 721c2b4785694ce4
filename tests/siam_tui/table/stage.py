"""A table for one screen: the real rules behind the small interface a screen has of its client.

Only the wire is left out: commands are carried out by the rules at once, and what a seat or a
spectator may know is sent back as the server would.
"""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from attrs import evolve
from textual.app import App

from client.changes import Status, StatusChanged, TableChanged
from client.errors import RefusedError
from client.lobby_mirror import Talks
from games.contract import Game, GameError
from games.siam import PASS, Move, Siam, load_map
from protocol.commands import Agree, FreeSeat, LeaveTable, PlayMove, SeatBot, StartGame, TakeSeat
from protocol.messages import Done
from protocol.states import Entry, LobbyState, SeatState, TableState, Terms
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import DARK, LIGHT
from siam_tui.model.record_files import save_record
from siam_tui.profile.paths import records_folder
from siam_tui.replay.screen import ReplayScreen
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.screen import TableScreen

NAMES = ("Ann", "Ben", "Chai", "Dara")
LOBBY = LobbyState(1, "0.1.0", ("random", "greedy"), ())
LINK = "siam://siam.example:1883/kq3vy7w2/T1#2pXhN4mYc8Rj0sQvB5tLkUeWg9FdZaOi7xKyC1VrEMs"


def person(seat):
    return SeatState("person", f"key-{NAMES[seat]}", NAMES[seat])


def drawn_move(game, position, random):
    """Draw a move so that pictures stay as they are: by the rules alone, in no order of theirs."""
    cards = sorted(game.cards(position))
    if not cards or random.random() < 0.35:
        return PASS
    card = random.choice(cards)
    action = random.choice(sorted(game.actions(position, card), key=repr))
    return Move(card, action, random.choice(sorted(game.takes(position, card, action), key=repr)))


def played(players=3, seed=4, moves=0, map_name="siam", game=None):
    """Play random moves of the real game; return the rules, the positions and the moves."""
    game = game or Siam(load_map(map_name))
    random = Random(seed)
    positions, texts = [game.new(players, seed)], []
    for _ in range(moves):
        if positions[-1].over:
            break
        move = drawn_move(game, positions[-1], random)
        texts.append(game.format_move(move))
        positions.append(game.play(positions[-1], move))
    return game, positions, texts


@dataclass
class Stage:
    """Stands where a client stands; plays the table's part by the rules."""

    game: Game
    positions: list
    texts: list
    seats: tuple
    me: str = "key-Ann"
    status: str = "running"
    host: str = "key-Ann"
    end: tuple = ()
    again: tuple = ()
    trouble: str = ""
    warning: str = ""
    revision: int = 1
    asked: list = field(default_factory=list)
    queues: set = field(default_factory=set)
    refuse: str = ""
    hold: bool = False
    lobby: LobbyState = LOBBY
    people: tuple = ()
    left: bool = False
    undoable: int | None = None
    clock: object = None
    back: tuple = ()
    back_refused: bool = False
    takes: int = 0
    taken: tuple = ()
    shared: bool = True
    terms: Terms = field(default_factory=Terms)
    talks: Talks = field(default_factory=Talks)

    @property
    def position(self):
        return self.positions[-1]

    @property
    def is_over(self):
        return self.game.turn(self.position) is None

    @property
    def seat(self):
        for index, seat in enumerate(self.seats):
            if seat.player == self.me and seat.holder in ("person", "stand_in"):
                return index
        return None

    def entries(self):
        for ply, text in enumerate(self.texts):
            position = self.positions[ply + 1]
            yield Entry(
                seat=self.game.turn(self.positions[ply]),
                move=text,
                by="player",
                position=self.game.format(self.game.view(position, None)),
            )

    def state(self, news=0):
        open_now = self.status == "open"
        everything = "open_discards" in self.game.options or self.is_over
        view = self.position if everything else self.game.view(self.position, self.seat)
        entries = tuple(self.entries())
        return TableState(
            table="T1",
            revision=self.revision,
            game=self.game.name,
            map=self.game.map.toml if self.game.map else "",
            options=(),
            status=self.status,
            host=self.host,
            host_name="Ann",
            seats=self.seats,
            viewer=self.seat,
            ply=0 if open_now else len(self.texts),
            position="" if open_now else self.game.format(view),
            news=entries[len(entries) - news :] if news else (),
            end=self.end,
            again=self.again,
            terms=self.terms,
            undoable=self.undoable,
            clock=self.clock,
            back=self.back,
            back_refused=self.back_refused,
            takes=self.takes,
            taken=self.taken,
            shared=self.shared,
        )

    # What a screen has of its client

    @asynccontextmanager
    async def changes(self):
        queue = asyncio.Queue()
        self.queues.add(queue)

        async def read():
            while True:
                yield await queue.get()

        try:
            yield read()
        finally:
            self.queues.discard(queue)

    async def follow(self, table):
        return self.state()

    def look_away(self, table):
        self.looked_away = True

    async def unfollow(self, table):
        self.left = True

    def company(self, table):
        return self.people

    async def history(self, table):
        start = self.game.format(self.game.view(self.positions[0], None))
        return start, 0, tuple(self.entries())

    async def check_game(self, table):
        raise RefusedError("stale", "The stage keeps no records.")

    async def request(self, command):
        self.asked.append(command)
        if self.refuse:
            raise RefusedError("refused", self.refuse)
        news = 0
        match command:
            case PlayMove(move=text):
                self.play(text)
                news = 1
            case SeatBot(seat=seat, level=level):
                self._sit(seat, SeatState("bot", f"bot-{seat}", level, level))
            case TakeSeat(seat=seat):
                self._sit(seat, person(NAMES.index(self.me.removeprefix("key-"))))
            case FreeSeat(seat=seat):
                self._sit(seat, SeatState("free"))
            case LeaveTable():
                self._sit(self.seat, SeatState("free"))
            case StartGame():
                self.status = "running"
            case Agree(proposal=proposal, yes=yes):
                setattr(self, proposal, (self.seat,) if yes else ())
        self.tell(news)
        return Done("T1", self.revision)

    # What a test does

    def _sit(self, seat, state):
        self.seats = (*self.seats[:seat], state, *self.seats[seat + 1 :])

    def play(self, text):
        try:
            following = self.game.play(self.position, self.game.parse_move(text))
        except GameError as error:
            raise RefusedError("illegal_move", str(error)) from error
        self.positions.append(following)
        self.texts.append(text)
        if self.is_over:
            self.status = "over"

    def tell(self, news=0):
        self.revision += 1
        change = TableChanged(self.state(news))
        for queue in self.queues:
            queue.put_nowait(change)

    def tell_trouble(self, sentence):
        self.trouble = sentence
        for queue in self.queues:
            queue.put_nowait(StatusChanged(Status.LOST if sentence else Status.ONLINE, sentence))


def stage(players=3, moves=0, *, seed=4, map_name="siam", to_move=None, **changes):
    """Set a stage: random moves of a real game, Ann on the seat to move unless told otherwise."""
    game, positions, texts = played(players, seed, moves, map_name)
    seats = [person(seat) for seat in range(players)]
    mine = positions[-1].turn if to_move is None else to_move
    seats[0], seats[mine] = person(mine), person(0)
    made = Stage(game, positions, texts, tuple(seats))
    if positions[-1].over:
        made.status = "over"
    return replace(made, **changes)


class Theatre(App):
    """An app with nothing but one table's screen."""

    def __init__(self, client, *, table="T1", theme=DARK.name, look=None, waits=False):
        super().__init__()
        self.client = client
        self.table = table
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme
        self.animation_level = "none"
        self.look = look or Look()
        self.waits = waits
        self.left = False

    def on_mount(self):
        screen = TableScreen(self.client, self.table, invite=LINK, look=self.look, waits=self.waits)
        self.push_screen(screen, self.leave)

    def leave(self, _):
        self.left = True

    def on_open_help(self, event):
        self.push_screen(RulesScreen(event.game, event.chapter))

    def on_open_replay(self, event):
        save = partial(save_record, records_folder())
        screen = ReplayScreen(event.replay, eyes=event.eyes, save=save, look=event.look)
        self.push_screen(screen)


__all__ = ["LINK", "NAMES", "Stage", "Theatre", "evolve", "person", "played", "stage"]
