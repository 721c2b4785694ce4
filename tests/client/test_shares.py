"""A player's part in draws, against servers that show each of them something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from client.draws import shares as shares_module
from client.draws.shares import Shares
from client.record_audit import check_as_seen
from client.verify import Verdict, verify
from protocol.commands import (
    Agree,
    Contribute,
    LeaveTable,
    Look,
    OpenTable,
    Pledge,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.draws import SignedCommitment
from protocol.states import TableState
from server.lobby.upkeep import close_table, restored_lobby
from server.tables import play
from server.tables.table import Player
from server.tables.views import table_state
from siam_tui.profile.table_secrets import PledgeFolder
from tests.server.conftest import ANN, BEN, CAT, SERVER, Hall
from tests.server.draws import Drawers, drawn, play_on, record, seated

ONE = b"1" * 32


def started() -> Hall:
    hall = Hall(patience=3)
    seated(hall, 2)
    hall.ask(ANN, StartGame("t1"))
    return hall


def shown(hall: Hall, seat: int = 0, **draw: object) -> TableState:
    """Return the table as a seat sees it, with its draw changed."""
    state = table_state(hall.table(), seat)
    assert state.draw is not None
    return evolve(state, draw=evolve(state.draw, **draw))


def give(hall: Hall, player: Player, shares: Shares, state: TableState) -> None:
    """Send the server what a state asks of a player."""
    answer = shares.answer_draw(state)
    assert answer is not None
    hall.ask(player, answer)


def another_commitment(hall: Hall, number: int = 1) -> dict[str, object]:
    """Return the fields of a draw with another commitment, signed as well."""
    draw = hall.table().draw
    assert draw is not None
    link = draw.before.link(SERVER.public.fingerprint, "t1")
    other = SignedCommitment(number, draw.dealt, link, b"x" * 32, format=3).signed(SERVER, "t1")
    return {"number": number, "commitment": other.commitment, "signature": other.signature}


class TestBoundOnce:
    def test_another_commitment_for_the_same_game_gets_nothing(self, tmp_path: Path) -> None:
        hall = started()
        told: list[str] = []
        book = PledgeFolder.in_profile(tmp_path, SERVER.public.fingerprint)
        shares = Shares(SERVER.public, ANN.key, book, lambda _, sentence, __: told.append(sentence))
        assert isinstance(shares.answer_draw(shown(hall)), Pledge)
        bound = shares.latest("t1")
        assert bound is not None
        for stage in ("pledging", "contributing", "dealt"):
            answer = shares.answer_draw(shown(hall, stage=stage, **another_commitment(hall)))
            assert answer in (Look("t1", draw=bound.draw), None)
        assert len(told) == 1
        assert "two different ones for game 1" in told[0]
        place = told[0].partition("siam verify ")[2]
        assert verify(Path(place).read_text("utf-8")).wrong

    def test_a_client_started_anew_gives_the_same_number_and_no_other(self, tmp_path: Path) -> None:
        hall = started()
        book = PledgeFolder.in_profile(tmp_path, SERVER.public.fingerprint)
        first = Shares(SERVER.public, ANN.key, book).answer_draw(shown(hall))
        anew = Shares(SERVER.public, ANN.key, book)
        assert anew.answer_draw(shown(hall)) == first
        again = Shares(SERVER.public, ANN.key, book)
        assert not isinstance(again.answer_draw(shown(hall, **another_commitment(hall))), Pledge)

    def test_no_number_of_other_tables_has_it_forgotten(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shares_module, "_TABLES", 5)
        hall = started()
        shares = Shares(
            SERVER.public, ANN.key, PledgeFolder.in_profile(tmp_path, SERVER.public.fingerprint)
        )
        shares.answer_draw(shown(hall))
        for number in range(20):
            assert isinstance(shares.answer_draw(draw_at(f"x{number}")), Pledge)
        answer = shares.answer_draw(shown(hall, **another_commitment(hall)))
        assert not isinstance(answer, Pledge)

    def test_a_commitment_that_is_not_signed_gets_nothing(self) -> None:
        hall = started()
        shares = Shares(SERVER.public, ANN.key)
        assert shares.answer_draw(shown(hall, signature=b"")) is None
        assert shares.answer_draw(shown(hall, signature=bytes(64))) is None
        assert shares.answer_draw(shown(hall, number=2)) is None
        assert shares.answer_draw(shown(hall, base=ONE)) is None
        assert isinstance(shares.answer_draw(shown(hall)), Pledge)

    def test_a_dealt_game_is_not_drawn_again(self) -> None:
        hall = started()
        drawers = Drawers(ANN, BEN)
        before = shown(hall)
        drawers.answer(hall)
        assert hall.table().status == "running"
        drawers.answer(hall)
        shares = drawers.shares[ANN]
        shares.answer_draw(shown(hall))
        assert not isinstance(shares.answer_draw(before), Pledge | Contribute)
        assert "which it has had" in shares.troubles("t1", 1)[0]

    def test_a_later_game_that_is_shown_as_dealt_does_not_hide_the_one_before(self) -> None:
        hall = started()
        ann, ben = (Shares(SERVER.public, each.key) for each in (ANN, BEN))
        give(hall, ANN, ann, shown(hall))
        give(hall, BEN, ben, shown(hall, 1))
        assert isinstance(ann.answer_draw(shown(hall)), Contribute)
        later = SignedCommitment(2, 1, ONE, b"x" * 32, format=3).signed(SERVER, "t1")
        fields = {"commitment": later.commitment, "signature": later.signature}
        ann.answer_draw(shown(hall, number=2, dealt=1, base=ONE, stage="dealt", **fields))
        assert "never showed you that game" in ann.troubles("t1", 2)[0]


class TestFormats:
    """Of the draws of an earlier release, in whose games a move could count again."""

    def old_draw(self, hall: Hall) -> dict[str, object]:
        """Return the fields of the present draw as an earlier release signed it."""
        draw = hall.table().draw
        assert draw is not None
        assert draw.committed is not None
        old = evolve(draw.committed, format=2).signed(SERVER, "t1")
        return {"format": 2, "signature": old.signature}

    def test_the_player_gives_nothing_to_one(self) -> None:
        hall = started()
        ann = Shares(SERVER.public, ANN.key)
        told: list[str] = []
        ann.warn = lambda _, sentence, __: told.append(sentence)
        assert ann.answer_draw(shown(hall, **self.old_draw(hall))) is None
        assert "a move that was taken back could count again" in " ".join(told)

    def test_a_format_cannot_be_claimed_for_another_signature(self) -> None:
        hall = started()
        ann = Shares(SERVER.public, ANN.key)
        assert ann.answer_draw(shown(hall, format=2)) is None

    def test_two_formats_of_one_game_are_two_commitments(self) -> None:
        hall = started()
        ann = Shares(SERVER.public, ANN.key)
        assert isinstance(ann.answer_draw(shown(hall)), Pledge)
        dealt = shown(hall, stage="dealt", **self.old_draw(hall))
        ann.answer_draw(dealt)
        assert any("two different ones" in each for each in ann.troubles("t1", 1))

    def test_the_server_gives_one_up_when_it_starts(self) -> None:
        hall = started()
        table = hall.table()
        assert table.draw is not None
        assert table.drawing
        old = replace(table, draw=replace(table.draw, format=2))
        draw = restored_lobby(hall.context, [old], {}).tables["t1"].draw
        assert draw is not None
        assert [(each.number, each.reason) for each in draw.given_up] == [(1, "updated")]
        assert draw.after.is_sound(SERVER.public, "t1")


class TestShownToEachSomethingElse:
    def test_other_commitments(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ben is bound to another one than Ann; the record can have only one."""
        hall = started()
        ann, ben = (Shares(SERVER.public, each.key) for each in (ANN, BEN))
        other = another_commitment(hall)
        let_all_pass(monkeypatch)
        give(hall, ANN, ann, shown(hall))
        give(hall, BEN, ben, shown(hall, 1, **other))
        give(hall, ANN, ann, shown(hall))
        give(hall, BEN, ben, shown(hall, 1, **other))
        text = record(play_on(hall, Random(1)))
        assert "The contribution of Ben is not the one they pledged" in wrong(verify(text))
        verdict = check_as_seen(text, table_state(hall.table(), 1), ben.share_of_game("t1", 1))
        assert "bound to another secret" in wrong(verdict)

    def test_other_pledges(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hall = started()
        ann, ben = (Shares(SERVER.public, each.key) for each in (ANN, BEN))
        let_all_pass(monkeypatch)
        give(hall, ANN, ann, shown(hall))
        give(hall, BEN, ben, shown(hall, 1))
        draw = hall.table().draw
        assert draw is not None
        lie = shown(hall, 1, pledges=(ONE, draw.pledges[1]))
        give(hall, BEN, ben, lie)
        give(hall, ANN, ann, shown(hall))
        ben.answer_draw(shown(hall, 1))
        assert "other pledges or players" in ben.troubles("t1", 1)[0]
        assert "other pledges or players" in ben.refusal(shown(hall, 1))
        assert ann.refusal(shown(hall)) == ""
        text = record(play_on(hall, Random(1)))
        state = table_state(hall.table(), 1)
        verdict = check_as_seen(text, state, ben.share_of_game("t1", 1), ben.troubles("t1", 1))
        assert "other pledges" in wrong(verdict)

    def test_a_pledge_in_the_players_name(self) -> None:
        hall = started()
        ann = Shares(SERVER.public, ANN.key)
        give(hall, ANN, ann, shown(hall))
        assert ann.answer_draw(shown(hall, stage="contributing", pledges=(ONE, ONE))) is not None
        assert "pledge in your name" in ann.troubles("t1", 1)[0]
        dealt = shown(hall, stage="dealt", pledges=(ONE, ONE))
        assert "pledge in your name" in ann.refusal(dealt)


class TestRestoredBackup:
    def test_an_honest_server_goes_on_under_a_new_number(self) -> None:
        hall = Hall(patience=3)
        seated(hall, 2)
        backup = hall.lobby
        drawers = Drawers(ANN, BEN)
        hall.ask(ANN, StartGame("t1"))
        drawers.answer(hall)
        drawers.answer(hall)
        hall.lobby = backup
        hall.ask(ANN, StartGame("t1"))  # nobody has looked since: the number is used again
        drawers.answer(hall)
        drawers.answer(hall)
        table = hall.table()
        assert (table.status, table.game_number) == ("running", 2)
        verdict = verify(record(play_on(hall, Random(1))))
        assert not verdict.wrong
        (told,) = verdict.marked("open")
        assert "gave up the setup of game 1: its store had been put back to an older copy." in told

    def test_nobody_else_can_have_numbers_given_up(self) -> None:
        hall = started()
        stranger = SignedCommitment(7, 0, ONE, ONE, bytes(64))
        before = hall.table()
        hall.ask(BEN, Look("t1", draw=stranger))
        assert hall.table() == before

    def test_too_many_in_a_row_end_in_a_refusal(self) -> None:
        hall = Hall(patience=3)
        seated(hall, 2)
        for _ in range(8):
            hall.ask(ANN, StartGame("t1"))
            hall.end_draw_wait(give_up=True)
        assert hall.refusal(ANN, StartGame("t1")) == "too_many_draws"


def test_the_next_game_names_the_one_before() -> None:
    hall = Hall(patience=3)
    drawers = drawn(hall, 2)
    drawers.answer(hall)
    first = hall.table().draw
    for proposal in ("end", "again"):
        for each in (ANN, BEN):
            hall.ask(each, Agree("t1", 1, proposal, yes=True))
    drawers.answer(hall)
    second = hall.table().draw
    assert first is not None
    assert second is not None
    assert (second.number, second.dealt, second.base) == (2, 1, first.chain)
    assert verify(record(play_on(hall, Random(1)))).proven
    shares = drawers.shares[ANN]
    lie = shown(hall, stage="pledging", number=3, dealt=2, base=ONE)
    assert not isinstance(shares.answer_draw(lie), Pledge)


def test_who_leaves_or_sits_down_after_a_game_changes_nothing_in_its_setup() -> None:
    hall = Hall(patience=3)
    drawers = drawn(hall, 2)
    drawers.answer(hall)
    shares = drawers.shares[ANN]
    for each in (ANN, BEN):
        hall.ask(each, Agree("t1", 1, "end", yes=True))
    hall.ask(BEN, LeaveTable("t1"))
    assert shares.answer_draw(table_state(hall.table(), 0)) is None
    hall.ask(CAT, TakeSeat("t1", 1))
    assert shares.answer_draw(table_state(hall.table(), 0)) is None
    assert shares.troubles("t1", 1) == ()


def test_a_table_closed_in_a_draw_says_so_signed() -> None:
    hall = started()
    told: list[str] = []
    ann = Shares(SERVER.public, ANN.key, warn=lambda _, sentence, __: told.append(sentence))
    ben = Shares(SERVER.public, BEN.key)
    give(hall, ANN, ann, shown(hall))
    give(hall, BEN, ben, shown(hall, 1))
    give(hall, ANN, ann, shown(hall))
    hall.take(close_table(hall.lobby, "t1"))
    (closed,) = hall.changed()[-1:]
    ann.answer_draw(table_state(closed, 0))
    assert "gave up the setup of game 1: the table was closed, without Ben." in told[0]
    assert "closed after you had contributed to the setup of game 1" in told[1]
    assert closed.draw is not None
    (given_up,) = closed.draw.given_up
    assert (given_up.reason, given_up.missing) == ("closed", (BEN.key.raw,))


def let_all_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the server take what an honest one refuses."""
    monkeypatch.setattr("hmac.compare_digest", lambda *_: True)
    monkeypatch.setattr(play, "_check_signature", lambda *_: None)


def wrong(verdict: Verdict) -> str:
    return " ".join(verdict.marked("wrong"))


def draw_at(table: str) -> TableState:
    """Return another table of the same server, at which Ann's game is being drawn."""
    hall = Hall(patience=3, table_id=lambda: table)
    hall.ask(ANN, OpenTable("siam", 2))
    hall.ask(ANN, SeatBot(table, 1, "random"))
    hall.ask(ANN, StartGame(table))
    return table_state(hall.lobby.tables[table], 0)
