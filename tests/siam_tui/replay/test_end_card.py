"""The card of a finished game: of every game, as text and as a picture, and on the screen."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from xml.etree import ElementTree as ET

import pytest

from games.record import Record
from games.registry import game_of, spec_of
from games.search import Limits
from siam_tui.analysis import end_card_screen
from siam_tui.analysis.analysis_worker import analysed_from
from siam_tui.analysis.end_card import WIDTH, card_svg, card_text, end_card, turning_point
from siam_tui.analysis.end_card_screen import EndCardScreen
from siam_tui.analysis.verdicts import Verdict, verdicts
from siam_tui.appearance.glyphs import ASCII, UNICODE
from siam_tui.appearance.style import Look
from siam_tui.model.replay import Replay
from siam_tui.table.bar.move_bar import MoveBar
from tests.installed_games import OURS
from tests.siam_tui.app.stage import until
from tests.siam_tui.replay.games import recorded
from tests.siam_tui.replay.test_graph import verdicts_of
from tests.siam_tui.table.stage import Theatre, stage


def whole_game(name, players):
    """Play a game at random to its end."""
    game, random = game_of(name), Random(3)
    positions, moves = [game.new(players, 3)], []
    while game.turn(positions[-1]) is not None:
        moves.append(game.random_move(positions[-1], random))
        positions.append(game.play(positions[-1], moves[-1]))
    names = ("Ann", "Ben", "Cat", "Dan")[:players]
    result = game.outcome(positions[-1]).text
    return Record(game, positions[0], tuple(moves), result, seats=names, date="2026.11.23")


CARDS = [("siam", 4), *((name, min(spec_of(name).players)) for name in OURS)]


@pytest.fixture(scope="module", params=CARDS, ids=str)
def found(request):
    """A whole game, and what the engine really thinks of each move after a glance."""
    replay = Replay.of(whole_game(*request.param))
    return replay, list(verdicts(replay, Limits(nodes=1)))


def test_the_card_of_every_game_has_result_turning_point_and_chances(found):
    replay, thought = found
    card = end_card(replay, thought)
    text = card_text(card, UNICODE)
    assert replay.game.title in card.title
    assert "Ann" in card.title
    if replay.game.teams(len(replay.names)):
        assert card.title.endswith("Ann and Cat (Team A) against Ben and Dan (Team B)")
    assert card.result
    assert card.result.split()[0] in text
    assert "Turning point" in text or "Nobody gave anything away" in text
    for side, name in enumerate(replay.sides):
        line = next(line for line in text.splitlines() if line.startswith(f"{name}  "))
        assert line.endswith(f"{round(100 * thought[-1].after[side])} %")
        before = max(map(len, replay.sides)) + 2
        assert set(line[before:-6]) <= set(UNICODE.levels)
    assert all(len(line) <= WIDTH for line in text.splitlines())
    ascii_lines = card_text(card, ASCII).splitlines()
    assert all(line[before:-6].isascii() for line in ascii_lines[-1 - len(replay.sides) :])
    is_marked = not text.splitlines()[-1].startswith(replay.sides[-1])
    assert is_marked == (len(replay.chapters) > 1), "the number of the only chapter tells nothing"


def test_a_card_that_is_shared_says_nothing_of_an_analysis_that_still_runs(found):
    replay, thought = found
    card = end_card(replay, thought[:1])
    assert "analysed" in card_text(card, UNICODE)
    for told in (card_text(card.to_share, UNICODE), card_svg(card.to_share)):
        assert "analysed" not in told
        assert card.result.split()[-1] in told


def test_a_long_title_breaks_over_lines_of_the_picture(found):
    replay, thought = found
    names = " and ".join(["Wolfgang Amadeus"] * 8)
    picture = card_svg(replace(end_card(replay, thought), title=names))
    titles = [each.text for each in ET.fromstring(picture) if each.get("font-size") == "22"]
    assert " ".join(titles) == names
    assert max(map(len, titles)) <= 55


def test_the_picture_is_well_formed_and_says_the_same(found):
    replay, thought = found
    card = end_card(replay, thought)
    root = ET.fromstring(card_svg(card))
    told = " ".join("".join(each.itertext()) for each in root.iter() if each.text)
    assert card.title in told
    for word in f"{card.result} {card.turning_point}".split():
        assert word in told
    lines = [each for each in root.iter() if each.tag.endswith("polyline")]
    assert len(lines) == len(replay.sides)
    assert all(len(each.get("points").split()) == replay.last + 1 for each in lines)


def test_the_turning_point_is_the_costliest_move_that_gave_the_lead_away():
    replay = Replay.of(recorded(2))
    chances = [0.5] * replay.last
    chances[3:] = [0.9] * (replay.last - 3)
    chances[8:] = [0.2] * (replay.last - 8)
    thought = verdicts_of(replay, chances)
    assert turning_point(thought).ply == 8
    card = end_card(replay, thought)
    assert card.turned_at == 8
    assert card.turning_point.startswith("Turning point, move 9: ")
    assert "It gave away 70 % of the chances, and Ben took the lead." in card.turning_point
    assert turning_point(verdicts_of(replay, [0.5] * replay.last)) is None


def test_a_win_given_away_and_from_where_the_other_is_certain_are_told():
    replay = Replay.of(recorded(2))
    chances = [0.5] * 6 + [0.0] * (replay.last - 6)
    thought = verdicts_of(replay, chances)
    thought[6] = replace(thought[6], before=(1.0, 0.0), loss=1.0, proven=True, side=0)
    told = end_card(replay, thought).turning_point
    assert told.startswith("Turning point, move 7: ")
    assert "It gave the win away, which was certain with pass. Certain from move 7 on: " in told
    assert told.endswith("wins, whatever the others do.")


def test_until_every_move_is_analysed_it_says_how_far_that_is():
    replay = Replay.of(recorded(2))
    card = end_card(replay, verdicts_of(replay, [0.5] * 4))
    assert f"4 of {replay.last} moves" in card.turning_point
    assert card.chances == ()
    assert "▄" not in card_text(card, UNICODE)
    ET.fromstring(card_svg(card))


def test_names_of_strangers_do_no_harm():
    record = recorded(2)
    nasty = Record(
        record.game,
        record.start,
        record.moves,
        record.result,
        seats=("</text><script>", "[bold]Ben"),
        date="2026.11.21",
    )
    replay = Replay.of(nasty)
    card = end_card(replay, verdicts_of(replay, [0.5] * replay.last))
    svg = card_svg(card)
    ET.fromstring(svg)
    assert "<script" not in svg
    assert "[bold]Ben" in card_text(card, UNICODE)


async def test_it_opens_from_the_page_on_the_end_and_is_copied_and_saved(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    copied = []
    table = stage(2, 400)
    replay = Replay.of(recorded(2))
    thought = verdicts_of(replay, [0.5] * replay.last)

    begun = []

    async def thinks(played, begin, seconds):
        assert seconds == end_card_screen.SECONDS
        assert played.last == replay.last
        begun.append(begin)
        for each in thought[begin:]:
            if each.ply == 3 and not begin:
                await asyncio.Event().wait()  # until it is interrupted
            yield Verdict.of_line(each.to_line())

    monkeypatch.setattr(end_card_screen, "analysed_from", thinks)
    monkeypatch.setattr(end_card_screen, "copy_to_clipboard", lambda _, text: copied.append(text))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.screen.query_one(MoveBar)
        await until(pilot, lambda: bar.bar and "S" in {option.key for option in bar.bar.options})
        await pilot.press("s")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, EndCardScreen))
        await until(pilot, lambda: f"3 of {replay.last} moves" in app.screen.card.turning_point)
        await pilot.press("escape", "c")
        await until(pilot, lambda: isinstance(app.screen, EndCardScreen) and len(begun) == 2)
        assert begun == [0, 3], "it goes on where it was interrupted"
        await until(pilot, lambda: app.screen.card.chances)
        today = datetime.now(UTC).strftime("%Y-%m-%d")
        await pilot.press("c", "p")
        await until(pilot, lambda: list(tmp_path.rglob("*.svg")))
        (file,) = tmp_path.rglob("*.svg")
        assert file.name.startswith(today[:4])
        ET.parse(file)
        assert copied[0].startswith("King of Siam · ")
        await pilot.press("escape")


def test_a_card_that_was_thought_out_is_not_thought_out_again(found):
    replay, thought = found
    kept = list(thought)
    assert EndCardScreen(replay, Look(), kept).card == end_card(replay, thought)
    del kept[3:]
    assert "3 of" in EndCardScreen(replay, Look(), kept).card.turning_point
    more = [*thought, thought[-1]]
    EndCardScreen(replay, Look(), more)
    assert more == [], "what is about another state of the game is forgotten"


async def test_an_analysis_goes_on_from_a_later_move():
    replay = Replay.of(recorded(2))
    begin = replay.last - 2
    async with aclosing(analysed_from(replay, begin, 0.01)) as found:
        plies = [verdict.ply async for verdict in found]
    assert plies == [begin, begin + 1]
