"""The panels: what lies before every seat, and no more than a person may know."""

import pytest

from games.siam import CARD_NAMES
from games.siam.constants import FULL_HAND
from protocol.messages import SeatState
from siam_tui.appearance.style import Look
from siam_tui.games.siam import panels
from siam_tui.games.siam.names import card_key
from siam_tui.model.table_view import see
from siam_tui.table.title import title_line
from tests.siam_tui.table.stage import evolve, stage

LOOK = Look()


def sight_of(table):
    return see(table.state(), table.me)


def seats_text(table, width=34):
    return "\n".join(block.plain for block in panels.seats(sight_of(table), width, LOOK))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_shows_cards_left_top_card_and_followers(players):
    table = stage(players, 14)
    blocks = [block.plain for block in panels.seats(sight_of(table), 34, LOOK)]
    for block, seat in zip(blocks, table.position.seats, strict=True):
        assert f"{seat.cards} card" in block
        assert f"top {seat.top or LOOK.glyphs.dash}" in block
        rama, lao, malay = seat.followers
        assert f"R{rama} L{lao} M{malay}" in block
        assert all(len(line) <= 34 for line in block.splitlines())


def test_the_seat_to_move_and_one_s_own_are_marked():
    table = stage(3, 14)
    lines = seats_text(table).splitlines()
    assert lines[2 * table.position.turn].startswith(LOOK.glyphs.turn)
    assert "you" in lines[2 * table.seat]


def test_partners_in_a_team_game_carry_the_same_letter():
    lines = seats_text(stage(4, 14)).splitlines()[::2]
    assert [line[1] for line in lines] == ["A", "B", "A", "B"]


def test_bots_and_stand_ins_are_told_from_people():
    table = stage(3, 14)
    others = [index for index in range(3) if index != table.seat]
    table._sit(others[0], SeatState("bot", "b", "Mali", "greedy"))
    table._sit(others[1], evolve(table.seats[others[1]], holder="stand_in", level="greedy"))
    text = seats_text(table, 60)
    assert "Mali greedy bot" in text
    assert "away, a bot plays" in text


def test_a_long_name_gives_way_to_what_must_be_read():
    table = stage(2, 14)
    table._sit(1 - table.seat, SeatState("person", "x", "N" * 24))
    lines = seats_text(table).splitlines()
    assert all(len(line) <= 34 for line in lines)
    assert all("top" in line for line in lines[::2])


def test_nobody_else_s_hand_is_shown():
    table = stage(3, 0)
    assert FULL_HAND not in seats_text(table)
    table.me = "key-Zoe"
    assert panels.hand(sight_of(table), 80, LOOK)[0].plain == ""
    assert FULL_HAND not in seats_text(table)


def test_a_full_hand_fits_80_columns_with_the_names_of_the_cards():
    text, places = panels.hand(sight_of(stage(3)), 80, LOOK)
    board = sight_of(stage(3)).game.map
    assert text.cell_length <= 80
    assert all(CARD_NAMES[card] in text.plain for _, card in places)
    assert "".join(card for _, card in places) == "KT12RLM"
    assert "x2" in text.plain
    for xs, card in places:
        assert text.plain[xs.start : xs.start + 3] == f" {card_key(board, card)} "


def test_names_give_way_where_the_hand_would_not_fit():
    text, places = panels.hand(sight_of(stage(3)), 60, LOOK)
    assert text.cell_length <= 60
    assert len(places) == 7


def test_the_queue_fits_its_line_and_tells_who_won_what():
    table = next(made for n in range(10, 90) if (made := stage(2, n)).position.resolved == 2)
    text = panels.queue(table.position, 80, LOOK).plain
    assert len(text) == 80
    slots = [text[10 * place : 10 * place + 10] for place in range(8)]
    for place, (slot, province) in enumerate(zip(slots, table.position.queue, strict=True)):
        assert f"{place + 1} {table.game.map.provinces[province].id}" in slot
        assert (LOOK.glyphs.flag in slot) == (place < 2)
        assert (LOOK.glyphs.contested in slot) == (place == 2)
        assert (LOOK.glyphs.king in slot) == (province in table.position.markers)


def test_the_title_says_whose_turn_it_is_and_trouble_goes_first():
    table = stage(3, 14)
    assert "YOUR TURN" in title_line(sight_of(table), "", "", 80, LOOK).plain
    table.me = "key-Zoe"
    name = table.seats[table.position.turn].name
    assert f"{name} to move" in title_line(sight_of(table), "", "", 80, LOOK).plain
    lost = title_line(sight_of(table), "The server is gone.", "", 80, LOOK).plain
    assert lost.strip() == "The server is gone."


def test_the_title_still_says_whose_turn_it_is_beside_a_warning():
    warning = "The broker holds back messages: you see them up to 5 s late."
    shown = title_line(sight_of(stage(3, 14)), "", warning, 80, LOOK).plain
    assert warning in shown
    assert "YOUR TURN" in shown


def test_the_title_keeps_how_the_last_struggle_ended_while_the_next_goes_on():
    table = next(made for n in range(10, 90) if (made := stage(2, n)).position.resolved == 2)
    sight = sight_of(table)
    province = table.position.queue[1]
    who = sight.game.map.control_name(table.position.control(province))
    ended = f"{sight.game.map.provinces[province].name} went to the {who}"
    assert f" · {ended}" in title_line(sight, "", "", 120, LOOK).plain
    assert f" went to the {who}" in title_line(sight, "", "", 80, LOOK).plain
    assert "went to" not in title_line(sight_of(stage(2)), "", "", 120, LOOK).plain
