"""The panels: what lies before every seat, and no more than a person may know."""

import re
from dataclasses import replace
from itertools import accumulate

import pytest

from games.siam import CARD_NAMES
from games.siam.constants import FULL_HAND
from protocol.states import SeatState
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.place_names import short_names
from siam_tui.games.siam import panels
from siam_tui.games.siam.facts import queue_facts
from siam_tui.games.siam.names import card_key, side_letters
from siam_tui.games.siam.queue_panel import FRAMED, TALL, queue, tile_widths
from siam_tui.model.table_view import see
from siam_tui.table.title import title_line
from siam_tui.ui.text_line import Line
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Theatre, evolve, stage
from texts import tell

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
        assert (f"last {seat.top}" in block) == bool(seat.top)
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


def test_you_are_named_once_also_without_a_name():
    table = stage(2, 14)
    table._sit(table.seat, SeatState("person", table.me, "You"))
    assert seats_text(table, 60).count("ou") == 1


@pytest.mark.parametrize("name", ["Gil", "Merry Lek", "Restless Gil", "N" * 20])
def test_the_level_of_a_bot_is_never_cut(name):
    table = stage(2, 14)
    table._sit(1 - table.seat, SeatState("bot", "b", name, "random"))
    for width in range(34, 60):
        line = seats_text(table, width).splitlines()[2 * (1 - table.seat)]
        told = line.partition(name)[2].partition(" card")[0].rstrip("0123456789 ").strip()
        assert told in {"random bot", "random", ""}, line
    assert "random bot" in seats_text(table, 60)


def test_a_long_name_gives_way_to_what_must_be_read():
    table = stage(2, 14)
    table._sit(1 - table.seat, SeatState("person", "x", "N" * 24))
    lines = seats_text(table).splitlines()
    assert all(len(line) <= 34 for line in lines)
    assert all("last" in line for line in lines[::2])


@pytest.mark.parametrize("name", ["Gil", "Restless Gil", "N" * 24])
def test_who_is_away_is_said_however_long_the_name_is(name):
    table = stage(2, 14)
    other = 1 - table.seat
    table._sit(other, SeatState("person", "x", name))
    for width in (34, 45, 62):
        view = replace(sight_of(table), notes={other: "away 12 min"})
        line = panels.seats(view, width, LOOK)[other].plain.splitlines()[0]
        assert " away" in line, line
        assert len(line) < width
        assert "last" in line
    assert "away 12 min" in line


def test_whoever_is_away_is_not_called_ready():
    view = sight_of(stage(2, status="open"))
    ready = panels.seats(view, 34, LOOK)[1].plain
    assert ready.endswith("ready")
    away = panels.seats(replace(view, notes={1: "away"}), 34, LOOK)[1].plain
    assert away.endswith("away")
    assert "ready" not in away


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


@pytest.mark.parametrize("map_name", ["siam", "albion"])
def test_cards_that_are_left_after_the_game_have_no_keys(map_name):
    """S and W, on Albion two factions, are then the keys of the result and the replay."""
    table = stage(2, map_name=map_name)
    view = sight_of(table)
    view = replace(view, state=evolve(view.state, status="over"))
    text, places = panels.hand(view, 80, LOOK)
    names = ", ".join(table.game.map.faction_names)
    assert text.plain == f" Not played: Maharacha, Khon Thai x2, 1 vs 1, 2 vs 1, {names}"
    assert text.cell_length <= 80
    assert not places


def test_names_give_way_where_the_hand_would_not_fit():
    text, places = panels.hand(sight_of(stage(3)), 60, LOOK)
    assert text.cell_length <= 60
    assert len(places) == 7


def resolved_two():
    return next(made for n in range(10, 90) if (made := stage(2, n)).position.resolved == 2)


def test_the_queue_fits_its_line_and_tells_who_won_what_and_who_would_by_how_much():
    table = resolved_two()
    text = queue(table.position, 80, LOOK).plain
    assert len(text) == 80
    slots = [text[10 * place : 10 * place + 10] for place in range(8)]
    for slot, facts in zip(slots, queue_facts(table.position), strict=True):
        assert f"{facts.place + 1} {table.game.map.provinces[facts.province].id}" in slot
        sign = LOOK.glyphs.flag if facts.place < 2 else LOOK.glyphs.taker
        number = facts.lead if facts.place >= 2 and facts.lead else ""
        assert f"{sign}{'RLMB'[facts.taker]}{number}" in slot
        assert (LOOK.glyphs.contested in slot) == (facts.place == 2)
        assert (LOOK.glyphs.king in slot) == facts.has_marker


