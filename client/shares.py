"""What a player gives to the setups of their games: to one commitment a game, for ever."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from attrs import evolve

from client.draw_check import (
    Problem,
    find_change,
    find_problem,
    given_up_told,
    is_lost,
    lost_told,
    two_told,
)
from client.pledges import PledgeBook, Share, Trouble
from client.setup import setup_chain
from protocol.disputes import TwoCommitments
from protocol.draws import SignedCommitment
from protocol.fairness import SECRET_BYTES, GameId, digest, pledge
from protocol.keys import PublicKey
from protocol.messages import Command, Contribute, DrawState, Look, Pledge, TableState

_TABLES = 1000
"""Tables remembered in memory. Only tables the player went to count, so no server can fill it."""
_SENT = 256
"""Answers remembered so that they are not sent twice; a repeated one does no harm."""
_KEPT_AT = " Both are kept as proof: siam verify {place}"
_CLOSED = (
    "The table was closed after you had contributed to the setup of game {number}. The server may "
    "have known that setup."
)

Warn = Callable[[str, str, bool], None]
"""Told of a table, a sentence for the person, and whether it says that something is wrong."""


class Shares:
    """Answers the draws of the tables a player sits at, and remembers what was answered."""

    def __init__(
        self,
        server: PublicKey,
        me: PublicKey,
        book: PledgeBook | None = None,
        warn: Warn = lambda _, __, ___: None,
    ) -> None:
        """Begin with nothing given but what the book holds.

        Args:
            server: the lobby's key.
            me: the player.
            book: keeps what was given; None to remember it as long as the program runs.
            warn: told what the person should know of a draw, once.
        """
        self._server = server
        self._lobby = server.fingerprint
        self._me = me
        self._book = book
        self._warn = warn
        self._latest: dict[str, Share] = {}
        self._earlier: dict[str, Share] = {}
        self._sent: set[tuple[object, ...]] = set()
        self._unknown: set[str] = set()

    # ------------------------------------------------------------ what was given

    def latest(self, table: str) -> Share | None:
        """Return this player's part in the latest draw they saw at a table."""
        share = self._latest.get(table)
        if share is None and self._book is not None and table not in self._unknown:
            share = self._book.read(table)
            if share is not None:
                self._latest[table] = share
            elif len(self._unknown) < _TABLES:
                self._unknown.add(table)
        return share

    def given(self, table: str, number: int) -> Share | None:
        """Return this player's part in a draw, if they had one; of a table's latest two."""
        both = (self.latest(table), self._earlier.get(table))
        return next((share for share in both if share and share.draw.number == number), None)

    def troubles(self, table: str, number: int) -> tuple[str, ...]:
        """Return what was wrong with the draw of a game."""
        both = (self.latest(table), self._earlier.get(table))
        found = (trouble for share in both if share for trouble in share.troubles)
        return tuple(
            dict.fromkeys(trouble.sentence for trouble in found if trouble.number == number)
        )

    def shown_with(self, command: Command) -> Command:
        """Return a command with the commitment the player is bound to, if it looks at a table."""
        if isinstance(command, Look) and command.draw is None:
            share = self.latest(command.table)
            return evolve(command, draw=share.draw) if share else command
        return command

    def refusal(self, state: TableState) -> str:
        """Return why the player signs no move of the game a table shows; empty if they do."""
        seat, draw = self._seat(state), state.draw
        if seat is None or draw is None or draw.stage != "dealt" or not draw.signature:
            return ""
        share = self.given(state.table, draw.number)
        return "" if share is None else self._change(state, draw, share, seat)

    # ------------------------------------------------------------ answering

    def answer(self, state: TableState) -> Command | None:
        """Return what a draw asks of this player now, if anything."""
        draw, seat = state.draw, self._seat(state)
        if draw is None or seat is None or not state.table.isprintable():
            return None
        if seat >= len(draw.pledges) or len(draw.keys) != len(draw.pledges):
            return None
        self._tell_given_up(state, draw)
        if state.status == "closed":
            self._tell_closed(state.table)
        if draw.stage == "dealt":
            self._note_dealt(state, draw, seat)
        if draw.stage not in ("pledging", "contributing"):
            return None
        share = self.latest(state.table)
        problem = find_problem(share, draw, self._server, state.table)
        if problem is not None:
            return self._refuse(state, draw, problem)
        committed = draw.committed(self._lobby, state.table)
        assert committed is not None, "else there would be a problem"
        if share is None or share.draw != committed:
            share = self._keep(state.table, _next(share, Share(committed)))
        if draw.stage == "pledging":
            return self._pledge(state.table, draw, share, seat)
        return self._contribute(state, draw, share, seat)

    def _pledge(self, table: str, draw: DrawState, share: Share, seat: int) -> Command | None:
        if draw.pledges[seat] or not self._is_first("pledge", table, draw.number):
            return None
        if not share.contribution:
            contribution = secrets.token_bytes(SECRET_BYTES)
            share = self._keep(table, evolve(share, contribution=contribution))
        return Pledge(table, draw.number, self._bound(table, share, seat))

    def _contribute(
        self, state: TableState, draw: DrawState, share: Share, seat: int
    ) -> Command | None:
        if change := self._change(state, draw, share, seat):
            return self._refuse(state, draw, Problem(change))
        if not share.contribution or not draw.pledges[seat] or seat in draw.given:
            return None
        if not share.pledges:
            seen = evolve(share, pledges=draw.pledges, players=_players(state))
            share = self._keep(state.table, seen)
        if not self._is_first("contribute", state.table, draw.number):
            return None
        return Contribute(state.table, draw.number, share.contribution)

    def _refuse(self, state: TableState, draw: DrawState, problem: Problem) -> Command | None:
        """Note and tell what is wrong; show the server what the player is bound to, once."""
        share = self.latest(state.table)
        new = self._is_first("problem", state.table, draw.number, problem.sentence)
        if new:
            sentence = problem.sentence
            if problem.other is not None and share is not None:
                sentence += self._keep_proof(state.table, share, problem)
            self._warn(state.table, sentence, True)
        if share is None:
            return None
        share = share.with_trouble(Trouble(draw.number, problem.sentence))
        if share is not self.latest(state.table):
            self._keep(state.table, share)
        return Look(state.table, draw=share.draw) if new else None

    def _keep_proof(self, table: str, share: Share, problem: Problem) -> str:
        assert problem.other is not None
        if self._book is None:
            return ""
        proof = TwoCommitments(self._server.raw, table, share.draw, problem.other)
        place = self._book.keep_proof(problem.other.number, proof.to_text())
        return _KEPT_AT.format(place=place) if place else ""

    def _note_dealt(self, state: TableState, draw: DrawState, seat: int) -> None:
        """Hold a game that was dealt against its draw, and note that it was."""
        committed, share = draw.committed(self._lobby, state.table), self.latest(state.table)
        if committed is None or (share is not None and share.draw.number > draw.number):
            return
        if share is None or share.draw != committed or not share.dealt:
            share = self._take_dealt(state, draw, committed, share)
        if share is not None and (change := self._change(state, draw, share, seat)):
            self._refuse(state, draw, Problem(change))

    def _take_dealt(
        self, state: TableState, draw: DrawState, committed: SignedCommitment, share: Share | None
    ) -> Share | None:
        """Return the share in a game just dealt; None if it is not the one the player knows."""
        if not committed.is_signed(self._server, state.table):
            return None
        if share is not None and share.draw.number == draw.number and share.draw != committed:
            self._refuse(state, draw, Problem(two_told(draw.number), committed))
            return None
        if share is not None and share.draw != committed:
            if is_lost(share, draw):
                self._refuse(state, draw, Problem(lost_told(share)))
            share = self.latest(state.table)
        if share is None or share.draw != committed:
            share = _next(share, Share(committed))
        chain = setup_chain(state, self._lobby)
        return self._keep(state.table, evolve(share, dealt=True, chain=chain))

    def _tell_given_up(self, state: TableState, draw: DrawState) -> None:
        for each in draw.given_up:
            if self._is_first("given up", state.table, each.number, each.last):
                self._warn(state.table, given_up_told(each, state), False)

    def _tell_closed(self, table: str) -> None:
        share = self.latest(table)
        if share is not None and share.pledges and not share.dealt:
            share = self._keep(table, evolve(share, dealt=True))
            self._warn(table, _CLOSED.format(number=share.draw.number), True)

    # ------------------------------------------------------------ helpers

    def _change(self, state: TableState, draw: DrawState, share: Share, seat: int) -> str:
        bound: bytes | None = None  # unknown: the player may have pledged on another computer
        if share.contribution:
            bound = self._bound(state.table, share, seat)
        elif self.troubles(state.table, draw.number):  # this program has refused to pledge
            bound = b""
        return find_change(share, draw, _players(state), bound, draw.pledges[seat])

    def _keep(self, table: str, share: Share) -> Share:
        before = self._latest.pop(table, None)
        if before is not None and before.draw.number != share.draw.number:
            self._earlier[table] = before
        self._latest[table] = share
        self._unknown.discard(table)
        while len(self._latest) > _TABLES:
            oldest = next(iter(self._latest))
            del self._latest[oldest]
            self._earlier.pop(oldest, None)
        if self._book is not None:
            self._book.write(table, share)
        return share

    def _bound(self, table: str, share: Share, seat: int) -> bytes:
        game = GameId(self._lobby, table, share.draw.number)
        draw = digest(share.draw.stated(self._lobby, table))
        return pledge(game, seat, self._me, share.contribution, draw)

    def _is_first(self, *what: object) -> bool:
        """Tell whether something has not been done yet, and note that it is done now."""
        if what in self._sent:
            return False
        if len(self._sent) >= _SENT:
            self._sent.clear()
        self._sent.add(what)
        return True

    def _seat(self, state: TableState) -> int | None:
        me = self._me.fingerprint
        sitting = (seat.player == me and seat.holder == "person" for seat in state.seats)
        return next((number for number, mine in enumerate(sitting) if mine), None)


def _players(state: TableState) -> tuple[str, ...]:
    return tuple(seat.player for seat in state.seats)


def _next(before: Share | None, share: Share) -> Share:
    """Return a share that still tells what was wrong before it."""
    return share if before is None else evolve(share, troubles=before.troubles)
