"""The dummy's decisions: A13 to A20."""

from __future__ import annotations

from random import Random

import pytest

COINS = ("M", "S", "K", "CM", "CS", "CW", "CV", "CY", "CK")


def coins(**heads):
    """Return nine coins, each 0 but those named."""
    return "".join(str(heads.get(card, 0)) for card in COINS)


@pytest.fixture
def alone(build):
    def position(card="", **fields):
        """Return a position of somebody alone; with a card, the dummy is to play it."""
        usual = {"alone": True, "turn": 1, "first": 1, "pawns": "HL"}
        if card:
            rest = "".join(each for each in "YVWKSML" if each != card)
            usual["hands"] = {1: card + rest}
        return build(**(usual | fields))

    return position


class TestCard:
    """A14, A16."""

    @pytest.mark.parametrize("card", ["W", "V", "Y", "L"])
    def test_w_v_y_and_pawns_lead_to_the_borderland(self, alone, only, card):
        assert only(alone(card)) == f"{card}:BOR"

    def test_its_move_is_refused_in_any_other_form(self, alone, refusal):
        assert "only play W:BOR" in refusal(alone("W"), "W:LUN")

    @pytest.mark.parametrize(
        ("card", "areas", "fields"),
        [
            ("M", ("LUN", "CHA"), {}),
            ("S", ("PEN", "CAS"), {}),
            ("K", ("MAR", "CAS"), {}),
            # both useless: no gold, no reserve
            ("S", ("PEN", "CAS"), {"gold": (3, 0), "influence": (4, 5), "board": {"BOR": "0.5"}}),
        ],
    )
    def test_between_two_its_coin_says_the_lower_or_the_higher_place(
        self, alone, only, card, areas, fields
    ):
        assert only(alone(card, coins=coins(), **fields)) == f"{card}:{areas[0]}"
        assert only(alone(card, coins=coins(**{card: 1}), **fields)) == f"{card}:{areas[1]}"
        swapped = ("CHA", "CAS", "MAR", "PEN", "LUN", "CAV", "BOR")
        lower = min(areas, key=swapped.index)
        assert only(alone(card, places=swapped, **fields)) == f"{card}:{lower}"

    @pytest.mark.parametrize(
        ("card", "area", "fields"),
        [
            ("M", "CHA", {"gold": (3, 4), "influence": (4, 5), "board": {"BOR": "0.5"}}),
            ("S", "CAS", {"gold": (3, 0)}),
            ("S", "CAS", {"row": "-"}),
            ("S", "PEN", {"influence": (4, 5), "board": {"BOR": "0.5"}}),  # no reserve
            ("K", "CAS", {"gold": (3, 4)}),
            ("K", "MAR", {"influence": (4, 5), "board": {"BOR": "0.5"}}),
        ],
    )
    def test_only_one_that_is_useful_is_chosen(self, alone, only, card, area, fields):
        for coin in (0, 1):
            assert only(alone(card, coins=coins(**{card: coin}), **fields)) == f"{card}:{area}"

    def test_usefulness_is_judged_with_its_marker_there(self, alone, only):
        """With 10 influence, one is put, and one comes back."""
        here = alone("K", round="2.1", influence=(4, 10), gold=(3, 4), board={"BOR": "0.3"})
        assert only(here) == "K:CAS"


class TestMarker:
    """A15."""

    def test_it_comes_from_where_most_are_and_of_several_from_the_lowest_place(self, alone, only):
        board = {"PEN": "0.1", "MAR": "0.2", "CAV": "0.2", "BOR": "0.4"}
        assert only(alone("V", influence=(4, 0), board=board)) == "V:MAR>BOR"
        places = ("CAV", "LUN", "PEN", "MAR", "CHA", "CAS", "BOR")
        assert only(alone("V", influence=(4, 0), board=board, places=places)) == "V:CAV>BOR"

    def test_it_never_comes_from_the_borderland_or_the_target(self, alone, only):
        here = alone("V", influence=(4, 0), board={"BOR": "0.4"})
        assert only(here) == "V:-"
        assert only(alone("K", influence=(4, 0), board={"BOR": "0.4"})) == "K:-"
        board = {"MAR": "0.3", "BOR": "0.4"}
        here = alone("K", influence=(4, 0), board=board, coins=coins())
        assert only(here) == "K:MAR>CAS"  # the only one in which it can act

    def test_a_card_for_the_borderland_leads_nowhere_else(self, alone, only):
        assert only(alone("Y", influence=(4, 0), board={"BOR": "2.4"})) == "Y:-"


class TestAttempts:
    """A17, A19, A8."""

    @pytest.mark.parametrize(
        ("row", "chosen"),
        [
            ("4MS,8MS", "8MS"),
            ("CM,2MK", "2MK"),
            ("CM,CW", "CW"),
            ("CK,CM", "CK"),
            ("9VK,9MS", "9VK"),
            ("4MS,4YK", "4MS"),
        ],
    )
    def test_it_attempts_the_first_of_those_it_is_stronger_for(self, alone, only, row, chosen):
        board = dict.fromkeys(("LUN", "MAR", "CAS", "CAV"), "0.1")
        assert only(alone(step="declare", row=row, board=board)) == f"try:{chosen}"

    def test_it_must_be_strictly_stronger(self, alone, only, rules):
        here = alone(step="declare", row="9MS,CV", board={"LUN": "1.1", "MAR": "0.1"})
        assert only(here) == "try:CV"
        here = alone(step="declare", row="9MS,CV")
        assert only(here) == "pass"
        assert only(here, rules("dummy_wins_ties")) == "try:9MS"

    def test_it_passes_without_gold_and_looks_at_no_claims(self, alone, only):
        here = alone(step="declare", row="9MS,CV", board={"LUN": "0.1"}, gold=(0, 0))
        assert only(here) == "pass"
        fields = {"row": "9MS:0,CV", "board": {"LUN": "0.1"}, "first": 0}
        assert only(alone(step="declare", **fields)) == "try:9MS"

    def test_a8_it_wins_ties_only_with_the_option(self, alone, play, rules):
        here = alone(step="declare", row="9MS,CV", first=0, turn=0)
        ties = rules("dummy_wins_ties")
        after = play(here, "try:9MS", "try:9MS", by=ties)
        assert after.fields()[2] == "9MS=1,CV"
        here = alone(step="declare", row="9MS,CV", board={"LUN": "1.0"}, first=0, turn=0)
        assert play(here, "try:9MS", "try:CV", by=ties).fields()[2] == "9MS=0,CV=1"


