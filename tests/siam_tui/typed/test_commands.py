"""Typed commands: which there are at each place and in each game, and how a line is read."""

import pytest

from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place, Typed
from siam_tui.typed.help_topics import complete_line
from texts import tell

SIAM = ui_of("siam")


@pytest.mark.parametrize("place", Place)
def test_every_command_is_read_by_each_of_its_names(place):
    commands = CommandSet(place, SIAM)
    for word in commands.words:
        for name in (word.name, word.name.upper(), *word.other_names):
            expected = "move" if word.name in SIAM.texts.move_words else word.name
            assert commands.read(f"  {name} ").name == expected


@pytest.mark.parametrize("place", Place)
def test_names_are_distinct_at_each_place(place):
    names = [name for word in CommandSet(place, SIAM).words for name in word.all_names]
    assert len(set(names)) == len(names)


def test_no_command_looks_like_a_move():
    names = {word.name for place in Place for word in CommandSet(place, SIAM).words}
    assert not any(map(SIAM.looks_like_move, names))


def test_the_questions_and_whole_moves_of_a_game_can_be_typed_at_its_tables():
    own = {fact.name for fact in SIAM.texts.facts} | set(SIAM.texts.move_words)
    general = {word.name for word in CommandSet(Place.TABLE).words}
    assert {word.name for word in CommandSet(Place.TABLE, SIAM).words} == general | own
    assert not general & own


def test_only_the_help_to_move_depends_on_the_game():
    about = {word.name: word.description for word in CommandSet(Place.TABLE, SIAM).words}
    for word in CommandSet(Place.TABLE).words:
        assert about[word.name].startswith(word.description)
        assert (about[word.name] != word.description) == (word.name == "move")
    assert about["move"].endswith(tell(SIAM.texts.move_help))


def test_a_line_that_begins_as_a_move_is_one_where_moves_can_be_typed():
    assert CommandSet(Place.TABLE, SIAM).read(" L:SUK").name == "move"
    with pytest.raises(UserError, match="There is no command"):
        CommandSet(Place.LOBBY, SIAM).read("L:SUK")


@pytest.mark.parametrize("answer", ["yes", "No"])
def test_an_answer_is_refused_with_the_reason_where_nothing_is_asked(answer):
    with pytest.raises(UserError, match="Nothing waits for yes or no now"):
        CommandSet(Place.TABLE, SIAM).read(answer)


@pytest.mark.parametrize("game", shown_games())
def test_a_line_with_a_colon_is_a_move_even_if_no_move_begins_so(game):
    assert CommandSet(Place.LINE, ui_of(game)).read(" E:LAN") == Typed("move", "E:LAN", 1)
    assert CommandSet(Place.LINE, ui_of(game)).read("say so: no").name == "say"


def test_it_is_known_where_what_follows_a_command_begins():
    assert CommandSet(Place.LINE, SIAM).read(" why  K:SUK") == Typed("why", "K:SUK", 6)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bord", "Do you mean board?"),
        ("bots", "before you go to a lobby or a table"),
        ("xyzzy", "Type help for all commands."),
    ],
)
def test_what_is_no_command_here_says_what_may_be_meant(line, reason):
    with pytest.raises(UserError, match=reason.replace("?", r"\?")):
        CommandSet(Place.TABLE, SIAM).read(line)


def test_a_question_of_any_game_is_known_away_from_its_tables():
    with pytest.raises(UserError, match="You can type sit only in a lobby or at a table"):
        CommandSet(Place.HOME).read("sit")
    with pytest.raises(UserError, match="You can type board only at a table"):
        CommandSet(Place.HOME).read("board")


@pytest.mark.parametrize("name", ["board", "look", "tables", "bots"])
def test_the_line_of_the_app_sends_nobody_to_another_line_of_the_app(name):
    with pytest.raises(UserError, match=f"You can type {name} only in text mode"):
        CommandSet(Place.LINE, SIAM).read(name)


def test_commands_are_completed_by_name_and_by_what_follows_them():
    commands = CommandSet(Place.LINE, SIAM)
    assert complete_line("cop", commands, None).pieces == ("y",)
    assert complete_line("bot r", commands, None, ("random", "regent")).pieces == ("andom", "egent")
    assert "take that back" in complete_line("again ", commands, None).help
