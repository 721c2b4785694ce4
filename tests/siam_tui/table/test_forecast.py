"""The forecast: what comes if everybody passes from here on, and for whom."""

# ruff: noqa: N802 - the S-numbers are written as in the decisions about the rules

from random import Random

import pytest

from games.siam import BRITISH, PASS, Siam
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.siam.forecast import describe_forecast, forecast
from siam_tui.games.siam.panels import outlook, supply
from siam_tui.model.table_view import see
from tests.siam_tui.table.stage import played, stage

NAMES = ("Ann", "Ben", "Chai", "Dara")


def passed_through(game, position):
    while not position.over:
        position = game.play(position, PASS)
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_it_is_what_comes_when_everybody_really_passes(players, seed):
    game, positions, _ = played(players, seed, Random(seed).randrange(50))
    position = positions[-1]
    if position.over:
        assert forecast(game, position, 0) is None
        return
    end = passed_through(game, position)
    outcome = game.outcome(end)
    for seat in range(players):
        found = forecast(game, position, seat)
        assert found.held == tuple(end.controls.count(control) for control in range(4))
        assert found.outcome == outcome
        assert found.mine.ahead == (seat in outcome.winners)
        assert seat not in found.mine.rivals
        if found.mine.by:
            assert (found.mine.by > 0) == found.mine.ahead


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_S22_hidden_hands_do_not_enter_it(players, viewer):
    game, positions, _ = played(players, 5, 14)
    view = game.view(positions[-1], viewer)
    assert view != positions[-1]
    for seat in (None, *range(players)):
        assert forecast(game, view, seat) == forecast(game, positions[-1], seat)


def told_of(seat, players=3, seed=4, moves=14):
    game, positions, _ = played(players, seed, moves)
    found = forecast(game, positions[-1], seat)
    return found, list(describe_forecast(found, game.map, NAMES, seat))


@pytest.mark.parametrize("moves", range(0, 40, 2))
def test_it_is_told_in_sentences_that_say_the_same_in_fewer_words(moves):
    found, forms = told_of(0, moves=moves)
    lengths = [sum(map(len, form)) for form in forms]
    assert lengths == sorted(lengths, reverse=True)
    for reign, whom in forms:
        assert found.by_last == ("won last" in reign)
        assert "reign" in reign or "colony" in reign
        assert all(each[0].isupper() and each.endswith(".") for each in (reign, whom))
    *reasons, (_, verdict) = forms
    for _, whom in reasons:
        assert bool(found.mine.by) == any(name in whom for name in ("Rama", "Lao", "Malay", "set"))
    assert ("win" in verdict) == (0 in found.outcome.winners)
    full, _ = forms[0]
    assert all(str(count) in full for count in found.held if count)


def test_S20_where_both_have_as_many_of_the_first_it_says_what_decides():
    game, positions, _ = played(2, 4, 14)
    position = positions[-1]
    first = forecast(game, position, 0).outcome.faction
    second = next(each for each in game.reign(game.if_all_pass(position)) if each != first)

    def seat(number, more):
        followers = [3, 3, 3]
        followers[second] += more
        return position.seats[number]._replace(followers=tuple(followers))

    even = position._replace(seats=(seat(0, 1), seat(1, 0)))
    for asked, begins in ((0, "You have as many {} as Ben, and 1 {} more."), (1, "Ann, but 1")):
        whom = next(describe_forecast(forecast(game, even, asked), game.map, NAMES, asked))[1]
        names = game.map.faction_names
        assert begins.format(names[first], names[second]) in whom


def test_a_spectator_reads_who_would_win():
    found, forms = told_of(None)
    assert found.mine is None
    assert all(whom == f"{NAMES[found.outcome.winners[0]]} wins." for _, whom in forms)


def test_S20_in_a_team_game_it_speaks_of_the_team():
    found, forms = told_of(1, players=4)
    assert found.mine.rivals == (0, 2)
    assert forms[0][1].startswith("Your team ")


def test_S19_of_a_colony_complete_sets_decide(monkeypatch):
    game = Siam()
    position = game.new(3, 4)
    bare = position._replace(stacks=(0,) * 24)
    found = forecast(game, bare, 0)
    assert found.held == (0, 0, 0, 4)
    assert found.outcome.faction is None
    assert found.mine.in_what is None
    reign, _ = next(describe_forecast(found, game.map, NAMES, 0))
    side = game.map.control_name(BRITISH)
    assert reign == f"If everyone passes now: the {side} hold 4, a colony (no others)."


def sight_of(table):
    return see(table.state(), table.me)


@pytest.mark.parametrize("width", [32, 43, 70])
@pytest.mark.parametrize("moves", range(0, 40, 3))
def test_beside_the_board_it_has_room_at_every_size(width, moves):
    sight = sight_of(stage(4, moves))
    lines = outlook(sight, sight.position, width, Look()).plain.splitlines()
    if sight.state.status == "running":
        assert lines[0].startswith("If ")
        assert len(lines) <= 3
        assert all(len(line) <= width for line in lines)
        assert "…" not in "".join(lines)


def test_S18_where_nobody_has_played_the_win_is_shared_and_it_says_so():
    game = Siam()
    position = game.new(2, 1)
    same = position._replace(seats=tuple(position.seats[0] for _ in position.seats))
    found = forecast(game, same, 0)
    assert found.outcome.winners == (0, 1)
    assert [whom for _, whom in describe_forecast(found, game.map, NAMES, 0)] == [
        "You share the win with Ben.",
        "You share the win.",
        "You share the win.",
        "You share the win.",
    ]


def test_with_a_move_being_built_it_speaks_of_what_comes_after_it():
    sight = sight_of(stage(3))
    after = sight.game.play(sight.position, next(sight.game.moves(sight.position)))
    assert outlook(sight, after, 70, Look()).plain.startswith("After this move")


def test_there_is_none_before_the_start_and_after_the_end():
    assert not outlook(sight_of(stage(3, 400)), None, 70, Look())
    table = stage(3, status="open")
    assert not outlook(sight_of(table), None, 70, Look())


def test_what_is_short_in_the_supply_is_marked():
    position = stage(3).position
    rama = position.supply_of(0)
    stacks = (position.stacks[0] + rama, *position.stacks[1:])
    text = supply(position._replace(stacks=stacks), 40, Look(ASCII)).plain
    assert "R0!" in text
    assert "no Rama left" in text
    assert "!" not in supply(position, 40, Look(ASCII)).plain


@pytest.mark.parametrize("width", [20, 34, 70])
def test_words_about_the_supply_are_whole_or_not_there(width):
    position = stage(3, 60).position
    text = supply(position, width, Look(ASCII)).plain
    assert len(text) <= max(width, len("Supply  R0! L0! M0!"))
    assert " left" in text or text.endswith(("!", *"0123456789"))