class TestSolving:
    """A18."""

    def test_it_keeps_a_number(self, alone, only):
        assert only(alone(step="solve", row="2SY=1,CM")) == "2SY:keep"

    @pytest.mark.parametrize("crown", ["CW", "CV", "CY"])
    def test_crowns_of_w_v_y_lead_to_the_borderland(self, alone, only, crown):
        assert only(alone(step="solve", row=f"{crown}=1")) == f"{crown}:BOR"
        here = alone(step="solve", row=f"{crown}=1", influence=(4, 0), board={"LUN": "0.1"})
        assert only(here) == f"{crown}:LUN>BOR"

    @pytest.mark.parametrize(
        ("crown", "areas", "useful"),
        [
            ("CW", ("LUN", "CAV"), "CAV"),
            ("CV", ("MAR", "CHA"), "MAR"),
            ("CY", ("PEN", "CAV"), "PEN"),
            ("CM", ("LUN", "CHA"), "LUN"),
            ("CS", ("PEN", "CAS"), "PEN"),
            ("CK", ("MAR", "CAS"), "MAR"),
        ],
    )
    def test_else_the_confidant_goes_to_one_of_two_areas(self, alone, only, crown, areas, useful):
        stuck = {"influence": (4, 0), "board": {"BOR": "0.4"}}  # nothing outside the Borderland
        fields = {"step": "solve", "row": f"{crown}=1,2MK", **stuck}
        if crown == "CW":
            fields |= {"gold": (3, 4), "board": {"BOR": "1.10"}}  # no reserve
        if crown == "CS":
            fields |= {"board": {"BOR": "0.10"}}
        if crown == "CK":
            fields |= {"board": {"BOR": "0.10"}}
        for coin in (0, 1):
            here = alone(**fields, coins=coins(**{crown: coin}))
            assert only(here) == f"{crown}:^{useful}"
        for standing, other in (areas, areas[::-1]):
            assert only(alone(**fields, confidant=standing)) == f"{crown}:^{other}"

    def test_a_coin_decides_between_two_for_the_confidant(self, alone, only):
        fields = {"step": "solve", "row": "CK=1"}
        assert only(alone(**fields, coins=coins())) == "CK:^MAR"
        assert only(alone(**fields, coins=coins(CK=1))) == "CK:^CAS"

    def test_a16_a_penitents_gold_is_paid_first(self, alone, only):
        """For the last gold the Penitent brings the Huntress; after it there is room for gold."""
        fields = {"step": "act+PEN", "influence": (4, 8), "board": {"BOR": "0.2"}}
        here = alone(row="CM", gold=(3, 4), coins=coins(CM=1), **fields)
        assert only(here) == "CM:^LUN"  # 3 gold after it, and no marker for the Chance Meeting
        here = alone(row="CS", gold=(3, 1), coins=coins(CS=0), **fields)
        assert only(here) == "CS:^PEN"  # both useless: the coin
        here = alone(row="CS,CM", gold=(3, 1), coins=coins(CS=1), **fields)
        assert only(here) == "CS:^CAS"  # no gold is left for the Huntress: both useless
        here = alone(row="CS,CM", gold=(3, 2), coins=coins(CS=1), **fields)
        assert only(here) == "CS:^PEN"


class TestEffects:
    """A20."""

    def test_the_penitent_solves_the_first_open_problem(self, alone, only):
        assert only(alone(step="act+PEN", row="2MK,9VK")) == "9VK:keep"
        here = alone(step="solve+PEN", row="9VK=0,CW", first=1, turn=1)
        assert only(here) == "CW:BOR"

    def test_the_chance_meeting_leads_to_the_borderland(self, alone, only):
        board = {"MAR": "0.3", "CHA": "0.3", "BOR": "0.1"}
        assert only(alone(step="act+CHA", influence=(4, 0), board=board)) == "CHA:2@MAR>BOR"
        board = {"CAS": "0.1", "BOR": "0.4"}
        assert only(alone(step="act+CHA", board=board)) == "CHA:1@CAS>BOR"
        assert only(alone(step="solve+CHA", row="CM", board={"BOR": "0.4"})) == "CHA:-"

    def test_the_cave_removes_from_where_the_person_has_most(self, alone, only):
        board = {"MAR": "2.0", "CAS": "2.0", "BOR": "2.0"}
        assert only(alone(step="solve+CAV", row="CM", board=board)) == "CAV:0@MAR"
        board = {"MAR": "1.0", "BOR": "2.0"}
        assert only(alone(step="solve+CAV", row="CM", board=board)) == "CAV:0@BOR"


def test_a13_every_decision_of_the_dummy_is_forced(rules):
    for options in ((), ("dummy_wins_ties", "two_periods")):
        game = rules(*options)
        for seed in range(4):
            here, random = game.new(1, seed), Random(seed)
            while here.turn is not None:
                if here.turn == 1:
                    (move,) = game.moves(here)
                    assert game.forced(here) == move == game.idle(here)
                here = game.play(here, game.random_move(here, random))
