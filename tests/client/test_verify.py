"""What a record proves, and that nothing in it can be changed without being told."""

from __future__ import annotations

import re
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from client.findings import Finding
from client.record_audit import check_as_seen
from client.signatures import signed_seat
from client.verify import verify
from games.record import read_record
from protocol.commands import Agree, LeaveTable, OpenTable, PlayMove, StartGame, TakeBack
from protocol.keys import SecretKey
from protocol.proof import Proof, read_proof
from server.tables.play import time_out
from server.tables.views import table_state
from tests.server.conftest import ANN, BEN, SERVER, Hall
from tests.server.draws import Drawers, drawn, play_on, record, seated

_STRANGER = SecretKey(b"stranger".ljust(32))


def game(people=2, bots=0, seed=1):
    """Return a finished game's hall, drawers and record."""
    hall = Hall(patience=3)
    drawers = drawn(hall, people, bots)
    table = play_on(hall, Random(seed))
    assert table.status == "over"
    return hall, drawers, record(table)


def amber_alone():
    """Return the record of a game of Reino de Ámbar that Ann ended at once, and its start."""
    hall = Hall(patience=3)
    hall.ask(ANN, OpenTable("amber", 1, options=("two_periods",)))
    hall.ask(ANN, StartGame("t1"))
    Drawers(ANN).answer(hall)
    hall.ask(ANN, Agree("t1", 1, "end", yes=True))
    text = record(hall.table())
    return text, re.search(r'\[Start "([^"]*)"\]', text)[1]


def another_pawn(found):
    """Return both seats with the pawn that neither has for the first."""
    own, between, other = found.groups()
    (third,) = set("HTL") - {own, other}
    return f"MSWVYK{third}.{third}{between}{other}"


HALL, DRAWERS, TEXT = game()
AMBER, AMBER_START = amber_alone()


def with_proof(change):
    """Return the record with its proof changed, as somebody would who cannot sign for others."""
    old = re.search(r'\[Proof "([^"]*)"\]', TEXT)[1]
    return TEXT.replace(old, change(read_proof(old)).to_text())


def wrong(text):
    found = verify(text)
    assert found.wrong
    assert not found.proven
    return " ".join(found.marked("wrong"))


def changed_move(text, number, other):
    """Return the record with one of its moves replaced."""
    head, moves = text.split("\n\n")
    words = moves.split()
    words[number] = other
    return f"{head}\n\n{' '.join(words)}\n"


class TestHonest:
    @pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (2, 2)])
    def test_everything_is_proven(self, people, bots):
        verdict = verify(game(people, bots, seed=people)[2])
        assert verdict.proven, verdict.findings
        assert any(
            "Ann" in sentence and ANN.key.short in sentence for sentence in verdict.marked("proven")
        )

    def test_what_the_server_played_for_a_seat_is_marked_and_signed_by_it(self):
        hall = Hall(patience=3)
        drawn(hall, 3)
        play_on(hall, Random(3), 6)
        hall.ask(BEN, LeaveTable("t1"))
        text = record(play_on(hall, Random(3)))
        verdict = verify(text)
        assert verdict.proven
        told = " ".join(verdict.marked("proven"))
        assert re.search(r"the server \d+ forced move", told)
        assert re.search(r"the server (1 move|\d+ moves) of a stand-in\b", told)

    def test_a_game_ended_early_is_proven_too(self):
        hall = Hall(patience=3)
        drawn(hall, 2)
        for player in (ANN, BEN):
            hall.ask(player, Agree("t1", 1, "end", yes=True))
        assert verify(record(hall.table())).proven

    def test_who_gave_no_chance_is_named(self):
        hall = Hall()  # nobody is asked
        drawn(hall, 2)
        verdict = verify(record(play_on(hall, Random(1))))
        assert not verdict.wrong
        assert verdict.marked("open") == (
            "Ann and Ben gave nothing to the chance of the setup in time.",
        )

    def test_comments_may_be_added(self):
        verdict = verify(TEXT + " {well played}\n")
        assert verdict.proven
        assert "but for its comments" in " ".join(verdict.marked("proven"))

    def test_a_record_without_proof_is_checked_as_far_as_it_goes(self):
        verdict = verify(re.sub(r'\[Proof "[^"]*"\]\n', "", TEXT))
        assert not verdict.wrong
        assert not verdict.proven
        assert [each.mark for each in verdict.findings] == ["proven", "open"]