def test_a_king_marker_stands_apart_from_the_name_of_its_tile():
    """In ASCII its sign is a letter: Pattanik would be another province."""
    look = Look(glyphs=ASCII)
    made = (stage(2, n).position for n in range(10, 90))
    position = next(each for each in made if any(f.has_marker for f in queue_facts(each)))
    names = queue(position, 200, look, FRAMED).plain.splitlines()[1]
    ends = list(accumulate(tile_widths(position, 200, FRAMED)))
    tiles = [names[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    marked = [tiles[f.place] for f in queue_facts(position) if f.has_marker]
    assert marked
    assert all(tile.strip(" |").split()[-1] == look.glyphs.king for tile in marked)


@pytest.mark.parametrize("map_name", ["siam", "albion"])
@pytest.mark.parametrize(("width", "height"), [(120, TALL), (200, FRAMED)])
def test_tiles_have_names_and_who_would_take_them(width, height, map_name):
    position = stage(3, 14, map_name=map_name).position
    lines = queue(position, width, LOOK, height).plain.splitlines()
    assert len(lines) == height
    assert all(len(line) == width for line in lines)
    names, takers = lines if height == TALL else lines[1:3]
    ends = list(accumulate(tile_widths(position, width, height)))
    for facts, start, end in zip(queue_facts(position), [0, *ends], ends, strict=False):
        here = slice(start, end)
        board = position.map
        forms = board.provinces[facts.province], short_names(board)[facts.province]
        shown = {forms[0].name} if height == FRAMED else {forms[1], forms[0].name}
        assert any(f"{facts.place + 1} {name}" in names[here] for name in shown)
        taker = takers[here].replace("│", " ").replace("┃", " ")
        if facts.lead and facts.control is None and (width, map_name) == (120, "albion"):
            letter = side_letters(board)[facts.taker]
            assert f"{LOOK.glyphs.taker}{letter}{facts.lead}" in taker, "all in signs"
        elif facts.lead and facts.control is None:
            assert f"{board.control_name(facts.taker)} by {facts.lead}" in taker, "all in words"
        elif facts.control is not None or height == FRAMED:
            assert board.control_name(facts.taker) in taker.split()
        if facts.is_tie and height == FRAMED:
            assert "tie: " in taker


@pytest.mark.parametrize("map_name", ["siam", "albion"])
@pytest.mark.parametrize(
    ("width", "height"), [(110, TALL), (120, TALL), (120, FRAMED), (160, TALL), (200, FRAMED)]
)
def test_no_tile_calls_a_province_by_its_id_from_110_columns_on(width, height, map_name):
    for seed in range(10, 30):
        position = stage(2, seed, map_name=map_name).position
        lines = queue(position, width, LOOK, height).plain.splitlines()
        assert all(len(line) == width for line in lines)
        assert not any(name.id in lines[height == FRAMED] for name in position.map.provinces)


def test_a_king_marker_takes_no_full_name_away_where_there_is_room():
    made = (stage(2, n).position for n in range(10, 90))
    position = next(
        each for each in made for f in queue_facts(each) if f.has_marker and f.province == 5
    )
    assert position.map.provinces[5].name == "Nakhon Si Thammarat"
    assert "Nakhon Si Thammarat ♔" in queue(position, 200, LOOK, FRAMED).plain


def test_no_tile_cuts_the_name_of_who_has_won_it():
    told = set()
    for moves in range(10, 60, 4):
        position = stage(2, moves).position
        for width in range(100, 131, 3):
            line = queue(position, width, LOOK, TALL).plain.splitlines()[1]
            told |= {*re.findall(rf"{LOOK.glyphs.flag} (?:won by the )?(\w+)", line)}
    assert told == {"Rama", "Lao", "Malay", "British"}


def test_all_tiles_of_a_queue_call_a_tie_alike():
    """Where one has no room for the word, the others do without it."""
    shown = set()
    for seed in range(10, 60):
        position = stage(2, seed).position
        takers = queue(position, 120, LOOK, TALL).plain.splitlines()[1]
        ties = sum(f.is_tie and f.control is None for f in queue_facts(position))
        assert takers.count("tie: ") in {0, ties}
        shown.add(bool(takers.count("tie: ")))
    assert shown == {False, True}


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)])
async def test_the_supply_has_its_own_heading_apart_from_the_last_player(size):
    app = Theatre(stage(2, 14))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = app.screen.query_one("#supply", Line).render().plain
        left = app.screen.controller.view.position.supply
        assert f"R{left[0]}" in text
        heading = next(line for line in text.splitlines() if line)
        assert heading.startswith("Supply")
        if size[1] > 24:
            assert text.startswith("\n")
            assert heading == "Supply"


