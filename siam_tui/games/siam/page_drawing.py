"""What the page draws of King of Siam: the queue, the map, the supply and the seats. Pure."""

from __future__ import annotations

from games.siam import FACTIONS, Trio
from games.siam.constants import HANDS
from siam_tui.games.map_names import name_of_map
from siam_tui.games.page_drawing import (
    CROWN,
    Card,
    PageDrawing,
    Province,
    Sign,
    cards,
    chip,
    map_of,
    told_fact,
)
from siam_tui.games.siam.facts import ProvinceFacts, SiamView, queue_facts
from siam_tui.games.siam.facts_text import tell_board
from siam_tui.games.siam.names import card_name, places, side_letters, tell_name
from texts import tell


def draw_page(view: SiamView) -> PageDrawing:
    """Return a position as the page draws it."""
    position, board = view.begun_position, view.game.map
    queue = tuple(queue_facts(position))
    tiles = [_tile(view, *each) for each in zip(queue, tell_board(view), strict=True)]
    in_order = sorted(queue, key=lambda facts: facts.province)
    supply = (_follower_chip(view, position.supply, faction) for faction in FACTIONS)
    return PageDrawing(
        (
            cards("strip", tell("siam/page/queue"), tiles),
            map_of(
                board,
                tell(name_of_map(board.title)),
                [_province(view, facts) for facts in in_order],
                tell_name,
            ),
            ("signs", (Sign(tell("siam/supply")), *supply)),
        ),
        tuple(_seat(view, seat) for seat in range(view.seat_count)),
    )


def _follower_chip(view: SiamView, trio: Trio, faction: int) -> Sign:
    board, count = view.game.map, trio[faction]
    name = tell("siam/followers", n=count, faction=board.side(faction))
    return chip(faction, f"{side_letters(board)[faction]}{count}", name)


def _tile(view: SiamView, facts: ProvinceFacts, sentence: str) -> Card:
    style = "now" if facts.is_contested else ""
    if facts.control is not None:
        style = f"held side-{facts.control}"
    number = Sign(str(facts.place + 1), "number")
    marker = (Sign(CROWN, "crown"),) if facts.has_marker else ()
    name = Sign(tell(places(view.game.map, "short")[facts.province]))
    return Card(((number, *marker), (name,)), f"tile {style}", sentence)


def _province(view: SiamView, facts: ProvinceFacts) -> Province:
    board, letters = view.game.map, side_letters(view.game.map)
    if facts.control is not None:
        style = f"side-{facts.control}"
        return Province(f"held {style}", ((Sign(tell(board.side(facts.control)), style),),))
    signs = (
        Sign(f"{letters[faction]}{count}", f"side-{faction}")
        for faction, count in enumerate(facts.followers)
        if count
    )
    place = Sign(f"{facts.place + 1}{CROWN * facts.has_marker}", "place")
    return Province("contested" if facts.is_contested else "", ((place, *signs),))


def _seat(view: SiamView, seat: int) -> tuple[Sign, ...]:
    shown, board = view.begun_position.seats[seat], view.game.map
    signs = [_follower_chip(view, shown.followers, faction) for faction in FACTIONS]
    signs.append(told_fact(shown.cards, tell("siam/cards", n=shown.cards)))
    if shown.top is not None:
        card = card_name(board, shown.top)
        signs.append(told_fact(card, tell("siam/page/played", card=card)))
    if shown.hand:
        held = ", ".join(card_name(board, card) for card in dict.fromkeys(HANDS[shown.hand]))
        signs.append(Sign(held, "fact hand"))
    return tuple(signs)