class TestDoctored:
    def test_a_changed_move(self):
        record = read_record(TEXT)
        words = TEXT.split("\n\n")[1].split()
        number = next(n for n, word in enumerate(words) if word != "pass" and n > 3)
        told = wrong(changed_move(TEXT, number, "pass"))
        who = "Ann|Ben"
        assert re.search(rf"Move {number + 1} \(pass\) is not as ({who}) signed it", told)
        assert record.moves

    def test_an_illegal_move(self):
        words = TEXT.split("\n\n")[1].split()
        number = next(n for n, word in enumerate(words) if word.startswith(("R:", "L:", "M:")))
        told = wrong(changed_move(TEXT, number, "2:-x-"))
        assert f"move {number + 1} (2:-x-)" in told

    def test_a_missing_line_of_moves(self):
        lines = TEXT.splitlines()
        told = wrong("\n".join(lines[:-1]))
        assert "a move is missing, or one too many" in told

    @pytest.mark.parametrize("tag", ["Start", "Game", "Result", "Seat0", "Seat1", "Date"])
    def test_a_missing_tag(self, tag):
        assert wrong(re.sub(rf'\[{tag} "[^"]*"\]\n', "", TEXT))

    def test_another_result(self):
        other = re.sub(r'\[Result "[^"]*"\]', '[Result "faction L seats 1"]', TEXT)
        if other == TEXT:
            other = re.sub(r'\[Result "[^"]*"\]', '[Result "faction R seats 0"]', TEXT)
        assert "the record says" in wrong(other)

    def test_another_start(self):
        start = re.search(r'\[Start "([^"]*)"\]', TEXT)[1]
        board, queue, rest = start.split(" ", 2)
        tiles = queue.split(",")
        turned = ",".join((*tiles[:6], tiles[7], tiles[6]))
        assert "The start is not the setup" in wrong(
            TEXT.replace(start, f"{board} {turned} {rest}")
        )

    @pytest.mark.parametrize(
        ("part", "field", "old", "new"),
        [
            ("dice", 0, r"([1-9])\.(\d)(.*?)0\.", r"0.\2\g<3>\1."),
            ("pawn", 1, r"^MSWVYK(\w)\.\w(.*\|>.*?\.)(\w)", another_pawn),
            ("the dummy's pile", 1, r">(\w)(\w)", r">\2\1"),
            ("deck", 10, r"^(\w+),(\w+)", r"\2,\1"),
            ("coins", 11, r"^\d", lambda f: str(1 - int(f[0]))),
            ("second deck", 12, r"^(\w+),(\w+)", r"\2,\1"),
            ("second coins", 12, r";(\d)", lambda f: f";{1 - int(f[1])}"),
            ("the dummy's second pile", 12, r"(\w)(\w)$", r"\2\1"),
        ],
    )
    def test_any_part_of_what_reino_de_ambar_hides(self, part, field, old, new):
        fields = AMBER_START.split(" ")
        fields[field] = re.sub(old, new, fields[field], count=1)
        other = " ".join(fields)
        assert other != AMBER_START, part
        assert "The start is not the setup" in wrong(AMBER.replace(AMBER_START, other))

    def test_another_name(self):
        told = wrong(TEXT.replace('[Seat0 "Ann"]', '[Seat0 "Eve"]'))
        assert told == "Eve is not what seat 1 was called when the record was signed."

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (lambda p: evolve(p, secret=b"x" * 32), "not the one it was bound to"),
            (lambda p: evolve(p, commitment=b"x" * 32), "not the one it was bound to"),
            (lambda p: evolve(p, signature=bytes(64)), "over the whole record"),
            (lambda p: evolve(p, moves=p.moves[:-1]), "a move is missing, or one too many"),
            (lambda p: evolve(p, seats=p.seats[:-1]), "2 seats, but the proof 1"),
            (lambda p: evolve(p, table="t2"), "not the one it was bound to"),
            (lambda p: evolve(p, game=2), "not the one it was bound to"),
            (lambda p: evolve(p, server=_STRANGER.public.raw), "over the whole record"),
            (lambda p: seat(p, contribution=b"x" * 32), "The contribution of Ann is not the one"),
            (lambda p: seat(p, contribution=b""), "The start is not the setup"),
            (lambda p: seat(p, pledge=b"x" * 32), "The contribution of Ann is not the one"),
            (lambda p: seat(p, key=_STRANGER.public.raw), "No move's signature fits"),
            (lambda p: move(p, 2, signature=bytes(64)), "The signature of Move 3"),
            (lambda p: move(p, 2, by="stand_in"), "Move 3"),
            (lambda p: evolve(p, format=1), "the tag Format is not as it was signed"),
        ],
    )
    def test_another_proof(self, change, told):
        assert told in wrong(with_proof(change))

    def test_a_proof_that_is_none(self):
        assert "The tag Proof cannot be read" in wrong(
            re.sub(r'\[Proof "[^"]*"\]', '[Proof "x"]', TEXT)
        )

    def test_one_signed_anew_by_somebody_else_says_by_whom(self):
        """Who signs all of it anew can only sign as another server, and for no player."""

        def stranger(proof):
            return evolve(proof, server=_STRANGER.public.raw)

        assert _STRANGER.public.fingerprint not in TEXT
        assert verify(with_proof(stranger)).wrong

    @settings(max_examples=150, deadline=None)
    @given(st.integers(0, len(TEXT) - 1), st.characters(codec="ascii", categories=["L", "N", "P"]))
    def test_no_letter_can_be_changed_unnoticed(self, place, letter):
        text = TEXT[:place] + letter + TEXT[place + 1 :]
        verdict = verify(text)
        if verdict.proven:  # the same record, written in another way
            assert verdict.record is not None
            proof = read_proof(verdict.record.proof or "").unsigned().to_text()
            same = read_record(TEXT)
            assert verdict.record.signed_part(proof) == same.signed_part(proof)

    @given(st.text(max_size=300))
    def test_no_text_is_too_much_for_it(self, text):
        assert verify(text).wrong


