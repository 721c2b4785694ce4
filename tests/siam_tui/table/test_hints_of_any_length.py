"""A hint of any length is filled in as far as one draft goes, whatever was chosen before it.

Hints are drawn by lot: a move that is legal, and moves that may follow it in the same turn and
after it. Some are cut short, as by a coach that was stopped early; some go on too far.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import pytest

from games.contract import Game, GameError
from games.registry import game_of, spec_of
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import MoveDraft
from siam_tui.typed.option_words import option_name, option_word, read_choices

GAMES, MANY_GAMES = 15, 1_500
LONGEST = 8


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test for every game."""
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", shown_games())


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    """The games that are drawn."""
    return range(MANY_GAMES if request.config.getoption("--long") else GAMES)


class Moment(NamedTuple):
    """A view of a seat that decides, and a hint."""

    game: Game[Any, Any]
    view: Any
    hint: list[str]

    def draft(self) -> MoveDraft:
        names = tuple("ABCDE"[: self.game.count_seats(self.view)])
        return MoveDraft(ui_of(self.game.name).move_builder(self.game, self.view, names), self.game)


def draw_hint(game: Game[Any, Any], view: Any, random: Random) -> list[str]:
    """Return a legal move, and others of which each is legal after those before it."""
    hint, position = [game.random_move(view, random)], view
    with suppress(GameError):  # the rest is hidden
        for _ in range(random.randrange(LONGEST)):
            position = game.play(position, game.forced(position) or hint[-1])
            if game.turn(position) is not None and game.forced(position) is None:
                hint.append(game.random_move(position, random))
    return [game.format_move(move) for move in hint]


def moments(name: str, seeds: range) -> Iterator[tuple[Moment, Random]]:
    """Iterate over moments of random games with a person's decision."""
    game, spec = game_of(name), spec_of(name)
    for seed in seeds:
        random = Random(seed)
        position = game.new(random.choice(list(spec.players)), seed)
        while (turn := game.turn(position)) is not None:
            forced = game.forced(position)
            if forced is None and random.random() < 0.4:
                view = game.view(position, turn)
                yield Moment(game, view, draw_hint(game, view, random)), random
            move = game.random_move(position, random) if forced is None else forced
            position = game.play(position, move)


def assert_filled(moment: Moment, draft: MoveDraft) -> None:
    """Check that a draft is the hint, as far as it goes; where it asks on, it can be answered."""
    built, hint = list(draft.moves), moment.hint
    common = min(len(built), len(hint))
    assert built[:common] == hint[:common]
    assert draft.prompt.question or draft.prompt.change
    if not built:
        assert draft.choices
        assert draft.options
    position = moment.view
    for move in built:
        moment.game.check(position, moment.game.parse_move(move))
        if move is not built[-1]:
            position = moment.game.play(position, moment.game.parse_move(move))


def by_hand(draft: MoveDraft, random: Random) -> None:
    """Make some choices, and take some back."""
    for _ in range(random.randrange(5)):
        if draft.options and random.random() < 0.8:
            assert draft.choose(random.choice(draft.options).choice)
        else:
            draft.step_back()


def test_it_is_filled_in_whole_whatever_was_chosen_by_hand(name, seeds):
    for moment, random in moments(name, seeds):
        draft = moment.draft()
        draft.fill_in(moment.hint)
        assert_filled(moment, draft)
        whole = draft.draft
        by_hand(draft, random)
        draft.fill_in(moment.hint)
        assert draft.draft == whole


def test_it_is_filled_in_step_by_step(name, seeds):
    for moment, _ in moments(name, seeds):
        whole, draft = moment.draft(), moment.draft()
        whole.fill_in(moment.hint)
        moves = [moment.game.parse_move(move) for move in moment.hint]
        for choice in whole.builder.choices_of(moves):
            assert draft.choose(choice)
        assert draft.draft == whole.draft


def test_what_is_left_of_it_is_known_from_every_step(name, seeds):
    for moment, _ in moments(name, seeds[: len(seeds) // 3]):
        move = moment.hint[0]
        whole, draft = moment.draft(), moment.draft()
        whole.fill_in([move])
        path = whole.builder.choices_of([moment.game.parse_move(move)])
        for made in range(len(path) + 1):
            rest = moment.draft()
            rest.put_back(draft.draft)
            for option in rest.way_to(move):
                assert rest.choose(option.choice)
            assert rest.moves[:1] == whole.moves[:1]
            assert draft.choose(path[made]) if made < len(path) else True


def test_words_typed_in_any_order_are_read_or_refused(name, seeds):
    for moment, random in moments(name, seeds[: len(seeds) // 3]):
        draft = moment.draft()
        by_hand(draft, random)
        words = [word(each) for each in draft.first_options for word in (option_word, option_name)]
        words += [*moment.hint, "", "0", "7", "to", "from", "?"]
        line = " ".join(random.choices(words, k=random.randrange(1, 7)))
        try:
            reading = read_choices(draft.builder, draft.draft, line)
        except UserError:
            continue
        for option in reading.options:
            assert draft.choose(option.choice)
