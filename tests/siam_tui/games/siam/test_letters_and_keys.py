"""The letters of the factions come from the map, and a key means one thing on the screen."""

from random import Random

import pytest

from games.siam import Siam, load_map
from games.siam.map import parse_map
from games.siam.text.completions import Continuations
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.place_names import ids
from siam_tui.games.siam.board import BoardView, draw
from siam_tui.games.siam.move_builder import EMPTY
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.move_text import describe_move
from siam_tui.games.siam.names import side_letters
from siam_tui.games.siam.ui import UI
from tests.siam_tui.table.stage import Theatre, stage
from tests.siam_tui.table.test_typing import opened

SIZE = (120, 36)
MAPS = "siam", "albion"


def map_with(*factions):
    toml = load_map("siam").toml
    return parse_map(f"factions = {list(factions)}\n" + toml.replace('factions = ["Rama"', "# "))


@pytest.mark.parametrize(
    ("factions", "letters"),
    [
        (("Red", "Rose", "Rust"), "ROUB"),
        (("Danes", "Picts", "Kings"), "ANGB"),
        (("Boars", "Bears", "Bulls"), "BERI"),
        (("Дон", "Tok", "Qi"), "ROIB"),
    ],
)
def test_each_side_has_a_letter_of_its_own_that_is_no_other_key(factions, letters):
    found = side_letters(map_with(*factions))
    assert len(set(found)) == len(found) == 4
    assert not set(found[:3]) & set("KTPIZDHCQ")
    assert found[0] == letters[0]


def test_albion_has_english_scottish_and_welsh_letters():
    albion = load_map("albion")
    assert side_letters(albion)[:3] == "ESW"
    assert side_letters(albion)[3] == albion.control_name(3)[0]
    game = Siam(albion)
    picture = draw(BoardView(albion, game.new(2, 1)), 60, 24, Look())
    text = "\n".join(line.plain for line in picture.lines)
    assert "⌂S" in text
    assert "⌂W" in text
    assert "⌂L" not in text
    move = game.parse_move("T:R@MOR+L@STR+M@DEVxM@GWY")
    told = describe_move(albion, move, ids(albion))
    assert told == "plays Khon Thai: E MOR, S STR, W DEV; takes W from GWY"


@pytest.mark.parametrize("map_name", MAPS)
def test_a_key_stands_for_one_choice_in_a_whole_game(map_name):
    game, random, meanings = Siam(load_map(map_name)), Random(5), {}
    position = game.new(2, 5)
    while game.turn(position) is not None:
        builder, draft = SiamMoveBuilder(game, position), EMPTY
        while options := builder.options(draft):
            for option in options:
                kind = option.choice.kind.name
                # The letter of a faction is that of its card and of its followers.
                meaning = option.label.split(":")[0] if kind != "PROVINCE" else kind
                meanings.setdefault(option.key, set()).add(meaning)
            draft = builder.choose(draft, random.choice(options).choice)
        position = game.play(position, builder.move(draft))
    assert {key: found for key, found in meanings.items() if len(found) > 1} == {}
    assert {key for key, found in meanings.items() if found == {"PROVINCE"}} == set("12345678")


@pytest.mark.parametrize("map_name", MAPS)
async def test_no_key_of_a_move_is_a_key_of_the_screen(map_name):
    table = stage(2, 0, map_name=map_name)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        bound = {key.upper() for key, (_, at, active, _) in app.screen.active_bindings.items()}
        letters = {key for key in bound if len(key) == 1}
        assert not letters & {*"KTIZP12345678", *side_letters(table.game.map)[:3]}


async def test_the_english_card_is_played_by_its_letter():
    table = stage(2, 0, map_name="albion")
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("e")
        assert app.screen.controller.draft.draft.card == "R"


@pytest.mark.parametrize(("key", "card"), [("i", "1"), ("1", "1"), ("z", "2"), ("2", "2")])
async def test_a_card_is_played_by_its_key_and_by_the_digit_of_the_notation(key, card):
    app = Theatre(stage(2, 0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        assert app.screen.controller.draft.draft.card == card


async def test_a_digit_of_a_card_that_is_not_in_the_hand_says_so():
    hand = played_out("1")
    app = Theatre(hand)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("1")
        notice = app.screen.controller.notice
        assert notice == "You have no card 1 vs 1 that you may play now."


def played_out(card):
    """Return a table at which the player to move has played a card."""
    return next(
        table
        for table in (stage(2, moves) for moves in range(2, 40))
        if card not in table.game.cards(table.position) and table.game.cards(table.position)
    )


@pytest.mark.parametrize("letter", ["1", "I", "i"])
async def test_the_key_may_stand_in_the_notation(letter):
    table = stage(2, 0)
    move = next(Continuations(table.game, table.position).moves("1:"))
    async with Theatre(table).run_test(size=SIZE) as pilot:
        hands = await opened(pilot)
        await hands.type(move.replace("1", letter, 1))
        assert hands.hint.startswith("Enter plays  1 vs 1: ")
        await hands.type("", "enter")
        assert [each.move for each in table.asked] == [move]


def test_a_card_is_named_by_its_key_on_the_screen_as_well():
    for key, letter in (("i", "1"), ("Z", "2"), ("k", "K")):
        assert UI.first_choice(key) == UI.first_choice(letter) is not None
    assert UI.first_choice("q") is None
