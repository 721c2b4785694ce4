"""The Foreign King in sentences, and in text mode with real processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
from siam_tui.games.foreign_king.texts import TEXTS
from siam_tui.games.game_texts import YOU
from siam_tui.games.move_builder import move_keys
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.profile.user_error import UserError
from tests.programs import run
from tests.siam_tui.games.foreign_king.keyboard import choose_greedily
from tests.siam_tui.games.foreign_king.moments import GAME, view_at
from tests.siam_tui.plain.talker import Talker, talking
from texts import Person


def heard(name, command, rest=""):
    (fact,) = (each for each in TEXTS.facts if each.name == command)
    return list(fact.answer(view_at(name), rest))


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("choosing", "Type a space: move, congress, king or order."),
        (
            "congress",
            "If yes, 3 congressmen of yours go to Hainaut. You lead there and score 3 points.",
        ),
        ("virtual", "Your turn. Make 5 steps with the virtual player."),
    ],
)
def test_what_is_asked_is_told(name, asked):
    told = list(TEXTS.tell_own_turn(view_at(name)))
    assert told[0].startswith("Your turn")
    assert asked in told


@pytest.mark.parametrize(
    ("asks", "asked"),
    [
        ("loans", "Type done to end your turn."),
        ("order", "The turn order is Ben, Chai, you."),
        ("shut", "Make a factory there inactive: type textile or none."),
    ],
)
def test_the_rarer_questions_are_told(asks, asked):
    view = view_at("choosing")
    view = replace(view, position=view.position._replace(asks=asks))
    assert asked in list(TEXTS.tell_own_turn(view))


def test_a_province_is_told_with_its_neighbours():
    told = heard("choosing", "board", "lim")
    assert told[0] == (
        "Limburg, with the King: 4 of yours and 2 of Ben. "
        "1 active textile factory and 1 inactive metal factory. You lead and would score 3 points."
    )
    assert told[1:3] == [
        "In the notation it is LIM.",
        "It borders on Antwerp, Brabant and Liège.",
    ]
    assert len(heard("choosing", "board")) == 9
    with pytest.raises(UserError, match="There is no province 'xyz'"):
        heard("choosing", "board", "xyz")


def test_facts_are_told():
    assert heard("choosing", "score") == [
        "If the game ended now, the final points would be: Chai 13, you 7 and Ben 6.",
        "You trail by 6.",
    ]
    assert "build: your pawn." in heard("choosing", "spaces")
    assert heard("choosing", "turns") == ["The turn order is Ben, Chai, you."]
    king, end, congress = heard("choosing", "marker")
    assert king == "The King is in Limburg, his marker at 18."
    assert end.startswith("The second-highest score is 3: Ben and Chai. ")
    assert end.endswith(": 15 points to go.")
    assert congress == "In the Congress: 3 of Chai."
    assert heard("virtual", "supply")[-1].startswith("In stock: ")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_told_without_a_gap(players):
    random, position = Random(players), GAME.new(players, players)
    view = view_at({2: "virtual", 3: "choosing", 4: "four"}[players])
    while position.asks != "over":
        move = choose_greedily(position, random)
        after = GAME.play(position, move)
        assert TEXTS.tell_move(GAME, move, YOU).startswith("You ")
        assert TEXTS.tell_move(GAME, move, Person("Ann")).endswith(".")
        for told in TEXTS.tell_progress(view, position, after):
            assert told[-1] == "."
        position = after


def test_steps_of_the_virtual_player_are_planned_in_words():
    entry = MoveEntry(view_at("virtual"))
    assert entry.continue_move("nonsense") is None
    assert entry.continue_move("supp", whole=True) is None
    assert next(entry.continue_move("supply", whole=True)).startswith("Where does")
    *told, more = entry.continue_move("liege")
    assert told == [
        "You place a citizen of the virtual player in Liège.",
        "The leaders stay the same; you would still lead if the game ended then.",
        "In the notation: virtual:LIE.",
    ]
    assert more.startswith("Type yes to play this, or go on with supply, ")
    for word in ("liè", "Brabant"):
        told = list(entry.continue_move(word))
    assert told[1] == "You move a citizen of the virtual player from Liège to Brabant."
    assert list(entry.continue_move("yes")) == []
    assert entry.take_chosen() == ("virtual:LIE", "virtual:LIE>BRA")
    assert list(entry.continue_move("namur"))
    assert list(entry.continue_move("cancel")) == ["Nothing was played."]


def words_of(position, move):
    """Return the words that build a move step by step."""
    builder, words = ForeignKingMoveBuilder(GAME, position), []
    draft = builder.empty
    for key in move_keys(builder, move):
        options = builder.options(draft)
        option = next((each for each in options if each.key.lower() == key), None)
        if option is not None:
            words.append(option.name or option.word)
            draft = builder.choose(draft, option.choice)
    return words


async def play(talker: Talker, random: Random) -> Counter[str]:
    """Play to the end of the game; answer in words. Return how often each decision was asked."""
    asked = Counter()
    while await talker.until("Your turn", "The game is over.") != "The game is over.":
        text = next(line for line in reversed(await talker.ask("position")) if "/" in line)
        position, words = GAME.parse(text), []
        asks = position.asks
        asked[asks] += 1
        for _ in range(position.steps or 1):
            move = choose_greedily(position, random)
            words += words_of(position, move)
            position = GAME.play(position, move)
        if asks == "act" or not words:
            talker.type(GAME.format_move(move))
        else:
            talker.type(*words, *(["yes"] if asks != "congress" else []))
    return asked


async def test_a_whole_game_is_played_in_text_mode(tmp_path: Path) -> None:
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type("bots random game=foreign-king")
        asked = await play(ann, Random(1))
        assert await ann.leave() == 0
    assert {"act", "loans"} <= set(asked)
    assert not any("no command" in line or "ends the turn" in line for line in ann.heard)
    assert any("Final points: " in line for line in ann.heard)


async def begin_a_game(talker: Talker) -> None:
    """Open games against a bot until the setup lets the person begin, with all spaces free."""
    talker.type("bots random game=foreign-king")
    while "number 1" not in await talker.until("Your turn"):
        talker.type("leave", "bots random game=foreign-king")


async def test_a_move_is_asked_for_step_by_step(tmp_path: Path) -> None:
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        await begin_a_game(ann)
        asked = await ann.ask("place")
        assert any("Where? The first citizen is free" in line for line in asked)
        asked = await ann.ask("liège")
        assert "In the notation: place:1@LIE." in asked
        assert any("or go on with 2 citizens" in line for line in asked)
        assert "In the notation: place:2@LIE." in await ann.ask("2")
        ann.type("yes")
        await ann.until("You place 2 citizens in Liège.")
        assert await ann.leave() == 0


async def test_a_whole_move_is_typed_in_words_and_so_is_the_question_about_it(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        await begin_a_game(ann)
        can = "This can be played: You place 2 citizens in Luxembourg."
        assert (await ann.ask("why place 2 lux"))[-1] == can
        assert (await ann.ask("why place"))[0].startswith("This begins a move.")
        cannot = "This cannot be played. You cannot choose 'paris' now."
        assert (await ann.ask("why place 2 paris"))[0].startswith(cannot)
        ann.type("place 2 lux")
        await ann.until("You place 2 citizens in Luxembourg.")
        assert await ann.leave() == 0


async def test_the_demo_is_told_to_its_end(tmp_path: Path) -> None:
    code, out, complaints = await run(tmp_path, "demo", "--game", "foreign-king", "--plain")
    assert (code, complaints) == (0, "")
    assert out.splitlines()[-1].startswith("seats ")
