"""What is hidden, what can be taken back, and playing on from a view: A10, A22."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.amber import Later
from games.contract import GameError, InvalidRecordError
from games.record import Record, format_record, parse_record

OPTIONS = ((), ("two_periods",))


def random_game(game, players, seed):
    """Return the positions of a random game, each with the move played there."""
    position, random = game.new(players, seed), Random(seed)
    while position.turn is not None:
        move = game.random_move(position, random)
        yield position, move
        position = game.play(position, move)
    yield position, None


class TestViews:
    def test_a10_a_seat_sees_its_own_and_what_lies_open(self, build, game):
        here = build(
            kept=("9MS", "5YK+8YK"), row="CM", step="declare", hands={0: "MSVY", 1: "MSWY"},
            lasts={0: "K", 1: "V"}, round="1.3", gold=(4, 3), influence=(1, 0),
        )  # fmt: skip
        view = game.format(game.view(here, 0)).split(" ")
        assert view[1] == "MSVY.H.K.1.4.9MS|?4.?.V.0.3.?2"
        assert view[-3:] == ["?18", "-", "-"]
        everybody = game.format(game.view(here, None)).split(" ")
        assert everybody[1] == "?4.?.K.1.4.?1|?4.?.V.0.3.?2"
        texts = game.format(here).split(" ")
        same = [number for number in range(13) if number not in (1, 10)]
        assert [view[n] for n in same] == [texts[n] for n in same]

    def test_a10_a_pawn_is_seen_while_it_is_the_last_card(self, build, game):
        here = build(step="declare", lasts={0: "H", 1: "V"}, hands={0: "MSWVYK", 1: "MSWYKT"})
        assert game.view(here, 1).seats[0].pawn == "H"
        assert game.view(here, 0).seats[1].pawn is None
        assert game.view(here, 1).seats[1].pawn == "T"

    def test_the_dummy_sees_no_more_than_a_spectator(self, rules):
        game = rules("two_periods")
        here = game.new(1, 3)
        assert game.view(here, 1) == game.view(here, None) != game.view(here, 0)
        text = game.format(game.view(here, 0))
        assert "|>?7.?.-.4.3.?0 " in text
        assert text.endswith("?22 ? ?")

    def test_when_the_game_is_over_nothing_is_hidden(self, build, game):
        here = build(round="1.7", turn=None, step="over", row="-", kept=("9MS", "5YK+8YK"))
        assert game.view(here, None) == here
        with pytest.raises(ValueError, match="no seat 2"):
            game.view(here, 2)

    def test_what_is_hidden_is_named(self, game, rules):
        here = rules("two_periods").new(1, 3)
        assert game.name_hidden_part(here) is None
        view = game.view(here, 0)
        assert game.name_hidden_part(view) == "the dummy's pile"
        assert game.name_hidden_part(game.view(here, None)) == "the hand of seat 0"
        opened = here._replace(deck=(), unseen=22)
        assert game.name_hidden_part(opened) == "the deck"
        assert game.name_hidden_part(here._replace(coins=None)) == "the dummy's coins"
        assert game.name_hidden_part(here._replace(later=Later(None))) == "the second deck"

    @pytest.mark.parametrize("players", [1, 2, 3])
    def test_the_moves_of_a_seat_are_the_same_in_its_view(self, rules, players):
        for options in OPTIONS:
            game = rules(*options)
            for here, move in random_game(game, players, 5):
                if move is None or (players == 1 and here.turn == 1):
                    continue
                view = game.view(here, here.turn)
                assert list(game.moves(view)) == list(game.moves(here))
                assert game.forced(view) == game.forced(here)
                assert game.idle(view) == game.idle(here)
                try:
                    after = game.play(view, move)
                except GameError:
                    assert not game.may_take_back(here, move)
                else:
                    assert after == game.view(game.play(here, move), here.turn) or after.over

    def test_what_depends_on_a_hidden_part_is_an_error(self, build, game, legal):
        here = game.view(build(), 1)
        for ask in (game.moves, game.forced, game.idle):
            with pytest.raises(GameError, match="the hand of seat 0 is hidden"):
                ask(here)
        with pytest.raises(GameError, match="the hand of seat 0 is hidden"):
            game.play(here, game.parse_move("V:BOR"))
        here = game.view(build(step="declare"), 1)
        assert legal(here) == {"pass", "try:2MK", "try:2SY"}
        here = game.view(build(alone=True, turn=1, first=1), 0)
        with pytest.raises(GameError, match="the dummy's next card is hidden"):
            game.forced(here)
        solve = {"alone": True, "turn": 1, "first": 1, "step": "solve"}
        here = game.view(build(**solve, row="CK=1"), 0)
        with pytest.raises(GameError, match="the dummy's coin for CK is hidden"):
            game.forced(here)
        assert legal(game.view(build(**solve, row="CW=1"), 0)) == {"CW:BOR"}
        here = game.view(build(step="declare", turn=1), 0)
        with pytest.raises(GameError, match="to be revealed are hidden"):
            game.play(here, game.parse_move("pass"))


class TestTakingBack:
    def may(self, game, position, move):
        return game.may_take_back(position, game.parse_move(move))

    def test_nothing_that_was_revealed(self, build, game):
        assert not self.may(game, build(step="declare", turn=1), "pass")
        assert self.may(game, build(step="declare"), "pass")
        here = build(round="1.7", lasts={0: "K", 1: "K"}, step="declare", turn=1)
        assert not self.may(game, here, "pass")  # all is open then

    def test_a_pawn_shows_itself_but_an_ace_is_known(self, build, game):
        assert self.may(game, build(), "V:BOR")
        assert not self.may(game, build(), "H:BOR")
        assert self.may(game, build(round="2.1", solver="0"), "H:BOR")

    def test_a_card_or_a_coin_of_the_dummy(self, build, game):
        fields = {"alone": True, "turn": 1, "first": 1, "pawns": "HL"}
        here = build(**fields, hands={1: "VMSWYKL"})
        assert not self.may(game, here, "V:BOR")
        fields |= {"step": "solve"}
        assert not self.may(game, build(**fields, row="CK=1,CM=0"), "CK:^MAR")
        assert self.may(game, build(**fields, row="CK=1,CM=0", confidant="CAS"), "CK:^MAR")
        assert self.may(game, build(**fields, row="2MK=1,CM=0"), "2MK:keep")


class TestRecords:
    def parts(self, game, players, seed):
        """Iterate over games with what a spectator saw from some moment on."""
        played = list(random_game(game, players, seed))
        for first in (0, len(played) // 3, len(played) // 2, len(played) - 9):
            for end in (len(played) - 1, len(played) - 4):
                views = [game.view(position, None) for position, _ in played[first:end]]
                yield played, first, views

    @pytest.mark.parametrize("players", [1, 2, 3])
    def test_a_part_of_a_running_game_replays_as_a_spectator_saw_it(self, rules, players):
        for options in OPTIONS:
            game = rules(*options)
            for played, first, views in self.parts(game, players, 8):
                start = game.known_start(views)
                skipped = [game.chapter(view) for view in views].index(game.chapter(start))
                assert skipped == 0 or options
                moves = tuple(move for _, move in played[first:][skipped : len(views) - 1])
                record = parse_record(format_record(Record(game, start, moves)))
                shown = list(record.replay())
                for seen, view in zip(shown, views[skipped:], strict=True):
                    known = seen._replace(deck=(), unseen=seen.deck_size)
                    assert known == view
                assert record.start.deck[: len(shown[-1].deck)] or not shown[-1].deck

    def test_the_start_shows_the_problems_revealed_since(self, game):
        played = [position for position, _ in random_game(game, 2, 3)]
        views = [game.view(each, None) for each in played if each.round <= 3]
        start = game.known_start(views)
        assert start.deck == played[0].deck[:4]
        assert game.format(start).split(" ")[10].endswith(",?18")
        assert game.known_start(views[:1]) == views[0]

    def test_what_was_not_revealed_cannot_be_replayed(self, game):
        played = list(random_game(game, 2, 3))
        moves = tuple(move for position, move in played if position.round == 1)
        record = Record(game, game.view(played[0][0], None), moves)
        with pytest.raises(InvalidRecordError, match="to be revealed are hidden"):
            list(record.replay())
        assert list(Record(game, record.start, moves[:-1]).replay())

    def test_a_part_ends_before_the_end_whose_points_it_cannot_know(self, game):
        played = list(random_game(game, 2, 3))
        part = [pair for pair in played if pair[0].round == 7]
        moves = tuple(move for _, move in part[:-1])
        with pytest.raises(InvalidRecordError, match="are hidden in this view"):
            list(Record(game, game.view(part[0][0], None), moves).replay())

    @pytest.mark.parametrize("players", [1, 3])
    def test_at_the_end_the_start_is_known(self, rules, players):
        for options in OPTIONS:
            game = rules(*options)
            for seed in range(3):
                played = list(random_game(game, players, seed))
                views = [game.view(position, None) for position, _ in played]
                start = game.known_start(views)
                skipped = [game.chapter(view) for view in views].index(game.chapter(start))
                assert start == played[skipped][0]

    def test_chapters_are_rounds(self, rules):
        game = rules("two_periods")
        chapters = [game.chapter(position) for position, _ in random_game(game, 2, 1)]
        assert set(chapters) == set(range(chapters[-1] + 1))
        assert chapters[-1] > 7
        assert all(after - before in (0, 1) for before, after in pairwise(chapters))
        assert not game.log_is_open
