"""Reversi: moves change many places, a player may have to pass, and points decide."""

from itertools import takewhile

from games.author import DRAW, Annotated, Game, Grid, Move, Seat, Value, leaders

BOARD = Grid(8, 8)


class Position(Value):
    discs: Annotated[tuple[Seat | None, ...], BOARD]
    turn: Seat


class Place(Move, text="{to}", say="{who: place, places} a disc on {to}"):
    to: Annotated[int, BOARD]


class Pass(Move, text="pass", say="{who: pass, passes}"):
    pass


def turned(discs, seat, to):
    """Return the places of the discs that a disc on `to` turns."""
    found = []
    for ray in BOARD.rays(to):
        between = list(takewhile(lambda place: discs[place] == 1 - seat, ray))
        if len(between) < len(ray) and discs[ray[len(between)]] == seat:
            found += between
    return found


def places(discs, seat):
    return [to for to in BOARD.where(discs, None) if turned(discs, seat, to)]


class Reversi(Game[Position, Place | Pass]):
    name, title, players = "reversi", "Reversi", range(2, 3)
    rules = """Place a disc so that discs of the other player stand in a straight line between it
    and another disc of yours: they become yours. Pass if you cannot. Most discs win in the end."""

    def start(self, players, chance):
        place = {27: 1, 28: 0, 35: 0, 36: 1}
        return Position(tuple(map(place.get, BOARD)), 0)

    def legal(self, p):
        return map(Place, places(p.discs, p.turn)) if places(p.discs, p.turn) else [Pass()]

    def after(self, p, move):
        own = () if isinstance(move, Pass) else (move.to, *turned(p.discs, p.turn, move.to))
        discs = tuple(p.turn if place in own else p.discs[place] for place in BOARD)
        return Position(discs, 1 - p.turn)

    def count(self, p):
        return [p.discs.count(seat) for seat in (0, 1)]

    def facts(self, p):
        return [("discs", seat, n) for seat, n in enumerate(self.count(p))]

    def judge(self, p):
        worth = [1 + len(places(p.discs, seat)) for seat in (0, 1)]
        return tuple(each / sum(worth) for each in worth)

    def result(self, p):
        if places(p.discs, 0) or places(p.discs, 1):
            return None
        black, white = self.count(p)
        return DRAW if black == white else leaders((black, white))
