"""Why a province cannot be chosen while a move is built, in a sentence. Pure functions."""

from __future__ import annotations

from typing import Final

from games.siam import Faction, Position
from games.siam.constants import FACTION_OF_CARD
from siam_tui.games.siam.move_builder import Builder, Draft, Kind

_HELD: Final = "The {side} control {name}: nothing can be placed there. Choose a marked province."
_BARE: Final = "Nobody stands in {name}. Choose a marked province."
_EMPTIED: Final = "The {side} control {name}, so nobody stands there. Choose a marked province."
_FAR: Final = "{name} has no {faction} neighbour. Choose a marked province."
_HOME_LOST: Final = (
    "{name} has no {faction} neighbour: the {side} control {home}, their home. "
    "Choose a marked province."
)
_RESOLVED: Final = "The struggle for {name} is over, so its tile stays. Choose a marked tile."
_CROWNED: Final = "{name} has the King marker, so its tile stays. Choose a marked tile."
_CHOSEN: Final = "{name} is chosen already. Choose another marked province."
_NOT_NEXT: Final = "{name} is no neighbour of {other}. Choose a marked province."
_TOO_FEW: Final = "{name} has fewer than two followers to give. Choose a marked province."
_NOT_BOTH: Final = "The King marker goes on one of the two tiles you swap. Choose one of them."
_NO_PARTNER: Final = "{name} has no neighbour to exchange with. Choose a marked province."
_OTHERWISE: Final = "{name} cannot be chosen here. Choose a marked province."


def explain_province(builder: Builder, draft: Draft, province: int) -> str:
    """Return why a province cannot be chosen next, where provinces can be chosen."""
    position, card = builder.position, draft.card
    assert card is not None
    names = {"name": position.map.provinces[province].name}
    if builder.action_done(draft):
        return _why_empty(builder.preview(draft), province, names)
    if card == "K":
        return _why_no_tile(position, draft, province, names)
    if card in ("1", "2"):
        return _why_no_exchange(builder, draft, province, names)
    control = position.control(province)
    if control is not None:
        return _HELD.format(side=position.map.control_name(control), **names)
    if card in FACTION_OF_CARD:
        return _why_out_of_reach(position, FACTION_OF_CARD[card], names)
    return _OTHERWISE.format(**names)


def _why_empty(position: Position, province: int, names: dict[str, str]) -> str:
    control = position.control(province)
    if control is not None:
        return _EMPTIED.format(side=position.map.control_name(control), **names)
    return (_OTHERWISE if any(position.followers(province)) else _BARE).format(**names)


def _why_no_tile(position: Position, draft: Draft, province: int, names: dict[str, str]) -> str:
    if len(draft.acted) > 1:
        template = _NOT_BOTH
    elif position.control(province) is not None:
        template = _RESOLVED
    elif province in position.markers:
        template = _CROWNED
    else:
        template = _CHOSEN if province in draft.provinces else _OTHERWISE
    return template.format(**names)


def _why_no_exchange(builder: Builder, draft: Draft, province: int, names: dict[str, str]) -> str:
    position = builder.position
    if province in draft.provinces:
        return _CHOSEN.format(**names)
    if not any(position.followers(province)):
        return _why_empty(position, province, names)
    if draft.card == "2":
        sides = [each.value for each in draft.acted if each.kind is Kind.PROVINCE]
        if not sides:
            few = sum(position.followers(province)) <= 1
            return (_TOO_FEW if few else _NO_PARTNER).format(**names)
        if province not in position.map.borders[sides[0]]:
            other = position.map.provinces[sides[0]].name
            return _NOT_NEXT.format(other=other, **names)
    return _OTHERWISE.format(**names)


def _why_out_of_reach(position: Position, faction: Faction, names: dict[str, str]) -> str:
    board = position.map
    home = board.homes[faction]
    control = position.control(home)
    told = {"faction": board.faction_names[faction], **names}
    if control not in (None, faction):
        assert control is not None
        side, own = board.control_name(control), board.provinces[home].name
        return _HOME_LOST.format(side=side, home=own, **told)
    return _FAR.format(**told)