def test_the_title_says_whose_turn_it_is_and_trouble_goes_first():
    table = stage(3, 14)
    assert "YOUR TURN" in title_line(sight_of(table), "", "", 80, LOOK).plain
    table.me = "key-Zoe"
    name = table.seats[table.position.turn].name
    assert f"{name} to move" in title_line(sight_of(table), "", "", 80, LOOK).plain
    lost = title_line(sight_of(table), "The server is gone.", "", 80, LOOK).plain
    assert lost.strip() == "The server is gone."


TROUBLES = (
    "The broker can be reached, but the lobby's server does not answer. Ask its host.",
    tell("client/superseded"),
    "Nothing answers at lobby.example.org:1883. Check the host and the port, or the network.",
    "Nothing listens at 127.0.0.1:1883: is the server running?",
)


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_what_to_do_about_a_lost_connection_is_told_whole(trouble, size):
    """Sentences that have no room in the title stand in the bar; none is cut."""
    table = stage(3, 9)
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table.tell_trouble(trouble)
        await until(pilot, lambda: trouble[:20] in text(app, "#title"))
        await pilot.pause()
        told = text(app, "#title").strip()
        assert trouble.startswith(told)
        assert told.endswith((".", "?"))
        below = " ".join(text(app, "#bar").split())
        assert trouble in below or (told == trouble and trouble not in below)
        table.tell_trouble("")
        await until(pilot, lambda: "YOUR TURN" in text(app, "#title"))
        await pilot.pause()
        assert trouble not in " ".join(text(app, "#bar").split())


def test_the_title_still_says_whose_turn_it_is_beside_a_warning():
    warning = "The broker holds back messages: you see them up to 5 s late."
    shown = title_line(sight_of(stage(3, 14)), "", warning, 80, LOOK).plain
    assert warning in shown
    assert "YOUR TURN" in shown


def test_the_title_keeps_how_the_last_struggle_ended_while_the_next_goes_on():
    table = resolved_two()
    sight = sight_of(table)
    province = table.position.queue[1]
    who = sight.game.map.control_name(table.position.control(province))
    ended = f"{sight.game.map.provinces[province].name} went to the {who}"
    assert f" · {ended}" in title_line(sight, "", "", 120, LOOK).plain
    assert f" went to the {who}" in title_line(sight, "", "", 80, LOOK).plain
    assert "went to" not in title_line(sight_of(stage(2)), "", "", 120, LOOK).plain


async def test_the_end_of_four_players_has_its_whole_chart_in_sight_on_a_small_screen():
    table = stage(4, 400, seed=3)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        log = app.screen.query_one("#log")
        chart, proof = 1 + table.position.resolved, 2
        assert log.size.height >= chart + proof
        shown = [line.plain for line in app.screen.query_one("#entries", Line).lines()]
        assert sum(line.startswith("Struggle ") and ":" not in line for line in shown) == 1


@pytest.mark.parametrize("height", [1, 2, 4])
def test_an_ended_game_says_of_no_open_province_who_would_take_it(height):
    position = stage(2, 0).position
    running, ended = (
        queue(position, 200, LOOK, height, ended=over).plain for over in (False, True)
    )
    assert LOOK.glyphs.taker in running
    assert LOOK.glyphs.taker not in ended
