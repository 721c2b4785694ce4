"""What is kept of the games that wait, and how it is told."""

import json

import pytest

from siam_tui.app.home import HomeScreen
from siam_tui.app.typed_ahead import TypedAhead
from siam_tui.discovery.audience import Audience
from siam_tui.lobby.left_seat import serving_of, tell_away
from siam_tui.lobby.waiting_games import (
    KeptGame,
    WaitingGame,
    ask_to_give_up,
    give_up,
    tell_briefly,
    tell_game,
    tell_place,
    waiting_games,
)
from siam_tui.profile import remembered_games
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LeftGame, OpenSeat, OpenSeats

TOM = LeftGame("siam", ("Tom",), my_turn=True)
LINK = "siam://siam.example/kq3vy7w2/t1#2pXhN4mYc8Rj0sQvB5tLkUeWg9FdZaOi7xKyC1VrEMs"


def seat(lobby="kq3vy7w2", table="t1", left=TOM, **changes):
    return OpenSeat(lobby, table, f"siam://x/{lobby}/{table}#key", left, **changes)


class TestOpenSeats:
    def test_those_of_several_lobbies_are_kept_beside_each_other(self, tmp_path):
        clock = iter(range(9))
        seats = OpenSeats(tmp_path, lambda: float(next(clock)))
        seats.note("one", [seat("one", "t1"), seat("one", "t2")])
        seats.note("two", [seat("two")])
        seats.note("one", [seat("one", "t2"), seat("one", "t3")])
        found = [(each.lobby, each.table, each.when) for each in OpenSeats(tmp_path).all()]
        assert found == [("one", "t3", 2.0), ("two", "t1", 1.0), ("one", "t2", 0.0)]
        seats.note("one", [])
        assert [each.lobby for each in seats.all()] == ["two"]

    def test_one_can_be_forgotten(self, tmp_path):
        seats = OpenSeats(tmp_path)
        seats.note("one", [seat("one", "t1"), seat("one", "t2")])
        seats.forget(seats.all()[0])
        assert [each.table for each in seats.all()] == ["t2"]

    def test_the_oldest_of_very_many_go(self, tmp_path, monkeypatch):
        monkeypatch.setattr(remembered_games, "MOST_SEATS", 3)
        clock = iter(range(9))
        seats = OpenSeats(tmp_path, lambda: float(next(clock)))
        for number in range(5):
            seats.note(f"lobby{number}", [seat(f"lobby{number}")])
        assert [each.lobby for each in seats.all()] == ["lobby4", "lobby3", "lobby2"]

    def test_that_of_an_earlier_release_is_taken_over_and_then_known_by_its_lobby(self, tmp_path):
        (tmp_path / "open-seat").write_text(f"{LINK}\n")
        seats = OpenSeats(tmp_path)
        (found,) = seats.all()
        assert found.link == LINK
        seats.note("other", [seat("other")])
        assert {each.link for each in seats.all()} == {LINK, seat("other").link}
        seats.note("kq3vy7w2", [seat()])
        assert {each.lobby for each in seats.all()} == {"kq3vy7w2", "other"}

    @pytest.mark.parametrize(
        "text",
        ["", "[]", "{}", '{"seats": 7}', '{"seats": [7]}', '{"seats": [{"lobby": 1}]}', "\xff"],
    )
    def test_a_damaged_file_is_as_none(self, tmp_path, text):
        (tmp_path / "open-seats.json").write_text(text)
        assert OpenSeats(tmp_path).all() == ()

    def test_what_others_wrote_is_made_harmless(self, tmp_path):
        OpenSeats(tmp_path).note("one", [seat("one", lobby_name="x")])
        file = tmp_path / "open-seats.json"
        kept = json.loads(file.read_text())
        kept["seats"][0]["lobby_name"] = "\x1b]0;title\x07" * 9
        kept["seats"][0]["left"]["others"] = ["\u202eTom\n" * 40] * 40
        file.write_text(json.dumps(kept))
        (found,) = OpenSeats(tmp_path).all()
        assert all(each.isprintable() and len(each) <= 24 for each in found.left.others)
        assert len(found.left.others) == 8
        assert found.lobby_name.isprintable()
        assert file.stat().st_mode & 0o077 == 0


