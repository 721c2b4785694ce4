"""Building a move: every legal move can be built, no other, and every step can be taken back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.siam import Siam, load_map
from siam_tui.games.siam.move_builder import EMPTY, TO_PASS, Choice, Draft, Kind, card_choice
from siam_tui.games.siam.move_options import SiamMoveBuilder, question

SIAM = Siam()


def after(seed, moves, players=3, game=SIAM):
    random = Random(seed)
    position = game.new(players, seed)
    for _ in range(moves):
        following = game.play(position, game.random_move(position, random))
        if following.over:
            break
        position = following
    return position


def drafts(builder, draft):
    """All finished drafts that grow from one."""
    options = builder.choices(draft)
    if not options:
        yield draft
    for choice in options:
        yield from drafts(builder, builder.choose(draft, choice))


positions = st.builds(after, st.integers(0, 2**32), st.integers(12, 45), st.integers(2, 4))


@settings(max_examples=8, deadline=None)
@given(positions)
def test_what_can_be_built_is_exactly_what_is_legal(position):
    builder = SiamMoveBuilder(SIAM, position)
    legal = set(SIAM.moves(position))
    for card in builder.cards:
        built = {builder.move(d) for d in drafts(builder, builder.choose(EMPTY, card_choice(card)))}
        assert built == {move for move in legal if move.card == card}
    assert builder.move(builder.choose(EMPTY, TO_PASS)) == (None, None, None)


@settings(max_examples=60, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_any_walk_through_the_options_ends_in_a_legal_move(position, random):
    builder, draft = SiamMoveBuilder(SIAM, position), EMPTY
    while options := builder.choices(draft):
        assert question(builder, draft)
        draft = builder.choose(draft, random.choice(options))
    move = builder.move(draft)
    assert move is not None
    SIAM.check(position, move)


@settings(max_examples=60, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_stepping_back_undoes_one_real_choice_at_a_time(position, random):
    builder, walk = SiamMoveBuilder(SIAM, position), [EMPTY]
    while options := builder.choices(walk[-1]):
        walk.append(builder.choose(walk[-1], random.choice(options)))
    draft = walk.pop()
    while walk:
        draft = builder.step_back(draft)
        assert draft == walk.pop()


def test_stepping_back_from_nothing_stays_there():
    assert SiamMoveBuilder(SIAM, SIAM.new(2, 1)).step_back(EMPTY) == EMPTY


def test_a_choice_that_is_not_offered_is_refused():
    builder = SiamMoveBuilder(SIAM, SIAM.new(2, 1))
    with pytest.raises(ValueError, match="Choice"):
        builder.choose(EMPTY, Choice(Kind.PROVINCE, 0))


def test_a_lone_follower_is_chosen_with_its_province():
    position = SIAM.parse(
        "R1/=L/M3/R4/L1M1/=R/=B/=B LUA,NAK,PAT,KED,LAN,SUK,KHO,AYU"
        " KTT12RLM.R1L1.-|KTT12RLM.R1M1.- 0 0 - -"
    )
    builder = SiamMoveBuilder(SIAM, position)
    draft = builder.choose(builder.choose(EMPTY, card_choice("1")), Choice(Kind.PROVINCE, 0))
    assert draft.acted == (Choice(Kind.PROVINCE, 0), Choice(Kind.FACTION, 0))
    assert builder.step_back(draft) == Draft(card_choice("1"))


def test_the_preview_shows_the_board_after_the_action():
    position = SIAM.new(3, 7)
    builder = SiamMoveBuilder(SIAM, position)
    draft = builder.choose(EMPTY, card_choice("T"))
    assert builder.preview(draft) == position
    rama, lao, malay = position.followers(0)
    for added in ((1, 0, 0), (1, 1, 0), (1, 1, 1)):
        draft = builder.choose(draft, Choice(Kind.PROVINCE, 0))
        now = rama + added[0], lao + added[1], malay + added[2]
        assert builder.preview(draft).followers(0) == now


def test_questions_speak_of_the_factions_of_the_map():
    albion = Siam(load_map("albion"))
    builder = SiamMoveBuilder(albion, albion.new(2, 1))
    asked = question(builder, builder.choose(EMPTY, card_choice("T")))
    assert asked == "Where does the English follower go?"
