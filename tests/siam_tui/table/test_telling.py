"""Moves in words: finished ones of the log, and the one being built, in the same words."""

from random import Random

import pytest

from games.siam import Siam
from siam_tui.games.map_board.place_names import full_names, ids, short_names
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.move_builder import EMPTY, Kind, card_choice
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.move_text import draft_words, move_words
from siam_tui.games.siam.texts import TEXTS
from tests.siam_tui.table.test_builder import after

SIAM = Siam()
FULL = full_names(SIAM.map)


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("pass", "passes"),
        (
            "2:RL@SUK~M@AYUxL@LAN",
            "plays 2 vs 1: RL of Sukothai for M of Ayutthaya; takes L from Lan Na",
        ),
        (
            "K:SUK~AYU*xL@LAN",
            "plays Maharacha: swaps Sukothai and Ayutthaya, King on Ayutthaya; takes L from Lan Na",
        ),
        ("R:NAK+SUKxR@NAK", "plays Rama: Sukothai, Nakhon Si Thammarat; takes R from "),
        ("T:-x-", "plays Khon Thai: without effect; no follower left to take"),
        ("no move at all", "no move at all"),
    ],
)
def test_a_move_of_the_log(move, told):
    described = TEXTS.describe_move(SIAM, move, "full").replace("\N{NO-BREAK SPACE}", " ")
    assert described.startswith(told)


def test_provinces_are_called_as_there_is_room_for():
    move = SIAM.parse_move("L:NAKxR@NAK")
    assert move_words(SIAM.map, move, short_names(SIAM.map)) == "Lao: Nakhon; takes R from Nakhon"
    assert move_words(SIAM.map, move, ids(SIAM.map)) == "Lao: NAK; takes R from NAK"


def test_a_draft_is_told_step_by_step():
    builder = SiamMoveBuilder(SIAM, SIAM.new(2, 1))
    draft = builder.choose(EMPTY, card_choice("K"))
    told = [draft_words(builder, EMPTY, FULL), draft_words(builder, draft, FULL)]
    for province in (2, 4, 4, 0):
        draft = builder.choose(draft, Choice(Kind.PROVINCE, province))
        told.append(draft_words(builder, draft, FULL))
    assert told[:5] == [
        "",
        "Maharacha...",
        "Maharacha: swaps Sukothai and ...",
        "Maharacha: swaps Sukothai and Ayutthaya, King on ...",
        "Maharacha: swaps Sukothai and Ayutthaya, King on Ayutthaya; takes...",
    ]
    assert told[5].startswith(told[4].removesuffix("..."))
    assert "from Lan Na" in told[5]


@pytest.mark.parametrize("seed", range(8))
def test_a_finished_draft_is_told_as_its_move_and_an_unfinished_one_waits(seed):
    builder, draft, random = SiamMoveBuilder(SIAM, after(seed, 12)), EMPTY, Random(seed)
    while options := [choice for choice in builder.choices(draft) if choice.kind is not Kind.PASS]:
        assert draft == EMPTY or "..." in draft_words(builder, draft, FULL)
        draft = builder.choose(draft, random.choice(options))
    assert draft_words(builder, draft, FULL) == move_words(SIAM.map, builder.move(draft), FULL)
