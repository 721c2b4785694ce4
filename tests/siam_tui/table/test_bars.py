"""The bar: what is asked of whom, and which answers there are."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from games.siam import PASS, Siam
from protocol.commands import Agree, FreeSeat, SeatBot, StartGame, TakeSeat
from protocol.states import SeatState
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.place_names import short_names
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.move_builder import EMPTY, TO_PASS, Kind, card_choice
from siam_tui.games.siam.move_options import SiamMoveBuilder, only_choices, question
from siam_tui.games.siam.move_text import move_words
from siam_tui.games.siam.texts import TEXTS
from siam_tui.model.table_view import see
from siam_tui.table.bar.bars import (
    end_bar,
    host_bar,
    move_bar,
    open_bar,
    over_bar,
    waiting_bar,
)
from siam_tui.table.bar.move_bar import bar_lines, place_options
from siam_tui.table.bar.options import Bar, Menu, MenuState, Option, ScreenAction
from siam_tui.table.move_draft import MoveDraft
from siam_tui.ui.text import listed
from tests.siam_tui.table.stage import LINK, evolve, person, stage

FREE = SeatState("free")
BOT = SeatState("bot", "bot-1", "greedy", "greedy")
LEVELS = ("random", "greedy")


def sight_of(table):
    return see(table.state(), table.me)


def opened(*seats, me="key-Ann"):
    return sight_of(stage(len(seats), status="open", seats=seats, me=me))


def doings(bar):
    return {option.key: option.action for option in bar.options}


def test_the_host_may_seat_and_free_bots_and_start_when_all_are_there():
    some = doings(open_bar(opened(person(0), BOT, FREE), LEVELS, LINK))
    assert set(some) == {"B", "F", "C"}
    everybody = doings(open_bar(opened(person(0), BOT, BOT), LEVELS, LINK))
    assert everybody["G"] == StartGame("T1")
    assert "B" not in everybody


@pytest.mark.parametrize("width", [80, 120, 200])
def test_the_link_stands_whole_in_a_line_of_its_own_or_not_at_all(width):
    bar = open_bar(opened(person(0), BOT, FREE), LEVELS, LINK)
    lines = [line.plain.strip() for line in bar_lines(bar, Size(width, 6), Look())]
    assert (LINK in lines) == (width > len(LINK) + 1)
    assert [line for line in lines if "siam://" in line] == [LINK] * (LINK in lines)


def test_a_host_is_told_who_is_here_without_a_seat():
    view = opened(person(0), FREE, FREE)
    asked = open_bar(view, LEVELS, LINK, ["Ben"]).question
    assert asked.startswith("1 of 3 seats is taken. Ben is here without a seat. Send")
    assert "Ben and Chai are here" in open_bar(view, LEVELS, LINK, ["Ben", "Chai"]).question


def test_a_guest_takes_one_of_the_free_seats_and_has_no_host_keys():
    bar = open_bar(opened(person(0), FREE, FREE, me="key-Ben"), LEVELS, "")
    assert doings(bar) == {"2": TakeSeat("T1", 1), "3": TakeSeat("T1", 2)}
    seated = open_bar(opened(person(0), person(1), FREE, me="key-Ben"), LEVELS, "")
    assert doings(seated) == {}
    assert "Waiting for players" in seated.question


def test_a_bot_is_seated_in_two_steps_or_one_if_only_one_seat_is_free():
    sight = opened(person(0), FREE, FREE)
    where = host_bar(sight, LEVELS, MenuState(Menu.SEAT_BOT))
    assert doings(where)["3"] == MenuState(Menu.SEAT_BOT, 2)
    level = host_bar(sight, LEVELS, MenuState(Menu.SEAT_BOT, 2))
    assert doings(level) == {"1": SeatBot("T1", 2, "random"), "2": SeatBot("T1", 2, "greedy")}
    one = host_bar(opened(person(0), BOT, FREE), LEVELS, MenuState(Menu.SEAT_BOT))
    assert doings(one)["2"] == SeatBot("T1", 2, "greedy")


def test_a_bot_s_seat_can_be_freed():
    bar = host_bar(opened(person(0), BOT, FREE), LEVELS, MenuState(Menu.FREE_SEAT))
    assert doings(bar) == {"2": FreeSeat("T1", 1)}


def test_a_spectator_is_offered_nothing():
    bar = waiting_bar(sight_of(stage(3, 5, me="key-Zoe")))
    assert bar.options == ()
    assert "watching" in bar.question


@pytest.mark.parametrize(
    ("seconds", "player_reads", "spectator_reads"),
    [
        (5.0, "Waiting for Ben, who is away for now.", "Ben is to move, and is away for now."),
        (130.0, "Waiting for Ben, who has been away for 2 min.", "has been away for 2 min."),
    ],
)
def test_it_is_said_that_the_player_whom_all_wait_for_is_away(
    seconds, player_reads, spectator_reads
):
    seated = sight_of(stage(3, 5, to_move=1, me="key-Ann"))
    away = {seated.turn: seconds}
    assert seated.name(seated.turn) == "Ben"
    assert waiting_bar(seated, (), away).question == player_reads
    assert waiting_bar(seated).question == "Waiting for Ben."
    watching = sight_of(stage(3, 5, to_move=1, me="key-Zoe"))
    assert waiting_bar(watching, (), away).question.endswith(spectator_reads)


def test_a_waiting_table_says_who_is_away_and_does_not_say_that_all_are_here():
    view = opened(person(0), person(1))
    assert "All are here: start!" in open_bar(view, LEVELS, LINK).question
    asked = open_bar(view, LEVELS, LINK, (), ["Ben"]).question
    assert asked == "2 of 2 seats are taken. Ben is away for now. All seats are taken: start!"


def test_whoever_is_replaced_by_a_stand_in_may_come_back():
    table = stage(2, 4)
    away = evolve(table.seats[table.seat], holder="stand_in", level="greedy")
    table._sit(table.seat, away)
    bar = waiting_bar(sight_of(table))
    assert doings(bar) == {"S": TakeSeat("T1", table.seat)}


def bar_while(sight, draft):
    """Return the bar of a move of which so much is chosen."""
    made = MoveDraft()
    made.turn_to(sight, None)
    made.draft = draft
    return move_bar(sight, made)


def test_provinces_are_offered_by_their_place_in_the_queue_shown():
    table = stage(2)
    sight = sight_of(table)
    builder = SiamMoveBuilder(sight.game, sight.position)
    draft = builder.choose(EMPTY, card_choice("K"))
    offered = doings(bar_while(sight, draft))
    assert offered == {
        str(place): Choice(Kind.PROVINCE, province)
        for place, province in enumerate(sight.position.queue, start=1)
    }
    first, last = sight.position.queue[0], sight.position.queue[7]
    for province in (first, last, first):
        draft = builder.choose(draft, Choice(Kind.PROVINCE, province))
    # The tiles have changed places on the board shown: their numbers have as well.
    assert doings(bar_while(sight, draft))["8"] == Choice(Kind.PROVINCE, first)


def test_the_title_grows_into_the_move_in_words_and_the_notation_behind_if_it_fits():
    table = stage(2)
    sight = sight_of(table)
    builder, draft = SiamMoveBuilder(sight.game, sight.position), EMPTY
    while options := builder.choices(draft):
        draft = builder.choose(draft, options[0])
    move = builder.move(draft)
    bar = bar_while(sight, draft)
    told = move_words(sight.game.map, move, short_names(sight.game.map))
    assert bar.title == f"Your move  {told}"
    assert bar.longer == f"{bar.title}  {sight.game.format_move(move)}"
    assert title_of(bar, 160) == bar.longer
    assert title_of(bar, len(bar.title) + 6) == bar.title
    assert title_of(bar, len(bar.title) + 5) == bar.shorter
    assert [option.key for option in bar.options] == ["Enter", "Esc"]


def title_of(bar, width):
    return bar_lines(bar, Size(width, 4), Look())[0].plain.strip(" ═─━")


def explained(bar, height):
    return [line.plain.strip() for line in bar_lines(bar, Size(80, height), Look())][-1]


def test_an_option_whose_explanation_is_too_long_is_named_and_explained_below():
    long = " and ".join(["it does something in another area"] * 5)
    option = Option("X", "Harvest", ScreenAction("reap"), explanation=long)
    bar = Bar("Your move", "Which card?", (option,), own=True, cursor=option.action)
    lines = [line.plain.strip() for line in bar_lines(bar, Size(80, 6), Look())]
    assert lines[2] == "X  Harvest"
    assert " ".join(lines[3:]) == f"Harvest: {long}"


def test_where_the_cards_have_no_room_the_cursor_explains_them_one_by_one():
    sight = sight_of(stage(2))
    bar = bar_while(sight, EMPTY)
    assert len({option.key for option in bar.options}) == 8
    assert explained(bar, 4).startswith("Tab goes through the choices")
    for option in bar.options:
        said = explained(replace(bar, cursor=option.action), 4)
        assert (
            said == f"{option.label}: {option.explanation}"
            if option.explanation
            else "Tab goes" in said
        )
    assert "  pass" in explained(bar, 12)  # there each stands with what it does


@pytest.mark.parametrize("width", [120, 200])
def test_a_full_hand_is_explained_at_once_where_there_is_room(width):
    sight = sight_of(stage(2))
    bar = bar_while(sight, EMPTY)
    shown = "\n".join(line.plain for line in bar_lines(bar, Size(width, 6), Look()))
    assert all(option.explanation in shown for option in bar.options)


def test_s10_cards_that_can_do_nothing_are_named_before_one_plays_them():
    siam = Siam()
    position = siam.parse(
        "R2L1M1/-/-/-/-/-/-/L1M2 SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO KTT12RLM.-.-|KTT12RLM.-.- 0 0 - -"
    )
    assert question(SiamMoveBuilder(siam, position), EMPTY).endswith("2 vs 1 can do nothing now.")


def test_what_is_chosen_by_itself_is_told():
    text = "R2L1/M1/-/-/-/-/-/- SUK,AYU,KED,LUA,NAK,LAN,PAT,KHO KTT12RLM.-.-|KTT12RLM.-.- 0 0 - -"
    table = stage(2)
    view = see(evolve(table.state(), position=text, viewer=0), table.seats[0].player)
    draft = MoveDraft()
    draft.turn_to(view, None)
    assert draft.choose(card_choice("1"))
    assert draft.filled == ()
    assert draft.choose(Choice(Kind.PROVINCE, 1))
    assert only_choices(view.game.map, draft.filled) == "Malay and Lan Na were the only choices."
    assert move_bar(view, draft).question == (
        "Malay and Lan Na were the only choices. Which follower comes from Lan Na?"
    )
    draft.step_back()
    assert draft.filled == ()


def at_the_last_pass(players=2):
    """A table at which a pass of Ann's would end the struggle."""
    made = (stage(players, n) for n in range(1, 60))
    return next(table for table in made if table.position.passes == players - 1)


