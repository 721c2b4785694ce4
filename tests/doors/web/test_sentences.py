"""The page tells every game in the sentences of text mode, and draws each of its positions."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from attrs import asdict

from games.registry import spec_of
from protocol.states import TableState
from siam_tui.games.game_texts import MoveContext
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView, see
from tests.doors.web.chromium import Tab
from tests.doors.web.open_page import open_page, state_of

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

_TELL = """(async ({name, state, names, steps, result}) => {
  const game = await import(`/assets/games/${name}/game.js`);
  const board = game.readBoard(state);
  const read = (text) => game.readPosition(board, text);
  const told = steps.map(({position, seat, move, after}) => {
    const before = read(position), then = read(after);
    for (const part of [game.drawBoard, game.drawStrip, game.drawRest]) part(board, then, names);
    names.forEach((_, each) => game.drawSeat(board, then, each, names));
    return {
      turn: game.turnOf(before),
      move: game.tellMove(board, move, names[seat], {before, names}),
      board: game.tellBoard(board, then, names),
      seats: names.map((_, each) => game.tellSeat(board, then, each, names)),
      situation: game.tellSituation(board, then, names).join(' '),
      chapter: game.chapterOf(then),
    };
  });
  return {
    told,
    over: game.turnOf(read(steps.at(-1).after)),
    result: game.tellResult(result, names),
    isOpen: game.isLogOpen(board),
  };
})"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shown(tab: Tab) -> AsyncIterator[Tab]:
    """Return the tab with the page."""
    async with open_page() as page:
        await tab.open(page.url("/"))
        await tab.until("document.querySelector('.theme')")
        yield tab


def steps_of(state: TableState, seed: int) -> Iterator[tuple[dict[str, Any], TableView, str]]:
    """Play a whole game by dice; yield each move, the view after it, and what is said of it."""
    view = see(state, "nobody")
    rules, texts, random = view.game, ui_of(state.game).texts, Random(seed)
    position = rules.new(len(state.seats), seed)
    while (seat := rules.turn(position)) is not None:
        move = rules.forced(position) or rules.random_move(position, random)
        seen = rules.view(position, None)
        after = rules.play(position, move)
        then = replace(view, position=rules.view(after, None))
        context = MoveContext(replace(view, position=seen), seen)
        told = texts.tell_move(rules, move, view.name(seat), context)
        if seen.turn == getattr(seen, "dummy", None):  # the page tells no reasons of the dummy
            _, brings, gain = told.partition(" That brings ")
            told = f"{texts.tell_move(rules, move, view.name(seat))}{brings}{gain}"
        step = {
            "position": rules.format(seen),
            "seat": seat,
            "move": rules.format_move(move),
            "after": rules.format(then.position),
        }
        yield step, then, told
        position = after
    outcome = rules.outcome(position)
    assert outcome is not None
    yield {"result": outcome.text}, view, ""


def board_sentences(view: TableView) -> list[str]:
    texts = ui_of(view.game.name).texts
    told = list(texts.tell_board(view))
    problems = [fact for fact in texts.facts if fact.name == "problems"]
    return told + [sentence for fact in problems for sentence in fact.answer(view, "")]


@pytest.mark.parametrize(
    ("name", "players", "map_name"),
    [
        ("siam", 4, "albion"),
        ("siam", 2, "siam"),
        ("foreign-king", 2, ""),
        ("foreign-king", 4, ""),
        ("amber", 1, ""),
        ("amber", 3, ""),
    ],
)
async def test_the_page_says_what_text_mode_says(
    shown: Tab, name: str, players: int, map_name: str
) -> None:
    state = state_of(name, players)
    if map_name:
        state = state_of(name, players, map=spec_of(name).load_map(map_name).toml, position="")
    *played, (end, view, _) = steps_of(state, 11)
    names = list(view.seat_names)
    plain = {"name": name, "state": asdict(state, filter=lambda field, _: field.name in _SENT)}
    plain |= {"names": names, "steps": [step for step, _, _ in played], **end}
    found = await shown.run(f"{_TELL}({json.dumps(plain)})")
    texts, rules = ui_of(name).texts, view.game
    for each, (step, then, told) in zip(found["told"], played, strict=True):
        over = rules.turn(then.position) is None
        assert each["turn"] == step["seat"]
        assert each["move"] == told
        assert each["board"] == board_sentences(then)
        assert each["seats"] == [texts.tell_seat(then, seat) for seat in range(len(names))]
        assert " ".join(texts.tell_situation(then)).startswith(each["situation"])
        assert bool(each["situation"]) != over
        assert over or each["chapter"] == rules.chapter(then.position)
    assert found["over"] is None
    assert found["isOpen"] == rules.log_is_open
    result = ui_of(name).texts.record_result(end["result"], names)
    assert found["result"] == f"{result[0].upper()}{result[1:]}."


_SENT = ("map", "options", "seats", "name")
