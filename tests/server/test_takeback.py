"""Taking a move back: who may ask, who must agree, and what is left of the move."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from client.bots.memory import Memory
from client.verify import verify
from games.siam import PASS, Siam
from protocol.commands import (
    Agree,
    Command,
    LeaveTable,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeBack,
    TakeSeat,
)
from protocol.messages import Done
from server.archive import archived
from server.refusals import RefusedError
from server.tables.table import Player, Table
from server.tables.views import history, table_state
from tests.places import crash_image
from tests.server.conftest import ANN, BEN, CAT, DAN, SERVER, Hall
from tests.server.desk import come, desk
from tests.server.desk import next_move as next_of
from tests.server.desk import seated as seated_at
from tests.server.test_durability import plain


def started(hall: Hall, players: int = 3) -> Table:
    hall.ask(ANN, OpenTable("siam", players))
    for seat, player in enumerate((BEN, CAT, DAN)[: players - 1], 1):
        hall.ask(player, TakeSeat("t1", seat))
    hall.ask(ANN, StartGame("t1"))
    return hall.table()


def turn(table: Table) -> int:
    seat = table.game.turn(table.position)
    assert seat is not None
    return seat


def move(hall: Hall, random: Random) -> Player:
    """Play a random move; return whose it was."""
    table = hall.table()
    who = (ANN, BEN, CAT, DAN)[turn(table)]
    text = table.game.format_move(table.game.random_move(table.position, random))
    hall.ask(who, PlayMove("t1", table.game_number, len(table.log), text))
    return who


def back(hall: Hall, *, yes: bool = True) -> Command:
    table = hall.table()
    return TakeBack("t1", table.game_number, len(table.log), yes)


def others(mover: Player) -> list[Player]:
    return [each for each in (ANN, BEN, CAT) if each != mover]


def test_a_move_all_agree_to_take_back_has_never_been(hall: Hall) -> None:
    before = started(hall)
    random = Random(4)
    mover = move(hall, random)
    played = hall.table().log[0].entry
    hall.ask(mover, back(hall))
    first, second = others(mover)
    hall.ask(first, back(hall))
    assert len(hall.table().log) == 1
    hall.ask(second, back(hall))
    after = hall.table()
    assert (after.position, after.log) == (before.position, ())
    assert after.chain != before.chain  # what was dropped stays in what is signed
    state = table_state(after, None)
    (taken,) = state.taken
    assert (taken.ply, taken.seat, taken.move) == (0, played.seat, played.move)
    assert (state.takes, state.back, state.undoable) == (1, (), None)
    assert move(hall, random) == mover


@pytest.mark.parametrize("players", [2, 3])
def test_any_move_of_a_game_can_be_and_its_record_is_still_proven(players: int) -> None:
    """The forced passes after it go with it; the record has the moves that count, all signed."""
    hall = Hall()
    started(hall, players)
    random = Random(players)
    while hall.table().status == "running":
        before = hall.table()
        mover = move(hall, random)
        if hall.table().status != "running":
            break
        if random.random() < 0.5:
            people = [ANN, BEN, CAT][:players]
            for each in [mover, *(one for one in people if one != mover)]:
                hall.ask(each, back(hall))
            assert hall.table().position == before.position
            assert hall.table().log == before.log
            assert hall.table().takes == before.takes + 1
    table = hall.table()
    assert table.taken
    assert table.forks[-1].takes == table.takes
    record = archived(table, datetime(2026, 11, 21, tzinfo=UTC), SERVER)
    assert record.moves == len(table.log)
    assert not verify(record.text).wrong


class TestWhoMayAsk:
    def test_only_whose_move_it_was(self, hall: Hall) -> None:
        started(hall)
        mover = move(hall, Random(4))
        assert hall.refusal(others(mover)[0], back(hall)) == "not_asked"
        assert hall.refusal(DAN, back(hall)) == "not_seated"

    def test_not_before_a_move_and_not_when_the_game_is_over(self, hall: Hall) -> None:
        started(hall, 2)
        assert hall.refusal(ANN, back(hall)) == "not_undoable"
        mover = move(hall, Random(4))
        for each in (ANN, BEN):
            hall.ask(each, Agree("t1", 1, "end", yes=True))
        assert hall.refusal(mover, back(hall)) == "not_undoable"

    def test_not_once_the_next_has_acted(self, hall: Hall) -> None:
        started(hall)
        random = Random(4)
        mover = move(hall, random)
        late = back(hall)
        hall.ask(mover, late)
        move(hall, random)
        assert hall.table().back == frozenset()
        assert hall.refusal(mover, late) == "stale"
        assert hall.refusal(mover, back(hall)) == "not_asked"


class TestWhoMustAgree:
    def test_a_no_leaves_the_move_for_good(self, hall: Hall) -> None:
        started(hall)
        mover = move(hall, Random(4))
        hall.ask(mover, back(hall))
        hall.ask(others(mover)[0], back(hall, yes=False))
        assert hall.table().back == frozenset()
        assert table_state(hall.table(), None).back_refused
        assert hall.refusal(mover, back(hall)) == "not_undoable"

    def test_the_wish_may_be_withdrawn_and_come_again(self, hall: Hall) -> None:
        started(hall)
        mover = move(hall, Random(4))
        hall.ask(mover, back(hall))
        hall.ask(mover, back(hall, yes=False))
        assert hall.table().back == frozenset()
        hall.ask(mover, back(hall))
        assert hall.table().back

    def test_bots_agree(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        hall.ask(ANN, SeatBot("t1", 1, "random"))
        hall.ask(ANN, StartGame("t1"))
        if turn(hall.table()) == 1:
            bot = hall.bot(hall.table().seats[1].actor)
            hall.ask(bot, PlayMove("t1", 1, 0, "pass"))
        log = hall.table().log
        hall.ask(ANN, PlayMove("t1", 1, len(log), "pass"))
        hall.ask(ANN, back(hall))
        assert hall.table().log == log

    def test_stand_ins_agree_and_who_gets_up_while_asked_is_asked_no_more(self, hall: Hall) -> None:
        started(hall)
        mover = move(hall, Random(4))
        first, second = others(mover)
        hall.ask(mover, back(hall))
        hall.ask(first, back(hall))
        hall.ask(second, LeaveTable("t1"))
        assert hall.table().log == ()

    def test_a_stand_ins_answer_to_the_move_that_was_taken_back_is_not_played(
        self, hall: Hall
    ) -> None:
        """It thought for long; meanwhile the move before it was taken back and played anew."""
        started(hall, 2)
        first = (ANN, BEN)[turn(hall.table())]
        second = BEN if first == ANN else ANN
        hall.ask(second, LeaveTable("t1"))
        stand_in = hall.bot(hall.table().seats[1 - turn(hall.table())].actor)
        table = hall.table()
        texts = [table.game.format_move(each) for each in table.game.moves(table.position)]
        hall.ask(first, PlayMove("t1", 1, 0, texts[0]))
        late = hall.signed(stand_in, PlayMove("t1", 1, 1, "pass"))
        hall.ask(first, back(hall))
        assert hall.table().log == ()
        hall.ask(first, PlayMove("t1", 1, 0, texts[1]))
        assert hall.refusal(stand_in, late) == "bad_signature"
        hall.ask(stand_in, PlayMove("t1", 1, 1, "pass"))
        assert hall.table().log[1].entry.by == "stand_in"

    def test_who_asks_and_gets_up_asks_no_more(self, hall: Hall) -> None:
        started(hall)
        mover = move(hall, Random(4))
        hall.ask(mover, back(hall))
        hall.ask(mover, LeaveTable("t1"))
        assert hall.table().back == frozenset()
        assert len(hall.table().log) == 1


def test_what_was_taken_back_in_a_closed_struggle_is_told_no_more(hall: Hall) -> None:
    """S23."""
    started(hall, 2)
    mover = move(hall, Random(4))
    for each in (mover, ANN if mover == BEN else BEN):
        hall.ask(each, back(hall))
    table = hall.table()
    chapter = table.game.chapter(table.position)
    while table.game.chapter(hall.table().position) <= chapter + 1:
        here = hall.table()
        hall.ask((ANN, BEN)[turn(here)], PlayMove("t1", 1, len(here.log), "pass"))
    state = table_state(hall.table(), None)
    assert (state.takes, state.taken) == (1, ())
    assert history(hall.table(), 1, 0).first > 0


async def test_it_is_kept(tmp_path: Path) -> None:
    """Also where other moves come after it in the same breath."""
    path = tmp_path / "lobby.db"
    async with desk(path) as first:
        ann, ben = await come(first, "Ann", "Ben")
        table = await seated_at(first, ann, ben)
        await ann.ask(first, StartGame(table))
        await first.until(lambda: first.service.lobby.tables[table].status == "running")
        for number in range(6):
            seat, played = next_of(first, table, Random(number))
            mover, other = ((ann, ben), (ben, ann))[seat]
            assert isinstance(await mover.ask(first, played), Done)
            if number % 2:
                for each in (mover, other):
                    here = first.service.lobby.tables[table]
                    if here.status == "running":
                        await each.ask(first, TakeBack(table, 1, len(here.log), yes=True))
            async with desk(crash_image(path, number)) as second:
                assert plain(second.service) == plain(first.service)
        assert first.service.lobby.tables[table].taken


class TestWhatAnAttentivePlayerStillKnows:
    """All hands (S23), of which the log alone tells no more than the last two chapters."""

    def played(self, hall: Hall, *, missed: int = 0) -> tuple[Memory, Table]:
        """Play, take back, and play on; return what Ann remembers who was told all but so much."""
        started(hall)
        random, memory = Random(14), Memory(0)
        while hall.table().position.resolved < 3:
            move(hall, random)
            memory = memory.followed_by(table_state(hall.table(), 0))
        for after in range(1 + missed):
            mover = move(hall, random)
            if not missed:
                memory = memory.followed_by(table_state(hall.table(), 0))
            for each in (mover, *others(mover)):
                hall.ask(each, back(hall))
            if after == missed:
                memory = memory.followed_by(table_state(hall.table(), 0))
        return memory, hall.table()

    def test_a_move_taken_back_costs_nothing_of_it(self, hall: Hall) -> None:
        memory, table = self.played(hall)
        assert (table.status, len(table.taken)) == ("running", 1)
        view = table.game.view(table.position, 0)
        assert memory.recall(table.game, view, len(table.log)) == table.position != view
        move(hall, Random(3))
        later = hall.table()
        memory = memory.followed_by(table_state(later, 0))
        view = later.game.view(later.position, 0)
        assert memory.recall(later.game, view, len(later.log)) == later.position

    def test_who_has_missed_that_is_sure_of_nothing(self, hall: Hall) -> None:
        memory, table = self.played(hall, missed=1)
        view = table.game.view(table.position, 0)
        assert memory.recall(table.game, view, len(table.log)) == view


class TestAMoveThatHasShownWhatWasHidden:
    """King of Siam has none; here a pass counts as one."""

    @pytest.fixture(autouse=True)
    def _passes_show_something(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Siam, "may_take_back", lambda _, __, move: move != PASS)

    def play(self, hall: Hall, move: str) -> Player:
        table = hall.table()
        who = (ANN, BEN, CAT)[turn(table)]
        hall.ask(who, PlayMove("t1", table.game_number, len(table.log), move))
        return who

    def test_is_not_taken_back(self, hall: Hall) -> None:
        started(hall)
        mover = self.play(hall, "pass")
        assert table_state(hall.table(), None).undoable is None
        with pytest.raises(RefusedError) as told:
            hall.ask(mover, back(hall))
        assert told.value.code == "not_undoable"

    def test_the_next_one_may_be_and_then_the_first_still_stays(self, hall: Hall) -> None:
        started(hall)
        self.play(hall, "pass")
        table = hall.table()
        card = next(m for m in table.game.moves(table.position) if m != PASS)
        second = self.play(hall, table.game.format_move(card))
        hall.ask(second, back(hall))
        for each in others(second):
            hall.ask(each, back(hall))
        assert [logged.entry.move for logged in hall.table().log] == ["pass"]
        assert table_state(hall.table(), None).undoable is None
