"""The player's part in the draws of setups: bound to one commitment for each game, for ever."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from attrs import evolve

from client.draws import draw_check
from client.draws.draw_check import Problem
from client.draws.pledges import PledgeBook, Share, Trouble
from client.errors import tell_reason
from client.signing import setup_chain
from protocol.commands import Command, Contribute, Look, Pledge
from protocol.draws import SignedCommitment, TwoCommitments
from protocol.fairness import SECRET_BYTES, GameId, digest, pledge
from protocol.keys import PublicKey
from protocol.states import DrawState, TableState
from texts import Message, say, tell

_TABLES = 1000
"""Tables remembered in memory. Only tables the player visited count, so no server can fill it."""
_SENT = 256
"""Answers remembered so that they are not sent twice; a repetition does no harm."""

Warn = Callable[[str, str, bool], None]
"""Called with a table, a sentence for the person, and whether something is wrong."""


@dataclass(slots=True)
class Shares:
    """Answers the draws at a player's tables, and remembers the answers.

    Attributes:
        server: the lobby's key.
        me: the player.
        book: keeps the shares, also those of earlier runs; None to remember them only now.
        warn: called once with each sentence that the person should know.
    """

    server: PublicKey
    me: PublicKey
    book: PledgeBook | None = None
    warn: Warn = field(default=lambda _, __, ___: None)
    _latest: dict[str, Share] = field(default_factory=dict)
    _earlier: dict[str, Share] = field(default_factory=dict)
    _sent: set[tuple[object, ...]] = field(default_factory=set)
    _unknown: set[str] = field(default_factory=set)

    # ------------------------------------------------------------ shares

    def latest(self, table: str) -> Share | None:
        """Return this player's part in the latest draw they saw at a table."""
        share = self._latest.get(table)
        if share is None and self.book is not None and table not in self._unknown:
            share = self.book.read(table)
            if share is not None:
                self._latest[table] = share
            elif len(self._unknown) < _TABLES:
                self._unknown.add(table)
        return share

    def share_of_game(self, table: str, number: int) -> Share | None:
        """Return this player's part in a draw, if it is one of the table's latest two."""
        both = (self.latest(table), self._earlier.get(table))
        return next((share for share in both if share and share.draw.number == number), None)

    def troubles(self, table: str, number: int) -> tuple[str, ...]:
        """Return sentences about what was wrong with the draw of a game."""
        both = (self.latest(table), self._earlier.get(table))
        found = (trouble for share in both if share for trouble in share.troubles)
        return tuple(
            dict.fromkeys(
                tell_reason(trouble.sentence, trouble.reason)
                for trouble in found
                if trouble.number == number
            )
        )

    def add_commitment(self, command: Command) -> Command:
        """Return a command, a `Look` with the commitment that the player is bound to."""
        if isinstance(command, Look) and command.draw is None:
            share = self.latest(command.table)
            return evolve(command, draw=share.draw) if share else command
        return command

    def refusal(self, state: TableState) -> str:
        """Return why the player signs no move of a table's game; empty if they do."""
        seat, draw = self._own_seat(state), state.draw
        if seat is None or draw is None or draw.stage != "dealt" or not draw.signature:
            return ""
        share = self.share_of_game(state.table, draw.number)
        change = None if share is None else self._find_change(state, draw, share, seat)
        return tell(change) if change else ""

    # ------------------------------------------------------------ answers

    def answer_draw(self, state: TableState) -> Command | None:
        """Return the command that a draw requires of this player now, if any."""
        draw, seat = state.draw, self._own_seat(state)
        if draw is None or seat is None or not state.table.isprintable():
            return None
        if seat >= len(draw.pledges) or len(draw.keys) != len(draw.pledges):
            return None
        self._warn_of_given_up(state, draw)
        if state.status == "closed":
            self._warn_of_closed(state.table)
        if draw.stage == "dealt":
            self._note_dealt(state, draw, seat)
        if draw.stage not in ("pledging", "contributing"):
            return None
        share = self.latest(state.table)
        problem = draw_check.find_problem(share, draw, self.server, state.table)
        if problem is not None:
            return self._report_problem(state, draw, problem)
        committed = draw.committed(self.server.fingerprint, state.table)
        assert committed is not None, "else there would be a problem"
        if share is None or share.draw != committed:
            share = self._keep_share(state.table, _with_earlier_troubles(share, Share(committed)))
        if draw.stage == "pledging":
            return self._pledge(state.table, draw, share, seat)
        return self._contribute(state, draw, share, seat)

    def _pledge(self, table: str, draw: DrawState, share: Share, seat: int) -> Command | None:
        if draw.pledges[seat] or not self._is_first("pledge", table, draw.number):
            return None
        if not share.contribution:
            contribution = secrets.token_bytes(SECRET_BYTES)
            share = self._keep_share(table, evolve(share, contribution=contribution))
        return Pledge(table, draw.number, self._make_pledge(table, share, seat))

    def _contribute(
        self, state: TableState, draw: DrawState, share: Share, seat: int
    ) -> Command | None:
        if change := self._find_change(state, draw, share, seat):
            return self._report_problem(state, draw, Problem(change))
        if not share.contribution or not draw.pledges[seat] or seat in draw.given:
            return None
        if not share.pledges:
            seen = evolve(share, pledges=draw.pledges, players=_seated_players(state))
            share = self._keep_share(state.table, seen)
        if not self._is_first("contribute", state.table, draw.number):
            return None
        return Contribute(state.table, draw.number, share.contribution)

    def _report_problem(
        self, state: TableState, draw: DrawState, problem: Problem
    ) -> Command | None:
        """Note and warn of a problem; show the server once what the player is bound to."""
        share = self.latest(state.table)
        new = self._is_first("problem", state.table, draw.number, problem.reason)
        if new:
            told: Message = problem.reason
            if problem.other is not None and share is not None:
                told = self._keep_proof(state.table, share, problem)
            self.warn(state.table, tell(told), True)
        if share is None:
            return None
        share = share.with_trouble(Trouble(draw.number, str(problem.reason), problem.reason))
        if share is not self.latest(state.table):
            self._keep_share(state.table, share)
        return Look(state.table, draw=share.draw) if new else None

    def _keep_proof(self, table: str, share: Share, problem: Problem) -> Message:
        """Keep the proof of a problem, and return the warning that names its place."""
        assert problem.other is not None
        if self.book is None:
            return problem.reason
        proof = TwoCommitments(self.server.raw, table, share.draw, problem.other)
        place = self.book.keep_proof(problem.other.number, proof.to_text())
        if not place:
            return problem.reason
        return say("client/proof-kept", reason=problem.reason, place=place)

    def _note_dealt(self, state: TableState, draw: DrawState, seat: int) -> None:
        """Compare a dealt game with its draw, and note that it was dealt."""
        committed, share = (
            draw.committed(self.server.fingerprint, state.table),
            self.latest(state.table),
        )
        if committed is None or (share is not None and share.draw.number > draw.number):
            return
        if share is None or share.draw != committed or not share.dealt:
            share = self._dealt_share(state, draw, committed, share)
        if share is not None and (change := self._find_change(state, draw, share, seat)):
            self._report_problem(state, draw, Problem(change))

    def _dealt_share(
        self, state: TableState, draw: DrawState, committed: SignedCommitment, share: Share | None
    ) -> Share | None:
        """Return the share in a game just dealt; None if it is not the one the player knows."""
        if not committed.is_signed(self.server, state.table):
            return None
        if share is not None and share.draw.number == draw.number and share.draw != committed:
            two = Problem(say("client/two", n=draw.number), committed)
            self._report_problem(state, draw, two)
            return None
        if share is not None and share.draw != committed:
            if draw_check.is_lost(share, draw):
                lost = Problem(say("client/lost", n=share.draw.number))
                self._report_problem(state, draw, lost)
            share = self.latest(state.table)
        if share is None or share.draw != committed:
            share = _with_earlier_troubles(share, Share(committed))
        chain = setup_chain(state, self.server.fingerprint)
        return self._keep_share(state.table, evolve(share, dealt=True, chain=chain))

    def _warn_of_given_up(self, state: TableState, draw: DrawState) -> None:
        for each in draw.given_up:
            if self._is_first("given up", state.table, each.number, each.last):
                self.warn(state.table, tell(draw_check.tell_given_up(each, state)), False)

    def _warn_of_closed(self, table: str) -> None:
        share = self.latest(table)
        if share is not None and share.pledges and not share.dealt:
            share = self._keep_share(table, evolve(share, dealt=True))
            self.warn(table, tell("client/table-closed", n=share.draw.number), True)

    # ------------------------------------------------------------ helpers

    def _find_change(
        self, state: TableState, draw: DrawState, share: Share, seat: int
    ) -> Message | None:
        bound: bytes | None = None  # unknown: the player may have pledged on another computer
        if share.contribution:
            bound = self._make_pledge(state.table, share, seat)
        elif self.troubles(state.table, draw.number):  # this program has refused to pledge
            bound = b""
        # Who leaves or sits down after a game changes nothing in its setup.
        players = share.players if state.status == "over" else _seated_players(state)
        return draw_check.find_change(share, draw, players, bound, draw.pledges[seat])

    def _keep_share(self, table: str, share: Share) -> Share:
        before = self._latest.pop(table, None)
        if before is not None and before.draw.number != share.draw.number:
            self._earlier[table] = before
        self._latest[table] = share
        self._unknown.discard(table)
        while len(self._latest) > _TABLES:
            oldest = next(iter(self._latest))
            del self._latest[oldest]
            self._earlier.pop(oldest, None)
        if self.book is not None:
            self.book.write(table, share)
        return share

    def _make_pledge(self, table: str, share: Share, seat: int) -> bytes:
        game = GameId(self.server.fingerprint, table, share.draw.number)
        draw = digest(share.draw.stated(self.server.fingerprint, table))
        return pledge(game, seat, self.me, share.contribution, draw)

    def _is_first(self, *what: object) -> bool:
        """Return whether something was not done before, and note that it is done now."""
        if what in self._sent:
            return False
        if len(self._sent) >= _SENT:
            self._sent.clear()
        self._sent.add(what)
        return True

    def _own_seat(self, state: TableState) -> int | None:
        me = self.me.fingerprint
        sitting = (seat.player == me and seat.holder == "person" for seat in state.seats)
        return next((number for number, mine in enumerate(sitting) if mine), None)


def _seated_players(state: TableState) -> tuple[str, ...]:
    return tuple(seat.player for seat in state.seats)


def _with_earlier_troubles(before: Share | None, share: Share) -> Share:
    """Return a share with the troubles of the one before it."""
    return share if before is None else evolve(share, troubles=before.troubles)
