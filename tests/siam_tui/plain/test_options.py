"""What `bots` and `open` understand: the game, its map and options, seats, bots and clocks."""

import pytest

from games.registry import game_of
from protocol.commands import OpenTable
from protocol.states import ClockTerms
from siam_tui.lobby.bot_game import NewTable
from siam_tui.plain.options import read_bot_game, read_serving, read_table_options
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place

SIAM = "siam"


def usual(_game):
    return ("minister", "random")


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("", ("minister", "random")),
        ("random", ("random",)),
        ("random greedy mandarin", ("random", "greedy", "mandarin")),
        ("1", ("random",)),
        ("3", ("random", "random", "random")),
    ],
)
def test_bots_are_named_by_level_or_counted(text, levels):
    assert read_bot_game(text, SIAM, usual) == NewTable(OpenTable(SIAM, len(levels) + 1), levels)


def test_the_number_of_bots_fits_the_game():
    for text in ("0", "4", "99999999999", "random " * 4):
        with pytest.raises(UserError, match="King of Siam can be played against 1, 2 or 3 bots"):
            read_bot_game(text, SIAM, usual)


def test_a_map_and_options_may_stand_anywhere():
    expected = NewTable(OpenTable(SIAM, 2, ("open_discards",), "albion"), ("random",))
    assert read_bot_game("map=albion random open_discards game=siam", SIAM, usual) == expected


def test_a_map_file_is_read(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(game_of(SIAM).map.toml)
    assert read_bot_game(f"map={path}", SIAM, usual).opening.map == game_of(SIAM).map.toml


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game=chess", "There is no game 'chess'"),
        ("map=/nowhere.toml", "This map cannot be played on"),
        ("speed=fast", "There is no option 'speed'"),
        ("players=3", "A number stands alone"),
        ("clock=soon", "Type clock=180"),
        ("private", "Type host, then open"),
        ("--help", "There is no bot '--help'.* Type help bots"),
        ("greddy random", "There is no bot 'greddy'. Do you mean greedy\\? There are: random,"),
    ],
)
def test_what_is_not_understood_says_what_to_type(text, reason):
    with pytest.raises(UserError, match=reason):
        read_bot_game(text, SIAM, usual)


def test_a_table_for_others_has_a_clock_and_may_be_private():
    words, opening = read_table_options("3 clock=600+10 private beside", SIAM)
    assert words == ["3"]
    assert opening.game == SIAM
    assert opening.terms.clock == ClockTerms(600, 10, per_move=False)
    assert opening.key
    assert opening.seat is None


@pytest.mark.parametrize("text", ["port=0", "here there", "1 2", "--help"])
def test_where_to_host_is_refused_with_what_to_type(text, tmp_path):
    with pytest.raises(UserError, match="Type host, and optionally an address"):
        read_serving(text, Profile.named(tmp_path, "default"))


def test_the_name_of_a_game_alone_means_the_game():
    game = read_bot_game("amber random", "siam", usual)
    assert (game.opening.game, game.levels) == ("amber", ("random",))


def test_values_may_be_typed_in_capitals_as_commands_may(tmp_path):
    typed = "RANDOM GREEDY GAME=SIAM MAP=ALBION OPEN_DISCARDS"
    expected = OpenTable(SIAM, 3, ("open_discards",), "albion")
    assert read_bot_game(typed, "amber", usual) == NewTable(expected, ("random", "greedy"))
    path = tmp_path / "OWN.toml"
    path.write_text(game_of(SIAM).map.toml)
    assert read_bot_game(f"MAP={path}", SIAM, usual).opening.map == game_of(SIAM).map.toml
    profile = Profile(tmp_path)
    assert read_serving("5000 NAME=Friday Club", profile).name == "Friday Club"


@pytest.mark.parametrize("line", ["WAIT START", "TAKEBACK NO", "AGAIN No", "LOG All", "End NO"])
def test_a_command_in_capitals_has_a_value_in_capitals(line):
    typed = CommandSet(Place.TABLE).read(line)
    assert (typed.name, typed.rest) == tuple(line.lower().split())


def test_what_is_said_and_named_stays_as_it_was_typed():
    assert CommandSet(Place.TABLE).read("SAY Hello BEN").rest == "Hello BEN"
    assert CommandSet(Place.HOME).read("NAME Ann").rest == "Ann"