class TestHowAGameIsTold:
    @pytest.mark.parametrize(
        ("left", "told"),
        [
            (TOM, "Your turn against Tom, King of Siam"),
            (LeftGame("siam", ("Tom",), my_turn=False), "King of Siam against Tom, not your turn"),
            (LeftGame("siam", ("Tom", "Mia")), "King of Siam against Tom and Mia"),
            (
                LeftGame("amber", ("Ann", "Ben", "Cat", "Dan"), my_turn=True),
                "Your turn against Ann, Ben and 2 others, Reino de Ámbar",
            ),
            (LeftGame("duel", ("Tom",)), "duel against Tom"),
            (LeftGame(), "Your game among people"),
        ],
    )
    def test_in_a_lobby(self, left, told):
        assert tell_game(WaitingGame(left, 0.0, seat=seat(left=left))) == told

    @pytest.mark.parametrize(
        ("left", "told"),
        [
            (LeftGame("siam", ("Bo",), my_turn=True), "Your turn against Bo, King of Siam"),
            (LeftGame("siam", ("Bo",), my_turn=False), "King of Siam against Bo"),
            (LeftGame("siam", ("Bo",)), "King of Siam against Bo"),
            (LeftGame("amber", (), my_turn=True), "Your turn, Reino de Ámbar alone"),
            (LeftGame("siam"), "King of Siam against bots"),
            (LeftGame(), "A game against bots"),
        ],
    )
    def test_against_bots(self, tmp_path, left, told):
        kept = KeptGame(tmp_path, "t1", left)
        assert tell_game(WaitingGame(left, 0.0, kept=kept)) == told

    def test_where_room_is_short_people_are_counted_and_the_title_stays(self):
        left = LeftGame("foreign-king", ("Hungry Hugo", "Shrewd Ilse", "大山"), my_turn=True)
        game = WaitingGame(left, 0.0, seat=seat(left=left))
        people = ("Hungry Hugo, Shrewd Ilse and 大山", "Hungry Hugo and 2 others")
        whole, counted = (f"Your turn against {each}, The Foreign King" for each in people)
        assert tell_briefly(game, 100) == whole
        assert tell_briefly(game, 69) == whole, "wide letters fill two cells"
        assert tell_briefly(game, 68) == counted
        assert tell_briefly(game, 5) == counted

    def test_where_it_waits_and_since_when(self, tmp_path):
        def place(when=40.0, **changes):
            return tell_place(WaitingGame(TOM, when, seat=seat(**changes)), 7300.0)

        assert place() == "in a lobby, left 2 hours ago"
        assert place(7300.0, lobby_name="Friday club") == "in Friday club, left just now"
        assert place(serving={"port": "1883"}) == "in your lobby, left 2 hours ago"
        kept = KeptGame(tmp_path, "t1", TOM)
        assert tell_place(WaitingGame(TOM, 7299.0, kept=kept), 7300.0) == (
            "against bots, left 1 second ago"
        )
        open_now = WaitingGame(TOM, float("inf"), kept=kept)
        assert tell_place(open_now, 7300.0) == "against bots, open here"

    def test_who_may_be_away(self):
        assert tell_away(seat(lobby_name="Friday club")).startswith("Friday club does not answer")
        assert "The lobby of your game against Tom does not answer" in tell_away(seat())
        braces = seat(left=LeftGame("siam", ("{others}",)), lobby_name="{lobby}")
        assert tell_away(braces).startswith("{lobby} does not answer")
        assert "siam keeps trying" in tell_away(seat(left=LeftGame()))


def test_people_who_wait_come_first_and_then_what_was_left_last(tmp_path):
    clock = iter((5.0, 3.0, 9.0))
    seats = OpenSeats(tmp_path, lambda: next(clock))
    theirs = LeftGame("siam", ("Mia",), my_turn=False)
    seats.note("one", [seat("one")])
    seats.note("two", [seat("two", left=LeftGame("siam", ("Bo",)))])
    seats.note("three", [seat("three", left=theirs)])
    playing = KeptGame(tmp_path / "bots", "t9", LeftGame("amber", (), my_turn=True))
    found = waiting_games(tmp_path, playing)
    assert [each.left.others for each in found] == [("Tom",), ("Bo",), (), ("Mia",)]
    assert "seat stays yours" in ask_to_give_up(found[0])
    give_up(tmp_path, found[0])
    assert len(waiting_games(tmp_path, playing)) == 3


def test_a_lobby_is_served_again_as_it_was_and_a_changed_file_harms_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    profile = Profile.named(tmp_path, "ann")
    how = {"bind": "0.0.0.0", "port": "2883", "announce": "account", "name": "Club"}
    again = serving_of(seat(serving=how), profile)
    assert (again.bind, again.port, again.name) == ("0.0.0.0", 2883, "Club")
    assert (again.announce, again.profile) == (Audience.ACCOUNT, "ann")
    assert again.store == profile.lobby_store_file()
    odd = serving_of(seat(serving={"port": "-1", "announce": "all", "kept": "/"}), profile)
    assert (odd.port, odd.announce, odd.kept) == (0, Audience.NOBODY, None)


class TestTheLinesOfHome:
    """The first game stands behind *Go on*; there is room for some of the others."""

    @pytest.mark.parametrize(
        ("room", "listed"),
        [
            (0, []),
            (1, ["and 7 more: press G"]),
            (3, ["b", "c", "and 5 more: press G"]),
            (40, ["b", "c", "d", "e", "and 3 more: press G"]),
        ],
    )
    def test_of_many_some_are_listed_and_the_rest_is_counted(self, room, listed):
        home = HomeScreen(TypedAhead(None))
        home.show("Ann", {name: name for name in "abcdefgh"})
        assert list(home._listed_games(room).values()) == listed

    def test_where_all_fit_all_are_listed(self):
        home = HomeScreen(TypedAhead(None))
        home.show("Ann", {name: name for name in "abcdef"})
        assert list(home._listed_games(5).values()) == ["b", "c", "d", "e", "f"]
