"""What a move changes, said before it is sent; and why a province cannot be chosen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.siam import Siam, load_map
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.board import BoardView, draw
from siam_tui.games.siam.consequences import changed_takers, tell_consequences
from siam_tui.games.siam.move_builder import EMPTY, Kind, card_choice
from siam_tui.games.siam.move_options import SiamMoveBuilder, only_choices
from siam_tui.games.siam.texts import TEXTS
from tests.siam_tui.table.stage import Theatre, stage

SIAM = Siam()
BOARD = "R2L1M1/R1L3/R2L2/L2M2/=L/R1L2M1/-/R1 SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO"
START = "R2L1M1/R1L3/R2L2/L2M2/R3M1/R1L2M1/R1M3/L1M3 SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO"
HANDS = " KTT12RLM.R1L1.-|KTT12RLM.R1M1.- 0 0 - -"
# Ayutthaya, the home of the Rama, is lost to the Lao; Pattani is empty.
LOST = "R2L1M1/R1L3/R2L2/L2M2/=L/R1L2M1/-/R1 AYU,SUK,KED,LUA,NAK,LAN,PAT,KHO" + HANDS
KING = "R2L1M1/R1L3/R2L2/L2M2/R3M1/R1L2M1/R1M3/L1M3 SUK,AYU*,KED,LUA,NAK,LAN,PAT,KHO"
KING += " TT12RLM.R1L1.K|KTT12RLM.R1M1.- 1 0 0 -"


def province(name, board=SIAM.map):
    return Choice(Kind.PROVINCE, board.index(name))


def drafted(builder, card, *choices):
    draft = builder.choose(EMPTY, card_choice(card))
    for choice in choices:
        draft = builder.choose(draft, choice)
    return draft


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("R:SUK+NAKxL@NAK", "Sukothai and Nakhon Si Thammarat would go to the Rama"),
        ("R:SUK+SUKxM@PAT", "Sukothai would go to the Rama"),
        ("K:KHO*~KEDxM@PAT", "Khorat would be decided before Kedah"),
        ("K:AYU*~SUKxM@PAT", "Ayutthaya would be contested now"),
        ("K:SUK*~KHOxM@KHO", "Khorat would be contested now and would go to the Lao"),
        ("1:R@LAN~R@AYUxM@PAT", "No province changes sides"),
    ],
)
def test_a_move_says_which_provinces_go_to_another_side(move, said):
    before = SIAM.parse(START + HANDS)
    after = SIAM.play(before, SIAM.parse_move(move))
    told = tell_consequences(SIAM, before, after, 0)
    assert told[0].startswith((f"{said},", f"{said};"))
    assert told[0].endswith("if everyone passed.")
    assert sorted(told, key=len, reverse=True) == list(told)
    assert all(len(form) <= 78 for form in told[-1:])


def test_lessons_before_a_reign_hear_nothing_of_the_end():
    builder = SiamMoveBuilder(SIAM, SIAM.parse(START + HANDS))
    told = builder.prompt(drafted(builder, "R", province("SUK"))).change_on_board
    assert told == ("Sukothai would go to the Rama.", "Sukothai would go to the Rama.")


def test_a_province_that_was_the_only_choice_twice_is_named_once():
    assert only_choices(SIAM.map, [province("PAT")] * 2) == "Pattani was the only choice."


def test_it_says_whether_one_would_win_then():
    end = "=R/=L/=R/=R/=B/=L/=L/R2L2 LAN,SUK,KHO,AYU,LUA,NAK,PAT,KED TR.R4L2.M|-.R2L5.K 0 0 1>0 -"
    before = SIAM.parse(end)
    moves = {
        "T:R@KED+L@KED+M@KEDxL@KED": ("Kedah would go to the Rama, and you would", "lead", "lead"),
        "T:R@KED+L@KED+M@KEDxR@KED": (
            "Kedah would go to the Lao; you would still",
            "trail",
            "trail",
        ),
    }
    for move, (said, then, briefly) in moves.items():
        after = SIAM.play(before, SIAM.parse_move(move))
        told = tell_consequences(SIAM, before, after, 0)
        assert told[0] == f"{said} {then} if everyone passed."
        assert told[-1] == f"{said} {briefly}."


@pytest.mark.parametrize(
    ("passes", "said"),
    [(0, ""), (1, "It ends the struggle: the British take Sukothai.")],
)
def test_a_hint_to_pass_says_what_that_does(passes, said):
    position = SIAM.parse(START + HANDS)._replace(passes=passes)
    view = SimpleNamespace(game=SIAM, position=position)
    assert TEXTS.explain_advice(view, SIAM.parse_move("pass")) == said


def test_nothing_chosen_changes_nothing():
    builder = SiamMoveBuilder(SIAM, SIAM.parse(START + HANDS))
    assert builder.prompt(EMPTY).change == ()
    assert builder.prompt(drafted(builder, "K", province("PAT"))).change == ()


def test_it_is_told_choice_by_choice():
    builder = SiamMoveBuilder(SIAM, SIAM.parse(START + HANDS))
    draft = drafted(builder, "R", province("SUK"), province("SUK"))
    assert builder.prompt(draft).change[0].startswith("Sukothai would go to the Rama")
    draft = builder.choose(draft, province("SUK"))
    draft = builder.choose(draft, Choice(Kind.FACTION, 0))
    assert builder.move(draft) is not None
    assert builder.prompt(draft).change[0].startswith("Sukothai would go to the Rama")


def test_a_province_shows_on_the_map_who_had_it_and_who_would_take_it():
    before = SIAM.parse(START + HANDS)
    after = SIAM.play(before, SIAM.parse_move("R:SUK+SUKxM@PAT"))
    assert changed_takers(before, after) == {SIAM.map.index("SUK")}
    for width, height in ((44, 16), (60, 24), (110, 40)):
        told = BoardView(SIAM.map, after, before=before)
        text = "\n".join(line.plain for line in draw(told, width, height, Look()).lines)
        assert text.count("⚐B→R") == 1
        text = "\n".join(
            line.plain for line in draw(replace(told, before=None), width, height, Look()).lines
        )
        assert "→" not in text


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)])
async def test_the_screen_says_it_before_the_move_is_sent(size):
    table = stage(2, 0)
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        builder = app.screen.controller.draft.builder
        target = builder.options(drafted(builder, "R"))[0]
        await pilot.press("r", target.key, target.key)
        bar = app.screen.bar
        assert bar.bar.change
        shown = " ".join(line.plain.strip() for line in bar.lines())
        assert any(form in shown for form in bar.bar.change)
        assert bar.bar.question in shown
        assert table.asked == []


@pytest.mark.parametrize(
    ("position", "card", "chosen", "wrong", "said"),
    [
        (START + HANDS, "L", (), "KED", "Kedah has no Lao neighbour."),
        (LOST, "T", (), "AYU", "The Lao control Ayutthaya: nothing can be placed there."),
        (LOST, "1", (), "PAT", "Nobody stands in Pattani."),
        (LOST, "1", (), "AYU", "The Lao control Ayutthaya, so nobody stands there."),
        (LOST, "2", (), "KED", "Kedah has fewer than two followers to give."),
        (START + HANDS, "1", ("LAN", 0), "LAN", "Lan Na is chosen already."),
        (START + HANDS, "2", ("LAN", 0, 1), "KED", "Kedah is no neighbour of Lan Na."),
        (START + HANDS, "K", ("LAN",), "LAN", "Lan Na is chosen already."),
        (START + HANDS, "K", ("LAN", "LUA"), "KED", "The King marker goes on one of the two"),
        (LOST, "K", (), "AYU", "The struggle for Ayutthaya is over, so its tile stays."),
        (KING, "K", (), "AYU", "Ayutthaya has the King marker, so its tile stays."),
    ],
)
def test_an_impossible_province_says_why(position, card, chosen, wrong, said):
    builder = SiamMoveBuilder(SIAM, SIAM.parse(position))
    choices = [
        province(each) if isinstance(each, str) else Choice(Kind.FACTION, each) for each in chosen
    ]
    draft = drafted(builder, card, *choices)
    told = builder.explain_choice(draft, province(wrong))
    assert told.startswith(said)
    assert "hoose" in told


def test_names_are_those_of_the_map():
    albion = Siam(load_map("albion"))
    position = albion.new(2, 1)
    builder = SiamMoveBuilder(albion, position)
    far = Choice(Kind.PROVINCE, albion.map.index("MOR"))
    assert builder.explain_choice(drafted(builder, "R"), far).startswith(
        "Moray has no English neighbour."
    )
