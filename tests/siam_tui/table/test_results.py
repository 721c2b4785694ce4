"""The end of a game: in sentences, and as the table of final standings."""

import re
from collections import Counter

import pytest

from client.findings import Finding
from client.verify import Verdict
from games.registry import built_in_map, game_of, spec_of
from games.siam.scoring import majority, sets
from siam_tui.appearance.style import Look
from siam_tui.games.siam import results
from siam_tui.games.siam.board import controller
from siam_tui.games.siam.results import game_chart, standings, struggles
from siam_tui.games.siam.texts import TEXTS
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import see
from siam_tui.table.log_lines import proof_lines
from siam_tui.ui.text import listed
from tests.siam_tui.table.stage import NAMES, stage

LOOK = Look()


def ended(board, players="-.R3L2.M|-.R2L3.M", recency="0>1"):
    """The sight of a table whose game ended with these provinces and followers."""
    queue = "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED"
    table = stage(len(players.split("|")), 0, to_move=0, status="over")
    position = table.game.parse(f"{board} {queue} {players} 0 0 {recency} -")
    table.positions.append(position)
    return see(table.state(), table.me)


def lines(sight, width=33):
    return [line.plain for line in standings(sight, width, LOOK)]


def test_a_clear_reign_names_the_provinces_of_everybody_else():
    said = TEXTS.result(ended("=R/=R/=R/=R/=L/=L/=M/=B"))
    assert said.startswith("The Rama reign with 4 provinces (Lao 2, Malay 1). You win:")


def test_factions_with_as_many_provinces_are_told_with_what_decided():
    said = TEXTS.result(ended("=R/=M/=R/=M/=B/=B/=L/=L"))
    expected = "Lao, Malay and Rama hold 2 each; the Lao won a province last, so they reign."
    assert said.startswith(expected)


def test_a_colony_is_told_with_the_counts_and_no_tie_that_was_none():
    said = TEXTS.result(ended("=B/=B/=B/=B/R1/-/-/-", "-.R3L2M2.M|-.R2L3M1.M"))
    assert said == (
        "The British hold four provinces: a colony. "
        "You win: most complete sets of followers (2 against 1)."
    )


def test_standings_begin_with_the_winner_and_the_faction_that_reigns():
    found = lines(ended("=L/=L/=L/=L/=R/=R/=M/=B"))
    assert found[0] == "Final standings"
    assert [line.split() for line in found[1:]] == [
        ["♔", "Ben", "L3", "R2", "M0"],
        ["Ann", "L2", "R3", "M0"],
    ]


def test_standings_of_a_colony_count_sets_and_those_of_a_team_together():
    players = "-.R3L2M2.M|-.R2L3M1.M|-.R1L1M1.M|-.R2L2M1.M"
    found = lines(ended("=B/=B/=B/=B/R1/-/-/-", players, "0>1>2>3"))
    assert sets([(3, 2, 2), (1, 1, 1)]) == 3
    assert sets([(2, 3, 1), (2, 2, 1)]) == 2
    assert ["3 sets" in line for line in found[1:]] == [True, True, False, False]
    assert all(line.lstrip("♔ ").startswith("A: ") for line in found[1:3])
    assert all("2 sets" in line for line in found[3:])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_winner_stands_first_and_every_line_fits(players):
    for seed in range(6):
        table = stage(players, 400, seed=seed)
        sight = see(table.state(), table.me)
        found = lines(sight)
        assert len(found) == players + 1
        assert max(map(len, found)) <= 33
        crowned = [line.startswith(LOOK.glyphs.king) for line in found[1:]]
        assert crowned == sorted(crowned, reverse=True)
        assert sum(crowned) == len(sight.outcome.winners)