def test_a_clock_that_plays_a_card_is_named(monkeypatch):
    """Signed by the server itself, with every hash in its place."""
    hall = Hall()
    drawn(hall, 2)
    play_on(hall, Random(1), 4)
    table = hall.table()
    game = table.game
    card = next(each for each in game.moves(table.position) if game.format_move(each) != "pass")
    with monkeypatch.context() as cheating:
        cheating.setattr(type(game), "idle", lambda *_: card)
        hall.take(hall.lobby.with_table(time_out(table, SERVER)))
    text = record(play_on(hall, Random(1)))
    place = len(table.log) + 1
    told = wrong(text)
    assert f"Move {place} ({game.format_move(card)})" in told
    assert "by the rules another move is played then" in told


class TestTakenBack:
    """Signed by its player as well as the move that counts, and for the same ply."""

    def played(self):
        """Return a record, the number of a move that was played anew, and what it was before."""
        hall = Hall(patience=3)
        drawn(hall, 2)
        table = play_on(hall, Random(1), 4)
        mover = (ANN, BEN)[table.game.turn(table.position)]
        first, second = [table.game.format_move(each) for each in table.game.moves(table.position)][
            :2
        ]
        hall.ask(mover, PlayMove("t1", 1, 4, first))
        undone = hall.table().log[4].entry
        for each in (mover, ANN if mover == BEN else BEN):
            hall.ask(each, TakeBack("t1", 1, len(hall.table().log), yes=True))
        assert len(hall.table().log) == 4
        hall.ask(mover, PlayMove("t1", 1, 4, second))
        table = hall.table()
        answering = (ANN, BEN)[table.game.turn(table.position)]
        hall.ask(answering, PlayMove("t1", 1, 5, "pass"))  # legal after either, whatever was drawn
        return record(play_on(hall, Random(2))), 4, undone

    def test_the_record_of_what_counts_is_proven(self):
        verdict = verify(self.played()[0])
        assert verdict.proven
        assert "Moves were taken back 1 time, and every signature after that says so." in (
            verdict.marked("proven")
        )

    def test_it_cannot_be_put_back(self):
        text, place, undone = self.played()
        old = re.search(r'\[Proof "([^"]*)"\]', text)[1]
        proof = move(read_proof(old), place, signature=undone.signature)
        for doctored, first in ((proof, place + 1), (evolve(proof, forks=()), place + 2)):
            told = wrong(changed_move(text.replace(old, doctored.to_text()), place, undone.move))
            assert re.search(rf"Move {first} .* is not as \w+ signed it, and so no", told)
            assert "The server's signature over the whole record does not fit" in told


