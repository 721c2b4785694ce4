"""Six Shires: play a card to settle its shire or one beside it; who leads a shire scores it."""

from games.author import (
    Annotated,
    Between,
    Closed,
    Deck,
    Game,
    Move,
    Own,
    PerSeat,
    Regions,
    Seat,
    Value,
    leaders,
    put,
    without,
)

SHIRES = Regions(
    """
    AAAABBBBBB..
    AAAABBBBCCCC
    DDDDDBBCCCCC
    DDDDEEEEEFFF
    ..DDEEEEFFFF
    """,
    {"A": "Arden", "B": "Brecon", "C": "Craven", "D": "Deira", "E": "Elmet", "F": "Furness"},
)
WORTH = (2, 4, 3, 3, 3, 2)
CARDS = Deck.of(SHIRES, times=4)
Shire = Annotated[int, SHIRES]
Card = Annotated[int, CARDS]
Count = Annotated[int, Between(0, 35)]


class Position(Value):
    men: Annotated[tuple[PerSeat[Count], ...], SHIRES]
    hands: PerSeat[tuple[Own[Card], ...]]
    deck: tuple[Closed[Card], ...]
    played: tuple[Card, ...]
    turn: Seat


class Settle(Move, text="{card}", say="{who: settle, settles} two men in {card}"):
    card: Card


class Send(Move, text="{card}>{to}", say="{who: send, sends} a man from {card} to {to}"):
    card: Card
    to: Shire


class Areas(Game[Position, Settle | Send]):
    name, title, players = "shires", "Six Shires", range(2, 5)
    team_seats = {4: ((0, 2), (1, 3))}  # noqa: RUF012 - as an author writes it
    rules = """Play a card of your three, and draw one. Put two men into its shire, or one into a
    shire beside it. When all cards are played, who has the most men in a shire scores its worth; a
    tie scores for nobody. Most points win; four play as two teams, who add their points up."""

    def start(self, players, chance):
        cards = chance.shuffled(CARDS.cards)[: 24 // players * players]
        hands = tuple(cards[3 * seat : 3 * seat + 3] for seat in range(players))
        none = ((0,) * players,) * len(SHIRES)
        return Position(none, hands, cards[3 * players :], (), chance.below(players))

    def steps(self, p, ask):
        card = ask("card", sorted(set(p.hands[p.turn])), "You do not have that card.")
        if ask("kind", [Settle, Send]) is Settle:
            return Settle(card)
        return Send(card, ask("to", SHIRES.next(card), "That shire is not beside the card's."))

    def after(self, p, move):
        to, count = (move.to, 1) if isinstance(move, Send) else (move.card, 2)
        there = put(p.men[to], p.turn, p.men[to][p.turn] + count)
        hand = without(p.hands[p.turn], move.card) + p.deck[:1]
        return Position(
            put(p.men, to, there),
            put(p.hands, p.turn, hand),
            p.deck[1:],
            (*p.played, move.card),
            (p.turn + 1) % len(p.hands),
        )

    def points(self, p):
        score = [0] * len(p.hands)
        for shire in SHIRES:
            first, second = sorted(p.men[shire])[-1:-3:-1]
            if first > second:
                score[p.men[shire].index(first)] += WORTH[shire]
        return score

    def facts(self, p):
        return [("points", seat, n) for seat, n in enumerate(self.points(p))]

    def judge(self, p):
        score = [sum(self.points(p)[seat] for seat in side) + 1 for side in self.sides(p)]
        return tuple(each / sum(score) for each in score)

    def result(self, p):
        return leaders(self.points(p), self.sides(p)) if not any(p.hands) else None