def test_a_pass_that_would_end_the_struggle_says_so_and_who_takes_the_province():
    table = at_the_last_pass()
    sight = sight_of(table)
    builder = SiamMoveBuilder(sight.game, sight.position)
    after = table.game.play(table.position, PASS)
    province = table.position.contested
    who = sight.game.map.control_name(after.control(province))
    took = f"the {who} take {short_names(sight.game.map)[province]}"
    (offered,) = (o.label for o in bar_while(sight, EMPTY).options if o.key == "P")
    assert offered == f"pass: ends the struggle, {took}"
    drafted = bar_while(sight, builder.choose(EMPTY, TO_PASS))
    assert drafted.question.startswith(f"Your pass ends the struggle: {took}.")


def test_any_other_pass_is_just_a_pass():
    sight = sight_of(stage(2))
    bar = bar_while(sight, EMPTY)
    assert [option.label for option in bar.options if option.key == "P"] == ["pass"]


def test_a_spectator_reads_who_wants_to_end_early_and_no_key():
    table = stage(2, 3, end=(0,), me="key-Eve")
    name = table.seats[0].name
    assert f"({name} wants to end the game early)" in waiting_bar(sight_of(table)).title
    table = stage(2, 3)
    assert "you offer to end" in _title(replace(table, end=(table.seat,)))