class TestWhy:
    """The page that explains the end tells each step the rules take (S18 to S21)."""

    def test_most_followers_of_the_faction_that_reigns(self):
        said = TEXTS.explain_result(ended("=R/=R/=R/=R/=L/=L/=M/=B"))
        assert said[1:] == ["Most followers of the Rama win: Ann 3, Ben 2.", "Ann wins."]

    def test_of_equals_most_of_the_second(self):
        said = TEXTS.explain_result(ended("=R/=R/=R/=R/=L/=L/=M/=B", "-.R3L2.M|-.R3L3.M"))
        assert said[1:] == [
            "Most followers of the Rama win: Ann 3, Ben 3.",
            "Ann and Ben are equal, so most followers of the second-placed Lao win: Ben 3, Ann 2.",
            "Ben wins.",
        ]

    def test_of_equals_still_the_older_last_card(self):
        said = TEXTS.explain_result(
            ended("=R/=R/=R/=R/=L/=L/=M/=B", "-.R3L3.M|-.R3L3.M", recency="1>0")
        )
        assert said[3:] == [
            "Ann and Ben are equal, so the last card played longest ago wins: that of Ann.",
            "Ann wins.",
        ]

    def test_who_never_played_a_card_has_the_oldest_and_may_share(self):
        board = "=R/=R/=R/=R/=L/=L/=M/=B"
        said = TEXTS.explain_result(ended(board, "KTT12RLM.R1L1.-|KTT12RLM.R1L1.-", recency="-"))
        assert "Ann and Ben never played one and share the win." in said[3]
        assert said[-1] == "Ann and Ben win."
        said = TEXTS.explain_result(ended(board, "KTT12RLM.R1L1.-|-.R1L1.M", recency="1"))
        assert said[3].endswith("Ann, who never played one, wins.")

    def test_where_no_second_faction_holds_a_province_none_is_counted(self):
        said = TEXTS.explain_result(ended("=R/=R/=R/=R/=R/=B/=B/=B", "-.R3L2.M|-.R3L3.M"))
        assert said[2].startswith("Ann and Ben are equal, so the last card played longest ago")

    def test_a_colony_by_sets_and_of_equals_by_the_newer_last_card(self):
        board = "=B/=B/=B/=B/R1/-/-/-"
        said = TEXTS.explain_result(ended(board, "-.R3L2M2.M|-.R2L3M1.M"))
        assert said[1] == "Most complete sets of one Rama, one Lao and one Malay win: Ann 2, Ben 1."
        said = TEXTS.explain_result(ended(board, "-.R3L2M2.M|-.R2L3M2.M", recency="1>0"))
        assert said[2] == "Ann and Ben are equal, so the last card played latest wins: that of Ben."
        assert said[-1] == "Ben wins."

    def test_teams_put_their_sets_together(self):
        seats = "-.R3L2M2.M|-.R2L3M1.M|-.R1L1M1.M|-.R2L2.M"
        said = TEXTS.explain_result(ended("=B/=B/=B/=B/R1/-/-/-", seats, recency="0>1>2>3"))
        assert said[1].endswith("win: team A 3, team B 1.")
        assert said[-1] == "Ann and Chai win, as partners do."

    def test_a_game_ended_early_has_no_winner(self):
        table = stage(2, 3, status="over")
        assert TEXTS.explain_result(see(table.state(), table.me)) == [
            "Everybody seated agreed to end the game early. Nobody wins."
        ]

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_it_always_ends_with_the_winners(self, players):
        for seed in range(12):
            table = stage(players, 400, seed=seed)
            sight = see(table.state(), table.me)
            winners = listed([sight.name(seat) for seat in sight.outcome.winners])
            assert TEXTS.explain_result(sight)[-1].startswith(f"{winners} win")


class TestStory:
    def whole(self, players, seed=4):
        table = stage(players, 400, seed=seed)
        start = str(table.game.view(table.positions[0], None))
        return table, MoveLog(1, start, 0, tuple(table.entries())), see(table.state(), table.me)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_what_was_taken_adds_up_to_what_everybody_has(self, players):
        for seed in range(4):
            table, chronicle, sight = self.whole(players, seed)
            found = struggles(chronicle, sight)
            assert [s.number for s in found] == list(range(1, len(found) + 1))
            for seat in range(players):
                first, last = (
                    p.seats[seat].followers for p in table.positions[:: len(table.texts)]
                )
                taken = [sum(s.taken[seat][faction] for s in found) for faction in range(3)]
                assert [a + b for a, b in zip(first, taken, strict=True)] == list(last)

    def test_who_stood_there_won(self):
        for seed in range(6):
            _, chronicle, sight = self.whole(3, seed)
            for struggle in struggles(chronicle, sight):
                assert struggle.control == majority(struggle.standing)
                assert sight.position.control(struggle.province) == struggle.control

    @pytest.mark.parametrize("width", [33, 44, 70, 76, 100])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_every_line_fits(self, players, width):
        _, chronicle, sight = self.whole(players)
        lines = [line.plain for line in game_chart(chronicle, sight, width, LOOK)]
        assert len(lines) == 1 + sight.position.resolved
        assert max(map(len, lines)) <= width
        assert all(name[:5] in lines[0] for name in NAMES[:players])

    @pytest.mark.parametrize("width", [33, 44, 70, 100])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_that_was_taken_is_told_in_the_narrowest_log_too(self, players, width):
        for seed in range(6):
            _, chronicle, sight = self.whole(players, seed)
            lines = [line.plain for line in game_chart(chronicle, sight, width, LOOK)]
            flag = next(line for line in lines if line.startswith("1 ")).index("⚑")
            seats = flag + 3 if flag < 20 else 47
            told = "".join(line[seats:] for line in lines if "⚑" in line)
            told += "".join(line for line in lines if line.startswith(" " * 9))
            found = Counter(dict.fromkeys("RLM", 0))
            for faction, count in re.findall(r"([RLM])(\d*)(?![a-z])", told):
                found[faction] += int(count or 1)
            taken = [trio for struggle in struggles(chronicle, sight) for trio in struggle.taken]
            assert list(found.values()) == [
                sum(trio[faction] for trio in taken) for faction in range(3)
            ]


def test_a_game_ended_early_has_no_standings():
    table = stage(2, 3, status="over")
    assert lines(see(table.state(), table.me)) == []


@pytest.mark.parametrize("width", [32, 43, 69])
@pytest.mark.parametrize("marks", [("proven",), ("wrong", "open")])
def test_what_the_check_came_to_is_told_whole_at_every_width(width, marks):
    sentence = "The move at ply 12 is not signed by whoever sat on seat 2 then."
    verdict = Verdict(tuple(Finding(mark, sentence) for mark in marks))
    told = [line.plain.strip() for line in proof_lines(verdict, width, LOOK)]
    assert all(len(line) <= width for line in told)
    said = " ".join(told)
    if verdict.proven:
        assert said == "Checked: the setup is fair, every move signed."
    else:
        assert said == f"! {sentence} {sentence}"


def test_the_chart_has_room_for_the_factions_of_every_map():
    for name in spec_of("siam").maps:
        board, look = game_of("siam", map_text=built_in_map("siam", name)).map, Look()
        width = results._holder_width(board, look)
        for control in range(4):
            held = controller(board, control, look)
            assert results._padded(held, width).plain.rstrip() == held.plain.rstrip()