class TestAsSeen:
    def check(self, text=TEXT, player=ANN, **changes):
        state = evolve(table_state(HALL.table(), 0), **changes)
        return check_as_seen(text, state, DRAWERS.shares[player].share_of_game("t1", 1))

    def test_an_honest_server_is_believed(self):
        assert self.check().proven
        assert self.check(player=BEN).proven

    def test_a_record_of_another_game_is_not(self):
        """Genuine, and signed, but not what was played."""
        other = game(seed=2)[2]
        verdict = self.check(other)
        told = " ".join(verdict.marked("wrong"))
        assert "Your contribution to the setup was left out" in told
        assert "other pledges" in told

    def test_a_game_that_ended_in_another_way_is_not(self):
        assert "in another way" in " ".join(self.check(ply=3).marked("wrong"))
        assert "another game" in " ".join(self.check(table="t9").marked("wrong"))

    def test_a_contribution_that_was_given_and_left_out_is_noticed(self):
        hall = Hall(patience=3)
        seated(hall, 2)
        drawers = Drawers(ANN, BEN)
        hall.ask(ANN, StartGame("t1"))
        shares = drawers.shares[ANN]
        hall.ask(ANN, shares.answer_draw(table_state(hall.table(), 0)))
        drawers.answer(hall, ANN)
        hall.end_draw_wait()  # the server says that what she sent then came too late
        text = record(play_on(hall, Random(1)))
        verdict = check_as_seen(text, table_state(hall.table(), 0), shares.share_of_game("t1", 1))
        assert "Your contribution to the setup was left out" in " ".join(verdict.marked("wrong"))


def seat(proof: Proof, **changes: bytes) -> Proof:
    return evolve(proof, seats=(evolve(proof.seats[0], **changes), *proof.seats[1:]))


def move(proof: Proof, number: int, **changes: object) -> Proof:
    moves = list(proof.moves)
    moves[number] = evolve(moves[number], **changes)
    return evolve(proof, moves=tuple(moves))


def test_a_finding_is_told_in_a_sentence():
    for each in verify(TEXT).findings:
        assert isinstance(each, Finding)
        assert each.sentence.endswith(".")


class TestWhoPlayed:
    """A lobby can make up any record, but not the signature of a player's move."""

    def test_each_player_has_the_seat_in_which_they_signed_a_move(self):
        verdict = verify(TEXT)
        for seat, player in enumerate((ANN, BEN)):
            assert signed_seat(verdict.record, verdict.proof, player.id) == seat
        assert signed_seat(verdict.record, verdict.proof, _STRANGER.public.fingerprint) is None

    def test_a_key_that_was_put_in_has_signed_nothing(self):
        verdict = verify(TEXT)
        seats = [evolve(each, key=_STRANGER.public.raw) for each in verdict.proof.seats]
        made_up = evolve(verdict.proof, seats=tuple(seats))
        assert signed_seat(verdict.record, made_up, _STRANGER.public.fingerprint) is None

    def test_signed_moves_count_for_no_other_game(self):
        verdict = verify(TEXT)
        for change in ({"table": "t9"}, {"game": 2}, {"server": _STRANGER.public.raw}):
            assert signed_seat(verdict.record, evolve(verdict.proof, **change), ANN.id) is None

    def test_a_proof_of_another_length_is_none(self):
        verdict = verify(TEXT)
        shorter = evolve(verdict.proof, moves=verdict.proof.moves[1:])
        assert signed_seat(verdict.record, shorter, ANN.id) is None