@pytest.mark.parametrize(
    ("players", "agreed", "told"),
    [
        (3, 0, "End the game early? It ends without a winner when everybody seated agrees."),
        (3, 1, " wants to end the game early. It ends without a winner when everybody"),
        (3, 2, " want to end the game early. If you agree too, it ends now, without a winner."),
        (2, 1, " wants to end the game early. If you agree too, it ends now, without a winner."),
    ],
)
def test_who_is_asked_to_end_early_reads_what_agreeing_does(players, agreed, told):
    table = stage(players, 3)
    others = [seat for seat in range(players) if seat != table.seat]
    question = end_bar(sight_of(replace(table, end=tuple(others[:agreed])))).question
    assert told in question
    assert all(table.seats[seat].name in question for seat in others[:agreed])


def _title(table):
    sight = sight_of(table)
    return bar_while(sight, EMPTY).title


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_result_says_who_reigns_who_won_and_why(players):
    for seed in range(12):
        table = stage(players, 400, seed=seed, to_move=0)
        sight = sight_of(table)
        said = TEXTS.result(sight)
        outcome = sight.outcome
        assert outcome.reason in said
        assert ("a colony" in said) == (outcome.faction is None)
        if outcome.winners == (sight.seat,):
            assert "You win:" in said
        else:
            assert listed([sight.name(seat) for seat in outcome.winners]) in said


