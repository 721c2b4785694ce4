"""Reino de Ámbar in sentences, and in text mode with real processes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from games.registry import spec_of
from siam_tui.games.amber.texts import TEXTS
from siam_tui.games.amber.ui import UI
from siam_tui.games.game_texts import YOU, MoveContext
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.profile.user_error import UserError
from tests.programs import run
from tests.siam_tui.games.amber.moments import GAME, view_at
from tests.siam_tui.plain.talker import talking
from texts import Person


def heard(name, command, rest="", me=0):
    (fact,) = (each for each in TEXTS.facts if each.name == command)
    return list(fact.answer(view_at(name, me), rest))


def test_a_turn_is_told_with_cards_means_and_problems():
    told = list(TEXTS.tell_own_turn(view_at("alone")))
    assert told == [
        "Your turn. Round 5 of 7.",
        "Your cards: Moons, Suns and Waves.",
        "You have 2 influence, 1 more in reserve, and 2 gold.",
        "You have kept 3 Savage and 4 Sailor. Your wall is 5.",
        "All hold: 7 points.",
        "Problem 1: 8 Diplomat, Moons and Suns. You: 2, Dummy: 1.",
        "Problem 2: 3 Painter, Suns and Knots. You: 4, Dummy: 2.",
        "As it stands, you lead both Problems. Dummy speaks first and would pass.",
        "Play a card and act. Type for example moons lunatic.",
    ]


def test_the_hand_is_told_with_what_each_card_can_do():
    assert heard("alone", "hand") == [
        "You have 3 cards.",
        (
            "Moons: place 3, the Lunatic, 1 gold and 1 influence; "
            "or place 6, the Chance Meeting, move 1 or 2 markers and act there."
        ),
        (
            "Suns: place 2, the Castle, 1 influence; "
            "or place 5, the Penitent, pay 1 gold and solve a Problem."
        ),
        (
            "Waves: place 3, the Lunatic, 1 gold and 1 influence; "
            "or place 4, the Cave, a marker of Dummy goes back; "
            "or place 7, the Borderland, wall 6."
        ),
    ]


@pytest.mark.parametrize(
    ("moment", "asked"),
    [
        ("attempts", "Attempt one Problem for 1 gold, or pass. You have 1 gold. You speak last."),
        ("attempts", "Problem 2: Crown Bard, Suns. You: 2, Ben: 1, Chai: 4. Chai tries it."),
        ("attempts", "Now 9 Merchant would be lost: 3 points would be left."),
        ("solving", "You solve 8 Betrayal."),
    ],
)
def test_what_is_asked_is_told(moment, asked):
    told = list(TEXTS.tell_own_turn(view_at(moment)))
    assert told[0].startswith("Your turn")
    assert asked in told


def test_facts_are_told():
    assert heard("alone", "board", "castle") == [
        "Place 2, the Castle, Suns and Knots. You: 2, Dummy: 1."
    ]
    assert len(heard("alone", "board")) == 8
    assert heard("alone", "board", "6") == [
        "Place 6, the Chance Meeting, Moons and Leaves. No markers. The Confidant is here."
    ]
    with pytest.raises(UserError, match="There is no area 'xyz'"):
        heard("alone", "board", "xyz")
    assert heard("attempts", "kept") == [
        "You have kept 3 Painter and 9 Merchant. Your wall is 7.",
        "Now 9 Merchant would be lost: 3 points would be left.",
        "3 more markers in the Borderland would hold all.",
    ]
    assert "You: wall 7, that is 6, less 2, and 3 markers in the Borderland." in (
        heard("attempts", "wall")
    )
    discard, unseen, deck = heard("alone", "discard")
    assert discard == "Discarded: 2 Author, 5 Forest, 9 Merchant, Crown Huntress and Crown End."
    assert "Sailor" not in unseen
    assert deck == "14 Problems in the deck."


def test_a_spectator_hears_nothing_hidden():
    for command in ("hand", "kept"):
        assert heard("attempts", command, me=None) == [
            "You have no seat here, so you have no cards."
        ]
    told = [sentence for fact in TEXTS.facts for sentence in heard("attempts", fact.name, me=None)]
    assert any("Painter" in sentence for sentence in told if sentence.startswith("Not seen"))
    assert TEXTS.tell_seat(view_at("attempts", None), 0).startswith("0 influence, 4 in reserve")


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_whole_game_is_told_without_a_gap(players):
    game, random, position = GAME, Random(players), GAME.new(players, players)
    view = view_at("alone" if players == 1 else "attempts" if players == 3 else "start")
    while position.turn is not None:
        move = spec_of("amber").greedy(game, position, random)
        after = game.play(position, move)
        assert TEXTS.tell_move(game, move, YOU).startswith("You ")
        assert TEXTS.tell_move(game, move, Person("Ann")).endswith(".")
        if players != 2:
            for told in TEXTS.tell_progress(view, position, after):
                assert told[-1] == "."
        position = after


@pytest.mark.parametrize(
    ("moment", "move", "told"),
    [
        ("alone", "S:CAS", "You play Suns in the Castle. That brings 1 influence."),
        ("crown", "CK:^CAS", "You solve Windfall: the Confidant goes to the Castle. That brings"),
        ("attempts", "CHA:2@CAS>BOR", "You move 2 markers from the Castle to the Borderland."),
    ],
)
def test_a_move_is_told_with_what_it_brings_also_where_a_marker_was_paid(moment, move, told):
    view = view_at(moment)
    context = MoveContext(view, view.position)
    heard = TEXTS.tell_move(GAME, GAME.parse_move(move), YOU, context)
    assert heard.startswith(told)
    assert heard.count("That brings") == told.count("That brings")


def test_how_to_type_depends_on_what_is_solved():
    assert list(TEXTS.tell_own_turn(view_at("solving")))[-1].startswith("Type take to keep it,")
    assert list(TEXTS.tell_own_turn(view_at("crown")))[-1].startswith("Type crown to move the C")


def test_a_chain_is_built_in_words():
    entry = MoveEntry(view_at("chain"))
    assert UI.first_choice("moons")
    entry.enter_command(type("Typed", (), {"name": "move", "rest": "moons"}))
    for word in ("chance", "6", "cave"):
        told = list(entry.continue_move(word))
    assert told[0].startswith("The Cave: ")
    told = list(entry.continue_move("borderland"))
    assert told[:5] == [
        "You play Moons in the Chance Meeting.",
        "You move 1 marker from the Chance Meeting to the Cave.",
        "You put a marker of Dummy back from the Borderland.",
        (
            "A marker of Dummy goes back from the Borderland. Then: supply 0. "
            "You would stand 7 to 4 on the Origin and 5 to 3 on the Calamity."
        ),
        "In the notation, to be typed one after the other: M:CHA, CHA:1@CHA>CAV, CAV:1@BOR.",
    ]
    assert list(entry.continue_move("yes")) == []
    assert entry.take_chosen() == ("M:CHA", "CHA:1@CHA>CAV", "CAV:1@BOR")


def entered(view, line):
    """Return what is told after a line, and the moves that are to be sent."""
    entry = MoveEntry(view)
    told = list(entry.enter_command(type("Typed", (), {"name": "move", "rest": line})))
    return told, entry.take_chosen()


@pytest.mark.parametrize(
    ("moment", "line", "moves"),
    [
        ("alone", "suns castle", ("S:CAS",)),
        ("alone", "Suns in the Castle", ("S:CAS",)),
        ("alone", "s 2", ("S:CAS",)),
        ("crowded", "x bor mar", ("T:MAR>BOR",)),
        ("crowded", "watchman, borderland, castle", ("T:CAS>BOR",)),
        ("chain", "moons chance meeting chance cave borderland", "M:CHA CHA:1@CHA>CAV CAV:1@BOR"),
        ("alone", "suns penitent diplomat take", "S:PEN 8MS:keep"),
    ],
)
def test_a_card_and_what_follows_are_typed_in_one_go(moment, line, moves):
    assert UI.looks_like_move(line)
    told, chosen = entered(view_at(moment), line)
    assert (told, chosen) == ([], tuple(moves.split()) if isinstance(moves, str) else moves)


def test_a_line_that_stops_early_asks_on_and_one_that_goes_wrong_says_so():
    told, chosen = entered(view_at("alone"), "suns penitent")
    assert chosen == ()
    assert told[0].startswith("The Penitent: ")
    with pytest.raises(UserError, match=r"cannot choose 'market' now\. Type castle or penitent"):
        entered(view_at("alone"), "suns market")
    with pytest.raises(
        UserError, match=r"You cannot choose x now\. Type Moons \(m\), Suns \(s\) or Waves"
    ):
        entered(view_at("alone"), "x")  # the pawn has been played


@pytest.mark.parametrize("bots", ["0", "random"])
async def test_a_whole_game_is_played_in_text_mode(tmp_path: Path, bots: str) -> None:
    random = Random(1)
    async with talking(tmp_path, "--plain", "--name", "Ann") as ann:
        ann.type(f"bots {bots} game=amber")
        while await ann.until("Your turn", "The game is over.") != "The game is over.":
            text = next(line for line in reversed(await ann.ask("position")) if "/" in line)
            position = GAME.parse(text)
            ann.type(GAME.format_move(spec_of("amber").greedy(GAME, position, random)))
        assert await ann.leave() == 0
    assert not any("no command" in line for line in ann.heard)
    assert any(line.startswith("You: wall ") for line in ann.heard)
    if bots == "0":
        reasons = re.compile("always go there|only that helps it|chance chose|nowhere else")
        assert any(line.startswith("Dummy plays ") and reasons.search(line) for line in ann.heard)


@pytest.mark.long  # that of another game is much alike
async def test_the_demo_is_told_to_its_end(tmp_path: Path) -> None:
    code, out, complaints = await run(tmp_path, "demo", "--game", "amber", "--plain")
    assert (code, complaints) == (0, "")
    assert out.splitlines()[-1].startswith(("seats ", "barbarians "))