def test_a_game_ended_early_has_no_winner():
    sight = sight_of(stage(2, 3, status="over"))
    assert "Nobody wins" in TEXTS.result(sight)


def test_playing_again_is_agreed_and_taken_back():
    table = stage(2, 400)
    assert doings(over_bar(sight_of(table), LEVELS))["A"] == Agree("T1", 1, "again", yes=True)
    table.again = (table.seat,)
    assert doings(over_bar(sight_of(table), LEVELS))["A"] == Agree("T1", 1, "again", yes=False)
    assert "Ann: again!" in over_bar(sight_of(table), LEVELS).title


def test_seats_that_got_free_are_filled_before_the_next_game():
    table = stage(2, 400, to_move=0)
    table.seats = (table.seats[0], FREE)
    table.again = (0,)
    host = over_bar(sight_of(table), LEVELS)
    assert {"A", "B", "Q"} <= set(doings(host))
    assert "free seats must be filled" in host.question
    table.me = "key-Zoe"
    guest = doings(over_bar(sight_of(table), LEVELS))
    assert guest["2"] == TakeSeat("T1", 1)
    assert "B" not in guest


def test_who_only_watches_is_offered_no_seat_before_or_after_the_game():
    table = stage(3, status="open", seats=(person(0), FREE, FREE), me="key-Ben")
    before = open_bar(see(table.state(), table.me, watching=True), LEVELS, LINK)
    assert set(doings(before)) == {"C"}
    table = stage(2, 400, me="key-Zoe")
    table.seats = (table.seats[0], FREE)
    after = over_bar(see(table.state(), table.me, watching=True), LEVELS)
    assert set(doings(after)) == {"Q", "S", "V", "W"}


def test_what_only_the_bar_offers_has_its_name_before_what_the_footer_has_too():
    """At 80 columns, below two lines of who won."""
    table, bot = stage(2, 400), SeatState("bot", "key-bot", "greedy bot", "greedy")
    table.seats = tuple(seat if seat.player == table.me else bot for seat in table.seats)
    bar = replace(over_bar(sight_of(table), LEVELS), question="word " * 30)
    shown = [line.plain for line in bar_lines(bar, Size(80, 4), Look())]
    assert shown[-1].split() == ["A", "play", "again", "F", "remove", "a", "bot", "V", "analyse"]
    wide = "\n".join(line.plain for line in bar_lines(bar, Size(120, 6), Look()))
    assert "watch again" in wide


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_80_columns_every_answer_of_every_step_is_on_the_bar(players):
    for seed in range(6):
        sight = sight_of(stage(players, 8, seed=seed))
        builder = SiamMoveBuilder(sight.game, sight.position)
        draft = EMPTY
        while options := builder.choices(draft):
            draft = builder.choose(draft, options[-1 if draft == EMPTY and seed % 2 else 0])
            bar = bar_while(sight, draft)
            placed = place_options(bar, Size(80, 4))
            assert {p.option for p in placed} == set(bar.options)
            assert all(p.y < 4 and p.xs.stop <= 80 for p in placed)


def test_choices_whose_names_have_no_room_are_named_in_short():
    view = opened(person(0), FREE, FREE, FREE, me="key-Ben")
    size, bar = Size(80, 4), open_bar(view, LEVELS, LINK, ["Chai", "Benjamin"])
    shown = " ".join(line.plain for line in bar_lines(bar, size, Look()))
    assert "2 seat 2    3 seat 3    4 seat 4    C copy link" in shown
    assert "2  sit on seat 2" in " ".join(
        line.plain for line in bar_lines(bar, Size(80, 5), Look())
    )


def test_what_has_no_room_to_be_read_is_left_out_by_whole_sentences():
    report = Bar("End", "Ann kept one.", lines=("Her wall is 6. Ben's wall is 5, too.",))
    (_, *read) = (line.plain.strip() for line in bar_lines(report, Size(40, 4), Look()))
    assert " ".join(read) == "Ann kept one. Her wall is 6. Ben's wall is 5, too."
    (_, *read) = (line.plain.strip() for line in bar_lines(report, Size(20, 4), Look()))
    assert " ".join(read) == "Ann kept one. Her wall is 6."
